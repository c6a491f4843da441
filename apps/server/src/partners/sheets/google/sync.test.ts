/** Syncs of stored sheets with Google sheets over the API, as the browser makes them, and a Sheets API on loopback. */

import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import {
  confirmSheetSync,
  connectSheetGoogle,
  decideSheetConflicts,
  disconnectSheetGoogle,
  planSheetSync,
  readSheetGoogle,
} from '@signpost/contract/calls/google-sheets.ts';
import { readHealth } from '@signpost/contract/calls/health.ts';
import {
  createSheet,
  makeSheetBoxes,
  readSheet,
  requestSheet,
  saveSheetRows,
} from '@signpost/contract/calls/sheets.ts';
import { website } from '@signpost/contract/entities/website.ts';
import { GoogleFailure, syncGoogleSheet } from '@signpost/contract/sheets/google/carry-out.ts';
import type { SyncConflict, SyncSummary } from '@signpost/contract/sheets/google/sync.ts';
import type { Sheet } from '@signpost/contract/sheets/sheet.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { attempt, call } from '@signpost/testkit/call.ts';
import { type GoogleCell, GoogleSheets, type Spreadsheet } from '@signpost/testkit/google-sheets.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../platform/ids.ts';

const websiteCalls = entityCalls(website);

const google = new GoogleSheets();
const { url, stop } = await google.listen();
afterAll(stop);
const world = await testApp({
  env: { google: { clientId: 'client', authUrl: url, tokenInfoUrl: url, userInfoUrl: url, sheetsUrl: url } },
});
const seo = await world.signIn('Seo User');
const otherSeo = await world.signIn('Seo User');
const operations = await world.signIn('Operations');
type Person = typeof seo;

const SITE = 'sync.example';
beforeAll(async () => {
  await call(operations, websiteCalls.create, { body: { name: SITE } });
});

const good = (n: number) => ({
  name: `Box ${n}`,
  websiteId: SITE,
  page: `/page-${n}`,
  fallbackUrl: 'https://fallback.example.test/',
});
const waits: number[] = [];

async function start(count: number): Promise<{ id: number; there: Spreadsheet }> {
  const rows = Array.from({ length: count }, (_, at) => ({ key: newId(), cells: good(at + 1) }));
  const data = await call(seo, createSheet, { body: { kind: 'seo', name: 'Synced', rows } });
  const { id } = data;
  const there = google.create('Synced');
  const connected = await attempt(seo, connectSheetGoogle, {
    params: { id },
    body: {
      spreadsheetId: there.id,
      tabId: 0,
      title: there.title,
    },
  });
  expect(connected.status).toBe(200);
  return { id, there };
}

const read = async (id: number): Promise<Sheet> => await call(operations, readSheet, { params: { id } });
const conflictsOf = async (id: number): Promise<SyncConflict[]> =>
  (await call(seo, readSheetGoogle, { params: { id } })).link?.conflicts ?? [];

/** Syncs as the browser does. Throws the message of a refusal of our server. */
async function sync(id: number, there: Spreadsheet, by: Person = seo): Promise<SyncSummary> {
  const access = { baseUrl: url, token: 'token', wait: async (ms: number) => void waits.push(ms) };
  return await syncGoogleSheet(access, {
    kind: 'seo',
    spreadsheetId: there.id,
    tabId: 0,
    plan: async (given) => {
      const { status, body } = await attempt(by, planSheetSync, { params: { id }, body: { read: given } });
      if (status !== 200) throw new Error(body.errors?.[0]?.message ?? body.errorCode);
      return body.data;
    },
    confirm: async (planId) => {
      expect((await attempt(by, confirmSheetSync, { params: { id }, body: { planId } })).status).toBe(200);
    },
  });
}

const shown = (cell: GoogleCell | undefined): string => cell?.shows ?? cell?.stringValue ?? '';
const placeOf = ({ tab }: Spreadsheet, header: string): number =>
  (tab.rows[0] ?? []).findIndex((cell) => shown(cell) === header);
const columnOf = (there: Spreadsheet, header: string): string[] =>
  there.tab.rows.slice(1).map((cells) => shown(cells[placeOf(there, header)]));
function type(there: Spreadsheet, row: number, header: string, cell: GoogleCell | string): void {
  const cells = there.tab.rows[row];
  if (cells !== undefined) cells[placeOf(there, header)] = typeof cell === 'string' ? { stringValue: cell } : cell;
}
async function edit(id: number, row: number, cells: Record<string, string>): Promise<void> {
  const { rows, rowsVersion } = await read(id);
  const { key = '', cells: before = {} } = rows[row] ?? {};
  const changed = [{ key, cells: { ...before, ...cells } }];
  expect(
    (await attempt(seo, saveSheetRows, { params: { id }, body: { rowsVersion, changed, removed: [] } })).status,
  ).toBe(200);
}

