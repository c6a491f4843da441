/** The answers of the click port other than a redirect. */
import type { ServerResponse } from 'node:http';

/** Answers with a sentence, which may not be cached. */
export function say(response: ServerResponse, status: number, text: string, more: string[] = []): void {
  response.writeHead(status, [
    'Content-Type',
    'text/plain; charset=utf-8',
    'Cache-Control',
    'no-store',
    'Content-Length',
    String(Buffer.byteLength(text) + 1),
    ...more,
  ]);
  response.end(`${text}\n`);
}

export const notFound = (response: ServerResponse): void => say(response, 404, 'This page does not exist.');

/** Redirects; for '' it answers that there is nowhere to go. */
export function sendOn(response: ServerResponse, targetUrl: string, cookie?: string): void {
  if (targetUrl === '') {
    notFound(response);
    return;
  }
  const head = ['Location', targetUrl, 'Cache-Control', 'no-store', 'Content-Length', '0'];
  if (cookie !== undefined) head.push('Set-Cookie', cookie);
  response.writeHead(302, head);
  response.end();
}

/** The host of a request without its port. */
export function bareHost(host: string | undefined): string {
  if (host === undefined) return '';
  const colon = host.lastIndexOf(':');
  return (colon === -1 || host.endsWith(']') ? host : host.slice(0, colon)).toLowerCase();
}
