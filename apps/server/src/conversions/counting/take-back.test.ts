/** What chargebacks take back, against a recomputation that shares no code with it. */
import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inOrder, type Member, meaningWithAmount, rolesOf } from './group.ts';
import { Earnings } from './take-back.ts';

type Deal = 'CPL' | 'CPA' | 'RevShare' | 'Hybrid';
const DEALS: readonly Deal[] = ['CPL', 'CPA', 'RevShare', 'Hybrid'];
const SHARE = { CPL: 0, CPA: 0, RevShare: 40, Hybrid: 25 } as const;

/** What a deal pays for a report. */
function priceOf(
  deal: Deal,
  { countsAs, isRejected }: { countsAs: string; isRejected: boolean },
  amount: string | null,
): string {
  if (deal === 'CPL' && countsAs === 'lead') return isRejected ? '0' : '10';
  if ((deal === 'CPA' || deal === 'Hybrid') && countsAs === 'first_deposit') return deal === 'CPA' ? '50' : '100';
  if (countsAs === 'revenue') return new Decimal(amount ?? 0).times(SHARE[deal]).div(100).toFixed();
  return '0';
}

interface Sent {
  meaning: Member['meaning'];
  txid: string;
  amount: string | null;
}

/** A report with what was sent, before its sign gives it another meaning. */
interface Told extends Member {
  sentAs: Member['meaning'];
}

const membersOf = (sent: readonly Sent[]): Told[] =>
  sent.map(({ meaning, txid, amount }, at) => ({
    id: at + 1,
    sentAs: meaning,
    meaning: meaningWithAmount(meaning, amount),
    reference: txid === '' ? 'the click' : txid,
    txid,
    amount,
    currency: 'EUR',
    occurredAt: new Date(Date.UTC(2026, 0, 1, 0, at)),
  }));

/** The sum of a click by the code under test. */
function sumOf(deal: Deal, members: readonly Told[]): string {
  const roles = rolesOf(members, { takesSeveral: false, keepsFirst: false });
  const earnings = new Earnings(() => '1');
  let sum = new Decimal(0);
  for (const member of inOrder(members)) {
    const role = roles.get(member.id);
    if (role === undefined || (role.countsAs === 'replaced' && member.meaning === 'chargeback')) continue;
    const reported =
      member.amount === null ? null : { amount: member.amount.replace('-', ''), currency: member.currency };
    if (role.countsAs === 'chargeback') {
      for (const { amount } of earnings.takeBack({
        txid: member.txid,
        reported,
        isShareOnly: member.sentAs === 'revenue',
      }) ?? [])
        sum = sum.minus(amount);
      continue;
    }
    const amount = priceOf(deal, role, member.amount);
    sum = sum.plus(amount);
    earnings.add({
      txid: member.txid,
      isShare: role.countsAs === 'revenue',
      reported,
      amount,
      currency: 'EUR',
      publisherFixed: '0',
    });
  }
  return sum.toFixed();
}

const of = (deal: Deal, ...sent: readonly (readonly [Sent['meaning'], string, string?])[]) =>
  sumOf(deal, membersOf(sent.map(([meaning, txid, amount]) => ({ meaning, txid, amount: amount ?? null }))));

