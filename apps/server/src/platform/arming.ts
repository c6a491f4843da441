/**
 * Whether anything may leave this installation: mails, postbacks, webhooks, leads, push, backups. A restored copy sends
 * nothing until an Admin allows it, because the original may have sent it already, or may still be running
 * (docs/decisions/0276).
 */
import { type QueryExecutorProvider, sql } from 'kysely';
import { z } from 'zod';
import { readRow } from './rows.ts';

const stopRow = z.object({ stoppedAt: z.date().nullable(), reason: z.string().nullable() });

/** Why and since when nothing leaves; null while everything may. */
export async function readStop(db: QueryExecutorProvider): Promise<{ since: Date; reason: string } | null> {
  const { stoppedAt, reason } = await readRow(db, stopRow, sql`SELECT stopped_at, reason FROM outgoing_stop`);
  if (stoppedAt === null || reason === null) return null;
  return { since: stoppedAt, reason };
}

/** Stops everything that leaves. A stop that is there already keeps its reason. */
export async function stopOutgoing(db: QueryExecutorProvider, reason: string, now: Date): Promise<void> {
  await sql`UPDATE outgoing_stop SET stopped_at = ${now}, reason = ${reason} WHERE stopped_at IS NULL`.execute(db);
}

/** Lets everything leave again. Returns whether it had been stopped. */
export async function liftStop(
  db: QueryExecutorProvider,
  { personId, now }: { personId: number; now: Date },
): Promise<boolean> {
  const { numAffectedRows } =
    await sql`UPDATE outgoing_stop SET stopped_at = NULL, reason = NULL, armed_at = ${now}, armed_by_id = ${personId}
      WHERE stopped_at IS NOT NULL`.execute(db);
  return numAffectedRows === 1n;
}
