/** Sheets of direct links over the API. */
import type { Sheet } from '@signpost/contract/sheets/sheet.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';

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
  expect((await admin('POST', '/api/campaigns', values)).status).toBe(201);
});

type Cells = Record<string, string>;
const rowsWith = (cells: Cells[]) => cells.map((one) => ({ key: newId(), cells: one }));

async function start(by: Person, cells: Cells[]): Promise<{ id: number; rowsVersion: number }> {
  const input = { kind: 'direct', name: 'Autumn pages', rows: rowsWith(cells) };
  const { status, body } = await by('POST', '/api/sheets', input);
  expect([status, body.errors ?? []]).toEqual([201, []]);
  return body.data;
}
const read = async (id: number, by: Person): Promise<Sheet> => (await by('GET', `/api/sheets/${id}`)).body.data;
const toldTo = async (by: Person): Promise<string[]> => {
  const { body } = await by('GET', '/api/notifications');
  return (body.data as { notices: { title: string }[] }[]).flatMap(({ notices }) => notices.map(({ title }) => title));
};

describe('a sheet of direct links', () => {
  const link = (slug: string, more: Cells = {}): Cells => ({
    slug,
    targetUrl: `https://${slug}.example/?c={click_id}`,
    ...more,
  });
  const links = async (slug: string) =>
    (await admin('GET', `/api/direct-links?q=${slug}`)).body.data as { id: number; slug: string }[];

  it('makes all of them at once, with their links in the sheet and in its files', async () => {
    const { id, rowsVersion } = await start(seo, [
      link('sheet-one', { campaignId: names.spring, validTo: '31.12.2099', maxClicks: '500', status: 'paused' }),
      {},
      link('sheet-two', { fallbackUrl: FALLBACK }),
    ]);
    expect((await seo('POST', `/api/sheets/${id}/request`, { rowsVersion })).status).toBe(200);
    expect(await toldTo(operations)).toContain('2 direct links requested: Autumn pages');
    expect((await seo('POST', `/api/sheets/${id}/make`, { rowsVersion })).status).toBe(403);
    const made = await operations('POST', `/api/sheets/${id}/make`, { rowsVersion });
    expect([made.body.data, made.body.errors]).toEqual([{ made: 2 }, undefined]);
    const sheet = await read(id, seo);
    expect(sheet).toMatchObject({ state: 'made', kind: 'direct' });
    const stored = await admin('GET', `/api/direct-links/${sheet.rows[0]?.boxId}`);
    expect(stored.body.data).toMatchObject({
      slug: 'sheet-one',
      validTo: '2099-12-31',
      maxClicks: 500,
      status: 'paused',
      targetUrl: 'https://sheet-one.example/?c={click_id}',
    });
    const csv = await seo('GET', `/api/sheets/${id}/files/csv`);
    expect(csv.text).toContain('/d_sheet-one');
    expect(csv.text).toContain('/d_sheet-two');
    expect(await toldTo(seo)).toContain('2 direct links made: Autumn pages');
    const listed = await operations('GET', '/api/box-sheets?limit=5');
    expect(listed.body.data).toContainEqual(expect.objectContaining({ id, kind: 'direct' }));
    // A made row is kept as it was made.
    const changed = [{ key: sheet.rows[0]?.key, cells: { slug: 'other' } }];
    const late = await operations('POST', `/api/sheets/${id}/rows`, {
      rowsVersion: sheet.rowsVersion,
      changed,
      removed: [],
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
    const refused = await operations('POST', `/api/sheets/${id}/make`, { rowsVersion });
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
    const twice = await operations('POST', `/api/sheets/${taken.id}/make`, { rowsVersion: taken.rowsVersion });
    expect([twice.status, twice.body.errors?.map(({ message }) => message)]).toEqual([
      400,
      [expect.stringContaining('Row 2, slug: ')],
    ]);
    expect(await links('sheet-six')).toEqual([]);
  });

  it('is refused with columns of boxes, and to people without sheets', async () => {
    const rows = rowsWith([{ slug: 'x', keyword: 'y' }]);
    const { status, body } = await seo('POST', '/api/sheets', { kind: 'direct', name: 'Odd', rows });
    expect([status, body.errors?.[0]?.message]).toEqual([400, 'No column is called “keyword”.']);
    expect((await outsider('POST', '/api/sheets', { kind: 'direct', name: 'No', rows: [] })).status).toBe(403);
  });
});
