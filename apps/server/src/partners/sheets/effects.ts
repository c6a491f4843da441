/** A sheet that is created as a record belongs to whoever created it. */
import { sql } from 'kysely';
import type { Effect, Effects } from '../../workplace/records/effects.ts';

const owned: Effect = {
  async created(trx, record, actor) {
    await sql`UPDATE box_sheets SET created_by_id = ${actor.viewer.id} WHERE id = ${record.id}`.execute(trx);
  },
};

export const sheetEffects: Effects = { boxSheet: owned, seoBoxSheet: owned };
