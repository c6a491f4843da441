/** Background work on deals: measuring how full they are, and reading the exchange rates of their prices. */
import type { ClickHouse } from '../../platform/clickhouse.ts';
import type { Job } from '../../platform/job.ts';
import type { RunKind, RunRepeats } from '../../workplace/runs/kinds.ts';
import { dealFlow } from './fill.ts';
import { storePackageRates } from './package-rates.ts';
import { planRates, type RateDeps, ratesRun } from './published-rates.ts';

const FLOW_MS = 700;
/** Without new facts, clicks only become too old to be in flight. */
const IDLE_FLOW_MS = 30_000;
const RATES_MS = 6 * 60 * 60 * 1000;
const PLAN_RATES_MS = 60_000;

export const dealRuns = (deps: RateDeps): RunKind[] => [ratesRun(deps)];

/** Rates can be fetched again at any time. */
export const dealRepeats: RunRepeats = {
  exchangeRates: { refusals: async () => new Map(), prepare: async () => undefined },
};

export function dealJobs(deps: Pick<RateDeps, 'db' | 'ratesUrl'> & { clickhouse: ClickHouse }): Job[] {
  const flow = dealFlow(deps);
  const jobs: Job[] = [
    {
      name: 'deal fill',
      everyMs: FLOW_MS,
      idleMs: IDLE_FLOW_MS,
      wakesOn: ['clicks', 'facts', 'shipped', 'deals'],
      run: () => flow.measure(new Date()),
    },
    { name: 'exchange rates', everyMs: RATES_MS, run: () => storePackageRates(deps.db) },
  ];
  if (deps.ratesUrl !== undefined)
    jobs.push({ name: 'days of exchange rates', everyMs: PLAN_RATES_MS, run: () => planRates(deps.db, new Date()) });
  return jobs;
}
