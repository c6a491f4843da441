/**
 * Asks Google who an access token belongs to. The token is never stored or logged (docs/product/access.md#signing-in).
 */
import { AppError } from '@signpost/contract/errors.ts';
import { z } from 'zod';
import type { Env } from '../../env.ts';
import { within } from '../../platform/within.ts';

const tokenInfo = z.object({
  aud: z.string(),
  sub: z.string().min(1).max(255),
  email: z.email(),
  email_verified: z.union([z.boolean(), z.enum(['true', 'false'])]),
});
const userInfo = z.object({ name: z.string().max(200).optional() });
const TIMEOUT_MS = 10_000;

async function ask(url: string, init: RequestInit): Promise<unknown> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const answer = await within(TIMEOUT_MS, fetch(url, { ...init, redirect: 'error', signal }));
    if (answer.status >= 500) throw new Error(`Google answered ${answer.status}`);
    if (answer.ok) return await within(TIMEOUT_MS, answer.json());
    return null;
  } catch (error) {
    throw new AppError('UNAVAILABLE', {
      errors: [{ path: '', message: 'Google could not be reached. Please try again.' }],
      cause: error,
    });
  }
}

export interface GoogleAccount {
  /** Google's permanent id of the account. Addresses can pass to other people, but this id cannot. */
  subject: string;
  email: string;
  name: string;
}

/**
 * Returns the account of an access token. Errors: UNAUTHORIZED if the token is unknown, was issued to another product, or
 * has an address that is not verified; UNAVAILABLE if Google does not answer.
 */
export async function verifyGoogle(google: Env['google'], accessToken: string): Promise<GoogleAccount> {
  const body = new URLSearchParams({ access_token: accessToken });
  const info = tokenInfo.safeParse(await ask(google.tokenInfoUrl, { method: 'POST', body }));
  const ours = info.success && google.clientId !== undefined && info.data.aud === google.clientId;
  if (!ours || String(info.data.email_verified) !== 'true') throw new AppError('UNAUTHORIZED');
  const email = info.data.email.toLowerCase();
  const person = userInfo.safeParse(
    await ask(google.userInfoUrl, { headers: { authorization: `Bearer ${accessToken}` } }),
  );
  const name = (person.success && person.data.name) || email.split('@')[0] || email;
  return { subject: info.data.sub, email, name };
}
