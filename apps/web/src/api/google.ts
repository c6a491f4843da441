/**
 * Google's implicit flow by whole-page redirects, without Google's script and without a popup (docs/decisions/0042).
 */
import { GOOGLE_SCOPES } from '@signpost/contract/access/google-scopes.ts';
import { newId } from '../ui/new-id.ts';

/** The data the browser stores while the person is at Google. */
interface Waiting {
  state: string;
  from: string;
}

/**
 * Google's answer: a promise of the token, which is rejected when signing in failed, and where the person was going.
 */
export interface GoogleAnswer {
  token: Promise<string>;
  from: string;
}

const KEY = 'signpost.google';

/** The address of the consent prompt; `redirectUri` must be registered with Google. */
export function consentAddress(options: {
  authUrl: string;
  clientId: string;
  redirectUri: string;
  state: string;
}): string {
  const address = new URL(options.authUrl);
  address.search = new URLSearchParams({
    client_id: options.clientId,
    redirect_uri: options.redirectUri,
    response_type: 'token',
    scope: GOOGLE_SCOPES.join(' '),
    prompt: 'consent',
    include_granted_scopes: 'true',
    state: options.state,
  }).toString();
  return address.href;
}

/** Opens the consent prompt. {@link googleAnswer} finds the answer when the page is loaded again. */
export function goToGoogle(options: { authUrl: string; clientId: string; from: string }): void {
  const waiting: Waiting = { state: newId(), from: options.from };
  sessionStorage.setItem(KEY, JSON.stringify(waiting));
  window.location.assign(
    consentAddress({ ...options, redirectUri: `${window.location.origin}/`, state: waiting.state }),
  );
}

/**
 * The access token of an answer; rejected with Google's error, or when the answer does not belong to a sign-in of
 * this tab (another person's token would sign this person in as them).
 */
export async function tokenOf(answer: URLSearchParams, waiting: Waiting | null): Promise<string> {
  if (waiting === null || answer.get('state') !== waiting.state)
    throw new Error('Google’s answer does not belong to this sign-in. Please try again.');
  const error = answer.get('error');
  if (error !== null)
    throw new Error(
      error === 'access_denied'
        ? 'Google sign-in was cancelled.'
        : (answer.get('error_description') ?? `Google answered: ${error}.`),
    );
  const token = answer.get('access_token');
  if (!token) throw new Error('Google returned no access token.');
  return token;
}

function takeWaiting(): Waiting | null {
  const kept = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  if (kept === null) return null;
  const { state, from }: Partial<Waiting> = JSON.parse(kept);
  return typeof state === 'string' && typeof from === 'string' ? { state, from } : null;
}

/** Removes Google's answer from the address before the token reaches the router or the browser history. */
function takeAnswer(): GoogleAnswer | null {
  const answer = new URLSearchParams(window.location.hash.slice(1));
  if (!answer.has('state') || !(answer.has('access_token') || answer.has('error'))) return null;
  const waiting = takeWaiting();
  window.history.replaceState(null, '', '/#/login');
  const token = tokenOf(answer, waiting);
  // The sign-in screen handles it in a moment; until then a rejection must not count as unhandled.
  token.catch((error: unknown) => console.error('Google sign-in failed.', error));
  return { token, from: waiting?.from ?? '/' };
}

let answer = takeAnswer();

/** Google's answer that this page was loaded with, once. */
export function googleAnswer(): GoogleAnswer | null {
  const taken = answer;
  answer = null;
  return taken;
}
