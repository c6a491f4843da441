/**
 * `npm run bench:stats`: measures the tabs over 90 days of 10 M skewed facts in the embedded engine. They are compared
 * with hand-written SQL for the same answers over the raw table in the same engine, and in a PostgreSQL with indexes.
 * It also measures how a tab's time grows with the number of facts, what unique visitors cost, and how long people wait
 * who ask without pause. The last output is one line of JSON. FACTS sets the number of facts, LARGEST the maximum it
 * grows to; `-- people` only measures people, `-- visitors` only unique visitors.
 */

import { setTimeout as delay } from 'node:timers/promises';
import { addDays } from '@signpost/contract/dates/dates.ts';
import { metric } from '@signpost/contract/insight/stats/metrics.ts';
import { readQuestion, type StatsQuestion } from '@signpost/contract/insight/stats/query.ts';
import { tabOf } from '@signpost/contract/insight/stats/tabs/index.ts';
import { DEFAULT_BASE_CURRENCY, setBaseCurrency } from '@signpost/contract/money/base-currency.ts';
import { TAB_NAMES, type TabName } from '@signpost/contract/routes/tab-names.ts';
import { sql } from 'kysely';
import type { Database } from '../apps/server/src/database.ts';
import { type Attributes, readAttributes } from '../apps/server/src/insight/stats/attributes.ts';
import { planQuestion } from '../apps/server/src/insight/stats/plan.ts';
import { runQuestion } from '../apps/server/src/insight/stats/run.ts';
import { SharedAnswers } from '../apps/server/src/insight/stats/shared-answers.ts';
import { rowsSql } from '../apps/server/src/insight/stats/statements.ts';
import { makeRecords } from '../apps/server/src/operations/demo/world/records.ts';
import { storeRecords } from '../apps/server/src/operations/demo/world/store-records.ts';
import { openPostgres } from '../apps/server/src/platform/postgres.ts';
import { startEngines } from './support/engines.ts';
import { askAsPeople } from './support/people.ts';
import {
  clickhouseInsert,
  FROM,
  postgresIndexes,
  postgresInsert,
  postgresTable,
  UNTIL,
} from './support/stats-facts.ts';

setBaseCurrency(DEFAULT_BASE_CURRENCY);

const FIRST = 1_000_000;
const facts = Number(process.env.FACTS ?? 10_000_000);
const largest = Number(process.env.LARGEST ?? 30_000_000);
const BLOCK = 500_000;
const ROUNDS = 5;
const MERGE_PATIENCE_MS = 60_000;

const began = performance.now();
const engines = await startEngines();
const { clickhouse } = engines;
const db = openPostgres<Database>(engines.databaseUrl, { applicationName: 'bench', max: 4, statementTimeoutMs: 0 });
await db.transaction().execute((trx) => storeRecords(trx, makeRecords(), 'http://127.0.0.1:4001'));
const attributes = await readAttributes(db);

try {
  await fill(0, FIRST);
  if (process.argv.includes('visitors')) {
    await fill(FIRST, largest);
    console.log(JSON.stringify({ ...(await withVisitors()), largest }));
  } else {
    const small = await tabs();
    say(`${FIRST} facts: a tab takes ${middle(small)} ms`);
    const people = await manyPeople();
    if (process.argv.includes('people')) {
      console.log(JSON.stringify(people));
    } else await compareAndGrow(small, people);
  }
} finally {
  await db.destroy();
  await engines.stop();
}

