/** Sheets of boxes over the API: rows, requests, and boxes made in one transaction. */

import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { listNotices } from '@signpost/contract/calls/notifications.ts';
import {
  createSheet,
  downloadSheet,
  listSheetRequests,
  makeSheetBoxes,
  readSheet,
  readSheetMaking,
  rejectSheet,
  renameSheet,
  requestSheet,
  saveSheetRows,
  withdrawSheet,
} from '@signpost/contract/calls/sheets.ts';
import { campaign } from '@signpost/contract/entities/campaign.ts';
import { campaignBox } from '@signpost/contract/entities/campaign-box.ts';
import { seoCampaignBox } from '@signpost/contract/entities/seo-campaign-box.ts';
import { website } from '@signpost/contract/entities/website.ts';
import { SHEET_AT_ONCE_MAX, type Sheet } from '@signpost/contract/sheets/sheet.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { attempt, call, refusal } from '@signpost/testkit/call.ts';
import { thorough } from '@signpost/testkit/thorough.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { verifyAudit } from '../../workplace/records/verify-audit.ts';
import { workRuns } from '../../workplace/runs/work.ts';
import { sheetRuns } from './jobs.ts';

const campaignBoxCalls = entityCalls(campaignBox);
const campaignCalls = entityCalls(campaign);
const seoCampaignBoxCalls = entityCalls(seoCampaignBox);
const websiteCalls = entityCalls(website);

const world = await testApp();
const seo = await world.signIn('Seo User');
const otherSeo = await world.signIn('Seo User');
const operations = await world.signIn('Operations');
const admin = await world.signIn('Admin');
const outsider = await world.signIn('Cost User');
type Person = typeof seo;

const FALLBACK = 'https://fallback.example.test/';
const names = { site: 'bonus-lounge.example', spring: 'Spring offer', summer: 'Summer, 20' };
beforeAll(async () => {
  for (const name of [names.spring, names.summer])
    await call(admin, campaignCalls.create, {
      body: {
        name,
        landerType: 'affiliate',
        targetUrl: 'https://x.example/?c={click_id}',
      },
    });
  const site = await attempt(admin, websiteCalls.create, { body: { name: names.site } });
  expect([site.status, site.body.errors ?? []]).toEqual([201, []]);
});

type Cells = Record<string, string>;
const good = (n: number, more: Cells = {}): Cells => ({
  name: `Box ${n}`,
  websiteId: names.site,
  page: `/page-${n}`,
  fallbackUrl: FALLBACK,
  ...more,
});
const rowsWith = (cells: Cells[]) => cells.map((one) => ({ key: newId(), cells: one }));

async function start(by: Person, cells: Cells[], kind = 'seo'): Promise<{ id: number; rowsVersion: number }> {
  const { status, body } = await attempt(by, createSheet, {
    body: { kind, name: 'Autumn pages', rows: rowsWith(cells) },
  });
  expect([status, body.errors ?? []]).toEqual([201, []]);
  return body.data;
}
const read = async (id: number, by: Person = operations): Promise<Sheet> =>
  await call(by, readSheet, { params: { id } });
const boxes = async (): Promise<number> =>
  Number((await attempt(admin, seoCampaignBoxCalls.list, { query: { limit: 1 } })).body.meta.total);
const toldTo = async (by: Person): Promise<string[]> => {
  const { body } = await attempt(by, listNotices, {});
  return body.data.flatMap(({ notices }) => notices.map(({ title }) => title));
};

