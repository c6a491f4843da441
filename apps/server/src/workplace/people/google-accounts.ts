/** The Google accounts with which people sign in (docs/decisions/0319). */
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db, Trx } from '../../database.ts';
import { readRow, readRows } from '../../platform/rows.ts';
import type { GoogleAccount } from './google.ts';

export interface KnownPerson {
  id: number;
  /** Why this account may not sign in as the person; null if it may. */
  refusal: 'archived' | 'otherAccount' | null;
}

const knownRow = z.object({ id: z.number(), isArchived: z.boolean(), subject: z.string().nullable() });
const subjectRow = z.object({ subject: z.string() });

/**
 * Finds the person who signs in with an account: first by the link, then by the e-mail address. A person without a link
 * is linked to the account. Returns null if nobody is found.
 */
export async function findByGoogle(db: Db, account: GoogleAccount, now: Date): Promise<KnownPerson | null> {
  return await db.transaction().execute(async (trx) => {
    const [known] = await readRows(
      trx,
      knownRow,
      sql`SELECT u.id, u.archived_at IS NOT NULL AS is_archived, g.subject FROM users u
        LEFT JOIN google_accounts g ON g.user_id = u.id AND g.email = u.email
        WHERE g.subject = ${account.subject} OR u.email = ${account.email}
        ORDER BY g.subject = ${account.subject} DESC NULLS LAST LIMIT 1`,
    );
    if (known === undefined) return null;
    const { id, isArchived, subject } = known;
    if (isArchived) return { id, refusal: 'archived' };
    const linked = subject ?? (await linkGoogle(trx, id, account, now));
    if (linked !== account.subject) return { id, refusal: 'otherAccount' };
    return { id, refusal: null };
  });
}

/** Links an account to a person who has none. Returns the linked account: another sign-in may have been faster. */
export async function linkGoogle(trx: Trx, userId: number, account: GoogleAccount, now: Date): Promise<string> {
  const { subject, email } = account;
  // An earlier link of this account no longer counts, because that person has another address now.
  await sql`DELETE FROM google_accounts WHERE subject = ${subject} AND user_id <> ${userId}`.execute(trx);
  await sql`INSERT INTO google_accounts (user_id, subject, email, linked_at)
    VALUES (${userId}, ${subject}, ${email}, ${now})
    ON CONFLICT (user_id) DO UPDATE SET subject = excluded.subject, email = excluded.email, linked_at = excluded.linked_at
    WHERE google_accounts.email <> excluded.email`.execute(trx);
  const row = await readRow(trx, subjectRow, sql`SELECT subject FROM google_accounts WHERE user_id = ${userId}`);
  return row.subject;
}

const linkRow = z.object({ linkedAt: z.date() });

/** Returns when the person's account was linked; null if none is. */
export async function readGoogleLink(db: Db, userId: number): Promise<Date | null> {
  const [link] = await readRows(
    db,
    linkRow,
    sql`SELECT g.linked_at FROM google_accounts g JOIN users u ON u.id = g.user_id AND u.email = g.email
      WHERE g.user_id = ${userId}`,
  );
  return link?.linkedAt ?? null;
}

/** Removes the link, so that the next account with the person's address can sign in. Returns whether there was one. */
export async function unlinkGoogle(trx: Trx, userId: number): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom('googleAccounts').where('userId', '=', userId).executeTakeFirst();
  return numDeletedRows > 0n;
}
