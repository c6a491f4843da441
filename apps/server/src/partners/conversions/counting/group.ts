/**
 * How the transactions of one click and partner affect one another (docs/decisions/0020, 0362). Pure; the order in
 * which they are reported or mapped does not matter.
 *
 * - Reports of one event with the same transaction id are versions of one report: another amount or payout corrects it.
 * - A pixel and a postback can report the same event. A report without an id does not count if a report with an id has the
 *   same event and amounts, and if the event happens once a click or both reports have the same time.
 * - The first of several first deposits counts as one, the others as deposits, unless the integration takes several.
 * - A rejection takes back its leads, and other reports with its transaction id, until the partner reports them again.
 * - A pending transaction is decided by the next one with its reference, whatever that means, and by an earlier one with
 *   its id and its amounts, because a transaction that was paid already is not pending too.
 * - A negative amount of a paying event is a chargeback, and so is a negative payout without an amount.
 * - A chargeback comes after everything that happened before it, and after the transaction it names. One that names no
 *   transaction and finds too little comes after everything, because reports arrive in any order.
 * - A chargeback no longer holds if the partner reports the same transaction before it and again after it.
 * - Chargebacks that name one transaction are several refunds of it. Those with an id of their own are versions of one.
 */

import { compareMoney } from '@signpost/contract/money/money.ts';
import type { Meaning } from '@signpost/contract/partners/conversions/postback.ts';

export type CountedMeaning = Exclude<Meaning, 'ignore'>;
/** A replaced report counts nothing, because another report of the same transaction counts instead. */
export type CountsAs = CountedMeaning | 'replaced';

export interface Member {
  id: number;
  meaning: CountedMeaning;
  /** The partner's transaction id or, without one, the click id. */
  reference: string;
  txid: string;
  amount: string | null;
  /** The amount that the partner says it pays, in the currency of the report. */
  payout: string | null;
  currency: string | null;
  occurredAt: Date;
}

export interface Role {
  countsAs: CountsAs;
  /** A lead or another report that its partner rejected. */
  isRejected: boolean;
  /** A pending transaction that its partner has decided since. */
  isDecided: boolean;
}

/** How an integration reads several reports of one click. */
export interface GroupSettings {
  takesSeveral: boolean;
  /** Whether the first amounts of a transaction stay if another is reported. */
  keepsFirst: boolean;
}

/** Events that pay when they are reported with a positive amount, or with none. */
const PAYING: ReadonlySet<CountedMeaning> = new Set(['lead', 'qualified_lead', 'first_deposit', 'deposit', 'revenue']);
/** Events that happen once a click where the partner gives no transaction id. */
const ONCE_A_CLICK: ReadonlySet<CountedMeaning> = new Set(['lead', 'qualified_lead', 'rejected_lead', 'first_deposit']);

/**
 * The meaning of a report, given its amounts: a paying event takes money back if its amount is negative or, without an
 * amount or with 0, if its payout is negative.
 */
export function meaningWithAmount(
  meaning: CountedMeaning,
  { amount, payout }: Pick<Member, 'amount' | 'payout'>,
): CountedMeaning {
  const sign = compareMoney(amount ?? '0', '0') || compareMoney(payout ?? '0', '0');
  if (sign < 0 && PAYING.has(meaning)) return 'chargeback';
  return meaning;
}

const isLead = ({ meaning }: Member): boolean => meaning === 'lead' || meaning === 'qualified_lead';

const earlier = (one: Member, other: Member): number =>
  one.occurredAt.getTime() - other.occurredAt.getTime() || one.id - other.id;

/**
 * Whether a rejection is about a report. If it or a lead has no transaction id, the click decides; otherwise both must have
 * the same reference. Deposits and revenue are only rejected by their transaction id.
 */
function rejects(rejection: Member, report: Member): boolean {
  if (!PAYING.has(report.meaning)) return false;
  const isSame = rejection.reference === report.reference;
  if (isLead(report)) return isSame || rejection.txid === '' || report.txid === '';
  return isSame && rejection.txid !== '';
}

