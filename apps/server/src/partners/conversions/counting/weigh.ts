/** Evaluates transactions together with the others of their clicks. Writes nothing. */

import { baseCurrency } from '@signpost/contract/money/base-currency.ts';
import { compareMoney, divideMoney, subtractMoney, sumMoney } from '@signpost/contract/money/money.ts';
import { REPORTED } from '@signpost/contract/partners/conversions/deal-types.ts';
import { isMeaning } from '@signpost/contract/partners/conversions/postback.ts';
import type { KnownFact } from '../../../traffic/clicks/fact-line.ts';
import { type Price, price as priceOf } from '../../deals/price.ts';
import type { Terms } from '../../deals/terms.ts';
import type { KnownClick } from './clicks.ts';
import { conversionFacts } from './facts.ts';
import {
  type CountedMeaning,
  hasShares,
  inPasses,
  type Member,
  meaningWithAmount,
  type Role,
  rolesOf,
} from './group.ts';
import {
  type Counted,
  type GroupKey,
  keyOf,
  type StoredPrice,
  type Surroundings,
  type Waiting,
} from './surroundings.ts';
import { Earnings, type Exchange, type Reported, type TakeBack, type Taking, type Took } from './take-back.ts';

/** A conversion may follow its click after up to this time. */
const ATTRIBUTION_DAYS = 400;
const DAY_MS = 24 * 60 * 60 * 1000;

/** A price as it is stored with its transaction. */
export type KeptPrice = Price &
  Role & {
    publisherFixed: string;
    /** The amounts that a chargeback takes back, by currency. */
    took: readonly Took[];
  };

export interface CountedOutcome {
  state: 'counted';
  click: KnownClick;
  price: KeptPrice;
  revenue: string;
  /** Whether it counts although its currency has no rate yet. */
  lacksRate: boolean;
  facts: KnownFact[];
}

/** Why a transaction has no price: a rate is unknown, or its value in the base currency cannot be stored. */
type Uncountable = 'no_rate' | 'too_large';

/** Values in the base currency are stored with fewer digits before the point than this number has. */
const MOST_VALUE = '10000000000000';

/** The result for a transaction. */
export type Outcome =
  | { state: 'unattributed'; reason: 'no_click_id' | 'unknown_click' | 'too_late' | Uncountable }
  | CountedOutcome;

/** A counted transaction that must count as something else now. */
export interface Restated {
  before: Counted;
  outcome: CountedOutcome;
  why: string;
}

/** A counted transaction that another report of its click has made uncountable. */
export interface Uncounted {
  before: Counted;
  reason: Uncountable;
}

export interface Weighed {
  outcomes: Map<number, Outcome>;
  restated: Restated[];
  uncounted: Uncounted[];
}

/**
 * The result for each of these transactions, and the others of their clicks that now count as something else.
 * Transactions in `gone` no longer count; `groups` are evaluated even if none of their transactions waits.
 */
export function weigh(
  around: Surroundings,
  transactions: readonly Waiting[],
  now: Date,
  { gone = new Set(), groups = [] }: { gone?: ReadonlySet<number>; groups?: readonly GroupKey[] } = {},
): Weighed {
  const weighed: Weighed = { outcomes: new Map(), restated: [], uncounted: [] };
  const waiting = new Map<string, (Waiting & { clickId: string })[]>(groups.map((group) => [keyOf(group), []]));
  for (const transaction of transactions) {
    const { id, clickId, partnerId } = transaction;
    const reason = unattributable(transaction, around.clicks);
    if (reason !== null || clickId === null) {
      weighed.outcomes.set(id, { state: 'unattributed', reason: reason ?? 'no_click_id' });
      continue;
    }
    const key = keyOf({ clickId, partnerId });
    const earlier = waiting.get(key) ?? [];
    waiting.set(key, [...earlier, { ...transaction, clickId }]);
  }
  const fresh = new Set([...transactions.map(({ id }) => id), ...gone]);
  for (const [key, ofGroup] of waiting) {
    const others = (around.counted.get(key) ?? []).filter(({ id }) => !fresh.has(id));
    weighGroup(around, { waiting: ofGroup, others }, now, weighed);
  }
  return weighed;
}

