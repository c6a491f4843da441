import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commissionOf } from './commission.ts';
import { type ClickTerms, type Conversion, type DealTerms, type OverrideTerms, type Paid, price } from './price.ts';
import { inBase, ratesOf } from './rates.ts';

const click: ClickTerms = { day: '2026-05-10', geoId: 12, trafficSourceId: 40, integrationId: 60, dealId: 0 };
const deal = (more: Partial<DealTerms>): DealTerms => ({
  id: 1,
  version: 3,
  partnerId: 9,
  geoId: 12,
  integrationId: 60,
  dealType: 'CPA',
  dealRevenueType: 'firstDeposit',
  deal: '100',
  sharePercent: null,
  currency: 'EUR',
  weight: 1,
  validFrom: null,
  validTo: null,
  rejectedPaid: false,
  ...more,
});
const override = (more: Partial<OverrideTerms>): OverrideTerms => ({
  id: 7,
  partnerId: 9,
  geoId: null,
  trafficSourceId: null,
  dealType: 'CPA',
  amount: '120',
  currency: 'EUR',
  validFrom: '2026-01-01',
  validTo: null,
  ...more,
});
const reported = (event: Paid, amount: string | null = null, earned: Conversion['earned'] = null): Conversion => ({
  event,
  partnerId: 9,
  amount,
  currency: 'EUR',
  earned,
});

describe('a deal pays', () => {
  it.each<[string, Partial<DealTerms>, Paid, string | null, string]>([
    ['CPA on a first deposit', {}, 'first_deposit', '50', '100'],
    ['CPA nothing on a lead', {}, 'lead', null, '0'],
    ['CPA on a qualified lead, where it says so', { dealRevenueType: 'qualifiedLead' }, 'qualified_lead', null, '100'],
    ['CPL on each lead', { dealType: 'CPL', dealRevenueType: 'lead', deal: '12.5' }, 'lead', null, '12.5'],
    [
      'RevShare of net revenue',
      { dealType: 'RevShare', deal: null, sharePercent: '35' },
      'revenue',
      '200.10',
      '70.035',
    ],
    ['RevShare of a loss', { dealType: 'RevShare', deal: null, sharePercent: '35' }, 'revenue', '-10', '-3.5'],
    ['RevShare nothing on a deposit', { dealType: 'RevShare', sharePercent: '35' }, 'deposit', '500', '0'],
    ['Hybrid the fixed part', { dealType: 'Hybrid', deal: '40', sharePercent: '25' }, 'first_deposit', '50', '40'],
    ['Hybrid the share', { dealType: 'Hybrid', deal: '40', sharePercent: '25' }, 'revenue', '80', '20'],
    ['CPC on each click-out', { dealType: 'CPC', deal: '0.35' }, 'clickout', null, '0.35'],
    ['CPL on each lead, though its form was left at first deposits', { dealType: 'CPL', deal: '9' }, 'lead', null, '9'],
    ['CPL nothing on a first deposit', { dealType: 'CPL', deal: '9' }, 'first_deposit', '50', '0'],
    [
      'Hybrid the fixed part, where it is said to go by net revenue',
      { dealType: 'Hybrid', dealRevenueType: 'netRevenue', deal: '40', sharePercent: '25' },
      'first_deposit',
      '50',
      '40',
    ],
    ['Flat nothing here', { dealType: 'Flat', dealRevenueType: 'period' }, 'first_deposit', null, '0'],
  ])('%s', (_, terms, event, amount, paid) => {
    expect(price(reported(event, amount), click, [deal(terms)], [], [])).toMatchObject({ by: 'deal', amount: paid });
  });
});

describe('a chargeback', () => {
  it('takes back what was paid in fixed amounts', () => {
    const conversion = reported('chargeback', null, { amount: '100', currency: 'EUR' });
    expect(price(conversion, click, [deal({})], [], [])).toMatchObject({ amount: '-100', currency: 'EUR' });
  });

  it('takes nothing where nothing was paid', () => {
    expect(price(reported('chargeback', '50'), click, [deal({})], [], [])).toMatchObject({ amount: '0' });
  });

  it('takes back the share of what is charged back', () => {
    const terms = deal({ dealType: 'RevShare', deal: null, sharePercent: '35' });
    expect(price(reported('chargeback', '200'), click, [terms], [], [])).toMatchObject({ amount: '-70' });
    expect(price(reported('chargeback', '-200'), click, [terms], [], [])).toMatchObject({ amount: '-70' });
  });
});