/** People who ask the same tabs, who ask other days than anybody else, and a hundred of the first kind. */
async function manyPeople() {
  const engine = { clickhouse, attributes, facts: null, answers: new SharedAnswers(clickhouse) };
  const alone = await askAsPeople(engine, { people: 1, own: true });
  const twenty = await askAsPeople(engine, { people: 20, own: false });
  const twentyApart = await askAsPeople(engine, { people: 20, own: true });
  const hundred = await askAsPeople(engine, { people: 100, own: false });
  const described = { alone, twenty, twentyApart, hundred };
  say(`people who ask without pause: ${JSON.stringify(described)}`);
  return {
    aloneP95Ms: alone.p95Ms,
    twentyP95Ms: twenty.p95Ms,
    twentyApartP95Ms: twentyApart.p95Ms,
    hundredP95Ms: hundred.p95Ms,
    errors: alone.errors + twenty.errors + twentyApart.errors + hundred.errors,
  };
}

async function compareAndGrow(small: readonly number[], people: Awaited<ReturnType<typeof manyPeople>>): Promise<void> {
  await Promise.all([fill(FIRST, facts), fillPostgres()]);
  const times = await tabs();
  say(`${facts} facts: a tab takes ${middle(times)} ms, p95 ${percentile(times, 95)} ms`);
  const compared = ['global', 'seo', 'mbg', 'costs'] as const;
  const own: number[] = [];
  const raw: number[] = [];
  const peer: number[] = [];
  // Rounds alternate, so that other load on the machine affects all of them equally.
  for (let round = 0; round < ROUNDS; round += 1)
    for (const name of compared) {
      own.push(await timed(() => ask(name)));
      raw.push(await timed(() => askRaw(name)));
      if (round < 2) peer.push(await timed(() => askPeer(name)));
    }
  say(`the same four tabs: ours ${middle(own)} ms, raw ${middle(raw)} ms, PostgreSQL ${middle(peer)} ms`);
  await sql`DROP TABLE bench_facts`.execute(db);

  await fill(facts, largest);
  const grown = await tabs();
  say(`${largest} facts: a tab takes ${middle(grown)} ms`);
  const visitors = await withVisitors();
  console.log(
    JSON.stringify({
      tabP95Ms: percentile(times, 95),
      rawRatio: ratio(middle(own), middle(raw)),
      postgresRatio: Math.round(middle(peer) / middle(own)),
      growth1Mto30M: ratio(middle(grown), middle(small)),
      ...visitors,
      ...people,
      facts,
      largest,
    }),
  );
}

function say(text: string): void {
  console.log(`${Math.round((performance.now() - began) / 1000)} s: ${text}`);
}

/** Adds facts up to a number, spread over the same 90 days, and waits until the engine has merged its parts. */
async function fill(first: number, upTo: number): Promise<void> {
  for (let at = first; at < upTo; at += BLOCK)
    await clickhouse.command(clickhouseInsert(first, upTo - first, at, Math.min(BLOCK, upTo - at)));
  const patience = performance.now() + MERGE_PATIENCE_MS;
  while (performance.now() < patience && (await merges()) > 0) await delay(500);
}

async function merges(): Promise<number> {
  const rows = await clickhouse.query('SELECT count() AS merges FROM system.merges', {}, { parse: (row) => row });
  return Number(rows[0]?.merges ?? 0);
}

async function fillPostgres(): Promise<void> {
  await sql.raw(postgresTable).execute(db);
  for (const [first, count] of [
    [0, FIRST],
    [FIRST, facts - FIRST],
  ] as const)
    await sql.raw(postgresInsert(first, count)).execute(db);
  for (const statement of postgresIndexes) await sql.raw(statement).execute(db);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function questionOf(name: TabName): StatsQuestion {
  return readQuestion(tabOf(name), `dateRange[start]=${FROM}&dateRange[end]=${addDays(UNTIL, -1)}`);
}

async function ask(name: TabName): Promise<void> {
  await runQuestion({ clickhouse, attributes, facts: null }, questionOf(name));
}

/**
 * How much longer tabs take with unique visitors as one more column: those whose visitors are in a rollup, and those
 * that count them in the facts.
 */
async function withVisitors() {
  const rolledUp: number[][] = [];
  const fromFacts: number[][] = [];
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const name of TAB_NAMES) {
      const question = questionOf(name);
      const more = { ...question, columns: [...question.columns, metric.uniqueVisitors.id] };
      const kind = rowsSql(planQuestion(more, attributes, null)).isRolledUp === true ? rolledUp : fromFacts;
      if (kind === fromFacts && round > 2) continue;
      const engine = { clickhouse, attributes, facts: null };
      const without = await timed(() => runQuestion(engine, question));
      const with_ = await timed(() => runQuestion(engine, more));
      if (round > 0) kind.push([without, with_]);
    }
  const [visitorsRatio = 0, visitorsFromFactsRatio = 0] = [rolledUp, fromFacts].map((times) => {
    const [without, with_] = [0, 1].map((at) => middle(times.map((pair) => pair[at] ?? 0)));
    say(`a tab takes ${without} ms, with unique visitors ${with_} ms`);
    return ratio(with_ ?? 0, without ?? 1);
  });
  return { visitorsRatio, visitorsFromFactsRatio };
}

