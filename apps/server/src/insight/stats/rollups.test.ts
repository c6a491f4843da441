/** The rollups match the migration, are read as planned, and follow the facts. */

import { statsCall } from '@signpost/contract/calls/stats.ts';
import type { StatsData } from '@signpost/contract/insight/stats/answer.ts';
import { readQuestion } from '@signpost/contract/insight/stats/query.ts';
import { tabOf } from '@signpost/contract/insight/stats/tabs/index.ts';
import { buildQuery } from '@signpost/contract/reading/brackets.ts';
import { TAB_NAMES } from '@signpost/contract/routes/tab-names.ts';
import { attempt } from '@signpost/testkit/call.ts';
import { describe, expect, it } from 'vitest';
import { deleteChunk } from '../../traffic/clicks/ship/store.ts';
import { readAttributes } from './attributes.ts';
import { planQuestion } from './plan.ts';
import { ROLLUPS } from './rollups.ts';
import { rowsSql, type Statement, seriesSql } from './statements.ts';
import { randomFacts, randomWorld, storeFacts } from './testing/random-world.ts';

const { app } = await randomWorld(5, 2_000);
const { clickhouse } = app.databases;
const admin = await app.signIn('Admin');
const attributes = await readAttributes(app.db);

/** The names of the rollups or tables that a statement would read. */
async function sources({ sql, params, rollup, isRolledUp, hasVisitors }: Statement): Promise<string[]> {
  const url = new URL(app.databases.clickhouseUrl);
  const address = new URL('/', url);
  address.username = '';
  address.password = '';
  address.searchParams.set('database', url.pathname.slice(1));
  address.searchParams.set('default_format', 'TSVRaw');
  for (const [name, value] of Object.entries(params))
    address.searchParams.set(
      `param_${name}`,
      value instanceof Date
        ? String(value.getTime() / 1000)
        : Array.isArray(value)
          ? `[${value.map((one) => (typeof one === 'string' ? `'${one}'` : String(one))).join(',')}]`
          : String(value),
    );
  // The preferred rollup must be the one that the engine would choose, and must have all needed columns.
  const settings = [
    ...(rollup === undefined ? [] : [`preferred_optimize_projection_name = '${rollup}'`]),
    ...(isRolledUp === true && hasVisitors !== true ? ['use_primary_key = 0'] : []),
  ];
  const chosen = settings.length === 0 ? '' : ` SETTINGS ${settings.join(', ')}`;
  const authorization = `Basic ${Buffer.from(`${url.username}:${decodeURIComponent(url.password)}`).toString('base64')}`;
  const answer = await fetch(address, { method: 'POST', headers: { authorization }, body: `EXPLAIN ${sql}${chosen}` });
  const text = await answer.text();
  return [...text.matchAll(/ReadFromMergeTree \(([\w.]+)\)/g)].map(([, name = '']) => name.replace(/^test_\w+\./, ''));
}

it('lists the same rollups as the database has', async () => {
  const rows = await clickhouse.query(
    `SELECT name, toString(query) AS query FROM system.projections WHERE database = currentDatabase() AND table = 'facts' ORDER BY name`,
    {},
    { parse: (row) => ({ name: String(row.name), query: String(row.query) }) },
  );
  const expected = [...ROLLUPS].sort((one, other) => (one.name < other.name ? -1 : 1));
  expect(rows.map((row) => row.name)).toEqual(expected.map((rollup) => rollup.name));
  for (const [index, { by, columns, grain, visitors }] of expected.entries()) {
    const query = (rows[index]?.query ?? '').replaceAll(/\s+/g, ' ');
    const moment = {
      week: `toMonday(${by})`,
      date: `toDate(${by})`,
      day: `toStartOfDay(${by})`,
      hour: `toStartOfHour(${by})`,
    }[grain];
    expect(query).toContain(`GROUP BY ${[moment, ...columns].join(', ')}`);
    expect(query.includes('visitor_id')).toBe(visitors !== false);
  }
});

describe('A quarter', () => {
  const quarter = { start: '2025-01-01', end: '2025-03-31' };
  const ask = (name: (typeof TAB_NAMES)[number], more: object = {}) =>
    readQuestion(tabOf(name), buildQuery({ dateRange: quarter, ...more }));

  it.each(TAB_NAMES)('of the tab %s is read only from rollups', async (name) => {
    const question = ask(name);
    for (const statement of [
      rowsSql(planQuestion(question, attributes, null)),
      seriesSql(planQuestion(question, attributes, null)),
    ])
      for (const source of await sources(statement)) expect(ROLLUPS.map((it) => it.name)).toContain(source);
  });

  it('is read from the narrowest rollup, by click or event time, and from the facts if no rollup has all columns', async () => {
    const read = async (more: object) => await sources(rowsSql(planQuestion(ask('global', more), attributes, null)));
    expect(await read({})).toEqual(['day_source']);
    expect(await read({ attribution: 'click' })).toEqual(['click_day_source']);
    expect(await read({ columns: [2] })).toEqual(['date_visitors', 'week_visitors']);
    expect(await read({ columns: [2], levels: [{ type: 'native_box_type' }] })).toEqual(['day_source']);
    expect(await read({ columns: [2], attribution: 'click' })).toEqual(['facts']);
    expect(await read({ levels: [{ type: 'campaign' }] })).toEqual(['day_route']);
    expect(await read({ levels: [{ type: 'campaign' }], columns: [2] })).toEqual(['facts']);
    expect(await read({ levels: [{ type: 'language' }] })).toEqual(['facts']);
    expect(await read({ timeZone: 'Europe/Berlin', dateRange: { start: '2025-03-24', end: '2025-04-05' } })).toEqual([
      'hour_source',
      'day_source',
    ]);
    expect(await read({ levels: [{ type: 'date_day' }], timeZone: 'Europe/Berlin' })).toEqual(['hour_source']);
  });
});

it('uses the primary key of the facts only when facts are read', () => {
  const isRolledUp = (more: object) => {
    const dateRange = { start: '2025-01-01', end: '2025-03-31' };
    const question = readQuestion(tabOf('global'), buildQuery({ dateRange, ...more }));
    return rowsSql(planQuestion(question, attributes, null)).isRolledUp;
  };
  expect(isRolledUp({})).toBe(true);
  expect(isRolledUp({ timeZone: 'Europe/Berlin' })).toBe(true);
  expect(isRolledUp({ timeZone: 'Asia/Kolkata' })).toBe(false);
  expect(isRolledUp({ levels: [{ type: 'language' }] })).toBe(false);
});

it('counts a chunk once after it is deleted and sent again', async () => {
  const question = {
    tab: 'global',
    dateRange: { start: '2025-03-01', end: '2025-04-30' },
    columns: [1, 11, 2],
  };
  const totals = async () => {
    const { body } = await attempt(admin, statsCall({ path: 'statistics/tabs' }), { query: question });
    return (body.data as StatsData).totals.stats;
  };
  const before = await totals();
  const chunk = randomFacts(6, 200);
  await storeFacts(app, chunk.slice(0, 120), 'late');
  await deleteChunk(clickhouse, 'late');
  expect(await totals()).toEqual(before);
  await storeFacts(app, chunk, 'late');
  const whole = await totals();
  expect(whole['1']).toBe(Number(before['1']) + chunk.reduce((sum, one) => sum + one.visits, 0));
  await deleteChunk(clickhouse, 'late');
  await storeFacts(app, chunk, 'late');
  expect(await totals()).toEqual(whole);
});
