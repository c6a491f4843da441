/** Looks at every host of ours once a day. */
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '../database.ts';
import type { Log } from '../platform/log.ts';
import type { Send } from '../platform/outgoing.ts';
import { checkHost } from './check.ts';
import { hostsDue, keepCheck } from './store.ts';

export interface HostDeps {
  db: Db;
  log: Log;
  send: Send;
}

const AT_ONCE = 5;
const ROUND_MS = 60_000;
/** Any fixed number: one worker looks at a time. */
const LOCK = 728_114_661;

/** One round: a few hosts whose turn it is; answers how many were looked at. Two workers never look at the same time. */
export async function hostRound({ db, send }: HostDeps, now: Date): Promise<number> {
  return await db.connection().execute(async (session) => {
    const { rows } = await sql<{ mine: boolean }>`SELECT pg_try_advisory_lock(${LOCK}) AS mine`.execute(session);
    if (rows[0]?.mine !== true) return 0;
    try {
      const hosts = await hostsDue(session, now, AT_ONCE);
      const checks = await Promise.all(hosts.map((host) => checkHost(send, host, now)));
      for (const check of checks) await keepCheck(session, check);
      return checks.length;
    } finally {
      await sql`SELECT pg_advisory_unlock(${LOCK})`.execute(session);
    }
  });
}

/** Works until it is stopped, through whatever is away. */
export function startHostChecks(deps: HostDeps): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const run = async () => {
    while (!stopping.signal.aborted) {
      const looked = await hostRound(deps, new Date()).catch((err: unknown) => {
        deps.log.error({ err }, 'hosts cannot be looked at');
        return 0;
      });
      if (looked === 0) await delay(ROUND_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
