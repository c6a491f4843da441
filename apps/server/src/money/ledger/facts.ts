/** The facts of a ledger entry, by day, in base currency and exact to the cent. */
import { splitMoney } from '@signpost/contract/money/money.ts';
import type { FactKind, MoneyMeasure } from '@signpost/contract/traffic/clicks/fact.ts';
import { inBase } from '../../partners/deals/rates.ts';
import { newId } from '../../platform/ids.ts';
import type { KnownFact } from '../../traffic/clicks/fact-line.ts';

const PLACES = 6;

/**
 * Noon of a day, which is on the same day in nearly every time zone; the current time if that is earlier, because no
 * fact is in the future.
 */
function momentOf(day: string, now: Date): string {
  const noon = `${day}T12:00:00.000Z`;
  if (now.toISOString() < noon && day === now.toISOString().slice(0, 10)) return now.toISOString();
  return noon;
}

export interface LedgerAmount {
  kind: FactKind;
  measure: MoneyMeasure;
  amount: string;
  currency: string;
  /** The value of one unit of the currency in base currency. */
  rate: string;
  /** The days, each with its part of the amount. */
  shares: readonly { day: string; weight: number | string }[];
  /** The records that the entry concerns. */
  about: Partial<KnownFact>;
  reason: string;
}

/** One fact per day. The amounts and the base values of all days add up to the totals exactly, to the cent. */
export function amountFacts(entry: LedgerAmount, now: Date): KnownFact[] {
  const { amount, shares, rate } = entry;
  const weights = shares.map(({ weight }) => weight);
  const amounts = splitMoney(amount, weights, PLACES);
  const inBaseCurrency = splitMoney(inBase(amount, rate), weights, PLACES);
  return shares.flatMap(({ day }, at): KnownFact[] => {
    const part = amounts[at] ?? '0';
    const base = inBaseCurrency[at] ?? '0';
    if (Number(part) === 0 && Number(base) === 0) return [];
    return [
      {
        ...entry.about,
        factId: newId(),
        kind: entry.kind,
        at: momentOf(day, now),
        recordedAt: now.toISOString(),
        amount: part,
        currency: entry.currency,
        rate,
        [entry.measure]: base,
        reason: entry.reason.slice(0, 120),
      },
    ];
  });
}

export interface GamblingDay {
  day: string;
  registrations: number;
  firstDeposits: number;
  deposits: number;
  depositAmount: string;
  revenue: string;
  currency: string;
  rate: string;
  about: Partial<KnownFact>;
  reason: string;
}

/** A partner's figures of one day: leads, first deposits, deposits and revenue. Figures of zero get no fact. */
export function gamblingFacts(figures: GamblingDay, now: Date): KnownFact[] {
  const { day, currency, rate, about, reason } = figures;
  const common = {
    ...about,
    at: momentOf(day, now),
    recordedAt: now.toISOString(),
    currency,
    rate,
    reason: reason.slice(0, 120),
  };
  const facts: KnownFact[] = [];
  if (figures.registrations > 0) facts.push({ ...common, factId: newId(), kind: 'lead', leads: figures.registrations });
  if (figures.firstDeposits > 0)
    facts.push({ ...common, factId: newId(), kind: 'first_deposit', firstDeposits: figures.firstDeposits });
  if (figures.deposits > 0 || Number(figures.depositAmount) !== 0)
    facts.push({
      ...common,
      factId: newId(),
      kind: 'deposit',
      deposits: figures.deposits,
      amount: figures.depositAmount,
      depositAmount: inBase(figures.depositAmount, rate),
    });
  if (Number(figures.revenue) !== 0)
    facts.push({
      ...common,
      factId: newId(),
      kind: 'revenue',
      amount: figures.revenue,
      revenue: inBase(figures.revenue, rate),
    });
  return facts;
}
