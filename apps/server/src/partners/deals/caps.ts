/**
 * Keeps lead caps exact. A lead takes a place under the cap before it is sent. A buyer's acceptance turns the place
 * into a counted lead and a refusal frees it. While the answer is unknown the lead keeps its place, since the buyer may
 * have it already. Places are assigned under a lock on the cap's row, so that a cap of 100 is never exceeded.
 */
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db, Trx } from '../../database.ts';
import { readRows } from '../../platform/rows.ts';

/** A capped deal or lead buyer, and the day in its time zone. */
export interface Cap {
  scope: `deal ${number}` | `robot ${number}`;
  /** `YYYY-MM-DD` in the partner's zone. */
  day: string;
  /** Null for no cap; leads are counted all the same. */
  most: number | null;
}

/** How long a place is held before its buyer is asked. A worker that takes longer has died before asking. */
const HELD_SECONDS = 120;

/** Takes a place under every cap, or under none if one of them is full; then it returns false. */
export async function holdPlaces(db: Db, leadId: number, caps: readonly Cap[], now: Date): Promise<boolean> {
  const until = new Date(now.getTime() + HELD_SECONDS * 1000);
  // The order is always the same, so that two leads never wait for each other.
  const ordered = [...caps].sort((a, b) => a.scope.localeCompare(b.scope));
  return await db.transaction().execute(async (trx) => {
    for (const cap of ordered) if (await isFull(trx, cap, leadId, now)) return false;
    for (const { scope, day } of ordered)
      await sql`INSERT INTO lead_places (scope, day, lead_id, until) VALUES (${scope}, ${day}::date, ${leadId}, ${until})
        ON CONFLICT (scope, day, lead_id) DO UPDATE SET until = excluded.until`.execute(trx);
    return true;
  });
}

const countedRow = z.object({ accepted: z.number() });

const flowRow = z.object({ reported: z.number() });

const heldRow = z.object({ places: z.number() });

/** A place that the same lead already holds, because the process of an earlier attempt died, can be used again. */
async function isFull(trx: Trx, { scope, day, most }: Cap, leadId: number, now: Date): Promise<boolean> {
  await sql`INSERT INTO lead_caps (scope, day) VALUES (${scope}, ${day}::date) ON CONFLICT DO NOTHING`.execute(trx);
  const counted = await readRows(
    trx,
    countedRow,
    sql`SELECT accepted FROM lead_caps WHERE scope = ${scope} AND day = ${day}::date FOR UPDATE`,
  );
  if (most === null) return false;
  // Leads that the partner reported itself count toward the cap too, as they do for clicks (docs/decisions/0012).
  const [kind, id] = scope.split(' ');
  const flow = await readRows(
    trx,
    flowRow,
    sql`SELECT reported FROM deal_flow
    WHERE deal_id = ${kind === 'deal' ? id : 0} AND day = ${day}::date`,
  );
  const held = await readRows(
    trx,
    heldRow,
    sql`SELECT count(*)::integer AS places FROM lead_places
    WHERE scope = ${scope} AND day = ${day}::date AND (unanswered OR until > ${now}) AND lead_id <> ${leadId}`,
  );
  return (counted[0]?.accepted ?? 0) + (flow[0]?.reported ?? 0) + (held[0]?.places ?? 0) >= most;
}

/** Turns held places into accepted leads, within the transaction that stores the acceptance. */
export async function countAccepted(trx: Trx, leadId: number, caps: readonly Cap[]): Promise<void> {
  for (const { scope, day } of [...caps].sort((a, b) => a.scope.localeCompare(b.scope))) {
    await sql`UPDATE lead_caps SET accepted = accepted + 1 WHERE scope = ${scope} AND day = ${day}::date`.execute(trx);
    await freePlace(trx, leadId, scope, day);
  }
}

/** Records that the buyer is about to be asked. From now on the places do not expire. */
export async function keepPlaces(trx: Trx, leadId: number, caps: readonly Cap[]): Promise<void> {
  for (const { scope, day } of caps)
    await sql`UPDATE lead_places SET unanswered = true
      WHERE scope = ${scope} AND day = ${day}::date AND lead_id = ${leadId}`.execute(trx);
}

/** Frees the places, within the transaction that stores the refusal. */
export async function freePlaces(trx: Trx, leadId: number, caps: readonly Cap[]): Promise<void> {
  for (const { scope, day } of caps) await freePlace(trx, leadId, scope, day);
}

async function freePlace(trx: Trx, leadId: number, scope: string, day: string): Promise<void> {
  await sql`DELETE FROM lead_places WHERE scope = ${scope} AND day = ${day}::date AND lead_id = ${leadId}`.execute(trx);
}