describe('syncing a sheet with a Google sheet', () => {
  it('creates its header, keys and rows with one reading and one batchUpdate, and then changes nothing', async () => {
    const { id, there } = await start(3);
    google.calls.length = 0;
    expect(await sync(id, there)).toMatchObject({ addedThere: 3, conflicts: 0 });
    expect(google.calls.map((path) => path.split(':')[1])).toEqual(['getByDataFilter', 'batchUpdate']);
    expect(columnOf(there, 'Page')).toEqual(['/page-1', '/page-2', '/page-3']);
    expect(columnOf(there, 'Signpost key')).toEqual((await read(id)).rows.map(({ key }) => key));
    expect([there.tab.frozenRowCount, there.tab.protectedRanges.length]).toEqual([1, 1]);
    google.calls.length = 0;
    expect(await sync(id, there)).toMatchObject({ addedThere: 0, written: 0, taken: 0 });
    expect(google.calls).toHaveLength(1);
  });

  it('takes what only Google changed, writes what only we changed, and lists what both changed', async () => {
    const { id, there } = await start(3);
    await sync(id, there);
    type(there, 1, 'Page', '/google');
    type(there, 2, 'Page', '/both-google');
    type(there, 3, 'Keyword', { formulaValue: '=A1', shows: 'computed' });
    await edit(id, 1, { page: '/both-ours' });
    await edit(id, 2, { name: 'Ours', position: '7' });
    expect(await sync(id, there)).toMatchObject({ taken: 2, written: 2, conflicts: 1 });
    const { rows } = await read(id);
    expect(rows.map(({ cells }) => [cells.name, cells.page, cells.keyword])).toEqual([
      ['Box 1', '/google', undefined],
      ['Box 2', '/both-ours', undefined],
      ['Ours', '/page-3', 'computed'],
    ]);
    expect(columnOf(there, 'Page')).toEqual(['/google', '/both-google', '/page-3']);
    const [conflict] = await conflictsOf(id);
    expect(conflict).toMatchObject({ key: rows[1]?.key, column: 'page', ours: '/both-ours', theirs: '/both-google' });
    const choice = { key: conflict?.key ?? '', column: 'page', take: 'ours' as const };
    // A choice about a text that Google no longer had when the person chose decides nothing.
    await call(seo, decideSheetConflicts, { params: { id }, body: { choices: [{ ...choice, theirs: 'older' }] } });
    expect(await conflictsOf(id)).toHaveLength(1);
    await call(seo, decideSheetConflicts, {
      params: { id },
      body: { choices: [{ ...choice, theirs: '/both-google' }] },
    });
    expect(await sync(id, there)).toMatchObject({ written: 1, conflicts: 0 });
    expect(columnOf(there, 'Page')).toEqual(['/google', '/both-ours', '/page-3']);
  });

  it('never overwrites a formula', async () => {
    const { id, there } = await start(1);
    await sync(id, there);
    type(there, 1, 'Keyword', { formulaValue: '=LOWER(A2)', shows: 'box 1' });
    await sync(id, there);
    await edit(id, 0, { keyword: 'typed here' });
    expect(await sync(id, there)).toMatchObject({ written: 0, conflicts: 1 });
    expect(await conflictsOf(id)).toMatchObject([{ column: 'keyword', isFormula: true, theirs: 'box 1' }]);
    expect(there.tab.rows[1]?.[placeOf(there, 'Keyword')]).toMatchObject({ formulaValue: '=LOWER(A2)' });
  });

  it('finds a lost answer by reading again, and a repeat adds nothing', async () => {
    const { id, there } = await start(2);
    google.faults.push('none', 'lose');
    expect(await sync(id, there)).toMatchObject({ addedThere: 2 });
    expect(columnOf(there, 'Name')).toEqual(['Box 1', 'Box 2']);
    await Promise.all([edit(id, 0, { keyword: 'once' })]);
    await Promise.all([sync(id, there), sync(id, there), sync(id, there)]);
    expect(columnOf(there, 'Name')).toEqual(['Box 1', 'Box 2']);
    expect((await read(id)).rows).toHaveLength(2);
  });

  it('waits when Google refuses for a quota, and gives up in words when it refuses access', async () => {
    const { id, there } = await start(1);
    waits.length = 0;
    google.faults.push('quota', 'quota');
    await sync(id, there);
    expect(waits).toEqual([2_000, 4_000]);
    google.faults.push('forbid');
    await expect(sync(id, there)).rejects.toThrow('Ask its owner to share it');
    google.faults.push('expire');
    await expect(sync(id, there)).rejects.toBeInstanceOf(GoogleFailure);
  });

  it('mends what went into another row, because somebody sorted between the reading and the writing', async () => {
    const { id, there } = await start(3);
    await sync(id, there);
    await edit(id, 0, { keyword: 'for box 1' });
    google.beforeUpdate = () => {
      const [head = [], ...rows] = there.tab.rows;
      there.tab.rows = [head, ...rows.toReversed()];
    };
    await sync(id, there);
    await sync(id, there);
    expect(columnOf(there, 'Name').map((name, at) => [name, columnOf(there, 'Keyword')[at]])).toEqual([
      ['Box 3', ''],
      ['Box 2', ''],
      ['Box 1', 'for box 1'],
    ]);
    expect((await read(id)).rows.map(({ cells }) => cells.keyword ?? '').sort()).toEqual(['', '', 'for box 1']);
  });

  it('holds changes of Google while the sheet is requested, and writes the links once the boxes are made', async () => {
    const { id, there } = await start(2);
    await sync(id, there);
    const { rowsVersion } = await read(id);
    await call(seo, requestSheet, { params: { id }, body: { rowsVersion } });
    type(there, 1, 'Page', '/late');
    expect(await sync(id, there)).toMatchObject({ held: 1, taken: 0 });
    expect((await attempt(operations, makeSheetBoxes, { params: { id }, body: { rowsVersion } })).status).toBe(200);
    expect(await sync(id, there)).toMatchObject({ links: 2, held: 1 });
    const ids = (await read(id)).rows.map(({ boxId }) => boxId);
    expect(columnOf(there, 'Box link').map((link) => Number(/\/bs_(\d+)$/.exec(link)?.[1]))).toEqual(ids);
    expect(columnOf(there, 'Page')).toEqual(['/late', '/page-2']);
  });

  it('takes the rows of a Google sheet that has its own columns, and refuses one without a header', async () => {
    const { id, there } = await start(0);
    there.tab.rows = [
      ['Page', 'Mood', 'Name'],
      ['/one', 'good', 'One'],
      ['/two', '', 'Two'],
    ].map((texts) => texts.map((stringValue) => ({ stringValue })));
    expect(await sync(id, there)).toMatchObject({ addedHere: 2 });
    expect((await read(id)).rows.map(({ cells }) => cells)).toEqual([
      { page: '/one', name: 'One' },
      { page: '/two', name: 'Two' },
    ]);
    expect(columnOf(there, 'Mood')).toEqual(['good', '']);
    type(there, 0, 'Page', 'Something else');
    await expect(sync(id, there)).rejects.toThrow('has no column “Page” any more');
    const bare = await start(0);
    bare.there.tab.rows = [[{ stringValue: 'just a text' }]];
    await expect(sync(bare.id, bare.there)).rejects.toThrow('has to hold the names of the columns');
  });

  it('is refused to people who may not change the sheet, and connects one sheet with one tab', async () => {
    const { id, there } = await start(1);
    await expect(sync(id, there, otherSeo)).rejects.toThrow('FORBIDDEN');
    const again = await start(1);
    await call(seo, disconnectSheetGoogle, { params: { id: again.id } });
    const body = { spreadsheetId: there.id, tabId: 0, title: 'x' };
    const taken = await attempt(seo, connectSheetGoogle, { params: { id: again.id }, body });
    expect(taken.body.errors[0]?.message).toBe(
      'Another sheet is connected with this Google sheet. Disconnect it first.',
    );
    const csp = (await attempt(world.anonymous, readHealth, {})).headers['content-security-policy'];
    expect(csp).toContain(`connect-src 'self' ${url};`);
  });

  it('syncs 10 000 rows with at most 4 calls', async () => {
    const { id, there } = await start(10_000);
    google.calls.length = 0;
    await sync(id, there);
    const { length } = google.calls;
    expect([length + 1 <= 4, there.tab.rows.length]).toEqual([true, 10_001]);
    type(there, 5_000, 'Page', '/changed');
    await edit(id, 9_000, { keyword: 'ours' });
    google.calls.length = 0;
    expect(await sync(id, there)).toMatchObject({ taken: 1, written: 1 });
    expect(google.calls).toHaveLength(2);
  });
});
