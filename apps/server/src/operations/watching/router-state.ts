/** Asks the router of this machine how it is. */
import { routerHealth } from '@signpost/contract/calls/health.ts';
import type { z } from 'zod';
import type { Deps } from '../../deps.ts';

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
  const headers = healthSecret === undefined ? {} : { authorization: `Bearer ${healthSecret}` };
  const answer = await fetch(`${originOf(host, clickPort)}/health`, {
    headers,
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  return routerHealth.parse(await answer.json());
}

/** The address at which a server of this machine is reached. */
export function originOf(host: string, port: number): string {
  const at = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${at.includes(':') ? `[${at}]` : at}:${port}`;
}
