import { thorough } from '@signpost/testkit/thorough.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placesOf } from '../reading/minor-units.ts';
import { isApproved, missingApprovals, tierOf } from './approval.ts';
import { type CreditableLine, creditOf } from './credit.ts';
import { rateOn } from './exchange.ts';
import { compareMoney, subtractMoney, sumMoney } from './money.ts';
import { nationalCurrencyOf } from './national-vat.ts';
import { allocationPostings, issuePostings, type Posting, paymentPostings, writeOffPostings } from './postings.ts';
import {
  atLeastPlaces,
  convertMoney,
  priceOf,
  roundingOf,
  roundMoney,
  shareMoney,
  vatOf,
  wholeUnits,
} from './rounding.ts';
import { ageOf, openAmount, settledState } from './state.ts';

const asMoney = (value: bigint, places: number): string => {
  const digits = String(value < 0n ? -value : value).padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places);
  return `${value < 0n ? '-' : ''}${whole}${places === 0 ? '' : `.${digits.slice(-places)}`}`;
};
const micros = fc.bigInt({ min: -(10n ** 11n), max: 10n ** 11n }).map((value) => asMoney(value, 6));
const rounding = fc.record({
  mode: fc.constantFrom('halfUp' as const, 'halfEven' as const),
  places: fc.constantFrom(0, 2, 3, 4),
});
const HALF_UP = { mode: 'halfUp', places: 2 } as const;
const HALF_EVEN = { mode: 'halfEven', places: 2 } as const;

describe('Rounding', () => {
  it('rounds half a cent away from zero, or to even where a legal entity says so', () => {
    expect(['0.125', '-0.125', '0.1249', '0.135', '-0.004'].map((it) => roundMoney(it, HALF_UP))).toEqual([
      '0.13',
      '-0.13',
      '0.12',
      '0.14',
      '0.00',
    ]);
    expect(['0.125', '0.135'].map((it) => roundMoney(it, HALF_EVEN))).toEqual(['0.12', '0.14']);
    expect(vatOf('10.05', '20', HALF_UP)).toBe('2.01');
    expect(convertMoney('10', '0.123456', HALF_UP)).toBe('1.23');
  });

  it('rounds to the minor units of the currency', () => {
    const yen = { mode: 'halfUp', places: placesOf('JPY') } as const;
    const dinar = { mode: 'halfUp', places: placesOf('KWD') } as const;
    expect(['1234.5', '-0.5', '0.4999'].map((it) => roundMoney(it, yen))).toEqual(['1235', '-1', '0']);
    expect(roundMoney('1.2345', dinar)).toBe('1.235');
    // The case of frappe/books#1449.
    expect(vatOf('1127', '10', yen)).toBe('113');
    expect(shareMoney(['0.4', '0.4', '0.4'], yen)).toEqual({ net: '1', shares: ['1', '0', '0'] });
    expect(priceOf('1', 8, 0)).toEqual({ quantity: '8', unitPrice: '0.125' });
    expect([wholeUnits('481', 2), wholeUnits('481', 0), atLeastPlaces('1.5', 0)]).toEqual(['481.00', '481', '1.5']);
    expect(() => wholeUnits('1.5', 0)).toThrow('More than 0 decimals: 1.5');
    expect(roundingOf({ rounding: 'halfUp', totals: { total: '1234.56' } })).toEqual({ mode: 'halfUp', places: 2 });
  });

  it('gives lines shares that add up to the rounded sum and differ by less than a unit', () => {
    fc.assert(
      fc.property(fc.array(micros, { maxLength: 40 }), rounding, (amounts, how) => {
        const { net, shares } = shareMoney(amounts, how);
        expect(net).toBe(roundMoney(sumMoney(amounts), how));
        expect(compareMoney(sumMoney(shares), net)).toBe(0);
        shares.forEach((share, index) => {
          const stray = subtractMoney(share, amounts[index] ?? '0').replace('-', '');
          expect(compareMoney(stray, asMoney(1n, how.places))).toBeLessThan(0);
        });
      }),
    );
  });

  it('leaves lines of whole cents as they are', () => {
    const { net, shares } = shareMoney(['1.50', '0.333333', '0.333333', '2', '0.333334'], HALF_UP);
    expect(shares).toEqual(['1.50', '0.33', '0.33', '2.00', '0.34']);
    expect(net).toBe('4.50');
  });

  it('writes quantity and unit price so that their product is the net amount', () => {
    expect(priceOf('1000.00', 8, 2)).toEqual({ quantity: '8', unitPrice: '125.00' });
    expect(priceOf('100.00', 3, 2)).toEqual({ quantity: '1', unitPrice: '100.00' });
    expect(priceOf('-40.00', 2, 2)).toEqual({ quantity: '-2', unitPrice: '20.00' });
    expect(priceOf('0.01', 8, 2)).toEqual({ quantity: '8', unitPrice: '0.00125' });
  });
});

