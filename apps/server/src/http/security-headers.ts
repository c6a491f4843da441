/** Headers on every answer: strict content policy, no inline script, no framing. */
import type { Deps } from '../deps.ts';
import type { App } from './app-type.ts';

export function securityHeaders(app: App, { publicUrl, google }: Pick<Deps['env'], 'publicUrl' | 'google'>): void {
  const policy = [
    "default-src 'self'",
    "script-src 'self'",
    // Mantine writes computed styles into style attributes and one style element.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    // The browser syncs Google sheets with the person's own token (docs/decisions/0240).
    google.clientId ? `connect-src 'self' ${new URL(google.sheetsUrl).origin}` : "connect-src 'self'",
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
    // A stranger's file is answered with a stricter policy.
    if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', policy);
    reply.header('x-frame-options', 'DENY');
    reply.header('cross-origin-opener-policy', 'same-origin');
    // Landing pages of other sites call the public addresses.
    if (!request.url.startsWith('/api/public/')) reply.header('cross-origin-resource-policy', 'same-origin');
    reply.header('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()');
    // Only who serves the app by https has decided that it is not reachable otherwise.
    if (publicUrl?.protocol === 'https:') reply.header('strict-transport-security', 'max-age=31536000');
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
}
