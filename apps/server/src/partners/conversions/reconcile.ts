/** Compares a partner's own list with its reports and gives the likely cause of each difference. */

import { invalid } from '@signpost/contract/errors.ts';
import { NO_SUCH_RECORD } from '@signpost/contract/field-messages.ts';
import { compareMoney, divideMoney, multiplyMoney, subtractMoney, sumMoney } from '@signpost/contract/money/money.ts';
import { meaningOf, NO_SETTINGS } from '@signpost/contract/partners/conversions/postback.ts';
import type {
  Cause,
  ReconcileBody,
  ReconciledRow,
  Reconciliation,
} from '@signpost/contract/partners/conversions/reconcile.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../../database.ts';
import type { Asker } from '../../platform/fair-queue.ts';
import { readRows } from '../../platform/rows.ts';
import { readPartner } from './keys.ts';
import type { Theirs } from './listed-transactions.ts';
import { nearKey, readNearIds } from './near-ids.ts';
import { type PartnerList, readPartnerList, type UnpaidReason } from './partner-list.ts';

/** A reference of ours with all its events. */
const oursRow = z.object({
  id: z.number(),
  reference: z.string(),
  status: z.string(),
  day: z.string(),
  amount: z.string(),
  currency: z.string(),
  /** The states of its events. */
  states: z.array(z.string()),
  isPriced: z.boolean(),
  isChargedBack: z.boolean(),
  /** Whether it happened within the requested range. */
  isInside: z.boolean(),
  isAtEdge: z.boolean(),
});
type Ours = z.infer<typeof oursRow>;

const ROUNDING = '0.05';
const EXACT = '0.005';
const absolute = (amount: string): string => amount.replace(/^-/, '');

/** Compares the two lists. Errors: VALIDATION if the file cannot be read. */
export async function reconcile(db: Queryable, body: ReconcileBody, asker: Asker): Promise<Reconciliation> {
  const { found } = await compareLists(db, body, asker);
  return found;
}

/** The comparison together with the partner's list as it was read. */
export async function compareLists(
  db: Queryable,
  body: ReconcileBody,
  asker: Asker,
): Promise<{ found: Reconciliation; list: PartnerList }> {
  const currency = await currencyOf(db, body.partnerId);
  const reporting = await readPartner(db, body.partnerId);
  const { settings = NO_SETTINGS, overrides = [] } = reporting ?? {};
  const meaning = (status: string) => meaningOf(status, body.dateRange.end, settings, overrides);
  const list = await readPartnerList(body, { currency, meaningOf: meaning }, asker);
  const { headers, headerRow, columns, theirs, unpaid, unread, leftOut, encoding, decimalMark } = list;
  const { otherSheets, hiddenRows, swappedDays } = list;
  const refused = await readRefused(db, body.partnerId);
  const references = [...theirs.keys(), ...unpaid.keys()];
  const ours = new Map((await readOurs(db, body, references, settings.timeZone)).map((row) => [row.reference, row]));
  for (const [reference, refund] of list.refunds) {
    // Both lists contain this refund under an id of its own.
    if (compareMoney(ours.get(reference)?.amount ?? '0', '0') >= 0) continue;
    theirs.set(reference, refund);
    unpaid.delete(reference);
  }
  const result: Reconciliation = {
    headers,
    headerRow,
    columns,
    unread,
    illegible: list.illegible,
    incomplete: list.incomplete,
    unpaid: { declined: 0, pending: 0, unknown: 0 },
    leftOut,
    otherSheets,
    hiddenRows,
    swappedDays,
    encoding,
    currency,
    timeZone: settings.timeZone,
    decimalMark,
    matched: 0,
    onlyOurs: [],
    onlyTheirs: [],
    different: [],
    sums: {
      ours: sumMoney([...ours.values()].filter(({ isInside }) => isInside).map(({ amount }) => amount)),
      theirs: sumMoney([...theirs.values()].map(({ amount }) => amount ?? '0')),
    },
  };
  for (const [reference, their] of theirs) {
    const our = ours.get(reference);
    const missing = our === undefined ? missingCause(their, refused) : uncountedCause(our);
    if (missing !== null) {
      result.onlyTheirs.push(rowOf(reference, our, their, missing));
      continue;
    }
    const difference = our === undefined ? null : differenceCause(our, their, list.columns.amount !== undefined);
    if (difference === null) result.matched += 1;
    else result.different.push(rowOf(reference, our, their, difference));
  }
  for (const [reference, { theirs: their, reason }] of unpaid) {
    result.unpaid[reason] += their.lines;
    const our = ours.get(reference);
    const isCounted = our?.states.includes('counted') && compareMoney(our.amount, '0') !== 0;
    const cause = unpaidCause(their, reason);
    if (isCounted) result.different.push(rowOf(reference, our, their, cause));
    else if (reason === 'unknown') result.onlyTheirs.push(rowOf(reference, our, their, cause));
  }
  for (const [reference, our] of ours) {
    if (theirs.has(reference) || unpaid.has(reference) || !our.isInside) continue;
    result.onlyOurs.push(rowOf(reference, our, undefined, unlistedCause(our, list.illegibleTexts)));
  }
  const isListed = (reference: string): boolean => theirs.has(reference) || unpaid.has(reference);
  await nameNearIds(db, body.partnerId, result, isListed);
  const inOrder = (one: ReconciledRow, other: ReconciledRow) => (one.theirs?.line ?? 0) - (other.theirs?.line ?? 0);
  result.onlyTheirs.sort(inOrder);
  result.different.sort(inOrder);
  return { found: result, list };
}

