/**
 * Writes the report of `bench/reports.ts` into a folder, and prints how long it took and how much memory it added to the
 * process.
 */

import { planReport, reportDefinitionSchema } from '@signpost/contract/insight/reports/report.ts';
import { DEFAULT_BASE_CURRENCY, setBaseCurrency } from '@signpost/contract/money/base-currency.ts';
import type { Database } from '../../apps/server/src/database.ts';
import { writeFiles } from '../../apps/server/src/insight/reports/write-files.ts';
import { readAttributes } from '../../apps/server/src/insight/stats/attributes.ts';
import { openClickHouse } from '../../apps/server/src/platform/clickhouse.ts';
import { openPostgres } from '../../apps/server/src/platform/postgres.ts';
import { FROM, UNTIL } from './stats-facts.ts';

setBaseCurrency(DEFAULT_BASE_CURRENCY);

const KB = 1024;
const [, , folder = '.'] = process.argv;
const { DATABASE_URL = '', CLICKHOUSE_URL = '' } = process.env;
const db = openPostgres<Database>(DATABASE_URL, { applicationName: 'bench', max: 2 });
const clickhouse = openClickHouse({ url: CLICKHOUSE_URL });
const now = new Date('2026-12-01T00:00:00Z');
const definition = reportDefinitionSchema.parse({
  question: {
    tab: 'global',
    timeZone: 'UTC',
    dateRange: { start: FROM, end: UNTIL },
    levels: ['campaign_box', 'campaign', 'geo', 'device', 'date_hour'].map((type) => ({ type })),
    columns: [1, 13, 7, 11, 20],
    orderBy: 11,
  },
  columns: [{ name: 'Revenue per visit', formula: 'revenue / visits' }],
});
const attributes = await readAttributes(db);
const before = process.memoryUsage.rss() / KB / KB;
const began = performance.now();
const [file] = await writeFiles({
  clickhouse,
  signal: new AbortController().signal,
  folder,
  format: 'csv',
  about: {
    title: 'Bench',
    definition,
    plan: planReport(definition, { due: now, now }),
    writtenAt: now,
    data: 'The data is complete.',
    publicUrl: undefined,
  },
  scope: { attributes, facts: null, asOf: now },
  progress: () => Promise.resolve(),
});
const ms = Math.round(performance.now() - began);
const memoryMb = Math.round(process.resourceUsage().maxRSS / KB - before);
console.log(JSON.stringify({ ms, memoryMb, rows: file?.rows ?? 0, bytes: file?.bytes ?? 0 }));
await db.destroy();
await clickhouse.close();
