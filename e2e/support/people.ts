import type { APIRequestContext, Page } from '@playwright/test';
import { expect } from '@playwright/test';
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
