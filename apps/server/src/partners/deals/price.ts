/**
 * Prices a conversion (docs/product/deals.md#what-a-conversion-is-worth). Pure; the reason is returned beside the
 * amount. Partner override (narrowest first) > deal (valid at the click) > global deal > none (counted, no money,
 * unpriced).
 */

import { baseCurrency } from '@signpost/contract/money/base-currency.ts';
import { compareMoney, divideMoney, multiplyMoney, subtractMoney, sumMoney } from '@signpost/contract/money/money.ts';
import {
  type DealType,
  dealTypeLabel,
  REPORTED,
  type RevenueType,
} from '@signpost/contract/partners/conversions/deal-types.ts';
import type { PaidFor } from '@signpost/contract/partners/conversions/effect.ts';
import type { Meaning } from '@signpost/contract/partners/conversions/postback.ts';
import { REPORTED_PLACES } from '@signpost/contract/reading/minor-units.ts';
import { type ClickTerms, type DealTerms, dealFor, type OverrideTerms, overrideFor } from './choose-terms.ts';

/** Events that can be paid: a conversion with that meaning, or a click-out. */
export type Paid = Exclude<Meaning, 'ignore'> | 'clickout';

/**
 * A reported conversion. `earned` is what a chargeback takes back of what its click was paid.
 */
export interface Conversion {
  event: Paid;
  partnerId: number;
  /** As reported: the deposit, the net revenue, or the charged-back amount. */
  amount: string | null;
  /** As reported: what the partner pays for it. */
  payout: string | null;
  currency: string | null;
  earned: { amount: string; currency: string } | null;
  /** Whether its partner rejected it. */
  isRejected?: boolean;
}

export interface Price {
  by: 'override' | 'deal' | 'global' | 'none';
  /** In `currency`; negative for a chargeback. */
  amount: string;
  currency: string;
  dealId: number;
  dealVersion: number;
  dealType: DealType | '';
  overrideId: number;
  /** The events that the terms pay for; empty if no terms apply. */
  pays: PaidFor[];
  /** How the amount was computed, for people. */
  because: string;
}

interface Terms {
  by: 'override' | 'deal' | 'global';
  dealType: DealType;
  trigger: RevenueType;
  fixed: string | null;
  share: string | null;
  /** Whether a lead is still paid if its partner rejects it. */
  rejectedPaid: boolean;
  currency: string;
}

const TRIGGER_OF: Partial<Record<Paid, RevenueType>> = {
  first_deposit: 'firstDeposit',
  qualified_lead: 'qualifiedLead',
  lead: 'lead',
  clickout: 'clickout',
};

/**
 * The events for which a type of deal can pay its fixed amount, the usual one first. A revenue type that does not fit
 * the deal type (such as a CPL that was left at the form's "First deposit") is read as the usual event.
 */
const TRIGGERS: Readonly<Record<DealType, readonly [RevenueType, ...RevenueType[]]>> = {
  CPA: ['firstDeposit', 'qualifiedLead', 'lead'],
  CPL: ['lead', 'qualifiedLead'],
  RevShare: ['netRevenue'],
  Hybrid: ['firstDeposit', 'qualifiedLead', 'lead'],
  Flat: ['period'],
  CPC: ['clickout'],
  // Pays for every event with a payout; this value is not used.
  Reported: ['netRevenue'],
};
const triggerOf = (dealType: DealType, asked: RevenueType): RevenueType =>
  TRIGGERS[dealType].find((one) => one === asked) ?? TRIGGERS[dealType][0];

/** Whether deals of a type pay a share of the revenue. */
const paysShare = (dealType: DealType): boolean => dealType === 'RevShare' || dealType === 'Hybrid';

const termsOfDeal = (deal: DealTerms, by: 'deal' | 'global'): Terms => ({
  by,
  dealType: deal.dealType,
  trigger: triggerOf(deal.dealType, deal.dealRevenueType),
  fixed: deal.dealType === REPORTED ? null : deal.fixedAmount,
  share: paysShare(deal.dealType) ? deal.sharePercent : null,
  rejectedPaid: deal.rejectedPaid,
  currency: deal.currency,
});

/** An override replaces the amount. The paid event stays that of the deal if the deal has the same type. */
function termsOfOverride(override: OverrideTerms, deal: DealTerms | undefined): Terms {
  const { dealType, amount, currency } = override;
  const own = deal !== undefined && deal.dealType === dealType ? termsOfDeal(deal, 'deal') : undefined;
  const terms = {
    by: 'override' as const,
    dealType,
    trigger: own?.trigger ?? TRIGGERS[dealType][0],
    rejectedPaid: deal?.rejectedPaid ?? false,
  };
  if (dealType === 'RevShare') return { ...terms, fixed: null, share: amount, currency: deal?.currency ?? currency };
  const share = dealType === 'Hybrid' ? (deal?.sharePercent ?? null) : null;
  return { ...terms, fixed: amount, share, currency };
}

/** Whether a deal lacks the amount or share that its type pays. */
function saysNothing({ dealType, fixedAmount, sharePercent }: DealTerms): boolean {
  if (dealType === 'Flat' || dealType === REPORTED) return false;
  const noShare = sharePercent === null || !paysShare(dealType);
  return noShare && (fixedAmount === null || dealType === 'RevShare');
}

/** The terms of one conversion: `base` is its own deal or, where that says nothing, the deal for all partners. */
interface Applying {
  override: OverrideTerms | undefined;
  own: DealTerms | undefined;
  base: DealTerms | undefined;
}

/** Everything that was agreed with a partner, and the deals that hold for all partners. */
interface AgreedTerms {
  deals: readonly DealTerms[];
  overrides: readonly OverrideTerms[];
  globalDeals: readonly DealTerms[];
}