function unattributable(
  { clickId, occurredAt }: Waiting,
  clicks: ReadonlyMap<string, KnownClick>,
): 'no_click_id' | 'unknown_click' | 'too_late' | null {
  if (clickId === null) return 'no_click_id';
  const click = clicks.get(clickId);
  if (click === undefined) return 'unknown_click';
  if (occurredAt.getTime() - Date.parse(click.clickAt) > ATTRIBUTION_DAYS * DAY_MS) return 'too_late';
  return null;
}

type GroupMember = Member & { waiting: Waiting; before: Counted | null };

const memberOf = (waiting: Waiting, before: Counted | null): GroupMember => ({
  id: waiting.id,
  meaning: meaningWithAmount(countableMeaning(waiting.meaning), waiting),
  reference: waiting.reference,
  txid: waiting.txid,
  amount: waiting.amount,
  payout: waiting.payout,
  currency: waiting.currency,
  occurredAt: waiting.occurredAt,
  waiting,
  before,
});

function countableMeaning(meaning: string | null): CountedMeaning {
  if (meaning === null || !isMeaning(meaning) || meaning === 'ignore')
    throw new RangeError(`A transaction with the meaning ${meaning} is not counted.`);
  return meaning;
}

/** Evaluates one click and partner, in the order in which money is earned and taken back. */
function weighGroup(
  around: Surroundings,
  { waiting, others }: { waiting: readonly Waiting[]; others: readonly Counted[] },
  now: Date,
  weighed: Weighed,
): void {
  const failed = new Set<number>();
  const click = around.clicks.get(waiting[0]?.clickId ?? others[0]?.clickId ?? '');
  if (click === undefined) return;
  const all = [...waiting.map((one) => memberOf(one, null)), ...others.map((one) => memberOf(one, one))];
  for (;;) {
    const members = all.filter(({ id }) => !failed.has(id));
    const walked = walk(around, click, members, now);
    if ('lacking' in walked) {
      // Transactions that cannot be counted yet do not affect the others, whichever of them came first.
      const { lacking, reason } = walked;
      const { id, before } = lacking;
      failed.add(id);
      if (before === null) weighed.outcomes.set(id, { state: 'unattributed', reason });
      else weighed.uncounted.push({ before, reason });
      continue;
    }
    for (const [id, outcome] of walked.outcomes) weighed.outcomes.set(id, outcome);
    weighed.restated.push(...walked.restated);
    return;
  }
}

/** A transaction that cannot be counted, and why. */
interface Lacking {
  lacking: GroupMember;
  reason: Uncountable;
}

function walk(around: Surroundings, click: KnownClick, members: readonly GroupMember[], now: Date): Weighed | Lacking {
  const has = (partners: ReadonlySet<number>): boolean =>
    members.some(({ waiting }) => partners.has(waiting.partnerId));
  const roles = rolesOf(members, { takesSeveral: has(around.takesSeveral), keepsFirst: has(around.keepsFirst) });
  const takesShares = hasShares(members, roles);
  return inPasses<GroupMember, Weighed | Lacking>(members, (ordered, isLate) => {
    const weighed: Weighed = { outcomes: new Map(), restated: [], uncounted: [] };
    const earnings = new Earnings(exchangeAt(around.terms, members));
    for (const member of ordered) {
      const role = roles.get(member.id) ?? { countsAs: member.meaning, isRejected: false, isDecided: false };
      const taking =
        role.countsAs === 'chargeback' ? earnings.takeBack(takeBackOf(member, takesShares)) : NOTHING_TAKEN;
      if (taking === null) return { result: { lacking: member, reason: 'no_rate' } };
      if (taking.isShort && !isLate(member.id)) return { short: member.id };
      const { took } = taking;
      const { before } = member;
      if (before !== null && holdsStill(before, role, took)) {
        addEarning(earnings, member, role, before.stored);
        continue;
      }
      const outcome = outcomeOf(member, { click, terms: around.terms, role, took, now });
      if (typeof outcome === 'string') return { result: { lacking: member, reason: outcome } };
      if (before === null) weighed.outcomes.set(member.id, outcome);
      else weighed.restated.push({ before, outcome, why: whyRestated(before, member, role) });
      addEarning(earnings, member, role, outcome.price);
    }
    return { result: weighed };
  });
}

