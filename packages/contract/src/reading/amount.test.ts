import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sumMoney } from '../money/money.ts';
import { clearAmount, detectMark, readAmount } from './amount.ts';
import { amountProblem } from './problems.ts';

const amount = (text: string) => ({ kind: 'amount', amount: text });

describe('a typed amount', () => {
  it.each([
    ['1.250,75', '1250.75'],
    ['1,250.75', '1250.75'],
    ['€1250', '1250'],
    ['1 250,75', '1250.75'],
    ['1\u00a0250,75 €', '1250.75'],
    ["1'250.75", '1250.75'],
    ['1’250.75', '1250.75'],
    ['−12.50', '-12.50'],
    ['(12.50)', '-12.50'],
    ['12.50-', '-12.50'],
    ['-€5', '-5'],
    ['€-5', '-5'],
    ['EUR 5,5', '5.5'],
    ['US$ 5.5', '5.5'],
    ['1.234.567', '1234567'],
    ['1,234,567.5', '1234567.5'],
    ['450,00', '450.00'],
    ['2,5', '2.5'],
    ['0,125', '0.125'],
    ['1234,567', '1234.567'],
    ['.5', '0.5'],
    ['007', '7'],
    ['€(63.12)', '-63.12'],
    ['(€63.12)', '-63.12'],
    ['€-', '0'],
    ['€ -', '0'],
    ['1,00,000.00', '100000.00'],
    ['12,34,567', '1234567'],
    ['-0.00', '0.00'],
    ['+3', '3'],
    ['100,-', '100'],
    ['100.-', '100'],
    ['100,–', '100'],
    ['100.—', '100'],
    ['100,−', '100'],
    ['100,--', '100'],
    ['100,---', '100'],
    ['100,=', '100'],
    ['100:-', '100'],
    ['100, -', '100'],
    ['€ 100,-', '100'],
    ['100,- €', '100'],
    ['100,-€', '100'],
    ['100,- EUR', '100'],
    ['CHF 1’000.-', '1000'],
    ['1.000,-', '1000'],
    ['1,000.-', '1000'],
    ['1 000,-', '1000'],
    ['0,-', '0'],
    ['-100,-', '-100'],
    ['- € 100,-', '-100'],
    ['(100,-)', '-100'],
    ['100,00-', '-100.00'],
    ['1.000,00-', '-1000.00'],
  ])('reads %s as it is meant', (text, expected) => {
    expect(readAmount(text)).toEqual(amount(expected));
  });

  it.each([
    '12,34,56',
    '1.23.456',
    '1,2345.5',
    '1 25',
    '1.250.75',
    '12,5,5',
    '--5',
    '€(-5)',
    '1,00,00',
    '123,45,678',
    '(-5)',
    '1e5',
    'much',
    '',
    '€',
    '5 %',
    '0x10',
    '1_000',
    '٣',
    '01.250.000',
    ',-',
    ':-',
    '100,-5',
    '100,-,-',
    '100,--5',
    '12:-30',
  ])('refuses %s', (text) => {
    expect(readAmount(text)).toEqual({ kind: 'unreadable' });
  });

  it('asks about three digits after a single comma or point, unless the column decides it', () => {
    expect(readAmount('1,250')).toEqual({ kind: 'ambiguous', asGroup: '1250', asDecimal: '1.250' });
    expect(readAmount('-1.250')).toEqual({ kind: 'ambiguous', asGroup: '-1250', asDecimal: '-1.250' });
    expect(amountProblem('1.250', readAmount('1.250'))).toBe('“1.250” can mean 1250 or 1.25. Type the one you mean.');
    expect(readAmount('1,250', { mark: '.' })).toEqual(amount('1250'));
    expect(readAmount('1,250', { mark: ',' })).toEqual(amount('1.250'));
  });

  it('is refused when it contradicts the decimal mark of its column', () => {
    for (const text of ['2,5', '2,50', '1.234,56', '12,34,56'])
      expect(readAmount(text, { mark: '.' }), text).toEqual({ kind: 'unreadable' });
    for (const text of ['2.5', '99.95', '1,234.56'])
      expect(readAmount(text, { mark: ',' }), text).toEqual({ kind: 'unreadable' });
    expect(readAmount('1.234', { mark: ',' })).toEqual(amount('1234'));
  });

  it('is refused with another currency, or with a percent sign where no percentage is expected', () => {
    expect(readAmount('€5', { currency: 'USD' })).toEqual({ kind: 'foreign', found: 'EUR' });
    expect(readAmount('5 GBP', { currency: 'EUR' })).toEqual({ kind: 'foreign', found: 'GBP' });
    for (const text of ['$5', '-$1250', '¥5', '₿5']) expect(readAmount(text, { currency: 'EUR' }).kind).toBe('foreign');
    for (const currency of ['USD', 'CAD', 'AUD'])
      expect(readAmount('$5', { currency })).toEqual({ kind: 'amount', amount: '5' });
    expect(readAmount('C$5', { currency: 'USD' })).toEqual({ kind: 'foreign', found: 'CAD' });
    expect(readAmount('$5', { currency: 'CAD' })).toEqual(amount('5'));
    expect(readAmount('12,5 %', { allowsPercent: true })).toEqual(amount('12.5'));
  });

  const cents = fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n });
  const write = (value: bigint, group: string, mark: string): string => {
    const digits = (value < 0n ? -value : value).toString().padStart(3, '0');
    const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, group);
    return `${value < 0n ? '-' : ''}${whole}${mark}${digits.slice(-2)}`;
  };

  it('is read correctly in every notation and size', () => {
    const styles = fc.constantFrom(['', '.'], ['', ','], [',', '.'], ['.', ','], [' ', ','], ["'", '.'], [' ', '.']);
    fc.assert(
      fc.property(cents, styles, (value, [group = '', mark = '']) => {
        const reading = readAmount(write(value, group, mark));
        expect(reading.kind).toBe('amount');
        if (reading.kind === 'amount') expect(sumMoney([reading.amount])).toBe(sumMoney([write(value, '', '.')]));
      }),
    );
  });

  it('is never guessed: without a decimal mark, only an unambiguous text is read', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9., ']{1,12}$/), (text) => {
        const alone = readAmount(text);
        const both = (['.', ','] as const).map((mark) => readAmount(text, { mark }));
        const readings = new Set(both.flatMap((one) => (one.kind === 'amount' ? [sumMoney([one.amount])] : [])));
        expect(readings.size).toBe(alone.kind === 'amount' ? 1 : alone.kind === 'ambiguous' ? 2 : 0);
      }),
    );
  });

  it('is answered quickly for any text, with suggestions that are unambiguous', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), (text) => {
        const reading = readAmount(text);
        if (reading.kind === 'ambiguous')
          for (const one of [reading.asGroup, clearAmount(reading.asDecimal)])
            expect(readAmount(one).kind).toBe('amount');
      }),
    );
    // The processor time of this thread: what else the machine does must not count.
    const started = process.threadCpuUsage();
    for (const text of ['1,'.repeat(50_000), ' '.repeat(100_000), '1'.repeat(100_000)]) readAmount(text);
    const { user, system } = process.threadCpuUsage(started);
    expect((user + system) / 1_000).toBeLessThan(500);
  });
});

describe('the decimal mark of a column', () => {
  it('is detected from the unambiguous cells', () => {
    expect(detectMark(['1,250', '2,50', '7'])).toEqual({ mark: ',', isMixed: false, example: null });
    expect(detectMark(['1.250', '1,250.75'])).toEqual({ mark: '.', isMixed: false, example: null });
    expect(detectMark(['1,250', '7'])).toEqual({ mark: null, isMixed: false, example: '1,250' });
    expect(detectMark(['7', 'x'])).toEqual({ mark: null, isMixed: false, example: null });
    expect(detectMark(['2,5', '2,6', '2.5'])).toEqual({ mark: null, isMixed: true, example: null });
    expect(detectMark(['1.250,75', '1,250.75', '1,250'])).toEqual({ mark: null, isMixed: true, example: '1,250' });
  });
});
