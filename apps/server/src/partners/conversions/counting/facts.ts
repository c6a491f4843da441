/** Makes the facts of a conversion, and the corrections that take them back. */

import { baseCurrency } from '@signpost/contract/money/base-currency.ts';
import { divideMoney, subtractMoney } from '@signpost/contract/money/money.ts';
import type { Meaning } from '@signpost/contract/partners/conversions/postback.ts';
import { COUNT_MEASURES, type CountMeasure, MONEY_MEASURES } from '@signpost/contract/traffic/clicks/fact.ts';
import { z } from 'zod';
import { newId } from '../../../platform/ids.ts';
import { camelCase } from '../../../platform/names.ts';
import type { KnownFact } from '../../../traffic/clicks/fact-line.ts';
import { commissionOf } from '../../deals/commission.ts';
import type { Price } from '../../deals/price.ts';
import { inBase } from '../../deals/rates.ts';
import type { Terms } from '../../deals/terms.ts';
import type { KnownClick } from './clicks.ts';

/** A month closes this many days after its end. Later changes are dated when they became known. */
const CLOSES_AFTER_DAYS = 5;
const DAY_MS = 24 * 60 * 60 * 1000;

/** When a fact counts: when it happened, or now if that month is closed. */
export function countedAt(happened: Date, now: Date): Date {
  const closes = Date.UTC(happened.getUTCFullYear(), happened.getUTCMonth() + 1, 1) + CLOSES_AFTER_DAYS * DAY_MS;
  if (now.getTime() < closes) return happened;
  return now;
}

/** The measures that count for each meaning. */
export const COUNTS: Readonly<Record<Exclude<Meaning, 'ignore'>, Partial<Record<CountMeasure, number>>>> = {
  lead: { leads: 1 },
  qualified_lead: { qualifiedLeads: 1 },
  rejected_lead: { rejectedLeads: 1 },
  pending: {},
  first_deposit: { firstDeposits: 1, deposits: 1 },
  deposit: { deposits: 1 },
  chargeback: {},
  withdrawal: {},
  revenue: {},
};

/** The parts of a transaction that its facts need. */
export interface Countable {
  id: number;
  partnerId: number;
  meaning: Exclude<Meaning, 'ignore'>;
  status: string;
  txid: string;
  amount: string | null;
  /** The earnings that the partner names in the report. */
  payout?: string | null;
  currency: string | null;
  occurredAt: Date;
  /** Whether a pending transaction has been decided and no longer counts as pending revenue. */
  isDecided?: boolean;
}

/** The amount that the click's publisher is owed for a conversion; null if nothing. */
function owedFor(
  meaning: Countable['meaning'],
  click: KnownClick,
  terms: Terms,
  { revenue, paidFixed }: { revenue: string; paidFixed: string },
) {
  if (click.publisherId === 0 || meaning === 'pending') return null;
  const conversion = {
    revenue,
    isFirstDeposit: meaning === 'first_deposit',
    day: click.clickAt.slice(0, 10),
    paidFixed: meaning === 'chargeback' ? paidFixed : undefined,
  };
  return commissionOf(conversion, click, terms.publishers, terms.rateOf);
}

/**
 * The facts of a priced conversion; `revenue` is its earnings in the base currency. Null if the price needs an unknown
 * rate. A conversion without a price counts anyway, and `lacksRate` says that the rate of its currency is unknown.
 * `paidFixed` is the sum of fixed amounts owed to the click's publisher so far; `publisherFixed` is what this
 * conversion adds.
 */
export function conversionFacts(
  transaction: Countable,
  click: KnownClick,
  price: Price,
  { terms, now, paidFixed }: { terms: Terms; now: Date; paidFixed: string },
): { facts: KnownFact[]; revenue: string; publisherFixed: string; lacksRate: boolean } | null {
  const { meaning, amount, currency, occurredAt } = transaction;
  const happened = occurredAt.toISOString();
  const rate = terms.rateOf(price.currency, happened.slice(0, 10));
  const reportedRate = terms.rateOf(currency ?? price.currency, happened.slice(0, 10));
  if (rate === null && Number(price.amount) !== 0) return null;
  const revenue = rate === null ? '0' : inBase(price.amount, rate);
  const isDeposit = meaning === 'first_deposit' || meaning === 'deposit';
  const reportedInBase = (reported: string | null): string => {
    if (reported === null || reportedRate === null) return '0';
    return inBase(reported, reportedRate);
  };
  const isPending = meaning === 'pending' && !transaction.isDecided;
  const common = {
    ...click,
    at: countedAt(occurredAt, now).toISOString(),
    recordedAt: now.toISOString(),
    partnerId: transaction.partnerId,
    status: transaction.status.slice(0, 120),
    txid: transaction.txid,
    dealId: price.dealId,
    dealType: price.dealType,
    dealVersion: price.dealVersion,
  };
  const conversion: KnownFact = {
    ...common,
    ...COUNTS[meaning],
    factId: newId(),
    kind: meaning,
    amount: divideMoney(price.amount, '1') ?? '0',
    currency: price.currency,
    rate: rate ?? '0',
    revenue,
    // A payout is what the partner will pay; an amount may be what its customer has deposited.
    pendingRevenue: isPending ? reportedInBase(transaction.payout ?? amount) : '0',
    depositAmount: isDeposit ? reportedInBase(amount) : '0',
    reason: `priced by ${price.by}`,
    trace: JSON.stringify({ transaction: transaction.id, happened, reported: { amount, currency }, price }),
  };
  const facts = [conversion];
  const owed = owedFor(meaning, click, terms, { revenue, paidFixed });
  if (owed !== null)
    facts.push({
      ...common,
      factId: newId(),
      kind: 'publisher_cost',
      amount: owed.amount,
      currency: baseCurrency(),
      publisherCost: owed.amount,
      reason: owed.because,
      ...(common.at !== happened && { trace: JSON.stringify({ happened }) }),
    });
  return {
    facts,
    revenue,
    publisherFixed: owed?.fixed ?? '0',
    lacksRate: reportedRate === null,
  };
}

const lineSchema = z.looseObject({
  at: z.string(),
  fact_id: z.string(),
  kind: z.string(),
  trace: z.string().default(''),
});
const happenedSchema = z.looseObject({ happened: z.string().optional() });

/** When a fact happened: as its trace says, or when it counts. */
const happenedOf = ({ at, trace }: z.infer<typeof lineSchema>): string =>
  happenedSchema.parse(JSON.parse(trace || '{}')).happened ?? at;

/** The correction of a shipped fact: the same fact with every measure negated, dated by the same rule. */
export function reversalOf(line: string, why: string, now: Date): KnownFact {
  const stored = lineSchema.parse(JSON.parse(line));
  const known: Record<string, unknown> = Object.fromEntries(
    Object.entries(stored).map(([name, value]) => [camelCase(name), value]),
  );
  for (const measure of COUNT_MEASURES) if (known[measure] !== undefined) known[measure] = -Number(known[measure]);
  for (const measure of [...MONEY_MEASURES, 'amount'] as const)
    if (known[measure] !== undefined) known[measure] = subtractMoney('0', String(known[measure]));
  return {
    ...known,
    factId: newId(),
    kind: 'correction',
    at: countedAt(new Date(stored.at), now).toISOString(),
    recordedAt: now.toISOString(),
    reason: why,
    trace: JSON.stringify({ takesBack: stored.fact_id, kind: stored.kind, happened: happenedOf(stored) }),
  };
}