const NOTHING_TAKEN: Taking = { took: [], isShort: false };

/** A reported amount without its sign. */
const unsigned = (amount: string | null, currency: string | null): Reported | null => {
  if (amount === null) return null;
  return { amount: amount.replace(/^-/, ''), currency };
};

const takeBackOf = (member: GroupMember, takesShares: boolean): TakeBack => ({
  txid: member.txid,
  reported: unsigned(member.amount, member.currency),
  payout: unsigned(member.payout, member.currency),
  isShareOnly: member.waiting.meaning === 'revenue',
  hasShares: takesShares,
});

/** Adds what a report earned to what chargebacks can take back. */
function addEarning(
  earnings: Earnings,
  member: Member,
  { countsAs }: Role,
  {
    amount,
    currency,
    publisherFixed,
    dealType,
  }: Pick<StoredPrice, 'amount' | 'currency' | 'publisherFixed' | 'dealType'>,
): void {
  if (member.meaning === 'chargeback') return;
  earnings.add({
    txid: member.txid,
    isShare: countsAs === 'revenue',
    isAsReported: dealType === REPORTED,
    reported: unsigned(member.amount, member.currency),
    amount,
    currency,
    publisherFixed,
  });
}

/** Rates of the day of the newest report. */
function exchangeAt(terms: Terms, members: readonly Member[]): Exchange {
  const newest = Math.max(0, ...members.map(({ occurredAt }) => occurredAt.getTime()));
  const day = new Date(newest).toISOString().slice(0, 10);
  return (from, to) => {
    const own = terms.rateOf(from, day);
    const other = terms.rateOf(to, day);
    if (own === null || other === null) return null;
    return divideMoney(own, other, 12);
  };
}

const sumOf = (took: readonly Took[]): string =>
  took.map(({ currency, amount }) => `${currency} ${Number(amount)}`).join();
const fixedOf = (took: readonly Took[]): string => sumMoney(took.map(({ publisherFixed }) => publisherFixed));

/** Whether a counted transaction still counts correctly. Its price is not computed again (docs/decisions/0020). */
function holdsStill(
  { stored, meaning }: Counted,
  { countsAs, isRejected, isDecided }: Role,
  took: readonly Took[],
): boolean {
  if ((stored.countsAs ?? meaning) !== countsAs || stored.isRejected !== isRejected || stored.isDecided !== isDecided)
    return false;
  if (countsAs !== 'chargeback') return true;
  // Older chargebacks do not have this value, because it was not stored then; they reversed their own amount or a
  // share.
  if (stored.took === undefined) {
    const all = sumMoney(took.map(({ amount }) => amount));
    return compareMoney(sumMoney([all, stored.amount]), '0') === 0;
  }
  return sumOf(took) === sumOf(stored.took) && compareMoney(fixedOf(took), fixedOf(stored.took)) === 0;
}

function whyRestated({ stored }: Counted, { meaning }: Member, { countsAs, isRejected, isDecided }: Role): string {
  if (countsAs === 'replaced' && meaning === 'rejected_lead') return 'the partner approved it afterwards';
  if (countsAs === 'replaced' && meaning === 'chargeback') return 'the partner reported the transaction again';
  if (countsAs === 'replaced') return 'the partner reported it with another amount';
  if (stored.countsAs === 'replaced') return 'the report that replaced it no longer counts';
  if (meaning === 'chargeback') return 'the transaction it reverses has changed';
  if (stored.isRejected !== isRejected) {
    const rejected = meaning === 'lead' || meaning === 'qualified_lead' ? 'this lead' : 'this transaction';
    if (isRejected) return `the partner rejected ${rejected}`;
    return `the partner no longer rejects ${rejected}`;
  }
  if (isDecided && !stored.isDecided) return 'the partner has decided it';
  if (stored.isDecided && !isDecided) return 'the partner has not decided it after all';
  if (countsAs === 'deposit') return 'another first deposit of this click came before it';
  return 'it is the first deposit of its click now';
}

