/** The amounts that chargebacks take back, compared with a recomputation that shares no code with the product. */
import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasShares, inPasses, type Member, meaningWithAmount, rolesOf } from './group.ts';
import { Earnings } from './take-back.ts';

type Deal = 'CPL' | 'CPA' | 'RevShare' | 'Hybrid' | 'Reported';
const DEALS: readonly Deal[] = ['CPL', 'CPA', 'RevShare', 'Hybrid', 'Reported'];
const SHARE = { CPL: 0, CPA: 0, RevShare: 40, Hybrid: 25, Reported: 0 } as const;
const PAID_AS_REPORTED: readonly string[] = ['lead', 'qualified_lead', 'first_deposit', 'deposit', 'revenue'];

/** The amount that a deal pays for a report. */
function priceOf(
  deal: Deal,
  { countsAs, isRejected }: { countsAs: string; isRejected: boolean },
  { amount, payout }: Pick<Member, 'amount' | 'payout'>,
): string {
  if (isRejected) return '0';
  if (deal === 'Reported') {
    const pays = PAID_AS_REPORTED.includes(countsAs);
    return pays && payout !== null && !payout.startsWith('-') ? payout : '0';
  }
  if (deal === 'CPL' && countsAs === 'lead') return '10';
  if ((deal === 'CPA' || deal === 'Hybrid') && countsAs === 'first_deposit') return deal === 'CPA' ? '50' : '100';
  if (countsAs === 'revenue') return new Decimal(amount ?? 0).times(SHARE[deal]).div(100).toFixed();
  return '0';
}

interface Sent {
  meaning: Member['meaning'];
  txid: string;
  amount: string | null;
  payout: string | null;
}

/** A report with what was sent, before its sign gives it another meaning. */
interface Told extends Member {
  sentAs: Member['meaning'];
}

const membersOf = (sent: readonly Sent[]): Told[] =>
  sent.map(({ meaning, txid, amount, payout }, at) => ({
    id: at + 1,
    sentAs: meaning,
    meaning: meaningWithAmount(meaning, { amount, payout }),
    reference: txid === '' ? 'the click' : txid,
    txid,
    amount,
    payout,
    currency: 'EUR',
    occurredAt: new Date(Date.UTC(2026, 0, 1, 0, at)),
  }));

/** The sum of a click by the code under test. */
function sumOf(deal: Deal, members: readonly Told[]): string {
  const roles = rolesOf(members, { takesSeveral: false, keepsFirst: false });
  const takesShares = hasShares(members, roles);
  const unsigned = (amount: string | null) =>
    amount === null ? null : { amount: amount.replace('-', ''), currency: 'EUR' };
  return inPasses(members, (ordered, isLate) => {
    const earnings = new Earnings(() => '1');
    let sum = new Decimal(0);
    for (const member of ordered) {
      const role = roles.get(member.id);
      if (role === undefined || (role.countsAs === 'replaced' && member.meaning === 'chargeback')) continue;
      const reported = unsigned(member.amount);
      if (role.countsAs === 'chargeback') {
        const isShareOnly = member.sentAs === 'revenue';
        const back = { txid: member.txid, reported, payout: unsigned(member.payout), isShareOnly };
        const taking = earnings.takeBack({ ...back, hasShares: takesShares });
        if (taking?.isShort && !isLate(member.id)) return { short: member.id };
        for (const { amount } of taking?.took ?? []) sum = sum.minus(amount);
        continue;
      }
      const amount = priceOf(deal, role, member);
      sum = sum.plus(amount);
      earnings.add({
        txid: member.txid,
        isShare: role.countsAs === 'revenue',
        isAsReported: deal === 'Reported',
        reported,
        amount,
        currency: 'EUR',
        publisherFixed: '0',
      });
    }
    return { result: sum.toFixed() };
  });
}

/** A report that was sent: meaning, transaction id, amount and payout. */
type Row = readonly [Sent['meaning'], string, (string | null)?, string?];