/** The causes for which the other side may have the line under a near id. */
const MAYBE_NEAR: readonly Cause[] = ['never_arrived', 'unknown_status', 'incomplete'];

/** Names the near ids on both sides, so that nobody adds a transaction that is here under an id that a program has changed. */
async function nameNearIds(
  db: Queryable,
  partnerId: number,
  result: Reconciliation,
  isListed: (reference: string) => boolean,
): Promise<void> {
  const missing = result.onlyTheirs.filter(({ ours, cause }) => ours === null && MAYBE_NEAR.includes(cause));
  const ids = missing.map(({ reference }) => reference);
  const near = await readNearIds(db, partnerId, { missing: ids, listed: isListed });
  const theirIds = new Map<string, string>();
  for (const row of missing) {
    const key = nearKey(row.reference);
    const id = near.get(key);
    if (id === undefined) continue;
    row.near = id;
    row.cause = 'near_id';
    theirIds.set(id, row.reference);
  }
  for (const row of result.onlyOurs) {
    const id = theirIds.get(row.reference);
    if (id === undefined) continue;
    row.near = id;
    row.cause = 'near_id';
  }
}

function rowOf(reference: string, ours: Ours | undefined, theirs: Theirs | undefined, cause: Cause): ReconciledRow {
  return {
    reference,
    ours:
      ours === undefined
        ? null
        : { id: ours.id, status: ours.status, day: ours.day, amount: ours.amount, currency: ours.currency },
    theirs: theirs === undefined ? null : { line: theirs.line, status: theirs.status, amount: theirs.amount },
    cause,
    near: null,
  };
}

/** A long number as spreadsheets show it, such as `1.2E+15`. Its other digits are lost. */
const SHORTENED = /^\d(?:[.,]\d+)?E\+\d+$/i;

function missingCause({ reference, isIncomplete }: Theirs, refused: ReadonlySet<string>): Cause {
  if (SHORTENED.test(reference)) return 'shortened';
  if (isIncomplete) return 'incomplete';
  if (refused.has(reference)) return 'refused';
  return 'never_arrived';
}

function unpaidCause({ isIncomplete }: Theirs, reason: UnpaidReason): Cause {
  if (reason !== 'unknown') return reason;
  if (isIncomplete) return 'incomplete';
  return 'unknown_status';
}

/** Why our transactions with a reference do not count; null if they do. */
function uncountedCause({ states, isInside }: Ours): Cause | null {
  if (states.includes('counted') && isInside) return null;
  if (states.includes('counted')) return 'outside_range';
  if (states.includes('waiting')) return 'waiting';
  if (states.includes('unassigned')) return 'unassigned';
  if (states.every((state) => state === 'ignored')) return 'ignored';
  return 'unmatched';
}

/** Why the partner does not list a transaction of ours. */
function unlistedCause({ reference, states, isAtEdge }: Ours, illegibleTexts: ReadonlySet<string>): Cause {
  if (illegibleTexts.has(reference)) return 'illegible';
  if (!states.includes('counted') && states.includes('waiting')) return 'waiting';
  if (!states.includes('counted')) return 'unmatched';
  if (isAtEdge) return 'edge_of_range';
  return 'not_reported';
}

