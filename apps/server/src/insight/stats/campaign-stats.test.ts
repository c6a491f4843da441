/**
 * Campaign stats on random facts: every box and campaign once, what the facts say, and totals that are what they say.
 */

import { exportCampaignStats, readCampaignStats } from '@signpost/contract/calls/campaign-stats.ts';
import { deleteSavedView, getSavedView, saveView } from '@signpost/contract/calls/saved-views.ts';
import {
  CAMPAIGN_ROWS,
  type CampaignStatsData,
  campaignRowKind,
  campaignStatsTab,
} from '@signpost/contract/insight/stats/campaign-stats.ts';
import { readQuestion } from '@signpost/contract/insight/stats/query.ts';
import { attempt, call, refusal } from '@signpost/testkit/call.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeRecords } from '../../operations/demo/world/records.ts';
import { factsOf, micros, rowsOf, sumsOf } from './testing/model.ts';
import { randomWorld } from './testing/random-world.ts';

const { app, world } = await randomWorld(77, 600);
const admin = await app.signIn('Admin');
const typeOf = new Map(makeRecords().campaigns.map(({ id, landerType }) => [id, landerType]));
const dateRange = { start: '2025-03-19', end: '2025-04-12' };
const columns = [1, 11, 20, 2, 16];

async function ask(more: Record<string, unknown> = {}) {
  const { status, body } = await attempt(admin, readCampaignStats, {
    query: { dateRange, columns, kingstat: 11, limit: 5000, ...more },
  });
  expect([status, body.errors ?? []]).toEqual([200, []]);
  return { data: body.data, total: Number(body.meta.total) };
}
const told = (rows: CampaignStatsData['rows']) =>
  new Map(rows.map((row) => [`${row.kind} ${row.id}`, [row.stats['1'], micros(row.stats['11'] ?? 'none')]]));

