/** Asks the router of this machine how it is. */
import { routerHealth } from '@signpost/contract/calls/health.ts';
import type { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { healthHeaders } from '../../platform/health-access.ts';
import { originOf } from '../../platform/origin.ts';

const TIMEOUT_MS = 2000;

/**
 * The report of the router on this machine; undefined if this process knows of none. Rejects if the router does not
 * answer.
 */
export async function readRouter(
  env: Pick<Deps['env'], 'clickPort' | 'healthSecret' | 'host'>,
): Promise<z.infer<typeof routerHealth> | undefined> {
  const { clickPort, healthSecret, host } = env;
  if (clickPort === 0) return undefined;

  const answer = await fetch(`${originOf(host, clickPort)}/health`, {
    headers: healthHeaders(healthSecret),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  return routerHealth.parse(await answer.json());
}