describe('A chargeback', () => {
  it.each([
    [
      'Hybrid',
      '100',
      [
        ['first_deposit', 'a', '50'],
        ['revenue', 'b', '100'],
        ['chargeback', 'b', '100'],
      ],
    ],
    [
      'Hybrid',
      '120',
      [
        ['first_deposit', 'a', '50'],
        ['revenue', 'b', '100'],
        ['chargeback', 'b', '20'],
      ],
    ],
    [
      'Hybrid',
      '25',
      [
        ['first_deposit', 'a', '50'],
        ['revenue', 'b', '100'],
        ['chargeback', 'a'],
      ],
    ],
    [
      'Hybrid',
      '0',
      [
        ['first_deposit', 'a', '50'],
        ['revenue', 'b', '100'],
        ['chargeback', ''],
      ],
    ],
    [
      'Hybrid',
      '0',
      [
        ['first_deposit', 'a', '50'],
        ['revenue', 'b', '100'],
        ['chargeback', '', '0'],
      ],
    ],
    [
      'Hybrid',
      '120',
      [
        ['first_deposit', 'a', '50'],
        ['revenue', 'b', '100'],
        ['chargeback', 'own id', '20'],
      ],
    ],
    [
      'RevShare',
      '32',
      [
        ['revenue', 'a', '100'],
        ['chargeback', '', '20'],
      ],
    ],
    [
      'RevShare',
      '24',
      [
        ['revenue', 'a', '100'],
        ['chargeback', '', '20'],
        ['revenue', '', '-20'],
      ],
    ],
    [
      'RevShare',
      '0',
      [
        ['revenue', 'a', '100'],
        ['chargeback', 'a', '500'],
      ],
    ],
    ['RevShare', '0', [['chargeback', '', '20']]],
    [
      'CPA',
      '30',
      [
        ['first_deposit', 'a', '50'],
        ['chargeback', 'a', '20'],
      ],
    ],
    [
      'CPA',
      '0',
      [
        ['first_deposit', 'a', '50'],
        ['chargeback', '', '20'],
      ],
    ],
    [
      'CPA',
      '50',
      [
        ['lead', 'l'],
        ['first_deposit', 'a', '50'],
        ['chargeback', 'l'],
      ],
    ],
    [
      'CPA',
      '0',
      [
        ['first_deposit', 'a', '50'],
        ['first_deposit', 'a', '-50'],
      ],
    ],
    [
      'CPA',
      '0',
      [
        ['chargeback', 'a'],
        ['first_deposit', 'a', '50'],
      ],
    ],
    [
      'CPL',
      '0',
      [
        ['lead', 'a'],
        ['chargeback', 'a'],
        ['chargeback', 'a', '7'],
      ],
    ],
  ] as const)('of a click with the deal %s leaves %s: %j', (deal, left, sent) => {
    expect(of(deal, ...sent)).toBe(left);
  });
});

describe('The decisions of a partner', () => {
  it.each([
    [
      'CPL',
      '10',
      [
        ['lead', 'a'],
        ['rejected_lead', 'a'],
        ['lead', 'a'],
      ],
    ],
    [
      'CPL',
      '0',
      [
        ['lead', 'a'],
        ['rejected_lead', 'a'],
        ['lead', 'a'],
        ['rejected_lead', 'a'],
      ],
    ],
    [
      'CPL',
      '10',
      [
        ['lead', 'a'],
        ['rejected_lead', 'a'],
        ['qualified_lead', 'a'],
      ],
    ],
    [
      'CPL',
      '0',
      [
        ['rejected_lead', 'a'],
        ['lead', 'a'],
      ],
    ],
    [
      'CPL',
      '10',
      [
        ['lead', ''],
        ['rejected_lead', ''],
        ['lead', ''],
      ],
    ],
    [
      'CPL',
      '20',
      [
        ['lead', 'a'],
        ['lead', 'b'],
        ['rejected_lead', 'a'],
        ['lead', 'a'],
      ],
    ],
    [
      'RevShare',
      '32',
      [
        ['revenue', 'a', '100'],
        ['revenue', 'a', '80'],
      ],
    ],
    [
      'RevShare',
      '40',
      [
        ['revenue', 'a', '100'],
        ['revenue', 'a', '80'],
        ['revenue', 'a', '100'],
      ],
    ],
    [
      'RevShare',
      '52',
      [
        ['revenue', '', '100'],
        ['revenue', '', '30'],
      ],
    ],
    [
      'CPA',
      '50',
      [
        ['first_deposit', '', '20'],
        ['first_deposit', '', '30'],
      ],
    ],
  ] as const)('with the deal %s come to %s: %j', (deal, sum, sent) => {
    expect(of(deal, ...sent)).toBe(sum);
  });
});

const MEANINGS = ['lead', 'first_deposit', 'revenue', 'chargeback', 'rejected_lead'] as const;
const sentReport = fc.record({
  meaning: fc.constantFrom(...MEANINGS),
  txid: fc.constantFrom('a', 'b', 'c', ''),
  amount: fc.constantFrom(null, '0', '10', '24', '100', '-10', '-24'),
});

