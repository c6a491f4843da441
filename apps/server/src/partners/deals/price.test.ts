import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ClickTerms, DealTerms, OverrideTerms } from './choose-terms.ts';
import { commissionOf } from './commission.ts';
import { type Conversion, type Paid, price } from './price.ts';
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
  fixedAmount: '100',
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
  payout: null,
  currency: 'EUR',
  earned,
});

describe('A deal pays', () => {
  it.each<[string, Partial<DealTerms>, Paid, string | null, string]>([
    ['CPA on a first deposit', {}, 'first_deposit', '50', '100'],
    ['CPA nothing on a lead', {}, 'lead', null, '0'],
    ['CPA on a qualified lead, where it says so', { dealRevenueType: 'qualifiedLead' }, 'qualified_lead', null, '100'],
    ['CPL on each lead', { dealType: 'CPL', dealRevenueType: 'lead', fixedAmount: '12.5' }, 'lead', null, '12.5'],
    [
      'RevShare of net revenue',
      { dealType: 'RevShare', fixedAmount: null, sharePercent: '35' },
      'revenue',
      '200.10',
      '70.035',
    ],
    ['RevShare of a loss', { dealType: 'RevShare', fixedAmount: null, sharePercent: '35' }, 'revenue', '-10', '-3.5'],
    ['RevShare nothing on a deposit', { dealType: 'RevShare', sharePercent: '35' }, 'deposit', '500', '0'],
    [
      'Hybrid the fixed part',
      { dealType: 'Hybrid', fixedAmount: '40', sharePercent: '25' },
      'first_deposit',
      '50',
      '40',
    ],
    ['Hybrid the share', { dealType: 'Hybrid', fixedAmount: '40', sharePercent: '25' }, 'revenue', '80', '20'],
    ['CPC on each click-out', { dealType: 'CPC', fixedAmount: '0.35' }, 'clickout', null, '0.35'],
    [
      'CPL on each lead, though its form was left at first deposits',
      { dealType: 'CPL', fixedAmount: '9' },
      'lead',
      null,
      '9',
    ],
    ['CPL nothing on a first deposit', { dealType: 'CPL', fixedAmount: '9' }, 'first_deposit', '50', '0'],
    [
      'Hybrid the fixed part, where it is said to go by net revenue',
      { dealType: 'Hybrid', dealRevenueType: 'netRevenue', fixedAmount: '40', sharePercent: '25' },
      'first_deposit',
      '50',
      '40',
    ],
    ['Flat nothing here', { dealType: 'Flat', dealRevenueType: 'period' }, 'first_deposit', null, '0'],
  ])('%s', (_, terms, event, amount, paid) => {
    expect(
      price(reported(event, amount), click, { deals: [deal(terms)], overrides: [], globalDeals: [] }),
    ).toMatchObject({ by: 'deal', amount: paid });
  });
});

