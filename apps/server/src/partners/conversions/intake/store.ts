/** Stores a partner's reports. The same report again only counts as a repetition (docs/decisions/0020). */
import { createHash } from 'node:crypto';
import { type Meaning, meaningOf, type Refusal } from '@signpost/contract/partners/conversions/postback.ts';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Db, Queryable } from '../../../database.ts';
import { readRows } from '../../../platform/rows.ts';
import { PURPOSES } from '../../../platform/sealed.ts';
import { holdKey, type Vault } from '../../../platform/vault.ts';
import type { PostbackPartner } from '../keys.ts';
import { type KeptRequest, sealKept } from './kept.ts';
import type { Report } from './read.ts';

/** A request as it is stored, with secrets masked. */
export interface RawRequest {
  method: string;
  address: string;
  agent: string;
  parameters: [name: string, value: string][];
}

/** The event. Reports with the same partner, reference and event are about the same transaction. */
export function eventOf(meaning: Meaning | null, status: string): string {
  if (meaning === null) return `?${status.trim().toLowerCase()}`;
  if (meaning === 'ignore') return `ignore ${status.trim().toLowerCase()}`;
  return meaning;
}

/** The state of a transaction before its click has been looked for. */
export function firstState(meaning: Meaning | null): 'unassigned' | 'ignored' | 'waiting' {
  if (meaning === null) return 'unassigned';
  if (meaning === 'ignore') return 'ignored';
  return 'waiting';
}

/** Of a fingerprint alone. A report that decides anew has the id of the report before it behind its fingerprint. */
const FINGERPRINT_LENGTH = 22;

/** Events that happen once a click where the partner gives no transaction id. */
const ONCE_A_CLICK: ReadonlySet<string> = new Set(['lead', 'qualified_lead', 'rejected_lead', 'first_deposit']);

/**
 * The fingerprint by which two reports of one event are the same: click, transaction id, amount, currency and payout,
 * and the time if the partner names it. Without a transaction id, an event that happens once per click is the same
 * whatever its time.
 */
export function fingerprintOf(report: Report, event: string): string {
  const { clickId, clickText, txid, amount, currency, payout, occurredAt, hasTime } = report;
  const isOnce = ONCE_A_CLICK.has(event) && txid === '';
  const time = hasTime && !isOnce ? occurredAt.toISOString() : '';
  const parts = [clickId ?? clickText, txid, amount ?? '', currency ?? '', time];
  // Reports without a payout keep the fingerprint that they had before payouts were a part of it.
  if (payout !== null) parts.push(payout);
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, FINGERPRINT_LENGTH);
}

/**
 * The fingerprint under which a report is stored. One that was stored with the same payout, before payouts were a part of
 * fingerprints, keeps its own fingerprint, so that a repetition of it is recognised.
 */
function knownFingerprint(partnerId: number, reference: string, event: string, report: Report): RawBuilder<string> {
  const fingerprint = fingerprintOf(report, event);
  if (report.payout === null) return sql`${fingerprint}`;
  const before = fingerprintOf({ ...report, payout: null }, event);
  return sql`CASE WHEN EXISTS (SELECT 1 FROM affiliate_transactions b WHERE b.partner_id = ${partnerId}
      AND b.reference = ${reference} AND b.event = ${event} AND b.fingerprint = ${before} AND b.payout = ${report.payout}::numeric)
    THEN ${before} ELSE ${fingerprint} END`;
}

const reportRow = z.object({ id: z.number(), fresh: z.boolean() });

