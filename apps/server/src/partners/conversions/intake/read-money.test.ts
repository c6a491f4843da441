/** Amounts, payouts and currencies as networks send them together, each with its one right answer. */
import { describe, expect, it } from 'vitest';
import { type MoneyTexts, readMoney } from './read-money.ts';

const read = (given: Partial<MoneyTexts>, needsAmount: boolean, ownCurrency = 'EUR') =>
  readMoney({ amount: '', payout: '', currency: '', ...given }, { needsAmount, ownCurrency, amountUnit: 'main' });

describe('an amount that its report needs', () => {
  it.each([
    [{ amount: '1.0E2', currency: 'EUR' }, '100', 'EUR'],
    [{ amount: '1e3' }, '1000', null],
    [{ amount: '1.234567891E7' }, '12345678.91', null],
    [{ amount: '1.5e-05', currency: 'BTC' }, '0.000015', 'BTC'],
    [{ amount: '-2.5E+1' }, '-25', null],
    [{ amount: '100,-' }, '100', null],
    [{ amount: '€ 100,-' }, '100', 'EUR'],
    [{ amount: '99999999999999.99' }, '99999999999999.99', null],
    [{ amount: '100000000000000000', currency: 'sats' }, '1000000000', 'BTC'],
    [{ amount: '€100', currency: 'eur' }, '100', 'EUR'],
    [{ amount: '100 EUR', currency: '978' }, '100', 'EUR'],
    [{ amount: '$12.50', currency: 'CAD' }, '12.5', 'CAD'],
    [{ amount: 'US$ 12.50', currency: 'USD' }, '12.5', 'USD'],
    [{ amount: '100 RMB', currency: 'CNY' }, '100', 'CNY'],
    [{ amount: '¥100', currency: 'RMB' }, '100', 'CNY'],
    [{ amount: '250 GBX', currency: 'GBX' }, '2.5', 'GBP'],
    [{ amount: '100 EUR', currency: '{currency}' }, '100', 'EUR'],
    [{ amount: '5', payout: '€2' }, '5', 'EUR'],
  ])('is read with its currency from %j', (given, amount, currency) => {
    expect(read(given, true)).toMatchObject({ money: { amount, currency }, notes: [] });
  });

  it.each([
    [{ amount: '1000000000000000000', currency: 'ETH' }, 'bad_amount'],
    [{ amount: 'NaN' }, 'bad_amount'],
    [{ amount: '[object Object]' }, 'bad_amount'],
    [{ amount: '-Infinity' }, 'bad_amount'],
    [{ amount: 'true' }, 'bad_amount'],
    [{ amount: '100000000000000' }, 'bad_amount'],
    [{ amount: '-100000000000000.5' }, 'bad_amount'],
    [{ amount: '99999999999999.9999999999999' }, 'bad_amount'],
    [{ amount: '1e18' }, 'bad_amount'],
    [{ amount: '1e400' }, 'bad_amount'],
    [{ amount: '9'.repeat(60) }, 'bad_amount'],
    [{ amount: '€100', currency: 'USD' }, 'bad_currency'],
    [{ amount: '100 EUR', currency: 'USD' }, 'bad_currency'],
    [{ amount: '100 GBP', currency: 'EUR' }, 'bad_currency'],
    [{ amount: '$100', currency: 'EUR' }, 'bad_currency'],
    [{ amount: 'C$100', currency: 'USD' }, 'bad_currency'],
    [{ amount: '¥100', currency: 'USD' }, 'bad_currency'],
    [{ amount: '£100', currency: 'GBX' }, 'bad_currency'],
    [{ amount: '250 GBX', currency: 'GBP' }, 'bad_currency'],
    [{ amount: '$100', currency: 'USDT' }, 'bad_currency'],
    [{ amount: '€5', currency: 'ZZZ' }, 'bad_currency'],
    [{ amount: '$12.50' }, 'bad_currency'],
  ])('refuses its report in %j', (given, refusal) => {
    expect(read(given, true)).toEqual({ refusal });
  });
});

describe('an amount that its report does not need', () => {
  it.each([
    [{ amount: '1000000000000000000', currency: 'ETH' }, 'it has more than 14 digits before the point', 'ETH'],
    [{ amount: '1,250' }, 'it is not a number with one meaning', null],
    [{ amount: '€100', currency: 'USD' }, 'it names another currency than the report', 'USD'],
  ])('is left out with a note in %j', (given, why, currency) => {
    expect(read(given, false)).toEqual({
      money: { amount: null, payout: null, currency },
      notes: [`The amount was left out, because ${why}.`],
    });
  });
});

