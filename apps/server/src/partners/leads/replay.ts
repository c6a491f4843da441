/** Reads refused leads again, after a lander or the reader was mended (docs/product/leads.md#refused-leads). */

import { leadBody } from '@signpost/contract/partners/leads/lead.ts';
import type { ReplayedLeads } from '@signpost/contract/partners/leads/refusal.ts';
import { readJson } from '@signpost/contract/reading/json.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Trx } from '../../database.ts';
import type { Deps } from '../../deps.ts';
import { charsetOf, decodeText } from '../../platform/legacy-text.ts';
import { idRow, readRows } from '../../platform/rows.ts';
import { PURPOSES } from '../../platform/sealed.ts';
import type { Vault } from '../../platform/vault.ts';
import { type KeptRequest, openKept } from '../conversions/intake/kept.ts';
import { prepareLead, storeLead } from './intake.ts';

/** One call reads this many, in some seconds. */
const MOST = 500;

/** Whether a refused lead can be read again; `r` is the refusal. */
export const isReplayable = sql<boolean>`(r.replayed_at IS NULL AND r.sealed IS NOT NULL)`;

const refusalRow = z.object({
  at: z.date(),
  websiteId: z.number(),
  publisherId: z.number().nullable(),
  reason: z.string(),
  sealed: z.instanceof(Buffer),
});

/** The lead in a kept request, read as it would be now; null if it still cannot be read. */
function readAgain({ body }: KeptRequest) {
  if (body === null) return null;
  const text = decodeText(Buffer.from(body.base64, 'base64'), charsetOf(body.type ?? ''));
  return leadBody.safeParse(readJson(text)).data ?? null;
}

type Replaying = Pick<Deps, 'db' | 'vault' | 'clock' | 'clickhouse'>;

/** Reads one refusal again and stores its lead, in one transaction. Answers whether it was stored. */
async function replayOne(trx: Trx, vault: Vault, deps: Replaying, id: number): Promise<boolean> {
  const [row] = await readRows(
    trx,
    refusalRow,
    sql`SELECT r.at, r.website_id, w.publisher_id, r.reason, r.sealed
      FROM lead_refusals r JOIN websites w ON w.id = r.website_id
      WHERE r.id = ${id} AND ${isReplayable} AND w.archived_at IS NULL FOR UPDATE OF r`,
  );
  if (row === undefined) return false;
  const kept = openKept(vault, row.sealed, PURPOSES.refusedLead);
  const input = kept && readAgain(kept);
  if (kept === null || input === null) {
    await sql`UPDATE lead_refusals SET tried_at = ${deps.clock.now()} WHERE id = ${id}`.execute(trx);
    return false;
  }
  const origin = new Map(kept.parameters);
  const from = { ip: origin.get('ip') ?? '', country: origin.get('country') ?? '' };
  const { websiteId, publisherId, at, reason } = row;
  const now = deps.clock.now();
  const ready = await prepareLead(deps, { websiteId, publisherId }, { input, from });
  await storeLead(trx, vault, ready, { receivedAt: at, now });
  await sql`UPDATE lead_refusals SET replayed_at = ${now}, sealed = NULL WHERE id = ${id}`.execute(trx);
  await sql`UPDATE lead_refusal_counts SET replayed = replayed + 1 WHERE day = (${at}::timestamptz AT TIME ZONE 'UTC')::date
    AND website_id = ${websiteId} AND key_hint = '' AND reason = ${reason}`.execute(trx);
  return true;
}

/**
 * Reads refused leads again that are kept, first those that were not read again yet, the oldest first. Each is stored
 * once, with the time at which it first came, and offered to buyers as a new lead. A lead that still cannot be read
 * stays refused.
 */
export async function replayRefusedLeads(deps: Replaying): Promise<ReplayedLeads> {
  const vault = await deps.vault();
  const rows = await readRows(
    deps.db,
    idRow,
    sql`SELECT r.id FROM lead_refusals r WHERE ${isReplayable} ORDER BY r.tried_at NULLS FIRST, r.id LIMIT ${MOST + 1}`,
  );
  let stored = 0;
  const asked = rows.slice(0, MOST);
  for (const { id } of asked) {
    const isStored = await deps.db.transaction().execute((trx) => replayOne(trx, vault, deps, id));
    if (isStored) stored += 1;
  }
  return { stored, stillRefused: asked.length - stored, hasMore: rows.length > MOST };
}