const invoice = fc.record({
  lines: fc.array(
    fc.record({
      units: fc.integer({ min: -500_000, max: 5_000_000 }),
      vatRate: fc.constantFrom('20', '19', '25.5', '7', '0'),
      parts: fc.array(fc.nat(100), { maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  rounding,
});

describe('Credit notes', () => {
  it('come to exactly the invoice however a full credit is split', () => {
    fc.assert(
      fc.property(invoice, (given) => {
        const lines: CreditableLine[] = given.lines.map(({ units, vatRate }, index) => ({
          position: index + 1,
          net: asMoney(BigInt(units), given.rounding.places),
          vatCategory: 'S',
          vatRate,
          credited: '0',
        }));
        const groups = Map.groupBy(lines, ({ vatRate }) => vatRate);
        const due = new Map(
          [...groups].map(([rate, members]) => {
            return [rate, vatOf(sumMoney(members.map(({ net }) => net)), rate, given.rounding)] as const;
          }),
        );
        const rounds = Math.max(...given.lines.map(({ parts }) => parts.length)) + 1;
        const vat = new Map<string, string>();
        for (let round = 0; round < rounds; round += 1) {
          const credited = lines.map((line, index) => {
            const left = subtractMoney(line.net, line.credited);
            const part = given.lines[index]?.parts[round];
            const amount =
              round === rounds - 1 || part === undefined
                ? left
                : convertMoney(left, String(part / 100), { ...given.rounding, mode: 'halfEven' });
            return { position: line.position, amount };
          });
          const note = creditOf(lines, credited, given.rounding);
          if ('refusals' in note) {
            // Lines of different signs can come to more than the invoice in between; the rest can always be credited.
            expect(note.refusals).toMatchObject([{ reason: 'tooMuchInAll' }]);
            expect(round).toBeLessThan(rounds - 1);
            continue;
          }
          for (const group of note.groups) {
            vat.set(group.rate, sumMoney([vat.get(group.rate) ?? '0', group.vat]));
            const [upTo, whole] = [vat.get(group.rate) ?? '0', due.get(group.rate) ?? '0'];
            expect(Math.abs(Number(upTo))).toBeLessThanOrEqual(Math.abs(Number(whole)));
          }
          for (const [index, line] of lines.entries())
            line.credited = sumMoney([line.credited, credited[index]?.amount ?? '0']);
        }
        for (const [rate, amount] of due) expect(compareMoney(vat.get(rate) ?? '0', amount)).toBe(0);
      }),
      { numRuns: thorough(4_000, 20_000) },
    );
  });

  it('never credit more of a line than is left', () => {
    const line = { position: 1, net: '100', vatCategory: 'S', vatRate: '20', credited: '60' };
    const asked = (amount: string, position = 1) => creditOf([line], [{ position, amount }], HALF_UP);
    expect(asked('40')).toEqual({ groups: [{ category: 'S', rate: '20', net: '40', vat: '8' }] });
    expect(asked('40.01')).toMatchObject({ refusals: [{ position: 1, left: '40', reason: 'tooMuch' }] });
    expect(asked('-1')).toMatchObject({ refusals: [{ reason: 'wrongSign' }] });
    expect(asked('1', 2)).toMatchObject({ refusals: [{ reason: 'unknownLine' }] });
    expect(asked('1.005')).toMatchObject({ refusals: [{ reason: 'tooFine' }] });
    const twice = [
      { position: 1, amount: '30' },
      { position: 1, amount: '30' },
    ];
    expect(creditOf([line], twice, HALF_UP)).toMatchObject({ refusals: [{ reason: 'twice' }] });
  });

  it('never come to more than an invoice with negative lines, in one step or in several', () => {
    const lineOf = (position: number, net: string, credited = '0') => {
      return { position, net, vatCategory: 'S', vatRate: '20', credited };
    };
    const lines = [lineOf(1, '100'), lineOf(2, '-5.20'), lineOf(3, '30')];
    const all = (...amounts: string[]) => amounts.map((amount, at) => ({ position: at + 1, amount }));
    expect(creditOf(lines, all('100', '0', '30'), HALF_UP)).toEqual({
      refusals: [{ position: 1, left: '124.8', reason: 'tooMuchInAll' }],
    });
    expect(creditOf(lines, all('100', '-5.20', '30'), HALF_UP)).toMatchObject({ groups: [{ net: '124.8' }] });
    const later = [lineOf(1, '100', '100'), lineOf(2, '-5.20'), lineOf(3, '30')];
    expect(creditOf(later, [{ position: 3, amount: '24.81' }], HALF_UP)).toEqual({
      refusals: [{ position: 3, left: '24.8', reason: 'tooMuchInAll' }],
    });
    expect(creditOf(lines, all('1', '-5.20'), HALF_UP)).toMatchObject({ refusals: [{ left: '0' }] });
  });
});

describe('Exchange rates', () => {
  it('are the last ones published on or before the agreed day, never a later one', () => {
    const published = [
      { currency: 'USD', day: '2026-10-30', perEuro: '1.25', source: 'ecb', fetchedAt: '2026-10-30T15:00:00Z' },
      { currency: 'USD', day: '2026-11-02', perEuro: '1.3', source: 'ecb', fetchedAt: '2026-11-02T15:00:00Z' },
    ];
    const asked = (day: string) => rateOn(published, { currency: 'USD', to: 'EUR', day });
    expect(asked('2026-11-01')).toMatchObject({
      rate: { rate: '0.8', publishedOn: '2026-10-30', agreedOn: '2026-11-01' },
    });
    expect(asked('2026-10-29')).toEqual({ missing: 'USD' });
    expect(rateOn([], { currency: 'GBP', to: 'GBP', day: '2026-01-01' })).toMatchObject({ rate: { rate: '1' } });
  });
});

describe('Rates between two currencies', () => {
  const of = (currency: string, day: string, perEuro: string) => {
    return { currency, day, perEuro, source: 'ecb', fetchedAt: '2026-10-30T15:00:00Z' };
  };
  const published = [
    of('USD', '2026-10-29', '1.25'),
    of('HUF', '2026-10-30', '387.35'),
    of('HUF', '2026-11-02', '390'),
  ];
  const between = (currency: string, to: string, day = '2026-10-31') => rateOn(published, { currency, to, day });

  it('are made from both rates to the euro, with the earlier day, and name the currency without one', () => {
    expect(between('EUR', 'HUF')).toMatchObject({ rate: { rate: '387.35', publishedOn: '2026-10-30', to: 'HUF' } });
    expect(between('USD', 'HUF')).toMatchObject({ rate: { rate: '309.88', publishedOn: '2026-10-29' } });
    expect(between('USD', 'GBP')).toEqual({ missing: 'GBP' });
    expect(between('JPY', 'HUF')).toEqual({ missing: 'JPY' });
    expect(between('EUR', 'HUF', '2026-10-29')).toEqual({ missing: 'HUF' });
  });

  it('are needed for the VAT of sellers whose country has no euro', () => {
    const place = { country: '', street: '', postalCode: '', city: '' };
    const currencyOf = (countryCode: string) => nationalCurrencyOf({ ...place, countryCode });
    expect(['GB', 'IM', 'CH', 'LI', 'PL', 'SE'].map(currencyOf)).toEqual(['GBP', 'GBP', 'CHF', 'CHF', 'PLN', 'SEK']);
    expect(['BG', 'AT', 'US'].map(currencyOf)).toEqual([null, null, null]);
  });
});

describe('Approval', () => {
  const tiers = [
    { upTo: '5000', approvers: 1, needsAdmin: false },
    { upTo: '50000', approvers: 2, needsAdmin: false },
    { upTo: null, approvers: 2, needsAdmin: true },
  ];
  const yes = (userId: number, isAdmin = false) => ({ userId, isAdmin, verdict: 'approved' as const });

  it('needs more people for larger effects, also negative ones', () => {
    expect(['5000', '5000.01', '-50000.01'].map((effect) => tierOf(tiers, effect).approvers)).toEqual([1, 2, 2]);
    expect(tierOf([], '1')).toEqual({ upTo: null, approvers: 2, needsAdmin: true });
    expect(isApproved(tierOf(tiers, '60000'), [yes(1), yes(2)])).toBe(false);
    expect(missingApprovals(tierOf(tiers, '60000'), [yes(1), yes(2)])).toEqual({ approvers: 1, admin: true });
    expect(isApproved(tierOf(tiers, '60000'), [yes(1), yes(2, true)])).toBe(true);
    expect(isApproved(tierOf(tiers, '6000'), [yes(1), yes(1)])).toBe(false);
    expect(isApproved(tierOf(tiers, '1'), [yes(1), { ...yes(2), verdict: 'rejected' }])).toBe(false);
  });
});

describe('The state of a document', () => {
  it('follows from its allocations', () => {
    const state = (settled: string, credited = '0', writtenOff = '0') =>
      settledState('100', { settled, credited, writtenOff });
    expect([state('0'), state('40'), state('100'), state('100', '60')]).toEqual(['issued', 'partPaid', 'paid', 'paid']);
    // A part that was only credited was paid by nobody.
    expect([state('40', '40'), state('41', '40')]).toEqual(['issued', 'partPaid']);
    expect([state('100', '100'), state('100', '0', '1')]).toEqual(['credited', 'writtenOff']);
    expect(openAmount('100', [{ kind: 'payment', amount: '40' }])).toBe('60');
  });

  it('ages from the day after it is due', () => {
    const ages = ['2026-10-31', '2026-11-01', '2026-11-30', '2026-12-01', '2027-01-30'].map((day) =>
      ageOf('2026-10-31', day),
    );
    expect(ages).toEqual(['notDue', 'upTo30', 'upTo30', 'upTo60', 'over90']);
  });
});

describe('Journals', () => {
  const balanced = (postings: readonly Posting[]) => {
    expect(postings.length).toBeGreaterThan(1);
    expect(compareMoney(sumMoney(postings.map(({ baseAmount }) => baseAmount)), '0')).toBe(0);
    for (const [, own] of Map.groupBy(postings, ({ currency }) => currency))
      expect(compareMoney(sumMoney(own.map(({ amount }) => amount)), '0')).toBe(0);
  };
  const positive = fc.integer({ min: 1, max: 10_000_000 }).map((value) => asMoney(BigInt(value), 2));

  it('add up to zero in every currency and in base currency', () => {
    fc.assert(
      fc.property(positive, positive, positive, fc.boolean(), fc.boolean(), (net, vat, other, isPayable, isCredit) => {
        const side = isPayable ? 'payable' : 'receivable';
        const totals = { net, vat, total: sumMoney([net, vat]) };
        const functional = { net: other, vat, total: sumMoney([other, vat]) };
        balanced(issuePostings({ side, isCredit, currency: 'USD', totals, functional }));
        balanced(paymentPostings({ side, currency: 'USD', amount: net, baseAmount: other }));
        balanced(writeOffPostings({ side, currency: 'USD', amount: net, baseAmount: other }));
        balanced(
          allocationPostings({
            side,
            base: 'EUR',
            document: { currency: 'USD', amount: net, baseAmount: other },
            paid: vat,
          }),
        );
      }),
    );
  });

  it('show what a payment in another currency realised', () => {
    const postings = allocationPostings({
      side: 'receivable',
      base: 'EUR',
      document: { currency: 'USD', amount: '110', baseAmount: '100' },
      paid: '96',
    });
    expect(postings.find(({ account }) => account === 'exchangeDifference')?.baseAmount).toBe('4');
  });
});
