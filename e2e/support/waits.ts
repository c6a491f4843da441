import { expect, type Page } from '@playwright/test';

/**
 * Does something that the page shows before the server has confirmed it, and waits for the confirmation. `call` is a part
 * of the address of the call. Whoever reloads the page earlier breaks the call off.
 */
export async function untilSaved(page: Page, call: string, act: () => Promise<void>): Promise<void> {
  const saved = page.waitForResponse((answer) => answer.request().method() !== 'GET' && answer.url().includes(call));
  await act();
  await saved;
}

/** Searches a list for a text that only one row has. The list no longer changes under the mouse afterwards. */
export async function findOnly(page: Page, search: string, text: string): Promise<void> {
  await page.getByRole('searchbox', { name: search }).fill(text);
  await expect(page.getByRole('grid').getByRole('row')).toHaveCount(2);
}
