import { expect, type Locator, type Page } from '@playwright/test';
import { settled } from './settled.ts';

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

/** Closes all messages at the bottom of the screen. They also close by themselves, so there may be none any more. */
export async function dismissMessages(page: Page): Promise<void> {
  const close = page.getByRole('button', { name: 'Close message' });
  await close.evaluateAll((buttons) => {
    for (const button of buttons) if (button instanceof HTMLElement) button.click();
  });
  await expect(close).toHaveCount(0);
}

/**
 * Does something again, each time with more patience, until the page shows a result that the server may produce a
 * moment later. It only looks at the page when it has loaded fully, and looks once more before it does the thing again.
 */
export async function repeatUntil(page: Page, act: () => Promise<unknown>, shown: Locator): Promise<void> {
  await expect(async () => {
    if ((await shown.count()) === 0) await act();
    await settled(page);
    expect(await shown.count()).toBeGreaterThan(0);
  }).toPass({ intervals: [250, 500, 1_000, 2_000, 4_000] });
}

/** Loads the page again until it shows the result of a job that the server does a moment later. */
export const reloadUntil = (page: Page, shown: Locator): Promise<void> => repeatUntil(page, () => page.reload(), shown);

/**
 * Whether something is on the screen, where one of several things may be there. It waits until `wanted` or `one` is
 * there and the answers to the requests of the page have arrived.
 */
export async function isThere(page: Page, wanted: Locator, one: Locator): Promise<boolean> {
  await expect(wanted.or(one).first()).toBeVisible();
  await settled(page);
  return await wanted.isVisible();
}
