/** Computes the money that a meaning brings, and the most that any meaning would bring. Writes nothing. */

import { baseCurrency } from '@signpost/contract/money/base-currency.ts';
import { maxMoney, sumMoney } from '@signpost/contract/money/money.ts';
import type { AssignmentStake } from '@signpost/contract/partners/conversions/effect.ts';
import type { Meaning } from '@signpost/contract/partners/conversions/postback.ts';
import { inBase } from '../../deals/rates.ts';
import type { Surroundings, Waiting } from './surroundings.ts';
import { type CountedOutcome, weigh } from './weigh.ts';
import { dayOf, gainOf } from './weigh-change.ts';

/** Meanings that can bring money. */
const PAYING = ['first_deposit', 'qualified_lead', 'lead', 'deposit', 'revenue'] as const satisfies Meaning[];

const isPaying = (outcome: { state: string }): outcome is CountedOutcome => outcome.state === 'counted';

/** The sum with one meaning, compared with the highest sum of any meaning. */
export function stakeOf(around: Surroundings, rows: readonly Waiting[], meaning: Meaning, now: Date): AssignmentStake {
  const own = meaning === 'ignore' ? '0' : gainAs(around, rows, meaning, now);
  const all = gains(around, rows, now);
  const outcomes = [...weigh(around, as(rows, 'lead'), now, { gone: idsOf(rows) }).outcomes.values()].filter(isPaying);
  const reported = rows.flatMap(({ amount, currency, occurredAt }) => {
    const rate = around.terms.rateOf(currency ?? baseCurrency(), dayOf(occurredAt));
    if (amount === null || rate === null) return [];
    return [inBase(amount, rate)];
  });
  return {
    reported: sumMoney(reported),
    atStake: mostOf(all),
    counts: own,
    pays: [...new Set(outcomes.flatMap(({ price }) => price.pays))],
  };
}

const idsOf = (rows: readonly Waiting[]): ReadonlySet<number> => new Set(rows.map(({ id }) => id));
const as = (rows: readonly Waiting[], meaning: Meaning): Waiting[] => rows.map((row) => ({ ...row, meaning }));
const gainAs = (around: Surroundings, rows: readonly Waiting[], meaning: Meaning, now: Date): string =>
  gainOf(weigh(around, as(rows, meaning), now, { gone: idsOf(rows) }));

/** The sum with each meaning that can earn money. */
export const gains = (around: Surroundings, rows: readonly Waiting[], now: Date): Map<Meaning, string> =>
  new Map(PAYING.map((meaning) => [meaning, gainAs(around, rows, meaning, now)]));
export const mostOf = (brought: ReadonlyMap<Meaning, string>): string =>
  [...brought.values()].reduce((most, one) => maxMoney(one, most), '0');
