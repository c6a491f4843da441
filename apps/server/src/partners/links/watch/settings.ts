/** The decisions of people about watched links. */
import { AppError } from '@signpost/contract/errors.ts';
import { sql } from 'kysely';
import type { Trx } from '../../../database.ts';
import { tellRouters } from './store-look.ts';

/** Switches the removal of dead links on or off; returns the new version. Errors: CONFLICT if somebody else has. */
export async function setTakesOut(trx: Trx, takesOut: boolean, version: number): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('linkWatchSettings')
    .set({ takesOut, version: version + 1 })
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n)
    throw new AppError('CONFLICT', { message: 'Somebody changed this setting meanwhile. Look at it again.' });
  await tellRouters(trx);
  return version + 1;
}

/** Errors: ITEM_NOT_FOUND. */
export async function setTrusted(trx: Trx, id: number, isTrusted: boolean): Promise<void> {
  const { rows } = await sql`UPDATE watched_links SET is_trusted = ${isTrusted} WHERE id = ${id} RETURNING id`.execute(
    trx,
  );
  if (rows.length === 0) throw new AppError('ITEM_NOT_FOUND');
  await tellRouters(trx);
}
