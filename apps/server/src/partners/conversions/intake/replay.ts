/** Reads refused postbacks again, after an integration or the reader was mended (docs/product/conversions.md#refusals). */
import type { ReplayedPostbacks } from '@signpost/contract/partners/conversions/postback-setup.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Trx } from '../../../database.ts';
import type { Deps } from '../../../deps.ts';
import { readRows } from '../../../platform/rows.ts';
import { PURPOSES } from '../../../platform/sealed.ts';
import type { Vault } from '../../../platform/vault.ts';
import type { PostbackPartner } from '../keys.ts';
import { type Parameters, reportsOf } from './body.ts';
import { openKept } from './kept.ts';
import { maskedParameters, type ReadReport, readReport } from './read.ts';
import { storeReport } from './store.ts';

/** Not one whose secret or signature was wrong: nothing says that the partner sent it. */
export const isReplayable = sql<boolean>`(replayed_at IS NULL AND sealed IS NOT NULL AND reason <> 'bad_signature')`;

/** One call reads this many, in some seconds. */
const MOST = 500;

const idRow = z.object({ id: z.number() });
const refusalRow = z.object({
  at: z.date(),
  raw: z.object({ method: z.string(), address: z.string(), agent: z.string() }),
  sealed: z.instanceof(Buffer),
});

/** The reports of a kept request with their parameters; null if one of them still cannot be read. */
async function readAgain(
  { partner, vault }: { partner: PostbackPartner; vault: Vault },
  sealed: Buffer,
  at: Date,
): Promise<(ReadReport & { given: Parameters })[] | null> {
  const kept = openKept(vault, sealed, PURPOSES.refusedPostback);
  if (kept === null) return null;
  const { parameters, body } = kept;
  const own = new Map(parameters);
  const inBody = body === null ? [] : await reportsOf(Buffer.from(body.base64, 'base64'), body.type ?? undefined);
  if (inBody === null || inBody === 'too many') return null;
  const all = inBody.length === 0 ? [own] : inBody.map((one) => new Map([...own, ...one]));
  const read = all.map((given) => ({ given, read: readReport(given, partner, at) }));
  const good = read.flatMap(({ given, read: one }) => ('report' in one ? [{ given, ...one }] : []));
  if (good.length === all.length) return good;
  return null;
}

/** Reads one refusal again and stores its reports, in one transaction. Answers whether it was stored. */
async function replayOne(
  trx: Trx,
  using: { partner: PostbackPartner; vault: Vault },
  ask: { id: number; now: Date },
): Promise<boolean> {
  const [row] = await readRows(
    trx,
    refusalRow,
    sql`SELECT at, raw, sealed FROM postback_refusals WHERE id = ${ask.id} AND ${isReplayable} FOR UPDATE`,
  );
  if (row === undefined) return false;
  const reports = await readAgain(using, row.sealed, row.at);
  if (reports === null) return false;
  for (const { report, notes, given } of reports) {
    const raw = { ...row.raw, parameters: maskedParameters(given, using.partner.settings), notes };
    await storeReport(trx, { partner: using.partner, report, raw }, ask.now);
  }
  await sql`UPDATE postback_refusals SET replayed_at = ${ask.now}, sealed = NULL WHERE id = ${ask.id}`.execute(trx);
  return true;
}

/**
 * Reads a partner's refused postbacks again by its settings of now, the oldest first. A report without a time of its
 * own happened when it was first sent. A postback that is stored is not read a second time; one that still cannot be
 * read stays refused.
 */
export async function replayRefusals(
  deps: Pick<Deps, 'db' | 'vault' | 'clock'>,
  partner: PostbackPartner,
): Promise<ReplayedPostbacks> {
  const vault = await deps.vault();
  const rows = await readRows(
    deps.db,
    idRow,
    sql`SELECT id FROM postback_refusals WHERE partner_id = ${partner.partnerId} AND ${isReplayable}
      ORDER BY id LIMIT ${MOST + 1}`,
  );
  let stored = 0;
  const asked = rows.slice(0, MOST);
  for (const { id } of asked) {
    const isStored = await deps.db
      .transaction()
      .execute((trx) => replayOne(trx, { partner, vault }, { id, now: deps.clock.now() }));
    if (isStored) stored += 1;
  }
  return { stored, stillRefused: asked.length - stored, hasMore: rows.length > MOST };
}