const of = (deal: Deal, ...sent: readonly Row[]) =>
  sumOf(
    deal,
    membersOf(sent.map(([meaning, txid, amount = null, payout = null]) => ({ meaning, txid, amount, payout }))),
  );

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
    // Two refunds of one order, also of the same amount.
    [
      'RevShare',
      '20',
      [
        ['revenue', 'a', '100'],
        ['chargeback', 'a', '30'],
        ['chargeback', 'a', '20'],
      ],
    ],
    [
      'RevShare',
      '16',
      [
        ['revenue', 'a', '100'],
        ['chargeback', 'a', '30'],
        ['chargeback', 'a', '30'],
      ],
    ],
    // An id of its own that comes again with another amount corrects it.
    [
      'RevShare',
      '32',
      [
        ['revenue', 'a', '100'],
        ['chargeback', 'own id', '30'],
        ['chargeback', 'own id', '20'],
      ],
    ],
    // Chargebacks that arrive first.
    [
      'RevShare',
      '28',
      [
        ['chargeback', '', '30'],
        ['revenue', 'a', '100'],
      ],
    ],
    [
      'RevShare',
      '28',
      [
        ['revenue', 'b', '-30'],
        ['revenue', 'a', '100'],
      ],
    ],
    [
      'RevShare',
      '32',
      [
        ['revenue', 'a', '10'],
        ['chargeback', '', '30'],
        ['revenue', 'b', '100'],
      ],
    ],
    [
      'CPL',
      '0',
      [
        ['chargeback', 'own id'],
        ['lead', 'a'],
      ],
    ],
    [
      'Hybrid',
      '117.5',
      [
        ['first_deposit', 'a', '50'],
        ['chargeback', '', '30'],
        ['revenue', 'b', '100'],
      ],
    ],
    // A click that was charged back completely may pay for what happens later.
    [
      'CPL',
      '10',
      [
        ['lead', 'a'],
        ['chargeback', ''],
        ['lead', 'b'],
      ],
    ],
  ] as const)('of a click with the deal %s leaves %s: %j', (deal, left, sent) => {
    expect(of(deal, ...sent)).toBe(left);
  });
});

describe('A chargeback of payouts as reported', () => {
  it.each<[string, string, readonly Row[]]>([
    [
      'a part of the amount',
      '30',
      [
        ['first_deposit', 'a', '100', '40'],
        ['chargeback', 'a', '25'],
      ],
    ],
    [
      'a part of the amount, whatever payout it names',
      '30',
      [
        ['first_deposit', 'a', '100', '40'],
        ['chargeback', 'a', '25', '1'],
      ],
    ],
    [
      'a payout',
      '35',
      [
        ['first_deposit', 'a', '100', '40'],
        ['chargeback', 'a', null, '5'],
      ],
    ],
    [
      'a negative payout',
      '35',
      [
        ['lead', 'a', null, '40'],
        ['lead', 'a', null, '-5'],
      ],
    ],
    [
      'a negative payout beside an amount of 0',
      '35',
      [
        ['lead', 'a', '0', '40'],
        ['lead', 'a', '0', '-5'],
      ],
    ],
    [
      'a payout of a report without an amount',
      '35',
      [
        ['lead', 'a', null, '40'],
        ['chargeback', 'a', '100', '5'],
      ],
    ],
    [
      'more than was paid',
      '7',
      [
        ['lead', 'a', null, '40'],
        ['lead', 'b', null, '7'],
        ['chargeback', 'a', null, '500'],
      ],
    ],
    [
      'nothing but the id',
      '7',
      [
        ['lead', 'a', null, '40'],
        ['lead', 'b', null, '7'],
        ['chargeback', 'a'],
      ],
    ],
    [
      'a payout without an id, the newest first',
      '38',
      [
        ['lead', 'a', null, '40'],
        ['lead', 'b', null, '7'],
        ['chargeback', '', null, '9'],
      ],
    ],
    [
      'a payout of 0',
      '0',
      [
        ['lead', 'a', null, '40'],
        ['chargeback', 'a', null, '0'],
      ],
    ],
    [
      'neither id nor amount nor payout',
      '0',
      [
        ['lead', 'a', null, '40'],
        ['revenue', 'b', '100', '7'],
        ['chargeback', ''],
      ],
    ],
    [
      'revenue that is negative',
      '41.4',
      [
        ['lead', 'a', null, '40'],
        ['revenue', 'b', '100', '7'],
        ['revenue', '', '-80'],
      ],
    ],
    [
      'revenue whose payout is negative',
      '44',
      [
        ['lead', 'a', null, '40'],
        ['revenue', 'b', null, '7'],
        ['revenue', '', null, '-3'],
      ],
    ],
    [
      'revenue of which only the payout is known',
      '44',
      [
        ['lead', 'a', null, '40'],
        ['revenue', 'b', '0', '7'],
        ['revenue', '', '-80', '-3'],
      ],
    ],
    [
      'what came after it',
      '35',
      [
        ['chargeback', 'a', null, '5'],
        ['lead', 'a', null, '40'],
      ],
    ],
    [
      'a report that names no payout',
      '0',
      [
        ['lead', 'a'],
        ['chargeback', 'a', null, '5'],
      ],
    ],
  ])('that names %s leaves %s: %j', (_, left, sent) => {
    expect(of('Reported', ...sent)).toBe(left);
  });

  it('leaves deals that agree an amount as they were: a payout does not say how much is taken', () => {
    expect(of('CPA', ['first_deposit', 'a', '100', '40'], ['chargeback', 'a', null, '5'])).toBe('0');
  });
});

