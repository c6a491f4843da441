/** Headers on every answer: strict content policy, no inline script, no framing. */
import type { App } from './app-type.ts';

export function securityHeaders(app: App): void {
  const policy = [
    "default-src 'self'",
    "script-src 'self'",
    // Mantine writes computed styles into style attributes and one style element.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    // Embedded Looker reports run in sandboxed frames. The hosts are the same as those that the validator of their
    // addresses allows.
    "frame-src 'self' https://lookerstudio.google.com https://*.looker.com",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-content-type-options', 'nosniff');
    reply.header('referrer-policy', 'no-referrer');
    reply.header('content-security-policy', policy);
    reply.header('x-frame-options', 'DENY');
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
}
