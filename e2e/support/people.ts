import type { APIRequestContext, Page } from '@playwright/test';
import { expect, test } from '@playwright/test';
import { TICKET_HEADER, TICKET_VALUE } from '@signpost/contract/api.ts';
import type { Grade } from '@signpost/contract/grades.ts';
import type { SignedIn } from '@signpost/contract/sign-in.ts';

const emailOf = (grade: Grade) => `${grade.toLowerCase().replaceAll(' ', '.')}@demo.invalid`;

/** Signs a demo person in through the API. */
export async function sessionOf(request: APIRequestContext, grade: Grade = 'Admin'): Promise<SignedIn> {
  const answer = await request.post('/api/auth/demo', { data: { email: emailOf(grade) } });
  expect(answer.ok()).toBe(true);
  return (await answer.json()).data;
}

/** Opens the app as somebody, at a path. */
export async function openAs(
  page: Page,
  grade: Grade,
  path = '/',
  theme: 'dark' | 'light' = 'dark',
): Promise<SignedIn> {
  const session = await sessionOf(page.request, grade);
  await page.addInitScript(
    ([kept, scheme]) => {
      // Only where nothing is kept yet: what the app itself changes later must stand.
      if (!localStorage.getItem('signpost.session')) localStorage.setItem('signpost.session', kept);
      if (!localStorage.getItem('signpost.theme')) localStorage.setItem('signpost.theme', scheme);
    },
    [JSON.stringify(session), theme] as const,
  );
  await page.goto(`/#${path}`);
  return session;
}

/** Calls the API as a person; answers the envelope's data. */
export async function call<T>(
  request: APIRequestContext,
  session: SignedIn,
  method: 'GET' | 'POST' | 'PATCH',
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

/** A name nobody else in this run uses. */
export const unique = (what: string) => `${what} ${crypto.randomUUID().slice(0, 8)}`;

/** Picks an option of a select by its words. */
export const choose = async (page: Page, label: string, option: string) => {
  await page.getByRole('combobox', { name: label, exact: true }).fill(option);
  await page.getByRole('option', { name: option, exact: true }).first().click();
};

/** A host nobody has yet. */
export const freeHost = () => `${unique('site').replace(' ', '-')}.example.com`;

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
/** Codes no country has or will have, as far as they go: Q and X, without Qatar. */
const CODES = ['Q', 'X']
  .flatMap((first) => LETTERS.map((second) => `${first}${second}`))
  .filter((code) => code !== 'QA');

/** A country code nobody has yet; tests that run at the same time are offered different ones. */
export async function freeCode(request: APIRequestContext): Promise<string> {
  const { config, parallelIndex } = test.info();
  const geos = await call<{ code: string }[]>(request, await sessionOf(request), 'GET', 'geos?archived=all&limit=1000');
  const taken = new Set(geos.map(({ code }) => code.toUpperCase()));
  const free = CODES.find((code, at) => at % config.workers === parallelIndex && !taken.has(code));
  if (free === undefined) throw new Error('Every country code is taken.');
  return free;
}

/** A geo of a test's own, so that nobody else's deals, mirrors or leads are in it. */
export async function makeGeo(
  request: APIRequestContext,
  session: SignedIn,
): Promise<{ id: number; code: string; country: string }> {
  const [code, country] = [await freeCode(request), unique('Utopia')];
  const { id } = await call<{ id: number }>(request, session, 'POST', 'geos', { code, country });
  return { id, code, country };
}