describe('making the boxes of a sheet', () => {
  it('makes all of them at once, with links in the sheet, and tells who asked', async () => {
    const { id, rowsVersion } = await start(seo, [
      good(1, { allocation: `${names.spring} 60; ${names.summer} 40`, position: '3', keyword: '+bonus' }),
      {},
      good(2, { allocation: `${names.spring}; ${names.summer}`, status: 'paused' }),
    ]);
    expect((await attempt(seo, requestSheet, { params: { id }, body: { rowsVersion } })).status).toBe(200);
    expect(await toldTo(operations)).toContain('2 boxes requested: Autumn pages');
    expect((await refusal(seo, makeSheetBoxes, { params: { id }, body: { rowsVersion } })).status).toBe(403);
    const made = await attempt(operations, makeSheetBoxes, { params: { id }, body: { rowsVersion } });
    expect([made.body.data, made.body.errors]).toEqual([{ made: 2 }, undefined]);
    const sheet = await read(id, seo);
    expect(sheet).toMatchObject({ state: 'made', decidedBy: { id: operations.userId } });
    expect(sheet.rows.map(({ boxId }) => boxId !== null)).toEqual([true, false, true]);
    const box = await attempt(seo, seoCampaignBoxCalls.read, { params: { id: sheet.rows[0]?.boxId } });
    expect(box.body.data).toMatchObject({
      name: 'Box 1',
      position: 3,
      keyword: '+bonus',
      allocation: [{ weight: 60 }, { weight: 40 }],
    });
    const second = await attempt(seo, seoCampaignBoxCalls.read, { params: { id: sheet.rows[2]?.boxId } });
    expect(second.body.data).toMatchObject({ status: 'paused', allocation: [{ weight: 50 }, { weight: 50 }] });
    expect(await toldTo(seo)).toContain('2 boxes made: Autumn pages');
    const csv = await attempt(seo, downloadSheet, { params: { id, format: 'csv' } });
    expect(csv.text).toContain(`/bs_${sheet.rows[0]?.boxId}`);
    const again = await attempt(operations, makeSheetBoxes, { params: { id }, body: { rowsVersion } });
    expect(again.body.errors).toEqual([{ path: '', message: 'This sheet has already been made.' }]);
  });

  it('makes none if one row is wrong, names row and column, and loses nothing that was typed', async () => {
    const before = await boxes();
    const cells = [
      good(1),
      good(2, { websiteId: 'Nowhere' }),
      good(3, { page: 'no-slash', position: '0' }),
      { name: 'x' },
    ];
    const { id, rowsVersion } = await start(operations, cells);
    const { status, body } = await attempt(operations, makeSheetBoxes, { params: { id }, body: { rowsVersion } });
    expect(status).toBe(400);
    expect(body.errors.map(({ message }) => message)).toEqual([
      'Row 2, website: There is no “Nowhere”. Enter a name or an id that exists.',
      expect.stringContaining('Row 3, page: '),
      'Row 3, position: At least 1.',
      'Row 4, website: Field has to be filled.',
      'Row 4, page: Field has to be filled.',
      'Row 4, fallback link: Field has to be filled.',
    ]);
    expect(await boxes()).toBe(before);
    const sheet = await read(id);
    expect([sheet.state, sheet.rows.map((row) => row.cells)]).toEqual(['draft', cells]);
  });

  it('makes them once when two people press at the same moment', async () => {
    const before = await boxes();
    const { id, rowsVersion } = await start(seo, [good(11), good(12)]);
    await call(seo, requestSheet, { params: { id }, body: { rowsVersion } });
    const both = await Promise.all(
      [operations, admin].map((by) => attempt(by, makeSheetBoxes, { params: { id }, body: { rowsVersion } })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(await boxes()).toBe(before + 2);
  });

  it('makes many boxes in the background, all or none, and meanwhile nobody changes the sheet', async () => {
    const many = SHEET_AT_ONCE_MAX + 1;
    const before = await boxes();
    const { id, rowsVersion } = await start(
      operations,
      Array.from({ length: many }, (_, n) => good(1_000 + n)),
    );
    const data = await call(operations, makeSheetBoxes, { params: { id }, body: { rowsVersion } });
    expect(data).toEqual({ made: null });
    expect(await read(id)).toMatchObject({ making: { ownerId: operations.userId, done: 0 }, may: { edit: false } });
    const again = await attempt(admin, makeSheetBoxes, { params: { id }, body: { rowsVersion } });
    expect(again.body.errors?.[0]?.message).toMatch(/^This sheet is being made/);
    await workRuns(world.deps, sheetRuns(), new AbortController().signal);
    expect(await read(id)).toMatchObject({ state: 'made', making: null });
    expect(await boxes()).toBe(before + many);
    expect((await attempt(operations, readSheetMaking, { params: { id } })).body.data).toBeNull();
    expect((await verifyAudit(world.deps.db)).broken).toBeNull();
  });

  it('refuses to make a draft of somebody else that nobody requested', async () => {
    const { id, rowsVersion } = await start(seo, [good(21)]);
    const { status, body } = await attempt(operations, makeSheetBoxes, { params: { id }, body: { rowsVersion } });
    expect([status, body.errors]).toEqual([
      400,
      [{ path: '', message: 'Nobody has requested this sheet. Request it first.' }],
    ]);
    expect((await read(id)).may.process).toBe(false);
  });

  it('refuses the same key twice and columns that no box has', async () => {
    const [first] = rowsWith([good(31)]);
    const twice = await attempt(seo, createSheet, { body: { kind: 'seo', name: 'Twice', rows: [first, first] } });
    expect([twice.status, twice.body.errors?.[0]?.message]).toEqual([400, 'Each row needs a key of its own.']);
    const { id, rowsVersion } = await start(seo, [good(31)]);
    const again = { rowsVersion, changed: [first, first], removed: [] };
    expect((await refusal(seo, saveSheetRows, { params: { id }, body: again })).status).toBe(400);
    const colour = { rowsVersion, changed: rowsWith([good(32, { colour: 'red' })]), removed: [] };
    expect((await refusal(seo, saveSheetRows, { params: { id }, body: colour })).errors).toEqual([
      { path: 'changed.0.cells.colour', message: 'No column is called “colour”.' },
    ]);
  });

  it('refuses rows that are equal to others', async () => {
    const { id, rowsVersion } = await start(seo, [good(1), good(2), good(1)]);
    const { body } = await attempt(seo, requestSheet, { params: { id }, body: { rowsVersion } });
    expect(body.errors.map(({ message }) => message)).toEqual(['Row 3, name: This row is the same as row 1.']);
  });

  it('makes campaign boxes too', async () => {
    const { id, rowsVersion } = await start(
      seo,
      [{ name: 'Banner', boxKind: 'banner', nativeBoxType: 'Sticky native box', fallbackUrl: FALLBACK }],
      'campaign',
    );
    await call(seo, requestSheet, { params: { id }, body: { rowsVersion } });
    await call(operations, makeSheetBoxes, { params: { id }, body: { rowsVersion } });
    const [row] = (await read(id)).rows;
    const box = await attempt(operations, campaignBoxCalls.read, { params: { id: row?.boxId } });
    expect(box.body.data).toMatchObject({ boxKind: 'banner', nativeBoxType: 'sticky_native_box' });
  });

  it(`makes ${thorough(200, 10_000)} boxes in one call`, { timeout: 600_000 }, async () => {
    const count = thorough(200, 10_000);
    const { id, rowsVersion } = await start(
      operations,
      Array.from({ length: count }, (_, at) => good(20_000 + at, { allocation: names.spring })),
    );
    const { body } = await attempt(operations, makeSheetBoxes, { params: { id }, body: { rowsVersion } });
    expect(body.data).toEqual({ made: count });
  });
});

describe('a request', () => {
  it('is rejected with a reason, mended and requested again', async () => {
    const { id, rowsVersion } = await start(seo, [good(31)]);
    await call(seo, requestSheet, { params: { id }, body: { rowsVersion } });
    const closed = await attempt(seo, saveSheetRows, {
      params: { id },
      body: { rowsVersion, changed: [], removed: [] },
    });
    expect(closed.body.errors[0]?.message).toBe('This sheet cannot be changed now. Take the request back first.');
    expect((await refusal(operations, rejectSheet, { params: { id }, body: { reason: ' ' } })).status).toBe(400);
    await call(operations, rejectSheet, { params: { id }, body: { reason: 'Wrong site.' } });
    expect(await toldTo(seo)).toContain('Request rejected: Autumn pages');
    expect(await read(id, seo)).toMatchObject({ state: 'rejected', rejection: 'Wrong site.', may: { edit: true } });
    expect((await attempt(seo, requestSheet, { params: { id }, body: { rowsVersion } })).status).toBe(200);
    expect((await attempt(seo, withdrawSheet, { params: { id } })).status).toBe(200);
    expect(await read(id)).toMatchObject({ state: 'draft', requestedAt: null });
  });

  it('waits for its assignee alone if it has one', async () => {
    const { id, rowsVersion } = await start(seo, [good(41)]);
    const wrong = await attempt(seo, renameSheet, { params: { id }, body: { assigneeId: otherSeo.userId } });
    expect(wrong.body.errors).toEqual([{ path: 'assigneeId', message: 'Choose a person who can make boxes.' }]);
    expect(
      (await attempt(seo, renameSheet, { params: { id }, body: { name: 'For me', assigneeId: admin.userId } })).status,
    ).toBe(200);
    expect(await toldTo(admin)).toContain('A sheet is yours: For me');
    await call(seo, requestSheet, { params: { id }, body: { rowsVersion } });
    expect(await toldTo(admin)).toContain('1 box requested: For me');
    expect(await toldTo(operations)).not.toContain('1 box requested: For me');
    const waiting = await call(operations, listSheetRequests, {});
    expect(waiting.find((one) => one.id === id)).toMatchObject({ name: 'For me', rowCount: 1, comments: 0 });
  });

  it('is closed to other people who only ask, and to people without the screens', async () => {
    const { id, rowsVersion } = await start(seo, [good(51)]);
    expect(await call(otherSeo, readSheet, { params: { id } })).toMatchObject({
      may: { edit: false, process: false },
    });
    const rows = { rowsVersion, changed: [], removed: [] };
    expect((await refusal(otherSeo, saveSheetRows, { params: { id }, body: rows })).status).toBe(403);
    expect((await refusal(otherSeo, requestSheet, { params: { id }, body: { rowsVersion } })).status).toBe(403);
    expect((await refusal(outsider, readSheet, { params: { id } })).status).toBe(403);
    expect((await refusal(seo, readSheet, { params: { id: 999999999 } })).status).toBe(404);
  });
});

describe('rows of a sheet', () => {
  it('are added, changed, removed and moved, and never overwritten unseen', async () => {
    const { id, rowsVersion } = await start(seo, [good(1), good(2), good(3)]);
    const [one, two, three] = (await read(id)).rows.map(({ key }) => key);
    const added = newId();
    const saved = await attempt(seo, saveSheetRows, {
      params: { id },
      body: {
        rowsVersion,
        changed: [
          { key: two, cells: good(22) },
          { key: added, cells: good(4) },
        ],
        removed: [one],
        order: [three, added, two],
      },
    });
    expect(saved.body.data).toEqual({ rowsVersion: rowsVersion + 1 });
    expect((await read(id)).rows.map(({ cells }) => cells.name)).toEqual(['Box 3', 'Box 4', 'Box 22']);
    const late = await attempt(operations, saveSheetRows, {
      params: { id },
      body: { rowsVersion, changed: [], removed: [three] },
    });
    expect([late.status, late.body.errorCode]).toEqual([409, 'CONFLICT']);
    expect((await read(id)).rows).toHaveLength(3);
  });
});