/** The terms that apply: an override, else the own deal, else the deal for all partners; undefined if none says anything. */
function termsFor({ override, own, base }: Applying): Terms | undefined {
  if (override !== undefined) return termsOfOverride(override, own);
  if (base === undefined) return undefined;
  return termsOfDeal(base, base === own ? 'deal' : 'global');
}

/** Prices one conversion of one click. */
export function price(
  conversion: Conversion,
  click: ClickTerms,
  { deals, overrides, globalDeals }: AgreedTerms,
): Price {
  const own = dealFor(deals, conversion.partnerId, click);
  const override = overrideFor(overrides, conversion.partnerId, click);
  // A deal without an amount prices nothing; its conversions are listed as unpriced.
  const deal = own !== undefined && saysNothing(own) ? undefined : own;
  const base = deal ?? dealFor(globalDeals, null, click);
  const from = base ?? own;
  const agreed = { dealId: from?.id ?? 0, dealVersion: from?.version ?? 0, overrideId: override?.id ?? 0 };
  const terms = termsFor({ override, own, base });
  if (terms === undefined)
    return {
      ...agreed,
      by: 'none',
      amount: '0',
      currency: conversion.currency ?? baseCurrency(),
      dealType: '',
      pays: [],
      because: whyUnpriced(own),
    };
  const { amount, currency, because, isUnpriced = false } = amountOf(conversion, terms);
  const by = isUnpriced ? 'none' : terms.by;
  return { ...agreed, by, amount, currency, dealType: terms.dealType, pays: paysFor(terms), because };
}

function whyUnpriced(own: DealTerms | undefined): string {
  if (own === undefined) return 'No override, deal or global deal applies to this click.';
  return `The ${own.dealType} deal has no amount.`;
}

/** All events that these terms pay for. */
function paysFor({ dealType, trigger, fixed, share }: Terms): PaidFor[] {
  if (dealType === REPORTED) return ['reported'];
  const events: PaidFor[] = [];
  if (fixed !== null && dealType !== 'RevShare') events.push(trigger);
  if (share !== null) events.push('netRevenue');
  return events;
}

interface Paying {
  amount: string;
  currency: string;
  because: string;
  /** Whether the terms should pay, but the report does not say how much. */
  isUnpriced?: true;
}

const NAMES: Readonly<Record<Terms['by'], string>> = { override: 'override', deal: 'deal', global: 'global deal' };

function amountOf(conversion: Conversion, terms: Terms): Paying {
  const { dealType, trigger, fixed, share, currency, by } = terms;
  const { event } = conversion;
  const isLead = event === 'lead' || event === 'qualified_lead';
  const isRefused = conversion.isRejected === true && !(isLead && terms.rejectedPaid);
  const rejected = isLead ? 'this lead' : 'it';
  const refusal = `the partner rejected ${rejected}, so it pays nothing.`;
  const named = `${dealTypeLabel(dealType)} by the ${NAMES[by]}`;
  if (event === 'chargeback') return chargeback(conversion, terms, named);
  if (isRefused) return { amount: '0', currency, because: `${named}: ${refusal}` };
  if (dealType === REPORTED) return reportedPayout(conversion, terms, named);
  if (event === 'revenue' && share !== null) {
    const amount = shareOf(conversion.amount ?? '0', share);
    return {
      amount,
      currency: conversion.currency ?? currency,
      because: `${named}: ${plain(share)} % of ${plain(conversion.amount ?? '0')} net revenue.`,
    };
  }
  const isDue = fixed !== null && dealType !== 'Flat' && TRIGGER_OF[event] === trigger;
  if (isDue) return { amount: fixed, currency, because: `${named}: ${plain(fixed)} ${currency} for each.` };
  return { amount: '0', currency, because: `${named} pays nothing for this.` };
}

const PAID_AS_REPORTED: ReadonlySet<Paid> = new Set(['lead', 'qualified_lead', 'first_deposit', 'deposit', 'revenue']);

/** The payout that the report names. Nothing is guessed: a report without one earns nothing and is listed as unpriced. */
function reportedPayout({ event, payout, ...reported }: Conversion, terms: Terms, named: string): Paying {
  const currency = reported.currency ?? terms.currency;
  const nothing = (why: string): Paying => ({ amount: '0', currency, because: `${named}${why}` });
  if (!PAID_AS_REPORTED.has(event)) return nothing(' pays nothing for this.');
  if (payout === null) return { ...nothing(': the report names no payout.'), isUnpriced: true };
  // A negative payout without an amount is a chargeback (`partners/conversions/counting/group.ts`).
  if (compareMoney(payout, '0') < 0)
    return { ...nothing(': the report names a negative payout beside an amount.'), isUnpriced: true };
  return { amount: payout, currency, because: `${named}: ${plain(payout)} ${currency}.` };
}

/** Takes back what the conversions that it names have earned, as the counting has determined it. */
function chargeback({ earned }: Conversion, terms: Terms, named: string): Paying {
  if (earned === null || compareMoney(earned.amount, '0') <= 0)
    return { amount: '0', currency: terms.currency, because: `${named}: nothing is left to take back.` };
  return {
    amount: subtractMoney('0', earned.amount),
    currency: earned.currency,
    because: `${named}: takes back ${plain(earned.amount)} ${earned.currency}.`,
  };
}

/** Removes the trailing zeros that a database adds. */
const plain = (amount: string): string => sumMoney([amount]);

/** Rounds half-even, to as many places as reported amounts have. */
function shareOf(amount: string, percent: string): string {
  return divideMoney(multiplyMoney(amount, percent), '100', REPORTED_PLACES) ?? '0';
}