describe('A deal that pays as reported', () => {
  const terms = deal({ dealType: 'Reported', fixedAmount: '99', sharePercent: '50' });
  const says = (payout: string | null, more: Partial<Conversion> = {}): Conversion => ({
    ...reported('lead'),
    payout,
    ...more,
  });

  it.each<[string, Conversion, string, string]>([
    ['a lead', says('12.50'), '12.50', 'EUR'],
    ['a qualified lead', says('12.50', { event: 'qualified_lead' }), '12.50', 'EUR'],
    ['a first deposit, not its amount', says('40', { event: 'first_deposit', amount: '200' }), '40', 'EUR'],
    ['a deposit', says('3', { event: 'deposit', amount: '200' }), '3', 'EUR'],
    ['revenue', says('7', { event: 'revenue', amount: '200' }), '7', 'EUR'],
    ['a payout of 0', says('0'), '0', 'EUR'],
    ['in the currency of the report', says('40', { currency: 'USD' }), '40', 'USD'],
    ['in the currency of the deal, where the report names none', says('40', { currency: null }), '40', 'CHF'],
  ])('pays the payout of %s', (_, conversion, amount, currency) => {
    const paid = price(conversion, click, { deals: [{ ...terms, currency: 'CHF' }], overrides: [], globalDeals: [] });
    expect(paid).toMatchObject({ by: 'deal', dealType: 'Reported', amount, currency, pays: ['reported'] });
    expect(paid.because).toMatch(/^As reported by the deal: [\d.]+ [A-Z]{3}\.$/);
  });

  it.each<[string, Conversion, Partial<ReturnType<typeof price>>]>([
    [
      'no payout, whatever its amount',
      says(null, { event: 'first_deposit', amount: '200' }),
      { by: 'none', because: 'As reported by the deal: the report names no payout.' },
    ],
    [
      'a negative payout beside an amount',
      says('-5', { event: 'first_deposit', amount: '200' }),
      { by: 'none', because: 'As reported by the deal: the report names a negative payout beside an amount.' },
    ],
    [
      'a lead that its partner rejected',
      says('5', { isRejected: true }),
      { by: 'deal', because: 'As reported by the deal: the partner rejected this lead, so it pays nothing.' },
    ],
    ...(['pending', 'rejected_lead', 'withdrawal', 'clickout'] as const).map(
      (event): [string, Conversion, Partial<ReturnType<typeof price>>] => [
        event,
        says('5', { event }),
        { by: 'deal', because: 'As reported by the deal pays nothing for this.' },
      ],
    ),
  ])('pays nothing for a report with %s, and says why', (_, conversion, expected) => {
    expect(price(conversion, click, { deals: [terms], overrides: [], globalDeals: [] })).toMatchObject({
      amount: '0',
      dealId: 1,
      ...expected,
    });
  });

  it('pays a rejected lead where it says so, and leaves a partner override before it', () => {
    expect(
      price(says('5', { isRejected: true }), click, {
        deals: [{ ...terms, rejectedPaid: true }],
        overrides: [],
        globalDeals: [],
      }),
    ).toMatchObject({
      amount: '5',
    });
    const ftd = says('5', { event: 'first_deposit' });
    expect(price(ftd, click, { deals: [terms], overrides: [override({})], globalDeals: [] })).toMatchObject({
      by: 'override',
      amount: '120',
    });
  });

  it('can be a global deal, and is not replaced by one', () => {
    const general = deal({ id: 90, partnerId: null, dealType: 'Reported', fixedAmount: null });
    expect(price(says('5'), click, { deals: [], overrides: [], globalDeals: [general] })).toMatchObject({
      by: 'global',
      amount: '5',
      dealId: 90,
    });
    const fixed = deal({ id: 91, partnerId: null, dealType: 'CPL', fixedAmount: '10' });
    expect(
      price(says(null), click, {
        deals: [{ ...terms, fixedAmount: null, sharePercent: null }],
        overrides: [],
        globalDeals: [fixed],
      }),
    ).toMatchObject({
      by: 'none',
      amount: '0',
      dealId: 1,
    });
  });

  it('is the only one that a payout pays: others pay what they agree', () => {
    expect(
      price(says('40', { event: 'first_deposit' }), click, { deals: [deal({})], overrides: [], globalDeals: [] }),
    ).toMatchObject({ amount: '100' });
  });
});

describe('A chargeback', () => {
  it('reverses the fixed amounts that were paid', () => {
    const conversion = reported('chargeback', null, { amount: '100', currency: 'EUR' });
    expect(price(conversion, click, { deals: [deal({})], overrides: [], globalDeals: [] })).toMatchObject({
      amount: '-100',
      currency: 'EUR',
    });
  });

  it('reverses nothing if nothing was paid', () => {
    expect(
      price(reported('chargeback', '50'), click, { deals: [deal({})], overrides: [], globalDeals: [] }),
    ).toMatchObject({ amount: '0' });
  });
});

