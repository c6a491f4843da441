/** Computes the automatic weights of every box once an hour. */
import { WEIGHT_EVERY_MINUTES } from '@signpost/contract/traffic/clicks/automatic-weights.ts';
import { sql } from 'kysely';
import type { Job } from '../../platform/job.ts';
import { runAlone } from '../../platform/locks.ts';
import { untilDone } from '../../platform/repeat.ts';
import { idRow, readRows } from '../../platform/rows.ts';
import { type WeightDeps, weighBox } from './weights/round.ts';

const AT_ONCE = 20;
const EVERY_MS = 60_000;

/**
 * Computes the weights of a few boxes that are due; returns how many. Only one worker does so at a time; any other
 * returns 0.
 */
export async function weightRound(deps: WeightDeps, now: Date): Promise<number> {
  const weighed = await runAlone(deps.db, 'weighBoxes', async (session) => {
    const due = new Date(now.getTime() - WEIGHT_EVERY_MINUTES * 60_000);
    const boxes = await readRows(
      session,
      idRow,
      sql`SELECT b.id FROM campaign_boxes b
      LEFT JOIN weight_rounds r ON r.campaign_box_id = b.id
      WHERE b.automatic_weights <> 'off' AND NOT b.weights_frozen AND b.status = 'active' AND b.archived_at IS NULL
        AND (r.ran_at IS NULL OR r.ran_at <= ${due}) ORDER BY r.ran_at NULLS FIRST, b.id LIMIT ${AT_ONCE}`,
    );
    let done = 0;
    for (const { id } of boxes) if ((await weighBox(deps, id, now)) === 'done') done += 1;
    return done;
  });
  return weighed ?? 0;
}

export function routingJobs(deps: WeightDeps): Job[] {
  return [
    {
      name: 'automatic weights',
      everyMs: EVERY_MS,
      run: (stopping) => untilDone(stopping, () => weightRound(deps, new Date())),
    },
  ];
}