function differenceCause(ours: Ours, theirs: Theirs, hasAmounts: boolean): Cause | null {
  if (theirs.isForeign) return 'other_currency';
  if (theirs.isUnreadable) return 'unreadable';
  if (theirs.isIncomplete) return 'incomplete';
  if (theirs.amount === null && hasAmounts && compareMoney(ours.amount, '0') > 0) return 'no_amount';
  if (theirs.amount === null) return null;
  const apart = absolute(subtractMoney(ours.amount, theirs.amount));
  if (compareMoney(apart, EXACT) < 0) return null;
  if (compareMoney(apart, ROUNDING) <= 0) return 'rounding';
  if (ours.isChargedBack || compareMoney(theirs.amount, '0') <= 0) return 'charged_back';
  if (!ours.isPriced) return 'unpriced';
  if (theirs.lines > 1 && compareMoney(multiplyMoney(ours.amount, String(theirs.lines)), theirs.amount) === 0)
    return 'listed_twice';
  const ratio = divideMoney(theirs.amount, ours.amount, 4);
  if (ratio !== null && isCurrencyRatio(ratio)) return 'currency';
  return 'terms';
}

/**
 * The exchange rates of the usual pairs (USD, GBP, CHF against EUR) are this close to one, while the amounts of
 * different deals rarely are.
 */
const isCurrencyRatio = (ratio: string): boolean =>
  [
    ['1.03', '1.25'],
    ['0.80', '0.97'],
  ].some(([low = '', high = '']) => compareMoney(ratio, low) >= 0 && compareMoney(ratio, high) <= 0);

/**
 * Our transactions by the key that the file uses, which is our reference or the click id. Their days are those of the
 * partner, in whose zone its list is cut.
 */
async function readOurs(
  db: Queryable,
  body: ReconcileBody,
  references: readonly string[],
  timeZone: string,
): Promise<Ours[]> {
  const { partnerId, dateRange } = body;
  return await readRows(
    db,
    oursRow,
    sql`SELECT min(id) AS id, name AS reference, string_agg(DISTINCT status, ', ') AS status, min(day)::text AS day,
        coalesce(sum((price ->> 'amount')::numeric), 0)::text AS amount, coalesce(max(price ->> 'currency'), '') AS currency,
        array_agg(DISTINCT state) AS states, bool_or(coalesce(priced_by, 'none') <> 'none') AS is_priced,
        bool_or(coalesce(meaning, '') = 'chargeback') AS is_charged_back, bool_or(day BETWEEN start AND until) AS is_inside,
        bool_or(day IN (start, until)) AS is_at_edge
      FROM (SELECT t.*, CASE WHEN t.reference = ANY(${[...references]}::text[]) THEN t.reference
            WHEN lower(t.click_text) = ANY(${[...references]}::text[]) THEN lower(t.click_text)
            ELSE t.reference END AS name, (t.occurred_at AT TIME ZONE ${timeZone})::date AS day, ${dateRange.start}::date AS start,
          ${dateRange.end}::date AS until
        FROM affiliate_transactions t WHERE t.partner_id = ${partnerId} AND t.state NOT IN ('duplicate', 'withdrawn')) t
      WHERE (day BETWEEN start AND until AND meaning IS DISTINCT FROM 'ignore') OR name = ANY(${[...references]}::text[])
      GROUP BY name`,
  );
}

const refusedRow = z.object({ value: z.string() });

/** The references in a partner's refused postbacks. */
async function readRefused(db: Queryable, partnerId: number): Promise<Set<string>> {
  const rows = await readRows(
    db,
    refusedRow,
    sql`SELECT DISTINCT p ->> 1 AS value FROM postback_refusals r, jsonb_array_elements(r.raw -> 'parameters') p
      WHERE r.partner_id = ${partnerId} AND length(p ->> 1) >= 4`,
  );
  return new Set(rows.map(({ value }) => value));
}

const currencyRow = z.object({ currency: z.string() });

async function currencyOf(db: Queryable, partnerId: number): Promise<string> {
  const rows = await readRows(db, currencyRow, sql`SELECT currency FROM partners WHERE id = ${partnerId}`);
  const [row] = rows;
  if (row === undefined) throw invalid('partnerId', NO_SUCH_RECORD);
  return row.currency;
}
