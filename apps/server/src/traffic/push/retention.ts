/** How long the messages of a push are kept, one row for each browser. The numbers of a push stay for good. */
import { PUSH_LIMITS } from '@signpost/contract/traffic/push/limits.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../database.ts';
import { idRow, readRows } from '../../platform/rows.ts';

const DAY_MS = 86_400_000;
const AT_ONCE = 10_000;

/** The instant before which pushes are forgotten: nobody knows any more who has had them. */
export const forgottenBefore = (now: Date): Date => new Date(now.getTime() - PUSH_LIMITS.keepDays * DAY_MS);

/** Removes the messages of pushes that were sent long ago. Returns how many. */
export async function removeOldSends(db: Queryable, now: Date): Promise<number> {
  let removed = 0;
  for (;;) {
    const rows = await readRows(
      db,
      idRow,
      sql`DELETE FROM push_sends WHERE id IN (
        SELECT p.id FROM push_notifications n JOIN push_sends p ON p.push_id = n.id
        WHERE n.sent_at < ${forgottenBefore(now)} AND n.state NOT IN ('scheduled', 'sending') LIMIT ${AT_ONCE}) RETURNING id`,
    );
    removed += rows.length;
    if (rows.length < AT_ONCE) return removed;
  }
}
