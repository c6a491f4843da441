/** Evaluates transactions together with the others of their clicks. Writes nothing. */
import { isMeaning } from '@signpost/contract/conversions/postback.ts';
import { compareMoney, sumMoney } from '@signpost/contract/money/money.ts';
import { type Price, price as priceOf } from '../../deals/price.ts';
import type { Terms } from '../../deals/terms.ts';
import type { KnownClick } from './clicks.ts';
import { conversionFacts } from './facts.ts';
import { type CountedMeaning, inOrder, type Member, type Role, rolesOf, type Took } from './group.ts';
import {
  type Counted,
  type GroupKey,
  keyOf,
  type StoredPrice,
  type Surroundings,
  type Waiting,
} from './surroundings.ts';

/** A conversion may follow its click after up to this time. */
const ATTRIBUTION_DAYS = 400;
const DAY_MS = 24 * 60 * 60 * 1000;

/** A price as it is stored with its transaction. */
export type KeptPrice = Price &
  Role & {
    publisherFixed: string;
    /** The amount that a chargeback takes back. */
    took: Took | null;
  };

export interface CountedOutcome {
  state: 'counted';
  click: KnownClick;
  price: KeptPrice;
  revenue: string;
  /** Whether it counts although its currency has no rate yet. */
  lacksRate: boolean;
  facts: NonNullable<ReturnType<typeof conversionFacts>>['facts'];
}

/** The result for a transaction. */
export type Outcome =
  | { state: 'unattributed'; reason: 'no_click_id' | 'unknown_click' | 'too_late' | 'no_rate' }
  | CountedOutcome;

/** A counted transaction that must count as something else now. */
export interface Restated {
  before: Counted;
  outcome: CountedOutcome;
  why: string;
}

export interface Weighed {
  outcomes: Map<number, Outcome>;
  restated: Restated[];
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
  const weighed: Weighed = { outcomes: new Map(), restated: [] };
  const waiting = new Map<string, (Waiting & { clickId: string })[]>(groups.map((group) => [keyOf(group), []]));
  for (const transaction of transactions) {
    const { id, clickId, partnerId } = transaction;
    const reason = unattributable(transaction, around.clicks);
    if (reason !== null || clickId === null) {
      weighed.outcomes.set(id, { state: 'unattributed', reason: reason ?? 'no_click_id' });
      continue;
    }
    const key = keyOf({ clickId, partnerId });
    waiting.set(key, [...(waiting.get(key) ?? []), { ...transaction, clickId }]);
  }
  const fresh = new Set([...transactions.map(({ id }) => id), ...gone]);
  for (const [key, ofGroup] of waiting) {
    const others = (around.counted.get(key) ?? []).filter(({ id }) => !fresh.has(id));
    weighGroup(around, ofGroup, others, now, weighed);
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
  return occurredAt.getTime() - Date.parse(click.clickAt) > ATTRIBUTION_DAYS * DAY_MS ? 'too_late' : null;
}

type GroupMember = Member & { waiting: Waiting; before: Counted | null };

const memberOf = (waiting: Waiting, before: Counted | null): GroupMember => ({
  id: waiting.id,
  meaning: countableMeaning(waiting.meaning),
  reference: waiting.reference,
  txid: waiting.txid,
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
  waiting: readonly Waiting[],
  others: readonly Counted[],
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
      // Transactions that cannot be counted yet do not affect the others.
      failed.add(walked.lacking);
      weighed.outcomes.set(walked.lacking, { state: 'unattributed', reason: 'no_rate' });
      continue;
    }
    for (const [id, outcome] of walked.outcomes) weighed.outcomes.set(id, outcome);
    weighed.restated.push(...walked.restated);
    return;
  }
}