describe('Campaign stats', () => {
  it('match the facts for boxes and campaigns of each kind', async () => {
    const { data, total } = await ask();
    const expected = new Map<string, unknown>();
    for (const dimension of ['campaign_box', 'campaign'] as const) {
      const question = readQuestion(campaignStatsTab, { dateRange, levels: [{ type: dimension }] });
      for (const [id, sums] of rowsOf(world, question)) {
        const kind =
          dimension === 'campaign_box' ? 'box' : campaignRowKind(typeof id === 'number' ? typeOf.get(id) : undefined);
        expected.set(`${kind} ${id}`, [Number(sums.visits / 1_000_000n), sums.revenue]);
      }
    }
    expect(told(data.rows)).toEqual(expected);
    expect(total).toBe(expected.size);
    const all = sumsOf(factsOf(world, readQuestion(campaignStatsTab, { dateRange })));
    expect(data.totals?.of).toBe('facts');
    expect(micros(data.totals?.stats['11'] ?? 'none')).toBe(all.revenue);
    expect(new Set(data.rows.map((row) => row.kind))).toEqual(new Set(Object.keys(CAMPAIGN_ROWS)));
  });

  it('add up to their totals, and have no totals when rows overlap', async () => {
    const landers = (await ask({ kinds: ['lander', 'prelander'] })).data;
    const sum = landers.rows.reduce((total, row) => total + micros(row.stats['11'] ?? 'none'), 0n);
    expect([landers.totals?.of, micros(landers.totals?.stats['11'] ?? 'none')]).toEqual(['rows', sum]);
    // Distinct visitors of several rows cannot be added up.
    expect(landers.totals?.stats['2']).toBeNull();
    expect((await ask({ kinds: ['box'] })).data.totals?.of).toBe('facts');
    expect((await ask({ kinds: ['box', 'lander'] })).data.totals).toBeNull();
    expect((await ask({ q: 'a' })).data.totals).toBeNull();
  });

  it('can be searched by a part of the name, compared and filtered', async () => {
    const { data } = await ask({ q: 'QUIZ', compare: { start: '2025-03-18', end: '2025-03-18' } });
    expect(data.rows.length).toBeGreaterThan(0);
    expect(data.rows.every((row) => row.name.toLowerCase().includes('quiz') && row.compare !== undefined)).toBe(true);
    const none = await ask({ filters: { geo: [4_000_000_000] } });
    expect([none.data.rows, none.total, none.data.totals?.stats['11']]).toEqual([[], 0, '0']);
  });

  it('have a total order, so that the pages contain each row once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('name', ...columns),
        fc.constantFrom('asc', 'desc'),
        fc.integer({ min: 3, max: 9 }),
        async (orderBy, orderByDirection, limit) => {
          const ordered = { orderBy, orderByDirection };
          const whole = await ask(ordered);
          const ids: string[] = [];
          for (let offset = 0; offset < whole.total; offset += limit)
            ids.push(...(await ask({ ...ordered, limit, offset })).data.rows.map((row) => `${row.kind} ${row.id}`));
          expect(ids).toEqual(whole.data.rows.map((row) => `${row.kind} ${row.id}`));
        },
      ),
      { numRuns: 5 },
    );
  });

  it('can be exported as a file with a description of its content and totals last', async () => {
    const query = { dateRange, columns: [1, 11], kinds: ['box'], q: '', format: 'csv' };
    const { text, headers } = await attempt(admin, exportCampaignStats, { query });
    expect(headers['content-disposition']).toBe('attachment; filename="campaign-stats-2025-03-19-2025-04-12.csv"');
    const lines = text.trimEnd().split('\r\n');
    expect(lines).toContain('Rows,Campaign boxes');
    expect(lines).toContain('Kind,Name,Id,Visits,Revenue');
    const { data, total } = await ask({ kinds: ['box'] });
    expect(lines).toHaveLength(lines.indexOf('Kind,Name,Id,Visits,Revenue') + 1 + total + 1);
    expect(lines.at(-1)).toMatch(new RegExp(`^"?Total \\(deduplicated\\)"?,,,${data.totals?.stats['1']},`));
    const xlsx = await attempt(admin, exportCampaignStats, { query: { ...query, format: 'xlsx' } });
    expect([xlsx.status, xlsx.text.slice(0, 2)]).toEqual([200, 'PK']);
  });

  it('are refused to people without access, and refuse unknown parameters', async () => {
    const range = { dateRange };
    expect((await refusal(await app.signIn('Publisher'), readCampaignStats, { query: range })).status).toBe(403);
    const own = await app.signIn('Publisher', { publisherId: 302, includedPaths: ['/campaign-stats'] });
    const { body } = await attempt(own, readCampaignStats, { query: { ...range, kingstat: '11', columns: ['11'] } });
    const question = readQuestion(campaignStatsTab, { dateRange, filters: { publisher: [302] } });
    expect(micros((body.data as CampaignStatsData).totals?.stats['11'] ?? 'none')).toBe(
      sumsOf(factsOf(world, question)).revenue,
    );
    expect((await refusal(admin, readCampaignStats, { query: { ...range, kinds: ['button'] } })).status).toBe(400);
    expect((await refusal(admin, readCampaignStats, {})).status).toBe(400);
  });
});

describe('A preset', () => {
  it('can be opened by its owner, and by others when it is shared, but only changed by its owner', async () => {
    const owner = await app.signIn('Default User');
    const other = await app.signIn('Seo User');
    const save = (shared: boolean) =>
      attempt(owner, saveView, { body: { screen: 'campaign-stats', name: 'Mine', query: 'kinds[0]=box', shared } });
    const { id } = (await save(false)).body.data;
    expect(await call(owner, getSavedView, { params: { id }, query: { screen: 'campaign-stats' } })).toMatchObject({
      name: 'Mine',
      own: true,
      query: 'kinds[0]=box',
    });
    expect((await refusal(other, getSavedView, { params: { id }, query: { screen: 'campaign-stats' } })).status).toBe(
      404,
    );
    expect((await save(true)).body.data.id).toBe(id);
    expect(await call(other, getSavedView, { params: { id }, query: { screen: 'campaign-stats' } })).toMatchObject({
      own: false,
      owner: 'Test Default User',
    });
    expect((await refusal(other, getSavedView, { params: { id }, query: { screen: 'stats-global' } })).status).toBe(
      404,
    );
    expect((await refusal(other, deleteSavedView, { params: { id } })).status).toBe(404);
    expect((await attempt(owner, deleteSavedView, { params: { id } })).status).toBe(200);
    expect((await refusal(owner, getSavedView, { params: { id }, query: { screen: 'campaign-stats' } })).status).toBe(
      404,
    );
  });
});
