import { describe, expect, it } from 'vitest';
import { currencyProblem } from '../money/document-currency.ts';
import { amountText } from '../money/document-texts.ts';
import { placesOf, placesProblem, xmlProblem } from './minor-units.ts';

describe('Minor units', () => {
  it('are those of ISO 4217, also where Intl has others', () => {
    expect(
      Object.fromEntries(['EUR', 'JPY', 'KRW', 'KWD', 'UYW', 'CLF', 'CLP'].map((it) => [it, placesOf(it)])),
    ).toEqual({ EUR: 2, JPY: 0, KRW: 0, KWD: 3, UYW: 4, CLF: 4, CLP: 0 });
    const digitsOf = (currency: string) =>
      new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits;
    // Currencies whose small coins are out of use keep their minor units on documents.
    expect(Intl.supportedValuesOf('currency').filter((code) => digitsOf(code) !== placesOf(code))).toEqual(
      'AFN ALL COP HUF IDR IQD IRR KPW LAK LBP MGA MMK PKR SLL SOS SYP YER'.split(' '),
    );
  });

  it('refuse a finer amount by a sentence', () => {
    const cases: [amount: string, currency: string, problem: string][] = [
      ['10', 'JPY', ''],
      ['10.00', 'JPY', ''],
      ['10.5', 'JPY', 'Enter an amount without decimals: JPY has none.'],
      ['-0.01', 'KRW', 'Enter an amount without decimals: KRW has none.'],
      ['1.234', 'KWD', ''],
      ['1.2340', 'KWD', ''],
      ['1.2345', 'KWD', 'Enter an amount with at most three decimals, as KWD has.'],
      ['1.005', 'EUR', 'Enter an amount with at most two decimals.'],
    ];
    for (const [amount, currency, problem] of cases)
      expect([amount, currency, placesProblem(amount, currency)]).toEqual([amount, currency, problem]);
  });

  it('are written in sentences, and no digit of an older amount is hidden', () => {
    expect([amountText('1234', 'JPY'), amountText('1.5', 'KWD'), amountText('1234.56', 'JPY')]).toEqual([
      '¥1,234',
      'KWD1.500',
      '¥1,234.56',
    ]);
  });

  it('with more than two decimals have no XML, and crypto currencies have no documents', () => {
    expect([xmlProblem('EUR'), xmlProblem('JPY')]).toEqual(['', '']);
    expect(xmlProblem('KWD')).toContain('Amounts in KWD have three decimals');
    expect([currencyProblem('JPY'), currencyProblem('BTC')]).toEqual([
      '',
      'BTC is not a currency of ISO 4217, so no document or payment can be in it.',
    ]);
  });
});
