/** Accounts of people who sign in: an erasure closes them and leaves their number, to which everything refers. */
import { AppError } from '@signpost/contract/errors.ts';
import type { PersonKey } from '@signpost/contract/leads/lead.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Trx } from '../database.ts';
import { readRow, readRows } from '../platform/rows.ts';
import type { Author } from '../records/change.ts';
import { ERASED_NAME } from './trail.ts';

const accountRow = z.object({ id: z.number(), isAdmin: z.boolean() });

/**
 * Closes the account with this address: no session, key, Google account, target of notifications or entry of the whitelist
 * is left, and nobody can sign in with it. Errors: CONFLICT for the viewer's own account, and for the last Admin's.
 */
export async function closeAccount(trx: Trx, person: PersonKey, { userId, at }: Author): Promise<void> {
  if (person.kind !== 'email') return;
  await sql`UPDATE sign_in_whitelist SET pattern = 'erased-' || id || '@erased.invalid', notes = NULL,
    archived_at = coalesce(archived_at, ${at}) WHERE pattern = ${person.key}`.execute(trx);
  const [account] = await readRows(
    trx,
    accountRow,
    sql`SELECT id, grade = 'Admin' AND archived_at IS NULL AS is_admin FROM users WHERE email = ${person.key} FOR UPDATE`,
  );
  if (account === undefined) return;
  const { id, isAdmin } = account;
  if (id === userId)
    throw new AppError('CONFLICT', { message: 'This is your own account. Another Admin has to erase it.' });
  if (isAdmin) await refuseLastAdmin(trx, id);
  for (const table of ['sessions', 'api_keys', 'google_accounts', 'preferences', 'notices'] as const)
    await sql`DELETE FROM ${sql.table(table)} WHERE user_id = ${id}`.execute(trx);
  await sql`UPDATE notification_channels SET removed_at = coalesce(removed_at, ${at}), ended_at = coalesce(ended_at, ${at}),
    target_sealed = '', label = '' WHERE user_id = ${id}`.execute(trx);
  await sql`UPDATE deliveries SET state = 'dropped', next_try_at = NULL, lease = NULL, finished_at = ${at}
    WHERE user_id = ${id} AND state = 'waiting'`.execute(trx);
  await sql`UPDATE users SET name = ${ERASED_NAME}, email = 'erased-' || id || '@erased.invalid', last_seen_at = NULL,
    archived_at = coalesce(archived_at, ${at}) WHERE id = ${id}`.execute(trx);
}

async function refuseLastAdmin(trx: Trx, id: number): Promise<void> {
  const { others } = await readRow(
    trx,
    z.object({ others: z.number() }),
    sql`SELECT count(*) AS others FROM users WHERE grade = 'Admin' AND archived_at IS NULL AND id <> ${id}`,
  );
  if (others === 0)
    throw new AppError('CONFLICT', {
      message: 'This is the account of the last Admin. Make somebody else Admin first.',
    });
}