/** The data with which a report is weighed. */
interface Weighing {
  click: KnownClick;
  terms: Terms;
  role: Role;
  took: readonly Took[];
  now: Date;
}

/** The outcome, or the reason why it cannot be counted. */
function outcomeOf(member: GroupMember, weighing: Weighing): CountedOutcome | Uncountable {
  const { click, terms, role, took, now } = weighing;
  const { countsAs } = role;
  if (countsAs === 'replaced') return replacedOutcome(member, click, role);
  const { amount, payout, currency, partnerId, ...transaction } = member.waiting;
  const priced = priceOf(
    { event: countsAs, isRejected: role.isRejected, partnerId, amount, payout, currency, earned: took[0] ?? null },
    { ...click, day: terms.dayOf(partnerId, click.clickAt) },
    { deals: terms.dealsFor(click), overrides: terms.overrides, globalDeals: terms.globalDeals },
  );
  const because = becauseOf(member, role, priced);
  const countable = {
    ...transaction,
    amount,
    payout,
    currency,
    partnerId,
    meaning: countsAs,
    isDecided: role.isDecided,
  };
  // A click that was paid in several currencies is taken back in each of them.
  const parts =
    took.length > 1 ? took.map((one) => ({ ...priced, because, ...negated(one) })) : [{ ...priced, because }];
  const made = parts.map((part, at) =>
    conversionFacts(countable, click, part, { terms, now, paidFixed: took[at]?.publisherFixed ?? '0' }),
  );
  const known = made.filter((part) => part !== null);
  if (known.length < made.length) return 'no_rate';
  const revenue = sumMoney(known.map((part) => part.revenue));
  if (compareMoney(revenue.replace(/^-/, ''), MOST_VALUE) >= 0) return 'too_large';
  const publisherFixed = sumMoney(known.map((part) => part.publisherFixed));
  return {
    state: 'counted',
    click,
    price: { ...priced, because, ...role, publisherFixed, took },
    revenue,
    lacksRate: known.some(({ lacksRate }) => lacksRate),
    facts: known.flatMap(({ facts }) => facts),
  };
}

const negated = ({ amount, currency }: Took) => ({ amount: subtractMoney('0', amount), currency });

function becauseOf(member: GroupMember, role: Role, priced: Price): string {
  if (role.countsAs === 'pending') return whyPending(role);
  const isDemoted = role.countsAs === 'deposit' && member.meaning === 'first_deposit';
  if (isDemoted) return `The click already has a first deposit, so this one counts as a deposit. ${priced.because}`;
  return priced.because;
}

/** A report that another one of the same transaction replaces: it counts nothing. */
function replacedOutcome(member: GroupMember, click: KnownClick, role: Role): CountedOutcome {
  const because = whyReplaced(member);
  const price: KeptPrice = {
    by: 'none',
    amount: '0',
    currency: member.currency ?? baseCurrency(),
    dealId: 0,
    dealVersion: 0,
    dealType: '',
    overrideId: 0,
    pays: [],
    because,
    ...role,
    publisherFixed: '0',
    took: [],
  };
  return { state: 'counted', click, price, revenue: '0', lacksRate: false, facts: [] };
}

function whyReplaced({ meaning }: GroupMember): string {
  if (meaning === 'rejected_lead') return 'The partner approved this lead again later.';
  return 'Another report of the same transaction counts instead of this one.';
}

const whyPending = ({ isDecided }: Role): string => {
  if (isDecided) return 'The partner has decided this since, so it is no longer pending.';
  return 'The partner has not approved this yet: its payout or amount counts as pending revenue until then.';
};