function walk(
  around: Surroundings,
  click: KnownClick,
  members: readonly GroupMember[],
  now: Date,
): Weighed | { lacking: number } {
  const weighed: Weighed = { outcomes: new Map(), restated: [] };
  const takesSeveral = members.some(({ waiting }) => around.takesSeveral.has(waiting.partnerId));
  const roles = rolesOf(members, takesSeveral);
  const earned = new Map<string, Took>();
  const add = ({ meaning }: Member, price: Pick<StoredPrice, 'amount' | 'currency' | 'publisherFixed'>): void => {
    if (meaning === 'revenue') return;
    const was = earned.get(price.currency);
    earned.set(price.currency, {
      amount: sumMoney([was?.amount ?? '0', price.amount]),
      currency: price.currency,
      publisherFixed: sumMoney([was?.publisherFixed ?? '0', price.publisherFixed]),
    });
  };
  for (const member of inOrder(members)) {
    const role = roles.get(member.id) ?? { countsAs: member.meaning, isRejected: false, isDecided: false };
    const took = member.meaning === 'chargeback' ? mostOf(earned) : null;
    const { before } = member;
    if (before !== null && holdsStill(before, role, took)) {
      add(member, before.stored);
      continue;
    }
    const outcome = outcomeOf(member.waiting, click, around.terms, role, took, now);
    if (outcome === null && before === null) return { lacking: member.id };
    if (outcome === null) {
      if (before !== null) add(member, before.stored);
      continue;
    }
    if (before === null) weighed.outcomes.set(member.id, outcome);
    else weighed.restated.push({ before, outcome, why: whyRestated(before, role) });
    add(member, outcome.price);
  }
  return weighed;
}

/** If the click was paid in several currencies, a chargeback takes back the one with the largest amount. */
function mostOf(earned: ReadonlyMap<string, Took>): Took | null {
  const [most] = [...earned.values()].sort(
    (a, b) => compareMoney(b.amount, a.amount) || a.currency.localeCompare(b.currency),
  );
  return most ?? null;
}

/** Whether a counted transaction still counts correctly. Its price is not computed again (docs/decisions/0020). */
function holdsStill(
  { stored, meaning }: Counted,
  { countsAs, isRejected, isDecided }: Role,
  took: Took | null,
): boolean {
  if ((stored.countsAs ?? meaning) !== countsAs || stored.isRejected !== isRejected || stored.isDecided !== isDecided)
    return false;
  if (meaning !== 'chargeback') return true;
  const [now, then] = [took?.amount ?? '0', stored.took?.amount ?? '0'];
  // Older chargebacks do not have this value, because it was not stored then; they reversed their own amount or a
  // share.
  if (stored.took === undefined)
    return compareMoney(now, '0') <= 0 || compareMoney(sumMoney([now, stored.amount]), '0') === 0;
  return (
    compareMoney(now, then) === 0 &&
    took?.currency === stored.took?.currency &&
    compareMoney(took?.publisherFixed ?? '0', stored.took?.publisherFixed ?? '0') === 0
  );
}

function whyRestated({ stored, meaning }: Counted, { countsAs, isRejected, isDecided }: Role): string {
  if (meaning === 'chargeback') return 'the transaction it reverses has changed';
  if (stored.isRejected !== isRejected)
    return isRejected ? 'the partner rejected this lead' : 'the partner no longer rejects this lead';
  if (stored.isDecided !== isDecided)
    return isDecided ? 'the partner has decided it' : 'the partner has not decided it after all';
  return countsAs === 'deposit'
    ? 'another first deposit of this click came before it'
    : 'it is the first deposit of its click now';
}

/** Null if its price needs an unknown rate. */
function outcomeOf(
  { amount, currency, partnerId, ...transaction }: Waiting,
  click: KnownClick,
  terms: Terms,
  role: Role,
  took: Took | null,
  now: Date,
): CountedOutcome | null {
  const priced = priceOf(
    { event: role.countsAs, isRejected: role.isRejected, partnerId, amount, currency, earned: took },
    { ...click, day: terms.dayOf(partnerId, click.clickAt) },
    terms.dealsFor(click),
    terms.overrides,
    terms.globalDeals,
  );
  const isDemoted = role.countsAs === 'deposit' && transaction.meaning === 'first_deposit';
  const because =
    role.countsAs === 'pending'
      ? whyPending(role)
      : isDemoted
        ? `The click already has a first deposit, so this one counts as a deposit. ${priced.because}`
        : priced.because;
  const countable = { ...transaction, amount, currency, partnerId, meaning: role.countsAs, isDecided: role.isDecided };
  const made = conversionFacts(countable, click, { ...priced, because }, terms, now, took?.publisherFixed);
  if (made === null) return null;
  const { revenue, facts, lacksRate, publisherFixed } = made;
  const price: KeptPrice = { ...priced, because, ...role, publisherFixed, took };
  return { state: 'counted', click, price, revenue, lacksRate, facts };
}

const whyPending = ({ isDecided }: Role): string =>
  isDecided
    ? 'The partner has decided this since, so it is no longer pending.'
    : 'The partner has not approved this yet: its amount counts as pending revenue until then.';
