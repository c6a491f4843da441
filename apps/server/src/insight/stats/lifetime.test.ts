/** Cohorts on random facts, held against the plain way; and their arithmetic on facts one can follow. */

import { readLifetime } from '@signpost/contract/calls/stats.ts';
import { dayIn } from '@signpost/contract/dates/dates.ts';
import type { LifetimeData, LifetimeRow } from '@signpost/contract/insight/stats/lifetime.ts';
import type { Fact } from '@signpost/contract/traffic/clicks/fact.ts';
import { attempt, refusal } from '@signpost/testkit/call.ts';
import { fact } from '@signpost/testkit/fact.ts';
import { thorough } from '@signpost/testkit/thorough.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { ageOf, byItem, byMonth } from './lifetime.ts';
import { micros } from './testing/model.ts';
import { randomWorld, storeFacts } from './testing/random-world.ts';

const NOW = new Date('2025-05-10T12:00:00Z');
const { app, world } = await randomWorld(9, 500, { clock: { now: () => NOW } });
const admin = await app.signIn('Admin');
const dateRange = { start: '2025-03-01', end: '2025-05-31' };

async function ask(more: Record<string, unknown>): Promise<LifetimeData> {
  const { status, body } = await attempt(admin, readLifetime, { query: { dateRange, ...more } });
  expect([status, body.errors ?? []]).toEqual([200, []]);
  return readLifetime.answer.parse(body.data);
}

interface Plain {
  players: number;
  /** Revenue by age, added up, in millionths. */
  revenue: bigint[];
  deposits: number[];
}

/** The same, one visitor after the other. */
function plainly(facts: readonly Fact[], basis: 'click' | 'deposit', zone: string): Map<string, Plain> {
  const monthOf = (fact: Fact) => dayIn(new Date(fact.at), zone).slice(0, 7);
  const cohorts = new Map<string, Plain>();
  for (const visitor of new Set(facts.map((fact) => fact.visitorId))) {
    const own = facts.filter((fact) => fact.visitorId === visitor);
    const firsts = own.filter((fact) => (basis === 'click' ? fact.visits > 0 : fact.firstDeposits > 0));
    const [cohort] = firsts.map(monthOf).sort();
    if (cohort === undefined) continue;
    const length = ageOf(cohort, '2025-05') + 1;
    const now = cohorts.get(cohort) ?? {
      players: 0,
      revenue: Array.from({ length }, () => 0n),
      deposits: Array.from({ length }, () => 0),
    };
    now.players += 1;
    for (const fact of own)
      for (let age = ageOf(cohort, monthOf(fact)); age < length; age += 1) {
        now.revenue[age] = (now.revenue[age] ?? 0n) + micros(fact.revenue);
        now.deposits[age] = (now.deposits[age] ?? 0) + fact.deposits;
      }
    cohorts.set(cohort, now);
  }
  return cohorts;
}
const told = (row: LifetimeRow): Plain => ({
  players: row.players,
  revenue: row.cells.map((cell) => micros(cell.total['11'] ?? 'none')),
  deposits: row.cells.map((cell) => Number(cell.total['10'])),
});

