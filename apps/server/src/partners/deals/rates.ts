/** Daily rates: units of a currency for one euro, as the European Central Bank quotes them. */

import { baseCurrency, QUOTED_FOR } from '@signpost/contract/money/base-currency.ts';
import { crossRate } from '@signpost/contract/money/exchange.ts';
import { divideMoney, multiplyMoney } from '@signpost/contract/money/money.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../../database.ts';
import { readRows } from '../../platform/rows.ts';

/** The value of one unit of a currency in base currency on a day; null if no rate is known. */
export type RateOf = (currency: string, day: string) => string | null;

const row = z.object({
  currency: z.string(),
  day: z.string(),
  perEuro: z.string(),
});
type Row = z.infer<typeof row>;

/** The units of one currency for one unit of another on a day; null if one of them has no known rate. */
type CrossRateOf = (currency: string, to: string, day: string) => string | null;

const readAll = (db: Queryable): Promise<Row[]> =>
  readRows(
    db,
    row,
    sql`SELECT currency, day::text AS day, per_euro FROM exchange_rates
    WHERE archived_at IS NULL ORDER BY currency, day`,
  );

/** Reads all rates. The newest rate on or before a day applies; before the first known day, the first rate applies. */
export const readRates = async (db: Queryable): Promise<RateOf> => ratesOf(await readAll(db));

/** Reads all rates between any two currencies. */
export const readCrossRates = async (db: Queryable): Promise<CrossRateOf> => crossRatesOf(await readAll(db));

/** Looks up rates in these rows, which are ordered by day. */
export function ratesOf(rows: readonly Row[]): RateOf {
  const rateOf = crossRatesOf(rows);
  return (currency, day) => rateOf(currency, baseCurrency(), day);
}

function crossRatesOf(rows: readonly Row[]): CrossRateOf {
  const byCurrency = Map.groupBy(rows, (row) => row.currency);
  const perEuroOf: RateOf = (currency, day) => {
    if (currency === QUOTED_FOR) return '1';
    const known = byCurrency.get(currency) ?? [];
    const row = known.findLast((it) => it.day <= day) ?? known[0];
    return row?.perEuro ?? null;
  };
  return (currency, to, day) => {
    if (currency === to) return '1';
    const perEuro = perEuroOf(currency, day);
    const toPerEuro = perEuroOf(to, day);
    if (perEuro === null || toPerEuro === null) return null;
    return crossRate(perEuro, toPerEuro);
  };
}

/** Converts an amount to base currency, with six places. */
export function inBase(amount: string, rate: string): string {
  return divideMoney(multiplyMoney(amount, rate), '1') ?? '0';
}
