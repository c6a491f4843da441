/** Accruals of a closed month: what was earned and spent until then and stands on no issued document (docs/decisions/0200). */
import { addDays, addMonths } from '@signpost/contract/dates/dates.ts';
import { baseCurrency } from '@signpost/contract/money/base-currency.ts';
import { SIDES, type Side } from '@signpost/contract/money/document.ts';
import { compareMoney, multiplyMoney, sumMoney } from '@signpost/contract/money/money.ts';
import { accrualPostings } from '@signpost/contract/money/postings.ts';
import { convertMoney, roundMoney } from '@signpost/contract/money/rounding.ts';
import { placesOf } from '@signpost/contract/reading/minor-units.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable, Trx } from '../../database.ts';
import { idRow, readRows } from '../../platform/rows.ts';
import { type ContentDeps, lastDayOf } from './content.ts';
import { readDue } from './due.ts';
import { postJournal } from './ledger.ts';
import { readLegalEntity } from './parties.ts';
import { readRate } from './rules.ts';
import { partyOf } from './sides.ts';

/** The amount that one party owes or is owed without an issued document, exact in its currency and in base currency. */
export interface Unbilled {
  side: Side;
  partyId: number;
  currency: string;
  exact: string;
  base: string;
}

/**
 * Everything up to a month that stood on no issued document at the month's end, and the position up to which facts were
 * read. A document that was issued afterwards belongs to the month of its issue, and the accrual is reversed there.
 */
export async function readUnbilled(deps: ContentDeps, month: string): Promise<{ cutOff: number; rows: Unbilled[] }> {
  const issuedBy = lastDayOf(month);
  const due = await Promise.all(
    SIDES.map(async (side) => ({ side, ...(await readDue(deps, { side, month, partyIds: null }, { issuedBy })) })),
  );
  return {
    cutOff: Math.min(...due.map(({ cutOff }) => cutOff)),
    rows: due.flatMap(({ side, rows }) =>
      [...Map.groupBy(rows, ({ partyId, currency }) => `${partyId} ${currency}`).values()].flatMap(
        (own): Unbilled[] => {
          const [first] = own;
          if (first === undefined) return [];
          const { partyId, currency } = first;
          const sum = (part: 'exact' | 'base') => sumMoney(own.map((row) => row[part]));
          return [{ side, partyId, currency, exact: sum('exact'), base: sum('base') }];
        },
      ),
    ),
  };
}

const entityRow = z.object({ partyId: z.number(), side: z.string(), legalEntityId: z.number() });

/** The legal entity that billed each party last; parties that nobody billed yet belong to the first one. */
async function entityOf(db: Queryable): Promise<((unbilled: Unbilled) => number) | null> {
  const [first] = await readRows(
    db,
    idRow,
    sql`SELECT id FROM legal_entities WHERE archived_at IS NULL ORDER BY id LIMIT 1`,
  );
  if (first === undefined) return null;
  const last = await readRows(
    db,
    entityRow,
    sql`SELECT DISTINCT ON (side, party_id) side, party_id, legal_entity_id
      FROM (SELECT side, coalesce(partner_id, publisher_id) AS party_id, legal_entity_id, id FROM documents) d
      ORDER BY side, party_id, id DESC`,
  );
  const known = new Map(last.map(({ side, partyId, legalEntityId }) => [`${side} ${partyId}`, legalEntityId]));
  return ({ side, partyId }) => known.get(`${side} ${partyId}`) ?? first.id;
}

/** The accrued amount in the functional currency of its legal entity. `amount` is the rounded one in its own currency. */
async function inFunctionalCurrency(
  trx: Trx,
  { currency, exact, base }: Unbilled,
  {
    amount,
    day,
    functionalCurrency,
    rounding,
  }: {
    amount: string;
    day: string;
    functionalCurrency: string;
    rounding: Parameters<typeof roundMoney>[1];
  },
): Promise<string> {
  if (functionalCurrency === baseCurrency()) return roundMoney(base, rounding);
  if (currency === functionalCurrency) return amount;
  const { rate } = await readRate(trx, { currency, to: functionalCurrency, day });
  return convertMoney(exact, rate, rounding);
}

/**
 * Posts the accruals of a month on its last day, and their reversals on the first day of the next one. Without a legal
 * entity there is no ledger, and nothing is posted. Returns how many parties and currencies were accrued.
 */
export async function postAccruals(trx: Trx, month: string, unbilled: readonly Unbilled[], at: Date): Promise<number> {
  const entityFor = await entityOf(trx);
  if (entityFor === null) return 0;
  const first = addMonths(`${month}-01`, 1);
  const last = addDays(first, -1);
  let posted = 0;
  for (const one of unbilled) {
    const legalEntityId = entityFor(one);
    const { functionalCurrency, rounding: mode } = await readLegalEntity(trx, legalEntityId);
    const amount = roundMoney(one.exact, { mode, places: placesOf(one.currency) });
    const rounding = { mode, places: placesOf(functionalCurrency) };
    const baseAmount = await inFunctionalCurrency(trx, one, { amount, day: last, functionalCurrency, rounding });
    if (compareMoney(amount, '0') === 0 && compareMoney(baseAmount, '0') === 0) continue;
    const postings = accrualPostings({ side: one.side, currency: one.currency, amount, baseAmount });
    const journal = { legalEntityId, kind: 'accrual', ...partyOf(one) } as const;
    await postJournal(trx, { ...journal, day: last, text: `accrual of ${month}`, postings }, at);
    const reversed = postings.map((posting) => ({
      ...posting,
      amount: multiplyMoney(posting.amount, '-1'),
      baseAmount: multiplyMoney(posting.baseAmount, '-1'),
    }));
    await postJournal(
      trx,
      { ...journal, day: first, text: `reversal of the accrual of ${month}`, postings: reversed },
      at,
    );
    posted += 1;
  }
  return posted;
}
