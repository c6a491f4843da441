/** Weighs every box with automatic weights once an hour. */
import { setTimeout as delay } from 'node:timers/promises';
import { WEIGHT_EVERY_MINUTES } from '@signpost/contract/clicks/automatic-weights.ts';
import { sql } from 'kysely';
import type { Log } from '../platform/log.ts';
import { type WeightDeps, weighBox } from './round.ts';

const AT_ONCE = 20;
const ROUND_MS = 60_000;
/** Any fixed number: one worker weighs at a time. */
const LOCK = 728_114_662;

/** One round: a few boxes whose hour has come; answers how many were weighed. Two workers never weigh at the same time. */
export async function weightRound(deps: WeightDeps, now: Date): Promise<number> {
  return await deps.db.connection().execute(async (session) => {
    const { rows } = await sql<{ mine: boolean }>`SELECT pg_try_advisory_lock(${LOCK}) AS mine`.execute(session);
    if (rows[0]?.mine !== true) return 0;
    try {
      const due = new Date(now.getTime() - WEIGHT_EVERY_MINUTES * 60_000);
      const { rows: boxes } = await sql<{ id: number }>`SELECT b.id FROM campaign_boxes b
        LEFT JOIN weight_rounds r ON r.campaign_box_id = b.id
        WHERE b.automatic_weights <> 'off' AND NOT b.weights_frozen AND b.status = 'active' AND b.archived_at IS NULL
          AND (r.ran_at IS NULL OR r.ran_at <= ${due}) ORDER BY r.ran_at NULLS FIRST, b.id LIMIT ${AT_ONCE}`.execute(
        session,
      );
      let done = 0;
      for (const { id } of boxes) if ((await weighBox(deps, Number(id), now)) === 'done') done += 1;
      return done;
    } finally {
      await sql`SELECT pg_advisory_unlock(${LOCK})`.execute(session);
    }
  });
}

/** Works until it is stopped, through whatever is away. */
export function startWeights(deps: WeightDeps & { log: Log }): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const run = async () => {
    while (!stopping.signal.aborted) {
      const weighed = await weightRound(deps, new Date()).catch((err: unknown) => {
        deps.log.error({ err }, 'boxes cannot be weighed');
        return 0;
      });
      if (weighed === 0) await delay(ROUND_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
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
