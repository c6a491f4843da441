/** Accounts of people who sign in: an erasure closes them and leaves their number, to which everything refers. */
import { AppError } from '@signpost/contract/errors.ts';
import type { PersonKey } from '@signpost/contract/partners/leads/lead.ts';
import { sql } from 'kysely';
import type { Trx } from '../../database.ts';
import { addressForms } from '../../platform/address-forms.ts';
import { idRow, readRows } from '../../platform/rows.ts';
import type { Author } from '../../workplace/records/change.ts';
import { ERASED_NAME } from './trail.ts';

/**
 * Closes the accounts with this address: no session, key, Google account, target of notifications or entry of the whitelist
 * is left, and nobody can sign in with it. Errors: CONFLICT for the author's own account.
 */
export async function closeAccount(trx: Trx, person: PersonKey, { userId, at }: Author): Promise<void> {
  if (person.kind !== 'email') return;
  const forms = addressForms(person.key);
  await sql`UPDATE sign_in_whitelist SET pattern = 'erased-' || id || '@erased.invalid', notes = NULL,
    archived_at = coalesce(archived_at, ${at}) WHERE pattern = ANY(${forms}::text[])`.execute(trx);
  await sql`UPDATE report_deliveries SET recipient = ${ERASED_NAME} WHERE lower(recipient) = ANY(${forms}::text[])`.execute(
    trx,
  );
  const accounts = await readRows(
    trx,
    idRow,
    sql`SELECT id FROM users WHERE email = ANY(${forms}::text[]) ORDER BY id FOR UPDATE`,
  );
  // So an Admin always remains, who can let others in.
  if (accounts.some(({ id }) => id === userId))
    throw new AppError('CONFLICT', { message: 'This is your own account. Another Admin has to erase it.' });
  for (const { id } of accounts) await close(trx, id, at);
}

/** Ends everything that an account can do, and removes its name and address. */
async function close(trx: Trx, id: number, at: Date): Promise<void> {
  for (const table of ['sessions', 'api_keys', 'google_accounts', 'preferences', 'notices'] as const)
    await sql`DELETE FROM ${sql.table(table)} WHERE user_id = ${id}`.execute(trx);
  await sql`UPDATE notification_channels SET removed_at = coalesce(removed_at, ${at}), ended_at = coalesce(ended_at, ${at}),
    target_sealed = '', label = '' WHERE user_id = ${id}`.execute(trx);
  await sql`UPDATE deliveries SET state = 'dropped', next_try_at = NULL, lease = NULL, finished_at = ${at}
    WHERE user_id = ${id} AND state = 'waiting'`.execute(trx);
  await sql`UPDATE users SET name = ${ERASED_NAME}, email = 'erased-' || id || '@erased.invalid', last_seen_at = NULL,
    archived_at = coalesce(archived_at, ${at}) WHERE id = ${id}`.execute(trx);
}
