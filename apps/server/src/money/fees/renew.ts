/** Proposes the fee of the following period. It counts only if somebody approves it. */
import { addDays, dayIn } from '@signpost/contract/dates/dates.ts';
import { flatFee } from '@signpost/contract/entities/flat-fee.ts';
import { LEDGER_ZONE } from '@signpost/contract/limits.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db, Trx } from '../../database.ts';
import { idRow, readRow, readRows } from '../../platform/rows.ts';
import { recordCreation, systemAuthor } from '../../workplace/records/change.ts';
import { nextPeriod } from './post.ts';

const AHEAD_DAYS = 14;

const endingRow = z.object({ id: z.number(), fromDay: z.iso.date(), toDay: z.iso.date() });

/** Proposes what is due and returns how many fees that were. Each fee is continued once. */
export async function proposeRenewals(db: Db, now: Date): Promise<number> {
  const until = addDays(dayIn(now, LEDGER_ZONE), AHEAD_DAYS);
  const ending = await readRows(
    db,
    endingRow,
    sql`SELECT id, from_day::text AS from_day, to_day::text AS to_day FROM flat_fees f
      WHERE renewal = 'propose' AND fee_status = 'approved' AND archived_at IS NULL AND to_day <= ${until}
        AND NOT EXISTS (SELECT 1 FROM flat_fees n WHERE n.renews_id = f.id) ORDER BY id`,
  );
  for (const fee of ending) await db.transaction().execute((trx) => propose(trx, fee, now));
  return ending.length;
}

async function propose(trx: Trx, { id, ...period }: z.infer<typeof endingRow>, now: Date): Promise<void> {
  const { fromDay, toDay } = nextPeriod(period);
  const made = await readRow(
    trx,
    idRow,
    sql`INSERT INTO flat_fees (name, direction, partner_id, publisher_id, contact_id, website_id, placement,
        traffic_source_id, geo_id, product_id, from_day, to_day, amount, currency, renewal, notes, owner_id,
        renews_id,
        created_at, updated_at)
      SELECT name, direction, partner_id, publisher_id, contact_id, website_id, placement, traffic_source_id, geo_id,
        product_id, ${fromDay}, ${toDay}, amount, currency, renewal, notes, owner_id, id, ${now}, ${now}
      FROM flat_fees WHERE id = ${id} RETURNING id`,
  );
  await recordCreation(trx, systemAuthor(now), { entity: flatFee, id: made.id });
}
