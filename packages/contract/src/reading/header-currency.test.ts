import { expect, it } from 'vitest';
import { currencyOfHeader, isOtherCurrency, withoutCurrency } from './header-currency.ts';

it.each([
  ['Betrag (USD)', 'USD'],
  ['Revenue [EUR]', 'EUR'],
  ['Amount, GBP', 'GBP'],
  ['Payout in Euro', 'EUR'],
  ['revenue_usd', 'USD'],
  ['Commission €', 'EUR'],
  ['Payout (US$)', 'USD'],
  ['Payout ($)', '$'],
  ['Сумма (₽)', 'RUB'],
  ['Kwota (zł)', 'PLN'],
  ['EUR', 'EUR'],
  ['Revenue', null],
  ['Revenue (net)', null],
  ['Revenue (EUR/USD)', null],
  ['Deposits all', null],
  ['Total payout', null],
  ['', null],
])('finds the currency in the header “%s”', (header, currency) => {
  expect(currencyOfHeader(header)).toBe(currency);
});

it('takes a sign for all currencies that are written with it', () => {
  expect([isOtherCurrency('USD', 'USD'), isOtherCurrency('USD', 'EUR'), isOtherCurrency('USDT', 'USD')]).toEqual([
    false,
    true,
    true,
  ]);
  expect(['USD', 'CAD', 'EUR'].map((code) => isOtherCurrency('$', code))).toEqual([false, false, true]);
});

it.each([
  ['Revenue (USD)', 'Revenue'],
  ['Deposit amount, €', 'Deposit amount'],
  ['revenue_eur', 'revenue'],
  ['Revenue (net)', 'Revenue (net)'],
  ['EUR', 'EUR'],
])('takes the currency out of the header “%s”', (header, rest) => {
  expect(withoutCurrency(header)).toBe(rest);
});