/** Every tab's first question, several times; the first round warms up. */
async function tabs(): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const name of TAB_NAMES) {
      const time = await timed(() => ask(name));
      if (round > 0) times.push(time);
    }
  return times;
}

/** Sums and groups of the four tabs that are written by hand. */
function byHand(name: 'global' | 'seo' | 'mbg' | 'costs', of: Attributes, inList: (ids: readonly number[]) => string) {
  const money = 'sum(revenue), sum(cost)';
  const types = of.values('partner_type');
  const mbg = types.ids.filter((_, index) => types.values[index]?.[0] === 105);
  return {
    global: {
      by: 'traffic_source_id',
      sums: `sum(visits), sum(clickouts), sum(leads), sum(first_deposits), ${money}`,
      where: '',
    },
    seo: {
      by: 'website_id',
      sums: `sum(visits), sum(clickouts), sum(leads), sum(first_deposits), ${money}`,
      where: `AND campaign_box_id IN ${inList(of.boxesOfKind.get('seo') ?? [])}`,
    },
    mbg: {
      by: 'partner_id',
      sums: `sum(clickouts), sum(leads), sum(first_deposits), sum(revenue)`,
      where: `AND partner_id IN ${inList(mbg)}`,
    },
    costs: { by: 'traffic_source_id', sums: 'sum(visits), sum(cost)', where: '' },
  }[name];
}

function list(ids: readonly number[]): string {
  return `(${ids.join(', ')})`;
}

/** Rows and chart are queried in parallel, as the product does. */
async function askRaw(name: 'global' | 'seo' | 'mbg' | 'costs'): Promise<void> {
  const { by, sums, where } = byHand(name, attributes, list);
  const range = `at >= toDateTime64('${FROM}', 3, 'UTC') AND at < toDateTime64('${UNTIL}', 3, 'UTC')`;
  await Promise.all(
    [by, 'toDate(at)'].map((group) =>
      clickhouse.query(
        `SELECT ${group} AS id, ${sums} FROM facts WHERE ${range} ${where} GROUP BY id ORDER BY id`,
        {},
        { parse: (row) => row, maxSeconds: 120 },
      ),
    ),
  );
}

async function askPeer(name: 'global' | 'seo' | 'mbg' | 'costs'): Promise<void> {
  const { by, sums, where } = byHand(name, attributes, list);
  const range = `at >= '${FROM} 00:00:00+00' AND at < '${UNTIL} 00:00:00+00'`;
  await Promise.all(
    [by, "(at AT TIME ZONE 'UTC')::date"].map((group) =>
      sql
        .raw(`SELECT ${group} AS id, ${sums} FROM bench_facts WHERE ${range} ${where} GROUP BY 1 ORDER BY 1`)
        .execute(db),
    ),
  );
}

function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? 0);
}

function middle(values: readonly number[]): number {
  return percentile(values, 50);
}

function ratio(one: number, other: number): number {
  return Math.round((one / other) * 100) / 100;
}