describe('The price of a conversion', () => {
  const general = deal({ id: 90, partnerId: null, geoId: null, fixedAmount: '10' });

  it('uses the override, else the deal, else the global deal', () => {
    const ftd = reported('first_deposit');
    expect(price(ftd, click, { deals: [deal({})], overrides: [override({})], globalDeals: [general] })).toMatchObject({
      by: 'override',
      amount: '120',
    });
    expect(price(ftd, click, { deals: [deal({})], overrides: [], globalDeals: [general] })).toMatchObject({
      by: 'deal',
      amount: '100',
      dealVersion: 3,
    });
    expect(price(ftd, click, { deals: [], overrides: [], globalDeals: [general] })).toMatchObject({
      by: 'global',
      amount: '10',
      dealId: 90,
    });
    expect(price(ftd, click, { deals: [], overrides: [], globalDeals: [] })).toMatchObject({ by: 'none', amount: '0' });
  });

  it('uses the global deal if the deal has no amount, and is missing without either', () => {
    for (const blank of [
      deal({ fixedAmount: null }),
      deal({ dealType: 'RevShare', fixedAmount: '5', sharePercent: null }),
      deal({ dealType: 'Hybrid', fixedAmount: null }),
      deal({ dealType: 'CPL', fixedAmount: null, sharePercent: '20' }),
    ]) {
      const ftd = reported('first_deposit');
      expect(price(ftd, click, { deals: [blank], overrides: [], globalDeals: [] })).toMatchObject({
        by: 'none',
        amount: '0',
        dealId: 1,
      });
      expect(price(ftd, click, { deals: [blank], overrides: [], globalDeals: [general] })).toMatchObject({
        by: 'global',
        amount: '10',
      });
      expect(price(ftd, click, { deals: [blank], overrides: [override({})], globalDeals: [] })).toMatchObject({
        by: 'override',
        amount: '120',
      });
    }
    expect(
      price(reported('lead'), click, {
        deals: [deal({ dealType: 'Flat', fixedAmount: null })],
        overrides: [],
        globalDeals: [],
      }),
    ).toMatchObject({
      by: 'deal',
    });
  });

  it('uses the narrowest override', () => {
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
        price(ftd, click, {
          deals: [deal({})],
          overrides: all.filter(({ id }) => id <= left || id === 5),
          globalDeals: [],
        }).amount,
      ).toBe(String(left));
  });

  it('uses changed terms from their day and never for earlier clicks', () => {
    const terms = [
      deal({ id: 1, fixedAmount: '100', validTo: '2026-05-09' }),
      deal({ id: 2, fixedAmount: '130', validFrom: '2026-05-10' }),
    ];
    const paidOn = (day: string) =>
      price(reported('first_deposit'), { ...click, day }, { deals: terms, overrides: [], globalDeals: [] }).amount;
    expect(paidOn('2026-05-09')).toBe('100');
    expect(paidOn('2026-05-10')).toBe('130');
  });

  it('uses the deal that routing chose even if another has more weight', () => {
    const terms = [deal({ id: 1, weight: 90 }), deal({ id: 2, weight: 1, fixedAmount: '77' })];
    expect(price(reported('first_deposit'), click, { deals: terms, overrides: [], globalDeals: [] }).dealId).toBe(1);
    expect(
      price(reported('first_deposit'), { ...click, dealId: 2 }, { deals: terms, overrides: [], globalDeals: [] }),
    ).toMatchObject({ amount: '77' });
  });

  it('replaces only the percentage by a RevShare override', () => {
    const terms = deal({ dealType: 'RevShare', fixedAmount: null, sharePercent: '35' });
    const better = override({ dealType: 'RevShare', amount: '45' });
    expect(
      price(reported('revenue', '100'), click, { deals: [terms], overrides: [better], globalDeals: [] }),
    ).toMatchObject({ amount: '45' });
    expect(
      price(reported('first_deposit', '100'), click, { deals: [terms], overrides: [better], globalDeals: [] }),
    ).toMatchObject({ amount: '0' });
  });
});

describe('Any conversion', () => {
  it('always has the same price, and its fixed amount is reversed exactly', () => {
    const amount = fc.integer({ min: 0, max: 10_000_000 }).map((cents) => (cents / 100).toFixed(2));
    fc.assert(
      fc.property(amount, fc.constantFrom<DealTerms['dealType']>('CPA', 'Hybrid'), (fixed, dealType) => {
        const terms = [deal({ fixedAmount: fixed, dealType, sharePercent: '20' })];
        const paid = price(reported('first_deposit', '30'), click, { deals: terms, overrides: [], globalDeals: [] });
        expect(price(reported('first_deposit', '30'), click, { deals: terms, overrides: [], globalDeals: [] })).toEqual(
          paid,
        );
        const back = price(reported('chargeback', null, { amount: paid.amount, currency: 'EUR' }), click, {
          deals: terms,
          overrides: [],
          globalDeals: [],
        });
        expect(Number(paid.amount) + Number(back.amount)).toBe(0);
      }),
    );
  });
});

describe('A rate', () => {
  const rateOf = ratesOf([
    { currency: 'USD', day: '2026-01-01', perEuro: '1.25' },
    { currency: 'USD', day: '2026-03-01', perEuro: '1.6' },
  ]);

  it('is the newest on or before the day, or the first if the day is earlier', () => {
    expect(inBase('100', rateOf('USD', '2026-02-28') ?? '')).toBe('80');
    expect(inBase('100', rateOf('USD', '2026-03-01') ?? '')).toBe('62.5');
    expect(inBase('100', rateOf('USD', '2020-01-01') ?? '')).toBe('80');
    expect(rateOf('EUR', '2026-02-28')).toBe('1');
    expect(rateOf('XYZ', '2026-02-28')).toBeNull();
  });
});

describe('A commission', () => {
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

  it('follows the narrowest terms, and is reversed with the revenue', () => {
    expect(owed(1, false)).toBe('20');
    expect(owed(3, true)).toBe('25');
    expect(owed(3, false)).toBe('10');
    expect(owed(1, false, '-100')).toBe('-20');
    expect(owed(1, false, '0')).toBeUndefined();
  });

  it('reverses the fixed amounts owed so far at a chargeback, even if the terms have changed', () => {
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
