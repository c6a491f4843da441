import { chmod, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openAs, unique } from './support/people.ts';
import { expect, type Page, test } from './support/test.ts';
import { reloadUntil } from './support/waits.ts';

const LIST = '/affiliate-transactions?view=dead&q=';

interface Refused {
  chunkId: string;
  clickId: string;
  line: Record<string, unknown>;
}

/** A click that the engine refused: the shipper leaves it in the log folder, where the worker finds it. */
async function refuse(): Promise<Refused> {
  const folder = join(process.env.E2E_DATA_DIR ?? '', 'clicks', 'dead');
  const clickId = crypto.randomUUID();
  const at = new Date().toISOString();
  const fact = { at, fact_id: crypto.randomUUID(), kind: 'clickout', click_id: clickId, clickouts: 'one', rate: '1' };
  const chunkId = unique('refused').replace(' ', '.');
  const letter = { chunkId, offset: 77, refusedAt: at, code: 27, problem: 'Cannot parse “one” as a number' };
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${chunkId}.77.json`);
  await writeFile(`${file}.new`, JSON.stringify({ ...letter, line: JSON.stringify(fact) }));
  await chmod(`${file}.new`, 0o644);
  await rename(`${file}.new`, file);
  return { chunkId, clickId, line: fact };
}

/** The row of the dead letter, once the worker has stored it. */
async function arrived(page: Page, chunkId: string) {
  const row = page.getByRole('row').filter({ hasText: chunkId });
  await reloadUntil(page, row);
  return row;
}

test('a refused fact is shown, corrected and replayed, and then counts', async ({ page }) => {
  const { chunkId, clickId, line } = await refuse();
  await openAs(page, 'Operations', `${LIST}${chunkId}`);
  const row = await arrived(page, chunkId);
  await expect(row.getByText('Waiting')).toBeVisible();
  await row.getByText(chunkId).click();
  const drawer = page.getByRole('dialog', { name: chunkId });
  await expect(drawer.getByText('Cannot parse “one” as a number')).toBeVisible();
  const fact = drawer.getByRole('textbox', { name: 'The fact' });
  await expect(fact).toHaveValue(/"clickouts": "one"/);

  await fact.fill('{"clickouts": 1');
  await drawer.getByRole('button', { name: 'Replay' }).click();
  await expect(drawer.getByText(/JSON/)).toBeVisible();
  await fact.fill(JSON.stringify({ ...line, colour: 'red' }));
  await drawer.getByRole('button', { name: 'Replay' }).click();
  await expect(drawer.getByText(/not a column of a fact/)).toBeVisible();
  await fact.fill(JSON.stringify({ ...line, clickouts: 1 }));
  await drawer.getByRole('button', { name: 'Replay' }).click();
  await expect(page.getByText('The fact is being sent.', { exact: false })).toBeVisible();
  await expect(drawer.getByText('Replayed')).toBeVisible();
  await expect(drawer.getByRole('button', { name: 'Replay' })).toHaveCount(0);

  await openAs(page, 'Operations', '/profile');
  await page.goto(`/#/event-reporter/support/click/search/${clickId}`);
  await reloadUntil(page, page.getByText(/click-?out/i));
});

test('a useless refused fact is dropped and stays in the list, marked as dropped', async ({ page }) => {
  const { chunkId } = await refuse();
  await openAs(page, 'Operations', `${LIST}${chunkId}`);
  const row = await arrived(page, chunkId);
  await row.getByText(chunkId).click();
  const drawer = page.getByRole('dialog', { name: chunkId });
  await drawer.getByRole('button', { name: 'Drop' }).click();
  await expect(page.getByText('Dropped. The fact stays in this list, marked as dropped.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(row.getByText('Dropped')).toBeVisible();
});
