/**
 * Counts approved flat fees day by day (docs/product/flat-fees.md). The amount is split over all days of the period
 * first, so that the days add up to it exactly, whenever they are counted.
 */
import { addDays, dayIn, eachDay, earlier } from '@signpost/contract/dates/dates.ts';
import { invalid } from '@signpost/contract/errors.ts';
import { LEDGER_ZONE } from '@signpost/contract/limits.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db, Trx } from '../../database.ts';
import { putFacts, takeBackFacts } from '../../partners/conversions/ship/put-facts.ts';
import { readRates } from '../../partners/deals/rates.ts';
import { readRows } from '../../platform/rows.ts';
import type { KnownFact } from '../../traffic/clicks/fact-line.ts';
import { amountFacts } from '../ledger/facts.ts';
import { type Terms, termsSchema } from './terms.ts';

const FACTS = {
  paid: { kind: 'flat_fee', measure: 'flatFeeCost' },
  received: { kind: 'revenue', measure: 'revenue' },
} as const satisfies Record<Terms['direction'], unknown>;

const originOf = (id: number): string => `flat fee ${id}`;

/** The facts of the days of a fee after `after`, up to and with `until`. */
function factsOf(
  id: number,
  { terms, rate }: { terms: Terms; rate: string },
  days: { after: string | null; until: string },
  now: Date,
) {
  const facts: KnownFact[] = amountFacts(
    {
      ...FACTS[terms.direction],
      amount: terms.amount,
      currency: terms.currency,
      rate,
      shares: eachDay({ start: terms.fromDay, end: terms.toDay }).map((day) => ({ day, weight: 1 })),
      about: {
        partnerId: terms.partnerId ?? 0,
        publisherId: terms.publisherId ?? 0,
        websiteId: terms.websiteId ?? 0,
        trafficSourceId: terms.trafficSourceId ?? 0,
        geoId: terms.geoId ?? 0,
        productId: terms.productId ?? 0,
        dealType: 'Flat',
      },
      reason: originOf(id),
    },
    now,
  );
  const dayOf = ({ at }: KnownFact) => at.slice(0, 'YYYY-MM-DD'.length);
  return facts.filter((fact) => dayOf(fact) <= days.until && (days.after === null || dayOf(fact) > days.after));
}

const feeRow = z.object({ terms: termsSchema, postedThrough: z.iso.date().nullable() });

/**
 * Counts the days of a fee that have come and do not count yet. The fee is locked. Errors: VALIDATION on the currency if
 * no rate is known.
 */
async function postDays(trx: Trx, id: number, now: Date): Promise<void> {
  const [fee] = await readRows(
    trx,
    feeRow,
    sql`SELECT t.terms, t.posted_through::text AS posted_through FROM flat_fee_terms t JOIN flat_fees f ON f.id = t.fee_id
      WHERE t.fee_id = ${id} AND f.archived_at IS NULL FOR UPDATE`,
  );
  if (fee === undefined) return;
  const { terms, postedThrough } = fee;
  const today = dayIn(now, LEDGER_ZONE);
  const until = earlier(terms.toDay, today);
  if (until < terms.fromDay || (postedThrough !== null && postedThrough >= until)) return;
  const rate = (await readRates(trx))(terms.currency, terms.fromDay);
  if (rate === null) throw invalid('currency', `No exchange rate is known for ${terms.currency}.`);
  await putFacts(trx, originOf(id), factsOf(id, { terms, rate }, { after: postedThrough, until }, now));
  await sql`UPDATE flat_fee_terms SET posted_through = ${until} WHERE fee_id = ${id}`.execute(trx);
}

/** Makes these terms count: corrections take back the amounts of the earlier terms, and the days are counted again. */
export async function applyTerms(trx: Trx, id: number, terms: Terms, now: Date): Promise<void> {
  await takeBackFacts(trx, [originOf(id)], 'the flat fee was changed', now);
  await sql`INSERT INTO flat_fee_terms (fee_id, terms) VALUES (${id}, ${JSON.stringify(terms)}::jsonb)
    ON CONFLICT (fee_id) DO UPDATE SET terms = excluded.terms, posted_through = NULL`.execute(trx);
  await postDays(trx, id, now);
}

const dueRow = z.object({ id: z.number() });

/** Counts the days that have come, of all fees. A fee that fails does not stop the others; it is tried again. */
export async function postDueDays(db: Db, now: Date): Promise<number> {
  const today = dayIn(now, LEDGER_ZONE);
  const due = await readRows(
    db,
    dueRow,
    sql`SELECT f.id FROM flat_fee_terms t JOIN flat_fees f ON f.id = t.fee_id
      WHERE f.archived_at IS NULL AND t.terms ->> 'fromDay' <= ${today}
        AND coalesce(t.posted_through, '-infinity'::date) < least((t.terms ->> 'toDay')::date, ${today}::date)
      ORDER BY f.id`,
  );
  const failures: unknown[] = [];
  for (const { id } of due)
    await db
      .transaction()
      .execute((trx) => postDays(trx, id, now))
      .catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} flat fees could not be counted.`);
  return due.length;
}

/** The period after a period: as many whole months if it begins and ends with one, else as many days. */
export function nextPeriod({ fromDay, toDay }: Pick<Terms, 'fromDay' | 'toDay'>): { fromDay: string; toDay: string } {
  const start = addDays(toDay, 1);
  const isWholeMonths = fromDay.endsWith('-01') && start.endsWith('-01');
  if (isWholeMonths) {
    const [fromYear = 0, fromMonth = 0] = fromDay.split('-').map(Number);
    const [year = 0, month = 0] = start.split('-').map(Number);
    const months = (year - fromYear) * 12 + month - fromMonth;
    const after = new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 'YYYY-MM-DD'.length);
    return { fromDay: start, toDay: addDays(after, -1) };
  }
  const days = eachDay({ start: fromDay, end: toDay }).length;
  return { fromDay: start, toDay: addDays(start, days - 1) };
}
