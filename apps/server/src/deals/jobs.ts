/** Background work on deals: measuring how full they are, and reading the exchange rates of their prices. */
import type { Db } from '../database.ts';
import type { ClickHouse } from '../platform/clickhouse.ts';
import type { Job } from '../platform/job.ts';
import { dealFlow } from './fill.ts';
import { storePackageRates } from './package-rates.ts';

const FLOW_MS = 700;
const RATES_MS = 6 * 60 * 60 * 1000;

export function dealJobs(deps: { db: Db; clickhouse: ClickHouse }): Job[] {
  const flow = dealFlow(deps);
  return [
    { name: 'deal fill', everyMs: FLOW_MS, run: () => flow.measure(new Date()) },
    { name: 'exchange rates', everyMs: RATES_MS, run: () => storePackageRates(deps.db) },
  ];
}