it.each([
  [{ payout: '1.0E2' }, '100', []],
  [{ payout: '100,-' }, '100', []],
  [{ payout: '1e-05' }, '0.00001', []],
  [{ payout: '{payout}' }, null, ['it is a macro that was not filled']],
  [{ payout: '100000000000000000' }, null, ['it has more than 14 digits before the point']],
  [{ payout: '1,250' }, null, ['it is not a number with one meaning']],
  [{ payout: '€5', currency: 'USD' }, null, ['it names another currency than the report']],
  [{ amount: '$5', payout: '€5' }, null, ['it names another currency than the report']],
] as const)('reads the payout of %j, or leaves it out with a note', (given, payout, whys) => {
  const notes = whys.map((why) => `The payout was left out, because ${why}.`);
  expect(read({ amount: '5', currency: 'USD', ...given }, true)).toMatchObject({
    money: { payout },
    notes,
  });
});

describe('a sign that several currencies have', () => {
  const moneyOf = (given: Partial<MoneyTexts>, ownCurrency: string) => read(given, false, ownCurrency);

  it.each([
    ['$2.40', 'USD', 'USD'],
    ['$2.40', 'CAD', 'CAD'],
    ['2.40 $', 'MXN', 'MXN'],
    ['US$2.40', 'CAD', 'USD'],
    ['¥240', 'JPY', 'JPY'],
  ])('is that of the partner: %s of a partner in %s is %s', (payout, own, currency) => {
    expect(moneyOf({ payout }, own)).toMatchObject({ money: { currency }, notes: [] });
  });

  it('is not guessed where the partner pays in another currency, and the answer says so', () => {
    expect(moneyOf({ payout: '$2.40' }, 'EUR')).toMatchObject({
      money: { payout: '2.4', currency: 'XXX' },
      notes: ['The sign “$” stands for several currencies, so send the code of the right one.'],
    });
  });
});

it('says that a macro in place of an amount or payout was not filled', () => {
  expect(read({ amount: '{sumdep}', payout: '[payout]' }, false)).toMatchObject({
    notes: [
      'The amount was left out, because it is a macro that was not filled.',
      'The payout was left out, because it is a macro that was not filled.',
    ],
  });
  expect(read({ amount: '{sumdep}' }, true)).toEqual({ refusal: 'bad_amount' });
});

describe('amounts in the smallest unit of their currency', () => {
  it.each([
    [{ amount: '980', payout: '1250', currency: 'EUR' }, 'EUR', ['9.8', '12.5', 'EUR']],
    [{ amount: '980' }, 'EUR', ['9.8', null, null]],
    [{ amount: '980' }, 'JPY', ['980', null, null]],
    [{ amount: '980' }, 'KWD', ['0.98', null, null]],
    [{ amount: '10000', payout: '500', currency: 'JPY' }, 'EUR', ['10000', '500', 'JPY']],
    [{ amount: '1250', currency: 'KWD' }, 'EUR', ['1.25', null, 'KWD']],
    [{ amount: '-980', currency: 'EUR' }, 'EUR', ['-9.8', null, 'EUR']],
    [{ amount: '12.5', currency: 'USD' }, 'EUR', ['0.125', null, 'USD']],
    [{ amount: '1,250', payout: '1.0E3', currency: 'EUR' }, 'EUR', [null, '10', 'EUR']],
    [{ amount: '0', currency: 'EUR' }, 'EUR', ['0', null, 'EUR']],
    // Pence are the smallest unit already, and coins have none in ISO 4217.
    [{ amount: '250', currency: 'GBX' }, 'EUR', ['2.5', null, 'GBP']],
    [{ amount: '100000', currency: 'sats' }, 'EUR', ['0.001', null, 'BTC']],
    [{ amount: '0.5', currency: 'BTC' }, 'EUR', ['0.5', null, 'BTC']],
  ])('%j of a partner paid in %s', (given, ownCurrency, [amount, payout, currency]) => {
    const texts = { payout: '', currency: '', ...given };
    const inMinor = readMoney(texts, { needsAmount: false, ownCurrency, amountUnit: 'minor' });
    expect(inMinor).toMatchObject({ money: { amount, payout, currency } });
  });
});
