/**
 * `npm run bench:reports`: writes a report of 5 M rows as CSV, as a run does, in a process of its own, and compares it
 * with the engine's own CSV of the same table (the same groups, order and columns, in plain SQL). The last output is one
 * line of JSON. FACTS sets the number of facts; each makes one row. It also scores 10 000 series of hourly counts, as the
 * alerts of one round of the worker.
 */

import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { DEFAULT_BASE_CURRENCY, setBaseCurrency } from '@signpost/contract/money/base-currency.ts';
import { z } from 'zod';
import type { Database } from '../apps/server/src/database.ts';
import { makeRecords } from '../apps/server/src/operations/demo/world/records.ts';
import { storeRecords } from '../apps/server/src/operations/demo/world/store-records.ts';
import { openPostgres } from '../apps/server/src/platform/postgres.ts';
import { startEngines } from './support/engines.ts';
import { alertSeriesPerSecond } from './support/score-alerts.ts';
import { FROM } from './support/stats-facts.ts';

setBaseCurrency(DEFAULT_BASE_CURRENCY);

const facts = Number(process.env.FACTS ?? 5_000_000);
const BLOCK = 500_000;
const ROUNDS = 2;
const MB = 1024 * 1024;

const writtenSchema = z.object({ ms: z.number(), memoryMb: z.number(), rows: z.number(), bytes: z.number() });

const alerts = alertSeriesPerSecond();
console.log(`10 000 series of alerts are scored in ${alerts.seconds} s`);

const engines = await startEngines();
const { clickhouse, folder } = engines;
const db = openPostgres<Database>(engines.databaseUrl, { applicationName: 'bench', max: 4 });
const say = (text: string) => console.log(text);

try {
  await db.transaction().execute((trx) => storeRecords(trx, makeRecords(), 'http://127.0.0.1:4001'));
  for (let from = 0; from < facts; from += BLOCK)
    await clickhouse.command(insertSql(from, Math.min(BLOCK, facts - from)));
  const target = join(folder, 'reports');
  await mkdir(target);
  const own: number[] = [];
  const engine: number[] = [];
  let [memory, rows, bytes] = [0, 0, 0];
  // Rounds alternate, so that other load on the machine affects both equally.
  for (let round = 0; round < ROUNDS; round += 1) {
    engine.push(await timed(() => writeByEngine(join(target, `engine-${round}.csv`))));
    const written = await writeByProduct(target);
    own.push(written.ms);
    memory = Math.max(memory, written.memoryMb);
    [rows, bytes] = [written.rows, written.bytes];
    say(`${rows} rows, ${Math.round(bytes / MB)} MB: ours ${own.at(-1)} ms, the engine's own CSV ${engine.at(-1)} ms`);
  }
  const fileRatio = Math.round((Math.min(...engine) / Math.min(...own)) * 100) / 100;
  console.log(
    JSON.stringify({ fileRatio, memoryMb: Math.round(memory), alertSeriesPerSecond: alerts.perSecond, rows, facts }),
  );
} finally {
  await db.destroy();
  await engines.stop();
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return Math.round(performance.now() - began);
}

/** Facts whose keys are all different. */
function insertSql(from: number, rows: number): string {
  return `INSERT INTO facts (fact_id, chunk_id, kind, at, recorded_at, visitor_id, campaign_box_id, campaign_id, geo_id,
      device, visits, clickouts, leads, revenue, cost)
    SELECT generateUUIDv4(), 'bench', 'visit', addHours(toDateTime64('${FROM} 00:00:00', 3, 'UTC'), intDiv(number, 2880000)) AS moment,
      moment, number, 3001 + number % 200, 1001 + intDiv(number, 200) % 120, 1 + intDiv(number, 24000) % 40,
      ['mobile', 'desktop', 'tablet'][1 + intDiv(number, 960000) % 3], 1 + number % 7, number % 3, number % 2,
      toDecimal128(number % 10007, 6) / 100, toDecimal128(number % 101, 6) / 100
    FROM numbers(${from}, ${rows})`;
}

/** Writes the report in a process of its own, which tells what it took. */
async function writeByProduct(target: string) {
  const script = fileURLToPath(new URL('./support/write-report.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [script, target], {
    env: { ...process.env, DATABASE_URL: engines.databaseUrl, CLICKHOUSE_URL: engines.clickhouseUrl },
  });
  return writtenSchema.parse(JSON.parse(stdout.trim().split('\n').at(-1) ?? ''));
}

/** The same table in plain SQL, as the engine writes it. */
async function writeByEngine(file: string): Promise<void> {
  const { origin, username, password, pathname } = new URL(engines.clickhouseUrl);
  const answer = await fetch(`${origin}/?database=${pathname.slice(1)}`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` },
    body: `SELECT campaign_box_id, campaign_id, geo_id, device, formatDateTime(at, '%Y-%m-%dT%H:00', 'UTC') AS hour,
        sum(visits) AS v, sum(clickouts) AS c, sum(leads) AS l, sum(revenue) AS r, sum(cost) AS k,
        if(v = 0, NULL, r / v) AS e
      FROM facts WHERE at >= '${FROM} 00:00:00' AND recorded_at <= '2026-12-01 00:00:00'
      GROUP BY campaign_box_id, campaign_id, geo_id, device, hour
      ORDER BY r DESC, campaign_box_id, campaign_id, geo_id, device, hour
      SETTINGS max_execution_time = 600, max_bytes_before_external_group_by = 400000000,
        max_bytes_before_external_sort = 400000000, optimize_use_projections = 0
      FORMAT CSV`,
  });
  if (!answer.ok || answer.body === null) throw new Error(await answer.text());
  await pipeline(answer.body, createWriteStream(file));
}
