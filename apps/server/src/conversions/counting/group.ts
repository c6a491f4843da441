/**
 * How the transactions of one click and partner affect one another (docs/decisions/0050). Pure; the order in which they
 * are reported or mapped does not matter.
 *
 * - The first of several first deposits counts as one, the others as deposits, unless the integration takes several.
 * - A rejection takes back its leads.
 * - A pending transaction is decided by the next one with its reference, whatever that means.
 * - A chargeback comes after everything that happened before it, and after the transaction it names.
 */
import type { Meaning } from '@signpost/contract/conversions/postback.ts';

export type CountedMeaning = Exclude<Meaning, 'ignore'>;

export interface Member {
  id: number;
  meaning: CountedMeaning;
  /** The partner's transaction id or, without one, the click id. */
  reference: string;
  txid: string;
  occurredAt: Date;
}

export interface Role {
  countsAs: CountedMeaning;
  /** A lead that its partner rejected. */
  isRejected: boolean;
  /** A pending transaction that its partner has decided since. */
  isDecided: boolean;
}

const isLead = ({ meaning }: Member): boolean => meaning === 'lead' || meaning === 'qualified_lead';

const earlier = (one: Member, other: Member): number =>
  one.occurredAt.getTime() - other.occurredAt.getTime() || one.id - other.id;

/** If the rejection or the lead has no transaction id, the click decides; otherwise both must have the same reference. */
const rejects = (rejection: Member, lead: Member): boolean =>
  rejection.reference === lead.reference || rejection.txid === '' || lead.txid === '';

const isDecided = (member: Member, members: readonly Member[]): boolean =>
  member.meaning === 'pending' &&
  members.some((it) => it.meaning !== 'pending' && it.reference === member.reference && earlier(member, it) < 0);

/** The result of each transaction. */
export function rolesOf(members: readonly Member[], takesSeveral: boolean): ReadonlyMap<number, Role> {
  const rejections = members.filter(({ meaning }) => meaning === 'rejected_lead');
  const [first] = members.filter(({ meaning }) => meaning === 'first_deposit').sort(earlier);
  return new Map(
    members.map((member): [number, Role] => {
      const isLater = member.meaning === 'first_deposit' && member !== first && !takesSeveral;
      return [
        member.id,
        {
          countsAs: isLater ? 'deposit' : member.meaning,
          isDecided: isDecided(member, members),
          isRejected: isLead(member) && rejections.some((rejection) => rejects(rejection, member)),
        },
      ];
    }),
  );
}

/** Sorts transactions in the order in which money is earned and taken back. */
export function inOrder<M extends Member>(members: readonly M[]): M[] {
  const placeOf = (member: M): M => {
    if (member.meaning !== 'chargeback') return member;
    const named = members.filter((it) => it.meaning !== 'chargeback' && it.reference === member.reference);
    return [member, ...named].sort(earlier).at(-1) ?? member;
  };
  const places = new Map(members.map((member) => [member, placeOf(member)]));
  return [...members].sort((one, other) => {
    const [here, there] = [places.get(one) ?? one, places.get(other) ?? other];
    // A chargeback that was moved behind a transaction comes directly after it.
    return earlier(here, there) || Number(here !== one) - Number(there !== other) || earlier(one, other);
  });
}

/** The earnings of a click that have not been reversed, in one currency. */
export interface Took {
  amount: string;
  currency: string;
  /** The part owed to the click's publisher in fixed amounts, in the base currency. */
  publisherFixed: string;
}