/** Stores a report once, in one statement, so that it is stored completely or not at all. */
export async function storeReport(
  db: Queryable,
  { partner, report, raw }: { partner: PostbackPartner; report: Report; raw: RawRequest },
  now: Date,
): Promise<{ id: number; fresh: boolean; assigned: boolean }> {
  const { clickText, clickId, txid, status, occurredAt } = report;
  const meaning = meaningOf(status, occurredAt.toISOString().slice(0, 10), partner.settings, partner.overrides);
  const state = firstState(meaning);
  const event = eventOf(meaning, status);
  const reference = txid || (clickId ?? clickText);
  const fingerprint = knownFingerprint(partner.partnerId, reference, event, report);
  const isStored = sql`EXISTS (SELECT 1 FROM affiliate_transactions o WHERE o.partner_id = ${partner.partnerId}
    AND o.reference = ${reference} AND o.event = ${event} AND left(o.fingerprint, ${FINGERPRINT_LENGTH}) = (${fingerprint}))`;
  // The partner has reported something else of this transaction since: it decides anew.
  const decidesAnew = sql`SELECT '#' || id FROM newest WHERE event <> ${event} AND ${isStored}`;
  // The partner has corrected this report since, and now returns to what it said first. Several refunds of one transaction
  // are no corrections of each other.
  const isCorrectable = txid !== '' && event !== 'chargeback';
  const correctsBack = sql`SELECT '#' || id FROM latest WHERE ${isCorrectable} AND fingerprint <> (${fingerprint})
    AND ${isStored}`;
  const rows = await readRows(
    db,
    reportRow,
    sql`WITH newest AS (
        SELECT id, event FROM affiliate_transactions
        WHERE partner_id = ${partner.partnerId} AND reference = ${reference} AND state <> 'withdrawn'
          AND (click_text IN (${clickText}, '') OR ${clickText} = '') ORDER BY id DESC LIMIT 1
      ), latest AS (
        SELECT id, left(fingerprint, ${FINGERPRINT_LENGTH}) AS fingerprint FROM affiliate_transactions
        WHERE partner_id = ${partner.partnerId} AND reference = ${reference} AND event = ${event}
          AND click_text = ${clickText} AND state <> 'withdrawn' ORDER BY id DESC LIMIT 1
      ), stored AS (
        INSERT INTO affiliate_transactions (partner_id, integration_id, reference, event, fingerprint, status, meaning,
          state, click_text, click_id, txid, amount, currency, payout, occurred_at, received_at, next_try_at, raw)
        VALUES (${partner.partnerId}, ${partner.integrationId}, ${reference}, ${event},
          (${fingerprint}) || ${report.hasTime ? '' : sql`coalesce((${decidesAnew}), (${correctsBack}), '')`},
          ${status}, ${meaning}, ${state}, ${clickText}, ${clickId}, ${txid}, ${report.amount}::numeric,
          ${report.currency}, ${report.payout}::numeric, ${occurredAt}, ${now},
          ${state === 'waiting' ? now : null}, ${JSON.stringify(raw)}::jsonb)
        ON CONFLICT (partner_id, reference, event, fingerprint)
          DO UPDATE SET repeats = affiliate_transactions.repeats + 1
        RETURNING id, xmax = 0 AS fresh
      ), told AS (
        INSERT INTO transaction_events (transaction_id, at, what, detail)
        SELECT id, ${now}, 'received', ${JSON.stringify({ status, meaning })}::jsonb FROM stored WHERE fresh
      )
      SELECT id, fresh FROM stored`,
  );
  const [stored] = rows;
  if (stored === undefined) throw new Error('PostgreSQL stored a report but returned no row.');
  return { ...stored, assigned: meaning !== null };
}

/** A refused request. `kept` is all of it, which only `replay.ts` opens. */
export interface RefusedRequest {
  partnerId: number;
  reason: Refusal;
  raw: RawRequest;
  kept: KeptRequest;
  at: Date;
}

/** Stores a refused request with its reason: what may be shown in plain text, and all of it sealed. */
export async function storeRefusal(db: Db, vault: Vault, refused: RefusedRequest): Promise<void> {
  const { partnerId, reason, raw, kept, at } = refused;
  await db.transaction().execute(async (trx) => {
    await holdKey(trx, vault);
    const sealed = sealKept(vault, kept, PURPOSES.refusedPostback);
    await sql`INSERT INTO postback_refusals (at, partner_id, reason, raw, sealed)
      VALUES (${at}, ${partnerId}, ${reason}, ${JSON.stringify(raw)}::jsonb, ${sealed})`.execute(trx);
  });
}
