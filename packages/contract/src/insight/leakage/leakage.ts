/** The losses between a click and its money, each with exactly one first cause (docs/product/leakage.md). */
import { Decimal } from 'decimal.js';
import { z } from 'zod';
import { issueMoney, sumMoney } from '../../money/money.ts';
import { ROUTE_NAMES } from '../../routes/index.ts';
import { CAUSE_NAMES, type CauseName } from './causes.ts';

/** The number of clicks at which a group's own clicks weigh as much as the group above it. */
export const EV_CLICKS = 200;
const PLACES = 12;
const Exact = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_EVEN, toExpNeg: -60, toExpPos: 60 });

/** Clicks, and the revenue that they brought. */
export interface Earned {
  clicks: number;
  revenue: string;
}

/** The expected revenue of a click: (Σ revenue + k · EV of the group above) ÷ (Σ clicks + k), k = 200; at least 0. */
export function expectedValue({ clicks, revenue }: Earned, above: string): string {
  const known = Math.max(0, clicks);
  const value = new Exact(revenue).plus(new Exact(above).times(EV_CLICKS)).div(known + EV_CLICKS);
  return Exact.max(value, 0).toDecimalPlaces(PLACES).toFixed();
}

/** A part of the losses by one cause. An amount is exact if the partner has stated it, else expected. */
export interface Loss {
  cause: CauseName;
  count: number;
  isExact: boolean;
  /** The value of a single loss. */
  value: string;
}

export interface MeterRow {
  cause: CauseName;
  count: number;
  exact: string;
  estimated: string;
  total: string;
}

/** Sums up losses by cause. Each sum is rounded to cents once, and totals are sums of these, so that they always agree. */
export function meterOf(losses: readonly Loss[]): { rows: MeterRow[]; total: Omit<MeterRow, 'cause'> } {
  const rows = CAUSE_NAMES.flatMap((cause): MeterRow[] => {
    const own = losses.filter((loss) => loss.cause === cause && loss.count > 0);
    if (own.length === 0) return [];
    const sum = (isExact: boolean) =>
      issueMoney(
        own
          .filter((loss) => loss.isExact === isExact)
          .reduce((all, { count, value }) => all.plus(new Exact(value).times(count)), new Exact(0))
          .toFixed(),
      );
    const exact = sum(true);
    const estimated = sum(false);
    const count = own.reduce((all, loss) => all + loss.count, 0);
    return [{ cause, count, exact, estimated, total: issueMoney(sumMoney([exact, estimated])) }];
  });
  const all = (part: 'exact' | 'estimated' | 'total') => issueMoney(sumMoney(rows.map((row) => row[part])));
  const count = rows.reduce((sum, row) => sum + row.count, 0);
  return { rows, total: { count, exact: all('exact'), estimated: all('estimated'), total: all('total') } };
}

const money = z.string();
const sumsSchema = z.object({ count: z.number(), exact: money, estimated: money, total: money });

export const LEAKAGE_DAYS = [1, 7, 30, 90] as const;

export const leakageSchema = z.object({
  days: z.object({ start: z.string(), end: z.string() }),
  timeZone: z.string(),
  /** The largest first. */
  rows: z.array(
    sumsSchema.extend({
      cause: z.enum(CAUSE_NAMES),
      /** The screen that mends it, and the list of what was lost; null where nobody can open it. */
      mend: z.object({ route: z.enum(ROUTE_NAMES), label: z.string(), address: z.string() }),
      facts: z.string().nullable(),
      /** The boxes or partners that lose most. */
      largest: z.array(z.object({ id: z.number(), name: z.string(), count: z.number() })),
    }),
  ),
  total: sumsSchema,
  /** Money that was stuck and has been counted after all, by week, the oldest first. */
  mended: z.array(z.object({ week: z.string(), money, count: z.number() })),
});
export type Leakage = z.output<typeof leakageSchema>;