/** Whether two reports are about the same event: a lead and the same lead as a qualified one are. */
const isSameEvent = (one: Member, other: Member): boolean =>
  one.reference === other.reference && (one.meaning === other.meaning || (isLead(one) && isLead(other)));

/** Whether a rejection is the partner's newest decision about a report. */
const isNewestDecision = (rejection: Member, report: Member, members: readonly Member[]): boolean =>
  !members.some((again) => isSameEvent(again, report) && earlier(again, rejection) > 0);

/** The reports that a chargeback names by its reference. */
const namedBy = <M extends Member>(chargeback: Member, members: readonly M[]): M[] =>
  members.filter((it) => it.meaning !== 'chargeback' && it.reference === chargeback.reference);

/** Reports with the same key are versions of one report; null for a report that stands alone. */
function versionKey(member: Member, members: readonly Member[]): string | null {
  const { meaning, txid, reference } = member;
  if (txid === '') return ONCE_A_CLICK.has(meaning) ? `${meaning} of the click` : null;
  if (meaning === 'chargeback' && namedBy(member, members).length > 0) return null;
  return `${meaning} ${reference}`;
}

const withoutSign = (amount: string | null): string => (amount ?? '').replace(/^-/, '');
const saysTheSame = (one: Member, other: Member): boolean =>
  withoutSign(one.amount) === withoutSign(other.amount) &&
  withoutSign(one.payout) === withoutSign(other.payout) &&
  (one.currency ?? '') === (other.currency ?? '');

/**
 * Whether a later version says nothing else than an earlier one: values that it leaves out are not taken back. A
 * chargeback without an amount takes everything, so it says something else than one with an amount.
 */
function addsNothing(counting: Member, next: Member): boolean {
  if (saysTheSame(counting, next)) return true;
  if (next.meaning === 'chargeback') return false;
  const agrees = (earlierText: string | null, text: string | null) =>
    text === null || withoutSign(earlierText) === withoutSign(text);
  return (
    agrees(counting.amount, next.amount) &&
    agrees(counting.payout, next.payout) &&
    agrees(counting.currency, next.currency)
  );
}

const isDecided = (member: Member, members: readonly Member[]): boolean =>
  member.meaning === 'pending' &&
  members.some(
    (it) =>
      it.meaning !== 'pending' &&
      it.reference === member.reference &&
      (earlier(member, it) < 0 || (member.txid !== '' && saysTheSame(member, it))),
  );

/** The version that counts: the first one that says what the newest says, or the very first. */
function countingVersion(versions: readonly Member[], keepsFirst: boolean): Member | undefined {
  const sorted = [...versions].sort(earlier);
  if (keepsFirst) return sorted[0];
  return sorted.reduce<Member | undefined>((counting, next) => {
    if (counting !== undefined && addsNothing(counting, next)) return counting;
    return next;
  }, undefined);
}

/** Reports that another version replaces. */
function replacedVersions(members: readonly Member[], keepsFirst: boolean): ReadonlySet<Member> {
  const versions = Map.groupBy(members, (member) => versionKey(member, members));
  const replaced = new Set<Member>();
  for (const [key, list] of versions) {
    if (key === null || list.length < 2) continue;
    const counting = countingVersion(list, keepsFirst);
    for (const one of list) if (one !== counting) replaced.add(one);
  }
  for (const one of members) {
    const isCovered = members.some((other) => !replaced.has(other) && covers(other, one));
    if (isCovered) replaced.add(one);
  }
  return replaced;
}

/**
 * Whether a report with an id is about the same event as one without. Values that the one without leaves open agree
 * with any value.
 */
function covers(withId: Member, without: Member): boolean {
  if (withId.txid === '' || without.txid !== '' || withId.meaning !== without.meaning) return false;
  if (!PAYING.has(without.meaning)) return false;
  const isSameTime = withId.occurredAt.getTime() === without.occurredAt.getTime();
  if (!ONCE_A_CLICK.has(without.meaning) && !isSameTime) return false;
  const agrees = (own: string | null, other: string | null) => own === null || own === other;
  return (
    agrees(without.amount, withId.amount) &&
    agrees(without.payout, withId.payout) &&
    (without.amount === null || (without.currency ?? '') === (withId.currency ?? ''))
  );
}

