/**
 * Google's implicit flow by whole-page redirects, without Google's script and without a popup (docs/decisions/0319).
 */

import { GOOGLE_SCOPES, SHEETS_SCOPES } from '@signpost/contract/access/google-scopes.ts';
import { newId } from '../ui/new-id.ts';
import { toError } from './error-id.ts';

/** The data the browser stores while the person is at Google. */
interface Waiting {
  state: string;
  from: string;
  /** The purpose of the token, unless it is signing in: the step of a sheet that goes on afterwards, and its person. */
  sheets?: SheetsStep | undefined;
}

/** A step with Google Sheets that waits for Google's consent. */
export interface SheetsStep {
  /** The sheet or file that the step is about: `sheet 5`, `report file 7`. */
  subject: string;
  personId: number;
  step: 'create' | 'sync' | { connect: string };
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
  /** Asks for Google Sheets alone, for this address, and without a prompt if the person agreed before. */
  sheetsOf?: string | undefined;
}): string {
  const address = new URL(options.authUrl);
  address.search = new URLSearchParams({
    client_id: options.clientId,
    redirect_uri: options.redirectUri,
    response_type: 'token',
    scope: (options.sheetsOf === undefined ? GOOGLE_SCOPES : SHEETS_SCOPES).join(' '),
    ...(options.sheetsOf === undefined ? { prompt: 'consent' } : { login_hint: options.sheetsOf }),
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
 * Asks Google for a token for Google Sheets. The page is loaded again, and {@link takeSheetsStep} then returns the step
 * that goes on.
 */
export function askForSheets(options: { authUrl: string; clientId: string; email: string; next: SheetsStep }): void {
  const { authUrl, clientId, email, next } = options;
  const waiting: Waiting = { state: newId(), from: window.location.hash.slice(1) || '/', sheets: next };
  sessionStorage.setItem(KEY, JSON.stringify(waiting));
  const redirectUri = `${window.location.origin}/`;
  window.location.assign(consentAddress({ authUrl, clientId, redirectUri, state: waiting.state, sheetsOf: email }));
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
  const { state, from, sheets }: Partial<Waiting> = JSON.parse(kept);
  if (typeof state === 'string' && typeof from === 'string') return { state, from, sheets };
  return null;
}

/** Removes Google's answer from the address before the token reaches the router or the browser history. */
function takeAnswer(): GoogleAnswer | null {
  const answer = new URLSearchParams(window.location.hash.slice(1));
  if (!answer.has('state') || !(answer.has('access_token') || answer.has('error'))) return null;
  const waiting = takeWaiting();
  const token = tokenOf(answer, waiting);
  if (waiting?.sheets !== undefined && answer.get('state') === waiting.state) {
    window.history.replaceState(null, '', `/#${waiting.from}`);
    void keepForSheets(waiting.sheets, token, Number(answer.get('expires_in') ?? TOKEN_SECONDS));
    return null;
  }
  window.history.replaceState(null, '', '/#/login');
  // The sign-in screen handles it in a moment; until then a rejection must not count as unhandled.
  token.catch((error: unknown) => console.error('Google sign-in failed.', error));
  return { token, from: waiting?.from ?? '/' };
}

interface SheetsToken {
  personId: number;
  token: string;
  /** Milliseconds since 1970. */
  until: number;
}

/** The lifetime of Google's tokens in seconds if Google does not name it, and how much earlier they are given up. */
const TOKEN_SECONDS = 3_600;
const MARGIN_SECONDS = 60;
let sheetsToken: SheetsToken | null = null;
let sheetsStep: { next: SheetsStep; failure: Promise<string | null> } | null = null;

async function keepForSheets(next: SheetsStep, token: Promise<string>, seconds: number): Promise<void> {
  const until = Date.now() + (seconds - MARGIN_SECONDS) * 1_000;
  const failure = token.then(
    (text) => {
      sheetsToken = { personId: next.personId, token: text, until };
      return null;
    },
    (error: unknown) => toError(error).message,
  );
  sheetsStep = { next, failure };
  await failure;
}

/** The token of this person for Google Sheets. It is in the memory of the page alone; null if there is none. */
export function tokenForSheets(personId: number): string | null {
  if (sheetsToken !== null && sheetsToken.personId === personId && Date.now() < sheetsToken.until)
    return sheetsToken.token;
  return null;
}

/** Drops a token that Google no longer takes. */
export function forgetSheetsToken(): void {
  sheetsToken = null;
}

/** The step of this subject that waited for Google, once, with the reason if Google refused. */
export async function takeSheetsStep(
  subject: string,
  personId: number,
): Promise<{ step: SheetsStep['step']; failure: string | null } | null> {
  const waiting = sheetsStep;
  if (waiting === null || waiting.next.subject !== subject || waiting.next.personId !== personId) return null;
  sheetsStep = null;
  return { step: waiting.next.step, failure: await waiting.failure };
}

let answer = takeAnswer();

/** Google's answer that this page was loaded with, once. */
export function googleAnswer(): GoogleAnswer | null {
  const taken = answer;
  answer = null;
  return taken;
}
