/**
 * The advisory locks of PostgreSQL that Signpost takes. Every number is used once; the numbers themselves are
 * arbitrary.
 */
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import { readRows } from './rows.ts';

export const LOCKS = {
  migrations: 728_114_650,
  auditTrail: 728_114_651,
  demoWorld: 728_114_652,
  countTransactions: 728_114_653,
  shipFacts: 728_114_654,
  priceClickouts: 728_114_655,
  checkHosts: 728_114_661,
  watchLinks: 728_114_691,
  weighBoxes: 728_114_662,
  watchRuns: 728_114_663,
  tellAttention: 728_114_664,
  watchAlerts: 728_114_665,
  lookAtTests: 728_114_666,
  pushKeys: 728_114_667,
  capPushes: 728_114_668,
  numberChunks: 728_114_670,
  flatFees: 728_114_680,
  closedMonths: 728_114_681,
  sendPublisherMail: 728_114_690,
  backup: 728_114_700,
  baseCurrency: 728_114_701,
} as const;

export type LockName = keyof typeof LOCKS;

const lockRow = z.object({ taken: z.boolean() });

/**
 * Runs `work` while no other session holds this lock, or returns undefined at once when one does. The lock belongs to
 * the connection given to `work`, so a process that dies releases it.
 */
export async function runAlone<DB, T>(
  db: Kysely<DB>,
  lock: LockName,
  work: (session: Kysely<DB>) => Promise<T>,
): Promise<T | undefined> {
  const key = LOCKS[lock];
  return await db.connection().execute(async (session) => {
    const rows = await readRows(session, lockRow, sql`SELECT pg_try_advisory_lock(${key}) AS taken`);
    if (rows[0]?.taken !== true) return undefined;
    try {
      return await work(session);
    } finally {
      await sql`SELECT pg_advisory_unlock(${key})`.execute(session);
    }
  });
}