describe('Another payout of the same transaction', () => {
  it.each<[string, string, readonly Row[]]>([
    [
      'corrects the earlier one',
      '25',
      [
        ['lead', 'a', null, '40'],
        ['lead', 'a', null, '25'],
      ],
    ],
    [
      'corrects it although the amount is the same',
      '25',
      [
        ['first_deposit', 'a', '100', '40'],
        ['first_deposit', 'a', '100', '25'],
      ],
    ],
    [
      'corrects a report without one',
      '25',
      [
        ['lead', ''],
        ['lead', '', null, '25'],
      ],
    ],
    [
      'takes nothing back if it is the same again',
      '40',
      [
        ['lead', 'a', null, '40'],
        ['lead', 'a', null, '40'],
      ],
    ],
  ])('%s, to %s: %j', (_, left, sent) => {
    expect(of('Reported', ...sent)).toBe(left);
  });
});

describe('A chargeback in a currency without a rate', () => {
  const lead = { txid: '', isShare: false, isAsReported: false, reported: null, amount: '9', currency: 'EUR' };
  const revenue = { ...lead, isShare: true, reported: { amount: '24', currency: 'USD' } };
  const back = {
    txid: '',
    reported: { amount: '24', currency: 'QQQ' },
    payout: null,
    isShareOnly: false,
    hasShares: true,
  };
  const takeBackOf = (...amounts: readonly [lead: string, revenue: string]) => {
    const earnings = new Earnings(() => null);
    earnings.add({ ...lead, amount: amounts[0], publisherFixed: '0' });
    earnings.add({ ...revenue, amount: amounts[1], publisherFixed: '0' });
    return earnings.takeBack(back);
  };

  it('needs no rate where no share was earned, and waits for it where one was', () => {
    expect(takeBackOf('9', '0')).toMatchObject({ took: [] });
    expect(takeBackOf('9', '6')).toBeNull();
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
    // An advertiser declines and approves afterwards.
    [
      'CPL',
      '10',
      [
        ['rejected_lead', 'a'],
        ['lead', 'a'],
      ],
    ],
    [
      'CPL',
      '10',
      [
        ['pending', 'a'],
        ['rejected_lead', 'a'],
        ['lead', 'a'],
      ],
    ],
    [
      'CPL',
      '10',
      [
        ['lead', 'a'],
        ['rejected_lead', ''],
        ['lead', 'b'],
      ],
    ],
    [
      'CPA',
      '0',
      [
        ['first_deposit', 'a', '30'],
        ['rejected_lead', 'a'],
      ],
    ],
    [
      'CPA',
      '50',
      [
        ['first_deposit', 'a', '30'],
        ['rejected_lead', ''],
      ],
    ],
    [
      'CPA',
      '50',
      [
        ['lead', 'a'],
        ['rejected_lead', 'a'],
        ['first_deposit', 'a', '30'],
      ],
    ],
    [
      'RevShare',
      '0',
      [
        ['revenue', 'a', '30'],
        ['rejected_lead', 'a'],
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
    // A version that leaves something out corrects nothing.
    [
      'Reported',
      '10',
      [
        ['first_deposit', 'a', '50', '10'],
        ['first_deposit', 'a', '50'],
      ],
    ],
    [
      'Reported',
      '10',
      [
        ['first_deposit', 'a', '50', '10'],
        ['first_deposit', 'a'],
      ],
    ],
    [
      'Reported',
      '10',
      [
        ['first_deposit', 'a', '50'],
        ['first_deposit', 'a', '50', '10'],
      ],
    ],
    // A pixel without an id and a postback with one.
    [
      'CPL',
      '10',
      [
        ['lead', ''],
        ['lead', 'a'],
      ],
    ],
    [
      'CPL',
      '10',
      [
        ['lead', 'a'],
        ['lead', ''],
      ],
    ],
    [
      'RevShare',
      '80',
      [
        ['revenue', '', '100'],
        ['revenue', 'a', '100'],
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
      'CPL',
      '10',
      [
        ['lead', 'a'],
        ['chargeback', 'a'],
        ['lead', 'a'],
      ],
    ],
    [
      'CPL',
      '0',
      [
        ['lead', 'a'],
        ['chargeback', 'a'],
        ['lead', 'a'],
        ['chargeback', 'a'],
      ],
    ],
    [
      'CPA',
      '50',
      [
        ['first_deposit', 'a', '20'],
        ['chargeback', 'a', '20'],
        ['first_deposit', 'a', '20'],
      ],
    ],
    [
      'RevShare',
      '20',
      [
        ['revenue', 'a', '100'],
        ['chargeback', 'a', '30'],
        ['revenue', 'a', '80'],
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
    // Chargebacks that come last take in the order in which they happened.
    [
      'Reported',
      '37',
      [
        ['lead', '', '-24'],
        ['lead', 'a', null, '-3'],
        ['lead', 'b', null, '40'],
        ['revenue', '', '10', '8.5'],
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
  payout: fc.constantFrom(null, null, '0', '3', '8.5', '40', '-3', '-50'),
});

/** A plain recomputation: the same rules, written as a table of what is left of each report. */
function recompute(deal: Deal, members: readonly Told[]): Decimal {
  const late = new Set<Told>();
  for (;;) {
    const { left, short } = recomputeOnce(deal, members, late);
    if (short === undefined) return left;
    late.add(short);
  }
}

/**
 * The amount that is left of the reports, or a chargeback that found too little and is not in `late`. The chargebacks
 * in `late` are taken last.
 */
function recomputeOnce(
  deal: Deal,
  members: readonly Told[],
  late: ReadonlySet<Told>,
): { left: Decimal; short: Told | undefined } {
  const nothing = new Decimal(0);
  const time = (one: Member) => one.occurredAt.getTime();
  const size = (one: Member) => new Decimal(one.amount ?? 0).abs();
  const words = (it: Told) => `${it.amount} ${it.payout}`.replaceAll('-', '');
  const named = (back: Told) => members.filter((it) => it.meaning !== 'chargeback' && it.reference === back.reference);
  const standsAlone = (one: Told) =>
    one.txid === ''
      ? !['lead', 'first_deposit', 'rejected_lead'].includes(one.meaning)
      : one.meaning === 'chargeback' && named(one).length > 0;
  const keyOf = (one: Told) =>
    standsAlone(one) ? `alone/${one.id}` : `${one.meaning}/${one.txid === '' ? 'click' : one.txid}`;
  const live = new Map<string, Told>();
  for (const one of [...members].sort((a, b) => time(a) - time(b))) {
    const was = live.get(keyOf(one));
    // A version that leaves something out corrects nothing, but a chargeback without an amount is one of everything.
    const leavesOut = (own: string | null, other: string | null) =>
      own === null || own.replace('-', '') === (other ?? '').replace('-', '');
    const isLess =
      was !== undefined &&
      one.meaning !== 'chargeback' &&
      leavesOut(one.amount, was.amount) &&
      leavesOut(one.payout, was.payout);
    const isSame = was !== undefined && (isLess || words(was) === words(one));
    if (!isSame) live.set(keyOf(one), one);
  }
  const counts = new Set(live.values());
  const agrees = (one: string | null, other: string | null) => one === null || one === other;
  for (const one of [...counts])
    if (one.txid === '' && ['lead', 'first_deposit'].includes(one.meaning)) {
      const covering = [...counts].some(
        (other) =>
          other.txid !== '' &&
          other.meaning === one.meaning &&
          agrees(one.amount, other.amount) &&
          agrees(one.payout, other.payout),
      );
      if (covering) counts.delete(one);
    }
  /** The last decision about a report is a rejection: of its id or, for leads, of the click. */
  const isRejected = (one: Told): boolean => {
    const newest = Math.max(
      ...members.filter((it) => it.meaning === one.meaning && it.reference === one.reference).map(time),
    );
    return members.some((no) => {
      if (no.meaning !== 'rejected_lead' || time(no) < newest) return false;
      if (one.meaning === 'lead' && (no.txid === '' || one.txid === '')) return true;
      return no.txid !== '' && no.txid === one.txid;
    });
  };
  const isTakenAgain = (back: Told) =>
    named(back)
      .filter((one) => one.meaning !== 'rejected_lead' && !standsAlone(one) && time(one) < time(back))
      .some((one) =>
        members.some((it) => keyOf(it) === keyOf(one) && words(it) === words(one) && time(it) > time(back)),
      );
  const firsts = [...counts].filter(({ meaning }) => meaning === 'first_deposit').sort((a, b) => time(a) - time(b));
  const paid = (one: Told): Decimal => {
    const countsAs = one.meaning === 'first_deposit' && one !== firsts[0] ? 'deposit' : one.meaning;
    return new Decimal(priceOf(deal, { countsAs, isRejected: isRejected(one) }, one));
  };
  const hasPaid = (one: Told) => paid(one).gt(0);
  const sources = [...counts].filter(({ meaning }) => meaning !== 'chargeback');
  const isShare = (one: Told) => one.meaning === 'revenue' && size(one).gt(0);
  const sharing = sources.some(isShare);
  const left = new Map(sources.map((one) => [one, paid(one)]));
  const leftReported = new Map(sources.map((one) => [one, size(one)]));
  const take = (one: Told, wanted: Decimal): Decimal => {
    const there = left.get(one) ?? nothing;
    const taken = Decimal.min(there, wanted.toDecimalPlaces(6, Decimal.ROUND_HALF_EVEN));
    left.set(one, there.minus(taken));
    return taken;
  };
  const newestFirst = (list: readonly Told[]) => [...list].sort((a, b) => time(b) - time(a));
  /** Takes shares of the amount; returns whether something is missing. */
  const takeShares = (back: Told, shares: readonly Told[]): boolean => {
    if (!shares.some(hasPaid)) return true;
    let wanted = size(back);
    for (const one of newestFirst(shares)) {
      const part = Decimal.min(wanted, leftReported.get(one) ?? 0);
      leftReported.set(one, (leftReported.get(one) ?? nothing).minus(part));
      take(one, paid(one).times(part.div(size(one))));
      wanted = wanted.minus(part);
    }
    return wanted.gt(0);
  };
  /** Takes a reported payout, or everything; returns whether something is missing. */
  const takeWhole = (back: Told, list: readonly Told[]): boolean => {
    const payout = new Decimal(back.payout ?? 0).abs();
    if (deal === 'Reported' && payout.gt(0)) {
      let wanted = payout;
      for (const one of newestFirst(list)) wanted = wanted.minus(take(one, wanted));
      return wanted.gt(0);
    }
    for (const one of list) take(one, paid(one));
    return !list.some(hasPaid);
  };
  const placed = [...counts]
    .filter((one) => one.meaning === 'chargeback' && !isTakenAgain(one))
    .map((back) => {
      const end = late.has(back) ? Number.POSITIVE_INFINITY : time(back);
      return { back, at: Math.max(end, ...named(back).map(time)) };
    });
  for (const { back, at } of placed.sort((a, b) => a.at - b.at || time(a.back) - time(b.back))) {
    const before = sources.filter((one) => time(one) <= at);
    const meant = back.txid === '' ? [] : before.filter(({ txid }) => txid === back.txid);
    const sized = meant.filter((one) => hasPaid(one) && size(one).gt(0));
    const isOfShares = back.sentAs === 'revenue';
    let isShort = false;
    if (sized.length > 0 && size(back).gt(0)) {
      const largest = Decimal.max(...meant.filter(hasPaid).map(size));
      for (const one of meant) take(one, paid(one).times(Decimal.min(1, size(back).div(largest))));
    } else if (meant.length > 0) takeWhole(back, meant);
    else if (size(back).gt(0) && sharing) isShort = takeShares(back, before.filter(isShare));
    else if (!isOfShares) isShort = takeWhole(back, before);
    else if (deal === 'Reported' && !new Decimal(back.payout ?? 0).isZero())
      isShort = takeWhole(
        back,
        before.filter(({ meaning }) => meaning === 'revenue'),
      );
    if (isShort && !late.has(back)) return { left: nothing, short: back };
  }
  return { left: [...left.values()].reduce((sum, one) => sum.plus(one), nothing), short: undefined };
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

  it('earn the same share in any order of revenue and refunds, whenever they happened', () => {
    const amount = fc.constantFrom('10', '24', '60', '100', '-10', '-24', '-130');
    const refund = fc.constantFrom('10', '24', '60');
    const sent = fc.array(
      fc.oneof(fc.tuple(fc.constant('revenue' as const), amount), fc.tuple(fc.constant('chargeback' as const), refund)),
      { minLength: 1, maxLength: 8 },
    );
    fc.assert(
      fc.property(
        sent.chain((list) => fc.shuffledSubarray(list, { minLength: list.length })),
        (list) => {
          const told = membersOf(
            list.map(([meaning, size], at) => ({ meaning, txid: `own ${at}`, amount: size, payout: null })),
          );
          const total = list.reduce(
            (sum, [meaning, size]) => (meaning === 'revenue' ? sum.plus(size) : sum.minus(size)),
            new Decimal(0),
          );
          const expected = Decimal.max(0, total).times(SHARE.RevShare).div(100);
          expect(new Decimal(sumOf('RevShare', told)).minus(expected).abs().toNumber()).toBeLessThanOrEqual(0.00001);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