describe('Cohorts of random facts', () => {
  it('match the simple model in any zone, for both kinds of start, and within a filter', async () => {
    const zones = fc.constantFrom('UTC', 'Europe/Berlin', 'Asia/Kolkata', 'Pacific/Kiritimati', 'Pacific/Pago_Pago');
    const geo = fc.constantFrom(undefined, 1, 2);
    await fc.assert(
      fc.asyncProperty(zones, fc.constantFrom('click', 'deposit'), geo, async (timeZone, basis, only) => {
        const filters = only === undefined ? {} : { geo: [only] };
        const { rows } = await ask({ timeZone, basis, filters });
        const facts = world.facts.filter((fact) => only === undefined || fact.geoId === only);
        expect(new Map(rows.map((row) => [String(row.id), told(row)]))).toEqual(plainly(facts, basis, timeZone));
      }),
      { numRuns: thorough(5, 12) },
    );
  });

  it('by source contain only that source, and mark the current month as open', async () => {
    const { rows } = await ask({ rows: 'traffic_source' });
    expect(rows.length).toBeGreaterThan(2);
    for (const row of rows.slice(0, 3)) {
      const own = plainly(
        world.facts.filter((fact) => fact.trafficSourceId === row.id),
        'click',
        'UTC',
      );
      expect(row.players).toBe([...own.values()].reduce((sum, cohort) => sum + cohort.players, 0));
      expect(row.cells.every((cell) => !cell.isOpen)).toBe(true);
    }
    const months = await ask({});
    for (const row of months.rows)
      expect(row.cells.map((cell) => cell.isOpen)).toEqual(row.cells.map((_, age) => age === row.cells.length - 1));
  });

  it('include costs without a player in the month in which they were booked', async () => {
    const known = { geoId: 500, at: '2025-03-31T23:30:00.000Z' } as const;
    await storeFacts(app, [
      fact({ ...known, factId: newId(), kind: 'visit', visitorId: '900', visits: 1 }),
      fact({ ...known, factId: newId(), kind: 'flat_fee', flatFeeCost: '5' }),
      fact({
        ...known,
        factId: newId(),
        kind: 'revenue',
        visitorId: '900',
        revenue: '12',
        at: '2025-04-20T00:00:00.000Z',
      }),
    ]);
    const profits = async (timeZone: string) =>
      (await ask({ filters: { geo: [500] }, timeZone })).rows.map((row) => [
        row.id,
        row.players,
        row.cells.map((cell) => cell.total['19']),
      ]);
    expect(await profits('UTC')).toEqual([['2025-03', 1, ['-5', '7', '7']]]);
    expect(await profits('Europe/Berlin')).toEqual([['2025-04', 1, ['7', '7']]]);
  });

  it('are refused to people without access, for too many months, and for unknown parameters', async () => {
    const query = { dateRange };
    expect((await refusal(await app.signIn('Seo User'), readLifetime, { query })).status).toBe(403);
    expect((await refusal(admin, readLifetime, { query: { ...query, basis: 'birth' } })).status).toBe(400);
    const long = { dateRange: { start: '2015-01-01', end: '2025-01-01' } };
    expect((await refusal(admin, readLifetime, { query: long })).status).toBe(400);
  });
});

describe('A cohort', () => {
  const sizes = [
    { item: 1, cohort: '2025-01', players: 4 },
    { item: 2, cohort: '2025-02', players: 1 },
    { item: 1, cohort: '2025-03', players: 5 },
  ];
  const values = [
    { item: 1, cohort: '2025-01', month: '2025-01', sums: { revenue: '10.10', cost: '4' } },
    { item: 1, cohort: '2025-01', month: '2025-03', sums: { revenue: '-0.10', deposits: 3 } },
    { item: 2, cohort: '2025-02', month: '2025-02', sums: { revenue: '1' } },
    { item: 1, cohort: '2025-03', month: '2025-03', sums: { revenue: '100' } },
  ];

  it('accumulates with age, also per player, and uses only cohorts that have fully reached an age for expectations', () => {
    const { rows, expected } = byMonth(sizes, values, '2025-03');
    expect(rows.map((row) => row.cells.map((cell) => cell.total['11']))).toEqual([
      ['10.1', '10.1', '10'],
      ['1', '1'],
      ['100'],
    ]);
    expect(rows[0]?.cells[2]).toEqual({
      age: 2,
      isOpen: true,
      players: 4,
      total: { 11: '10', 19: '6', 10: 3, 12: '0' },
      perPlayer: { 11: '2.5', 19: '1.5', 10: 0.75, 12: '0' },
    });
    // Age 0 uses January and February, age 1 only January. March is still open and therefore not used.
    expect(expected.cells.map((cell) => [cell.players, cell.total['11'], cell.perPlayer['11']])).toEqual([
      [5, '11.1', '2.22'],
      [4, '10.1', '2.525'],
    ]);
  });

  it('has no value per player without players, and no values in the future', () => {
    const { rows } = byMonth(
      [],
      [...values, { ...values[0], item: 1, cohort: '2026-01', month: '2026-01', sums: {} }],
      '2025-03',
    );
    expect(rows.map((row) => row.id)).toEqual(['2025-01', '2025-02', '2025-03']);
    expect(rows[0]?.cells[0]?.perPlayer['11']).toBeNull();
    expect(byMonth([], [], '2025-03')).toEqual({
      rows: [],
      expected: { id: '', name: 'Expected', players: 0, cells: [] },
    });
  });

  it('of an item has its name, and cohorts are ordered by their players', () => {
    const { rows } = byItem(sizes, values, '2025-03', (item) => `Item ${item}`);
    expect(rows.map((row) => [row.name, row.players, row.cells.length])).toEqual([
      ['Item 1', 9, 2],
      ['Item 2', 1, 1],
    ]);
  });

  it('computes ages across the end of a year, and never below 0', () => {
    expect([ageOf('2024-11', '2025-02'), ageOf('2025-02', '2025-02'), ageOf('2025-03', '2025-01')]).toEqual([3, 0, 0]);
  });
});
