import type { Grade } from '@signpost/contract/access/grades.ts';
import { addDays } from '@signpost/contract/dates/dates.ts';
import { TICKET_HEADER, TICKET_VALUE } from '@signpost/contract/envelope.ts';
import type { SignedIn } from '@signpost/contract/workplace/people/sign-in.ts';
import type { APIRequestContext, Page } from './test.ts';
import { expect, test } from './test.ts';

const emailOf = (grade: Grade) => `${grade.toLowerCase().replaceAll(' ', '.')}@demo.invalid`;

async function signIn(request: APIRequestContext, email: string): Promise<SignedIn> {
  // The connection of an earlier test may be closed by the server at this very moment.
  const answer = await request.post('/api/auth/demo', { data: { email }, maxRetries: 1 });
  expect(answer.status(), await answer.text()).toBe(200);
  return (await answer.json()).data;
}

/** Signs a demo person in through the API. */
export const sessionOf = (request: APIRequestContext, grade: Grade = 'Admin') => signIn(request, emailOf(grade));

/** Creates a person for one test and signs them in, so that no other test changes their settings. */
export async function newPerson(
  request: APIRequestContext,
  grade: Grade,
  more: { includedPaths?: string[]; excludedPaths?: string[]; publisherId?: number } = {},
): Promise<SignedIn> {
  const name = unique('Person');
  const email = `${name.replace(' ', '.').toLowerCase()}@demo.invalid`;
  await call(request, await sessionOf(request), 'POST', 'users', { name, email, grade, timeZone: 'UTC', ...more });
  return await signIn(request, email);
}

/**
 * Opens the app at a path, as the demo person of a grade, shared between tests, or as a person created for this test.
 */
export async function openAs(
  page: Page,
  who: Grade | SignedIn,
  path = '/',
  theme: 'dark' | 'light' = 'dark',
): Promise<SignedIn> {
  const session = typeof who === 'string' ? await sessionOf(page.request, who) : who;
  await page.addInitScript(
    ([kept, scheme]) => {
      // Only if nothing is stored yet, because later changes by the app must survive.
      if (!localStorage.getItem('signpost.session')) localStorage.setItem('signpost.session', kept);
      if (!localStorage.getItem('signpost.theme')) localStorage.setItem('signpost.theme', scheme);
    },
    [JSON.stringify(session), theme] as const,
  );
  await page.goto(`/#${path}`);
  return session;
}

/** Calls the API as a person; returns the envelope's data. */
export async function call<T>(
  request: APIRequestContext,
  session: SignedIn,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH',
  path: string,
  data?: unknown,
): Promise<T> {
  const answer = await request.fetch(`/api/${path}`, {
    method,
    headers: { [TICKET_HEADER]: TICKET_VALUE, authorization: `Bearer ${session.token}` },
    ...(data === undefined ? {} : { data }),
  });
  expect(answer.status(), await answer.text()).toBeLessThan(300);
  return (await answer.json()).data;
}

/** A name that is unique in this run. */
export const unique = (what: string) => `${what} ${crypto.randomUUID().slice(0, 8)}`;

/** Opens a screen from the menu, whose group may be closed. */
export async function fromMenu(page: Page, group: string, screen: string): Promise<void> {
  const menu = page.getByRole('navigation', { name: 'Main' });
  const head = menu.getByRole('button', { name: group });
  if ((await head.getAttribute('aria-expanded')) === 'false') await head.click();
  await menu.getByRole('link', { name: screen, exact: true }).click();
}

/** Chooses an option of a select by its label. */
export const choose = async (page: Page, label: string, option: string) => {
  const field = page.getByRole('combobox', { name: label, exact: true });
  const chosen = await field.inputValue();
  await field.fill(option);
  // Typing opens the list, but typing the option that is already chosen changes nothing.
  if (chosen === option) await field.press('ArrowDown');
  await page.getByRole('option', { name: option, exact: true }).first().click();
};

/** A host that no record has. */
export const freeHost = () => `${unique('site').replace(' ', '-')}.example.com`;

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
/** Codes that no country has. */
const CODES = LETTERS.flatMap((first) => LETTERS.map((second) => `${first}${second}`)).filter(
  (code) => countries.of(code) === undefined,
);

/** An unused country code; tests that run at the same time get different ones. */
export async function freeCode(request: APIRequestContext): Promise<string> {
  const { config, parallelIndex } = test.info();
  const geos = await call<{ code: string }[]>(request, await sessionOf(request), 'GET', 'geos?archived=all&limit=1000');
  const taken = new Set(geos.map(({ code }) => code.toUpperCase()));
  const free = CODES.find((code, at) => at % config.workers === parallelIndex && !taken.has(code));
  if (free === undefined) throw new Error('Every country code is taken.');
  return free;
}

/** Creates a geo for one test, so that it contains no deals, mirrors or leads of others. */
export async function makeGeo(
  request: APIRequestContext,
  session: SignedIn,
): Promise<{ id: number; code: string; country: string }> {
  const [code, country] = [await freeCode(request), unique('Utopia')];
  const { id } = await call<{ id: number }>(request, session, 'POST', 'geos', { code, country });
  return { id, code, country };
}

const DAYS = 1_900;
let tick = 0;

/** A day long past, within the range of the ledgers, on which no other test enters anything. */
export function freeDay(): string {
  const { config, parallelIndex } = test.info();
  tick = Math.max(tick + 1, Math.floor(Date.now() / 1000));
  return addDays('2021-02-01', (tick * config.workers + parallelIndex) % DAYS);
}

/**
 * Waits until the open form is saved. It reads the form, because the message of an earlier save may still be visible.
 */
export const expectSaved = (page: Page) => expect(page.getByText('No changes')).toBeVisible();