/**
 * A rejection no longer holds if the partner has approved all that it is about after it. A chargeback no longer holds if
 * the report that it names came before it and comes again after it, with the same amounts.
 */
function isOverruled(member: Member, members: readonly Member[]): boolean {
  if (member.meaning === 'rejected_lead') {
    const rejected = members.filter((it) => rejects(member, it));
    return rejected.length > 0 && !rejected.some((it) => isNewestDecision(member, it, members));
  }
  if (member.meaning !== 'chargeback') return false;
  const named = namedBy(member, members).filter((it) => PAYING.has(it.meaning) && versionKey(it, members) !== null);
  const before = named.filter((it) => earlier(it, member) < 0);
  const after = named.filter((it) => earlier(it, member) > 0);
  return after.some((again) => before.some((it) => it.meaning === again.meaning && saysTheSame(it, again)));
}

/** The result of each transaction. */
export function rolesOf(
  members: readonly Member[],
  { takesSeveral, keepsFirst }: GroupSettings,
): ReadonlyMap<number, Role> {
  const overruled = new Set(members.filter((member) => isOverruled(member, members)));
  const replaced = replacedVersions(members, keepsFirst);
  const rejections = members.filter(({ meaning }) => meaning === 'rejected_lead');
  const [first] = members.filter((member) => member.meaning === 'first_deposit' && !replaced.has(member)).sort(earlier);
  return new Map(
    members.map((member): [number, Role] => [
      member.id,
      {
        countsAs: countsAsOf(member),
        isDecided: isDecided(member, members),
        isRejected: rejections.some(
          (rejection) => rejects(rejection, member) && isNewestDecision(rejection, member, members),
        ),
      },
    ]),
  );

  function countsAsOf(member: Member): CountsAs {
    if (replaced.has(member) || overruled.has(member)) return 'replaced';
    if (member.meaning === 'first_deposit' && member !== first && !takesSeveral) return 'deposit';
    return member.meaning;
  }
}

/** Sorts transactions in the order in which money is earned and taken back. The chargebacks in `late` come last. */
export function inOrder<M extends Member>(members: readonly M[], late: ReadonlySet<number> = new Set()): M[] {
  const placeOf = (member: M): M => {
    // Those that come last have the order in which they happened, whatever they name.
    if (member.meaning !== 'chargeback' || late.has(member.id)) return member;
    return [member, ...namedBy(member, members)].sort(earlier).at(-1) ?? member;
  };
  const places = new Map(members.map((member) => [member, placeOf(member)]));
  return [...members].sort((one, other) => {
    const here = places.get(one) ?? one;
    const there = places.get(other) ?? other;
    // A chargeback that was moved behind a transaction comes directly after it.
    return (
      Number(late.has(one.id)) - Number(late.has(other.id)) ||
      earlier(here, there) ||
      Number(here !== one) - Number(there !== other) ||
      earlier(one, other)
    );
  });
}

/** A pass ends with its result, or with the id of a chargeback that found too little to take back. */
export type Passed<R> = { result: R } | { short: number };

/**
 * Goes through the transactions in order and returns the result. A chargeback that found too little comes last in a
 * further pass, where `isLate` is true for it and it takes what there is.
 */
export function inPasses<M extends Member, R>(
  members: readonly M[],
  pass: (ordered: readonly M[], isLate: (id: number) => boolean) => Passed<R>,
): R {
  const late = new Set<number>();
  for (;;) {
    const passed = pass(inOrder(members, late), (id) => late.has(id));
    if ('result' in passed) return passed.result;
    late.add(passed.short);
  }
}

/** Whether a report earns shares of an amount, so that a chargeback with an amount takes parts of these. */
export const hasShares = (members: readonly Member[], roles: ReadonlyMap<number, Role>): boolean =>
  members.some(({ id, amount }) => roles.get(id)?.countsAs === 'revenue' && compareMoney(amount ?? '0', '0') > 0);
