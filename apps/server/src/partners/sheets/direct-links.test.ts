/** Sheets of direct links over the API. */

import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { listNotices } from '@signpost/contract/calls/notifications.ts';
import {
  createSheet,
  downloadSheet,
  makeSheetBoxes,
  readSheet,
  requestSheet,
  saveSheetRows,
} from '@signpost/contract/calls/sheets.ts';
import { boxSheet } from '@signpost/contract/entities/box-sheet.ts';
import { campaign } from '@signpost/contract/entities/campaign.ts';
import { directLink } from '@signpost/contract/entities/direct-link.ts';
import type { Sheet } from '@signpost/contract/sheets/sheet.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { attempt, call, refusal } from '@signpost/testkit/call.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';

const boxSheetCalls = entityCalls(boxSheet);
const campaignCalls = entityCalls(campaign);
const directLinkCalls = entityCalls(directLink);

const world = await testApp();
const seo = await world.signIn('Seo User');
const operations = await world.signIn('Operations');
const admin = await world.signIn('Admin');
const outsider = await world.signIn('Cost User');
type Person = typeof seo;

const FALLBACK = 'https://fallback.example.test/';
const names = { spring: 'Spring offer' };
beforeAll(async () => {
  const values = { name: names.spring, landerType: 'affiliate', targetUrl: 'https://x.example/?c={click_id}' };
  expect((await attempt(admin, campaignCalls.create, { body: values })).status).toBe(201);
});

type Cells = Record<string, string>;
const rowsWith = (cells: Cells[]) => cells.map((one) => ({ key: newId(), cells: one }));

async function start(by: Person, cells: Cells[]): Promise<{ id: number; rowsVersion: number }> {
  const input = { kind: 'direct', name: 'Autumn pages', rows: rowsWith(cells) };
  const { status, body } = await attempt(by, createSheet, { body: input });
  expect([status, body.errors ?? []]).toEqual([201, []]);
  return body.data;
}
const read = async (id: number, by: Person): Promise<Sheet> => await call(by, readSheet, { params: { id } });
const toldTo = async (by: Person): Promise<string[]> => {
  const { body } = await attempt(by, listNotices, {});
  return body.data.flatMap(({ notices }) => notices.map(({ title }) => title));
};

describe('a sheet of direct links', () => {
  const link = (slug: string, more: Cells = {}): Cells => ({
    slug,
    targetUrl: `https://${slug}.example/?c={click_id}`,
    ...more,
  });
  const links = async (slug: string) => await call(admin, directLinkCalls.list, { query: { q: slug } });

  it('makes all of them at once, with their links in the sheet and in its files', async () => {
    const { id, rowsVersion } = await start(seo, [
      link('sheet-one', { campaignId: names.spring, validTo: '31.12.2099', maxClicks: '500', status: 'paused' }),
      {},
      link('sheet-two', { fallbackUrl: FALLBACK }),
    ]);
    expect((await attempt(seo, requestSheet, { params: { id }, body: { rowsVersion } })).status).toBe(200);
    expect(await toldTo(operations)).toContain('2 direct links requested: Autumn pages');
    expect((await refusal(seo, makeSheetBoxes, { params: { id }, body: { rowsVersion } })).status).toBe(403);
    const made = await attempt(operations, makeSheetBoxes, { params: { id }, body: { rowsVersion } });
    expect([made.body.data, made.body.errors]).toEqual([{ made: 2 }, undefined]);
    const sheet = await read(id, seo);
    expect(sheet).toMatchObject({ state: 'made', kind: 'direct' });
    const stored = await attempt(admin, directLinkCalls.read, { params: { id: sheet.rows[0]?.boxId } });
    expect(stored.body.data).toMatchObject({
      slug: 'sheet-one',
      validTo: '2099-12-31',
      maxClicks: 500,
      status: 'paused',
      targetUrl: 'https://sheet-one.example/?c={click_id}',
    });
    const csv = await attempt(seo, downloadSheet, { params: { id, format: 'csv' } });
    expect(csv.text).toContain('/d_sheet-one');
    expect(csv.text).toContain('/d_sheet-two');
    expect(await toldTo(seo)).toContain('2 direct links made: Autumn pages');
    const listed = await attempt(operations, boxSheetCalls.list, { query: { limit: 5 } });
    expect(listed.body.data).toContainEqual(expect.objectContaining({ id, kind: 'direct' }));
    // A made row is kept as it was made.
    const changed = [{ key: sheet.rows[0]?.key, cells: { slug: 'other' } }];
    const late = await attempt(operations, saveSheetRows, {
      params: { id },
      body: {
        rowsVersion: sheet.rowsVersion,
        changed,
        removed: [],
      },
    });
    expect(late.status).toBe(400);
  });

  it('makes none if one row is wrong, and names row and column, also of a slug that exists', async () => {
    const wrong = [
      link('sheet-three'),
      link('sheet-four', { slug: 'sheet four', validFrom: '2099-02-30' }),
      link('other', { slug: 'SHEET-THREE' }),
      { slug: 'sheet-five', targetUrl: 'javascript:alert(1)', campaignId: 'Nowhere' },
    ];
    const { id, rowsVersion } = await start(operations, wrong);
    const refused = await attempt(operations, makeSheetBoxes, { params: { id }, body: { rowsVersion } });
    expect(refused.status).toBe(400);
    expect(refused.body.errors?.map(({ message }) => message)).toEqual([
      expect.stringContaining('Row 2, first day: '),
      expect.stringContaining('Row 2, slug: '),
      'Row 3, slug: Row 1 has the same slug.',
      'Row 4, campaign: There is no “Nowhere”. Enter a name or an id that exists.',
      expect.stringContaining('Row 4, target URL: '),
    ]);
    expect(await links('sheet-three')).toEqual([]);

    const taken = await start(operations, [link('sheet-six'), link('sheet-one')]);
    const twice = await attempt(operations, makeSheetBoxes, {
      params: { id: taken.id },
      body: { rowsVersion: taken.rowsVersion },
    });
    expect([twice.status, twice.body.errors?.map(({ message }) => message)]).toEqual([
      400,
      [expect.stringContaining('Row 2, slug: ')],
    ]);
    expect(await links('sheet-six')).toEqual([]);
  });

  it('is refused with columns of boxes, and to people without sheets', async () => {
    const rows = rowsWith([{ slug: 'x', keyword: 'y' }]);
    const { status, body } = await attempt(seo, createSheet, { body: { kind: 'direct', name: 'Odd', rows } });
    expect([status, body.errors?.[0]?.message]).toEqual([400, 'No column is called “keyword”.']);
    expect((await refusal(outsider, createSheet, { body: { kind: 'direct', name: 'No', rows: [] } })).status).toBe(403);
  });
});