/** A plain recomputation: the same rules, written as a table of what is left of each report. */
function recompute(deal: Deal, members: readonly Told[]): Decimal {
  const time = (one: Member) => one.occurredAt.getTime();
  const size = (one: Member) => new Decimal(one.amount ?? 0).abs();
  const keyOf = (one: Told) =>
    one.txid !== '' || ['lead', 'first_deposit', 'rejected_lead'].includes(one.meaning)
      ? `${one.meaning}/${one.txid === '' ? 'click' : one.txid}`
      : `alone/${one.id}`;
  const live = new Map<string, Told>();
  for (const one of [...members].sort((a, b) => time(a) - time(b))) {
    const was = live.get(keyOf(one));
    const isSame = was !== undefined && (was.amount ?? '').replace('-', '') === (one.amount ?? '').replace('-', '');
    if (!isSame) live.set(keyOf(one), one);
  }
  const counts = new Set(live.values());
  const fits = (no: Member, lead: Member) => no.reference === lead.reference || no.txid === '' || lead.txid === '';
  const leads = members.filter(({ meaning }) => meaning === 'lead');
  const holds = members
    .filter(({ meaning }) => meaning === 'rejected_lead')
    .filter((no) => {
      const own = leads.filter((lead) => fits(no, lead)).map(time);
      return !(own.some((at) => at < time(no)) && own.some((at) => at > time(no)));
    });
  const firsts = [...counts].filter(({ meaning }) => meaning === 'first_deposit').sort((a, b) => time(a) - time(b));
  const paid = (one: Told): Decimal => {
    const countsAs = one.meaning === 'first_deposit' && one !== firsts[0] ? 'deposit' : one.meaning;
    return new Decimal(priceOf(deal, { countsAs, isRejected: holds.some((no) => fits(no, one)) }, one.amount));
  };
  const sources = [...counts].filter(({ meaning }) => meaning !== 'chargeback');
  const left = new Map(sources.map((one) => [one, paid(one)]));
  const leftReported = new Map(sources.map((one) => [one, size(one)]));
  const placed = [...counts]
    .filter(({ meaning }) => meaning === 'chargeback')
    .map((back) => {
      const named = members.filter((one) => one.meaning !== 'chargeback' && one.reference === back.reference);
      return { back, at: Math.max(time(back), ...named.map(time)) };
    });
  for (const { back, at } of placed.sort((a, b) => a.at - b.at || time(a.back) - time(b.back))) {
    const before = sources.filter((one) => time(one) <= at);
    const take = (one: Told, wanted: Decimal) => {
      const now = left.get(one) ?? new Decimal(0);
      left.set(one, now.minus(Decimal.min(now, wanted.toDecimalPlaces(6, Decimal.ROUND_HALF_EVEN))));
    };
    const named = back.txid === '' ? [] : before.filter(({ txid }) => txid === back.txid);
    const shares = before.filter((one) => one.meaning === 'revenue' && one.amount !== null);
    const largest = Decimal.max(0, ...named.filter((one) => paid(one).gt(0)).map(size));
    if (named.length > 0 && !size(back).isZero() && !largest.isZero())
      for (const one of named) take(one, paid(one).times(Decimal.min(1, size(back).div(largest))));
    else if (named.length > 0) for (const one of named) take(one, paid(one));
    else if (back.sentAs !== 'revenue' && (size(back).isZero() || shares.length === 0))
      for (const one of before) take(one, paid(one));
    else if (!size(back).isZero()) {
      let wanted = size(back);
      for (const one of shares.sort((a, b) => time(b) - time(a))) {
        const part = Decimal.min(wanted, leftReported.get(one) ?? 0);
        leftReported.set(one, (leftReported.get(one) ?? new Decimal(0)).minus(part));
        if (!size(one).isZero()) take(one, paid(one).times(part.div(size(one))));
        wanted = wanted.minus(part);
      }
    }
  }
  return [...left.values()].reduce((sum, one) => sum.plus(one), new Decimal(0));
}

describe('Any reports of a click', () => {
  it('come to what is left of each report, never below nothing, in any order of arrival', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...DEALS),
        fc.array(sentReport, { minLength: 1, maxLength: 9 }).chain((sent) => {
          const members = membersOf(sent);
          return fc.tuple(fc.constant(members), fc.shuffledSubarray(members, { minLength: members.length }));
        }),
        (deal, [members, mixed]) => {
          const sum = sumOf(deal, members);
          expect(new Decimal(sum).isNegative() && !new Decimal(sum).isZero()).toBe(false);
          expect(sumOf(deal, mixed)).toBe(sum);
          expect(recompute(deal, members).minus(sum).abs().toNumber()).toBeLessThanOrEqual(0.00001);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
