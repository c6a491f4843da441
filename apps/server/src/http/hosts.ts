/**
 * Decides which host names the app answers to, so that a page of another site cannot reach it under its own name (DNS
 * rebinding).
 */
import { isIP } from 'node:net';
import { AppError } from '@signpost/contract/errors.ts';
import type { Deps } from '../deps.ts';
import { namesHostTwice } from '../platform/request-target.ts';
import type { App } from './app-type.ts';

/** The name in a Host header, without its port and in lower case. */
function hostNameOf(host: string): string {
  const text = host.toLowerCase();
  return /^\[([^\]]*)\]/.exec(text)?.[1] ?? text.split(':')[0] ?? '';
}

/** Whether a name can only mean this machine. */
function isLoopbackName(name: string): boolean {
  return (
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    name === '::1' ||
    (isIP(name) === 4 && name.startsWith('127.'))
  );
}

/** Headers by which a proxy shows itself. */
const FORWARDED = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'cf-connecting-ip',
  'true-client-ip',
];

/**
 * With PUBLIC_URL, only its host and this machine's own names are answered. The demo lets anybody sign in, so without
 * PUBLIC_URL it only answers this machine's names, and never requests that a proxy forwards from elsewhere.
 */
export function refuseForeignHosts(app: App, { demo, publicUrl }: Pick<Deps['env'], 'demo' | 'publicUrl'>): void {
  app.addHook('onRequest', async ({ raw }) => {
    if (namesHostTwice(raw)) throw new AppError('VALIDATION', { message: 'This request names its host twice.' });
  });
  if (!demo && publicUrl === undefined) return;
  const own = publicUrl && hostNameOf(publicUrl.host);
  app.addHook('onRequest', async ({ headers }) => {
    if (demo && FORWARDED.some((name) => headers[name] !== undefined))
      throw new AppError('FORBIDDEN', {
        message: 'The demo lets anyone sign in, so it refuses requests that come through a proxy.',
      });
    const name = hostNameOf(headers.host ?? '');
    if (name === own || isLoopbackName(name)) return;
    if (demo)
      throw new AppError('FORBIDDEN', {
        message: 'The demo lets anyone sign in, so it only answers this machine. Open it on localhost.',
      });
    throw new AppError('FORBIDDEN', {
      message: `This address is not served here. Open ${publicUrl?.origin ?? 'the app'} instead.`,
    });
  });
}