describe('of several terms', () => {
  const general = deal({ id: 90, partnerId: null, geoId: null, deal: '10' });

  it('override beats deal beats global deal beats nothing', () => {
    const ftd = reported('first_deposit');
    expect(price(ftd, click, [deal({})], [override({})], [general])).toMatchObject({ by: 'override', amount: '120' });
    expect(price(ftd, click, [deal({})], [], [general])).toMatchObject({ by: 'deal', amount: '100', dealVersion: 3 });
    expect(price(ftd, click, [], [], [general])).toMatchObject({ by: 'global', amount: '10', dealId: 90 });
    expect(price(ftd, click, [], [], [])).toMatchObject({ by: 'none', amount: '0' });
  });

  it('a deal without an amount leaves it to the global one, else its conversions are unpriced', () => {
    for (const blank of [
      deal({ deal: null }),
      deal({ dealType: 'RevShare', deal: '5', sharePercent: null }),
      deal({ dealType: 'Hybrid', deal: null }),
      deal({ dealType: 'CPL', deal: null, sharePercent: '20' }),
    ]) {
      const ftd = reported('first_deposit');
      expect(price(ftd, click, [blank], [], [])).toMatchObject({ by: 'none', amount: '0', dealId: 1 });
      expect(price(ftd, click, [blank], [], [general])).toMatchObject({ by: 'global', amount: '10' });
      expect(price(ftd, click, [blank], [override({})], [])).toMatchObject({ by: 'override', amount: '120' });
    }
    expect(price(reported('lead'), click, [deal({ dealType: 'Flat', deal: null })], [], [])).toMatchObject({
      by: 'deal',
    });
  });

  it('the narrowest override holds', () => {
    const ftd = reported('first_deposit');
    const all = [
      override({ id: 1, amount: '1' }),
      override({ id: 2, amount: '2', geoId: 12 }),
      override({ id: 3, amount: '3', trafficSourceId: 40 }),
      override({ id: 4, amount: '4', geoId: 12, trafficSourceId: 40 }),
      override({ id: 5, amount: '5', geoId: 99, trafficSourceId: 40 }),
    ];
    for (let left = 4; left > 0; left -= 1)
      expect(
        price(
          ftd,
          click,
          [deal({})],
          all.filter(({ id }) => id <= left || id === 5),
          [],
        ).amount,
      ).toBe(String(left));
  });

  it('a change of terms holds from its day and never for clicks before', () => {
    const terms = [
      deal({ id: 1, deal: '100', validTo: '2026-05-09' }),
      deal({ id: 2, deal: '130', validFrom: '2026-05-10' }),
    ];
    const paidOn = (day: string) => price(reported('first_deposit'), { ...click, day }, terms, [], []).amount;
    expect(paidOn('2026-05-09')).toBe('100');
    expect(paidOn('2026-05-10')).toBe('130');
  });

  it('the deal that routing chose holds even where another weighs more', () => {
    const terms = [deal({ id: 1, weight: 90 }), deal({ id: 2, weight: 1, deal: '77' })];
    expect(price(reported('first_deposit'), click, terms, [], []).dealId).toBe(1);
    expect(price(reported('first_deposit'), { ...click, dealId: 2 }, terms, [], [])).toMatchObject({ amount: '77' });
  });

  it('a RevShare override replaces the percentage alone', () => {
    const terms = deal({ dealType: 'RevShare', deal: null, sharePercent: '35' });
    const better = override({ dealType: 'RevShare', amount: '45' });
    expect(price(reported('revenue', '100'), click, [terms], [better], [])).toMatchObject({ amount: '45' });
    expect(price(reported('first_deposit', '100'), click, [terms], [better], [])).toMatchObject({ amount: '0' });
  });
});

describe('any conversion', () => {
  it('is priced the same each time, and a fixed amount is taken back exactly', () => {
    const amount = fc.integer({ min: 0, max: 10_000_000 }).map((cents) => (cents / 100).toFixed(2));
    fc.assert(
      fc.property(amount, fc.constantFrom<DealTerms['dealType']>('CPA', 'Hybrid'), (fixed, dealType) => {
        const terms = [deal({ deal: fixed, dealType, sharePercent: '20' })];
        const paid = price(reported('first_deposit', '30'), click, terms, [], []);
        expect(price(reported('first_deposit', '30'), click, terms, [], [])).toEqual(paid);
        const back = price(
          reported('chargeback', null, { amount: paid.amount, currency: 'EUR' }),
          click,
          terms,
          [],
          [],
        );
        expect(Number(paid.amount) + Number(back.amount)).toBe(0);
      }),
    );
  });
});

describe('a rate', () => {
  const rateOf = ratesOf([
    { currency: 'USD', day: '2026-01-01', perEuro: '1.25' },
    { currency: 'USD', day: '2026-03-01', perEuro: '1.6' },
  ]);

  it('is the newest on or before the day; before the first one, the first', () => {
    expect(inBase('100', rateOf('USD', '2026-02-28') ?? '')).toBe('80');
    expect(inBase('100', rateOf('USD', '2026-03-01') ?? '')).toBe('62.5');
    expect(inBase('100', rateOf('USD', '2020-01-01') ?? '')).toBe('80');
    expect(rateOf('EUR', '2026-02-28')).toBe('1');
    expect(rateOf('XYZ', '2026-02-28')).toBeNull();
  });
});

describe('a commission', () => {
  const rateOf = ratesOf([]);
  const own = { publisherId: 5, currency: 'EUR', validTo: null } as const;
  const terms = [
    { ...own, productId: null, geoId: null, commissionPercent: '20', perFirstDeposit: null, validFrom: null },
    { ...own, productId: 3, geoId: null, commissionPercent: '10', perFirstDeposit: '15', validFrom: '2026-01-01' },
  ];
  const owed = (productId: number, isFirstDeposit: boolean, revenue = '100') =>
    commissionOf(
      { revenue, isFirstDeposit, day: '2026-05-10' },
      { publisherId: 5, productId, geoId: 12 },
      terms,
      rateOf,
    )?.amount;

  it('follows the narrowest terms, and is taken back with the revenue', () => {
    expect(owed(1, false)).toBe('20');
    expect(owed(3, true)).toBe('25');
    expect(owed(3, false)).toBe('10');
    expect(owed(1, false, '-100')).toBe('-20');
    expect(owed(1, false, '0')).toBeUndefined();
  });

  it('takes back the fixed amounts owed so far at a chargeback, whatever terms hold by then', () => {
    const back = (held: typeof terms, revenue: string) =>
      commissionOf(
        { revenue, isFirstDeposit: false, paidFixed: '15', day: '2026-05-10' },
        { publisherId: 5, productId: 3, geoId: 12 },
        held,
        rateOf,
      );
    expect(back(terms, '-100')).toMatchObject({ amount: '-25', fixed: '-15' });
    expect(back([], '0')).toMatchObject({ amount: '-15', fixed: '-15' });
    expect(back([], '0')?.because).toContain('15 EUR for the first deposit taken back');
  });
});
