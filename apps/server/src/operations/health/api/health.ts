/** `/api/health`: which parts are up, for people and for load balancers. */
import { type RunsHealth, readHealth, type routerHealth } from '@signpost/contract/calls/health.ts';
import { ERRORS } from '@signpost/contract/errors.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { ok } from '../../../http/envelope.ts';
import { handle } from '../../../http/handle.ts';
import { mayReadFigures } from '../../../platform/health-access.ts';
import { isVaultOf } from '../../../platform/vault.ts';
import { arePlacesFree, readPlaces } from '../../../workplace/runs/places.ts';
import { isWorkDone } from '../../../workplace/runs/watchdog.ts';
import { readRouter } from '../../watching/router-state.ts';

const TIMEOUT_MS = 2000;

/** The router's own answer; `{up: false}` if it does not answer, null if this process does not know of a router. */
async function askRouter(deps: Deps): Promise<z.infer<typeof routerHealth> | null> {
  try {
    return (await readRouter(deps.env)) ?? null;
  } catch (error) {
    deps.log.warn({ err: error, part: 'router' }, 'health check: a service does not answer');
    return { up: false };
  }
}

/** True if the check answers in time. The reason for a failure is logged and not shown. */
async function isUp(deps: Deps, name: string, check: () => Promise<unknown>): Promise<boolean> {
  const late = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new Error(`${name} did not answer in ${TIMEOUT_MS} ms`)), TIMEOUT_MS).unref(),
  );
  try {
    return (await Promise.race([check(), late])) !== false;
  } catch (error) {
    deps.log.warn({ err: error, part: name }, 'health check: a service does not answer');
    return false;
  }
}

/** Null if the database does not answer. */
async function readRuns(deps: Deps): Promise<RunsHealth | null> {
  let runs: RunsHealth | null = null;
  await isUp(deps, 'runs', async () => {
    runs = await readPlaces(deps.db, deps.clock.now());
  });
  return runs;
}

/** Anybody may ask, so the services are asked at most once a second. */
const FRESH_MS = 1_000;

export function healthRoutes(app: App, deps: Deps): void {
  let latest: { at: number; state: ReturnType<typeof readState> } | undefined;
  const stateNow = () => {
    const at = performance.now();
    if (latest === undefined || at - latest.at > FRESH_MS) latest = { at, state: readState(deps) };
    return latest.state;
  };
  handle(app, readHealth, async ({ request, reply }) => {
    const isInside = mayReadFigures(request.raw, deps.env.healthSecret);
    const whole = isInside ? await readState(deps) : await stateNow();
    const state = isInside ? whole : { up: whole.up };
    if (whole.up) return state;
    return reply
      .code(503)
      .send({ ...ok(state), status: 'FAIL', message: ERRORS.UNAVAILABLE.message, errorCode: 'UNAVAILABLE' });
  });
}

async function readState(deps: Deps) {
  const [postgres, vault, clickhouse, isWorking, runs, router] = await Promise.all([
    isUp(deps, 'postgres', () => sql`SELECT 1`.execute(deps.db)),
    isUp(deps, 'vault', async () => isVaultOf(deps.db, await deps.vault())),
    isUp(deps, 'clickhouse', () => deps.clickhouse.ping()),
    isUp(deps, 'jobs', () => isWorkDone(deps.db, deps.clock.now())),
    readRuns(deps),
    askRouter(deps),
  ]);
  // The app works without a router and without background work, so their states are shown but do not count.
  const jobs = isWorking && runs !== null && arePlacesFree(runs);
  return { up: postgres && vault && clickhouse, postgres, vault, clickhouse, jobs, runs, router };
}
