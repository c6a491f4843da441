/** The figures of a role: collected and served only where METRICS_PORT or METRICS_TOKEN says so. */
import type { Env } from '../../env.ts';
import type { Log } from '../../platform/log.ts';
import { Measures } from '../../platform/measures.ts';
import { measuresBeside, serveMeasures } from '../../platform/measures-http.ts';
import type { Running } from '../../platform/running.ts';
import { reportMachine } from '../watching/measures.ts';

/** Undefined if nobody may read figures; then nothing is counted for them. */
export function openMeasures({ dataDir, metrics }: Env): Measures | undefined {
  if (metrics.port === undefined && metrics.token === undefined) return undefined;
  const measures = new Measures();
  measures.watchProcess();
  reportMachine(measures, dataDir);
  return measures;
}

/** Answers `/metrics` on the role's own port. */
export const metricsBeside = (measures: Measures | undefined, { metrics }: Env, log: Log) =>
  measuresBeside({ measures, token: metrics.token, log });

/** Serves METRICS_PORT, if it is set. */
export async function startMetrics(measures: Measures | undefined, env: Env, log: Log): Promise<Running | undefined> {
  const { host, metrics } = env;
  if (measures === undefined || metrics.port === undefined) return undefined;
  return await serveMeasures({ measures, token: metrics.token, log, port: metrics.port, host });
}
