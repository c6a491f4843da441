/** Background work on conversions: counts reports of partners, ships the facts, and sends outgoing postbacks. */
import { IDLE_MS, type Job } from '../../platform/job.ts';
import type { Send } from '../../platform/outgoing.ts';
import { untilDone } from '../../platform/repeat.ts';
import type { Wakes } from '../../platform/wakes.ts';
import { priceClickouts } from './counting/clickouts.ts';
import { ALL_COSTS_MS, countCosts } from './counting/costs.ts';
import { countStepsOnce, WHOLE_MS } from './counting/doubles.ts';
import { type ConversionDeps, conversionRounds } from './counting/rounds.ts';
import { deliverDue } from './outgoing/deliver.ts';

const SECOND = 1_000;
const HOUR = 60 * 60 * SECOND;
const ROUND_MS = 300;
/** The statistics are asked rarely while no clicks come in; each of these questions costs some milliseconds. */
const LONG_IDLE_MS = 30 * SECOND;

export function conversionJobs(deps: ConversionDeps & { send: Send; wakes?: Wakes | undefined }): Job[] {
  const rounds = conversionRounds(deps);
  const ship = async (): Promise<number> => {
    const shipped = await rounds.ship();
    if (shipped > 0) deps.wakes?.tell('shipped');
    return shipped;
  };
  return [
    {
      name: 'conversions',
      everyMs: ROUND_MS,
      idleMs: IDLE_MS,
      wakesOn: ['reports', 'clicks'],
      run: () => rounds.count(),
    },
    // A separate job, so that transactions that cannot be counted now do not delay facts that are ready.
    {
      name: 'facts of conversions',
      everyMs: ROUND_MS,
      idleMs: IDLE_MS,
      wakesOn: ['facts'],
      watermark: () => rounds.shippedUntil(),
      run: ship,
    },
    {
      name: 'paid click-outs',
      everyMs: 10 * SECOND,
      idleMs: LONG_IDLE_MS,
      wakesOn: ['clicks', 'deals'],
      run: () => priceClickouts(deps, new Date()),
    },
    {
      name: 'costs of clicks',
      everyMs: 30 * SECOND,
      idleMs: 4 * LONG_IDLE_MS,
      wakesOn: ['clicks', 'reports'],
      run: () => countCosts(deps, new Date()),
    },
    { name: 'late costs of clicks', everyMs: HOUR, run: () => countCosts(deps, new Date(), ALL_COSTS_MS) },
    {
      name: 'doubled click-outs',
      everyMs: 60 * SECOND,
      idleMs: 10 * LONG_IDLE_MS,
      wakesOn: ['clicks'],
      run: () => countStepsOnce(deps, new Date()),
    },
    { name: 'late doubled click-outs', everyMs: HOUR, run: () => countStepsOnce(deps, new Date(), WHOLE_MS) },
    {
      name: 'outgoing postbacks',
      everyMs: SECOND,
      idleMs: IDLE_MS,
      wakesOn: ['deliveries'],
      sends: true,
      run: (stopping) => untilDone(stopping, () => deliverDue(deps, new Date())),
    },
  ];
}
