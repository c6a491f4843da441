import { describe, expect, it } from 'vitest';
import {
  exactMoney,
  formatAgo,
  formatBytes,
  formatChange,
  formatMoney,
  formatNumber,
  formatPercent,
  formatTime,
  setCurrencyPlaces,
  setNumberLocale,
} from './format.ts';

describe('numbers', () => {
  it('are shown differently for zero and empty values, with a true minus sign', () => {
    expect(formatNumber(0)).toBe('0');
    expect(formatNumber(null)).toBe('–');
    expect(formatNumber(undefined)).toBe('–');
    expect(formatNumber('')).toBe('–');
    expect(formatNumber('not a number')).toBe('–');
    expect(formatNumber(Number.NaN)).toBe('–');
    expect(formatNumber(-12.5, 2)).toBe('−12.50');
  });
  it('keep the digits of decimal strings beyond the precision of a double', () => {
    expect(formatNumber('9007199254740993.25', 2)).toBe('9,007,199,254,740,993.25');
    expect(formatMoney('-1234.5', 'EUR')).toBe('−€1,234.50');
  });
  it('show sizes in bytes with a fitting unit', () => {
    expect([0, 999, 1_000, 1_449_000, 5e12].map(formatBytes)).toEqual([
      '0 B',
      '999 B',
      '1.0 kB',
      '1.4 MB',
      '5,000.0 GB',
    ]);
  });
  it('show shares and changes with their sign', () => {
    expect(formatPercent(0.1234)).toBe('12.3 %');
    expect(formatChange(0.032)).toBe('+3.2 %');
    expect(formatChange(-0.01)).toBe('−1.0 %');
    expect(formatChange(-0.0001)).toBe('0.0 %');
    expect(formatChange(Number.POSITIVE_INFINITY)).toBe('–');
  });
});

describe('times', () => {
  it('are shown in the given time zone', () => {
    expect(formatTime('2026-11-21T23:30:00Z', 'Europe/Vienna')).toBe('2026-11-22 00:30');
    expect(formatTime('2026-11-21T23:30:00Z', 'UTC', 'date')).toBe('2026-11-21');
    expect(formatTime('rubbish', 'UTC')).toBe('–');
  });
  it('are shown as a time ago', () => {
    const now = Date.parse('2026-11-21T12:00:00Z');
    expect(formatAgo('2026-11-21T11:57:00Z', now)).toBe('3 minutes ago');
    expect(formatAgo('2026-11-21T11:59:50Z', now)).toBe('just now');
  });
});

it('writes money with the minor units of its currency, which are not those that Intl knows', () => {
  setCurrencyPlaces((currency) => ({ JPY: 0, KWD: 3, IQD: 3 })[currency] ?? 2);
  expect([formatMoney('1234.5', 'JPY'), formatMoney('1.5', 'KWD'), formatMoney('1.5', 'HUF')]).toEqual([
    '¥1,235',
    'KWD\u00a01.500',
    'Ft\u00a01.50',
  ]);
  expect([exactMoney('0.125', 'JPY'), exactMoney('5', 'JPY'), exactMoney('5', 'IQD')]).toEqual([
    '¥0.125',
    '¥5',
    'IQD\u00a05.000',
  ]);
});

it('writes numbers in the locale that the person chose, and without a choice in that of the browser', () => {
  const written = () => [formatNumber(1234.5, 2), formatMoney('-1234.5', 'EUR'), formatPercent(0.125)];
  const before = written();
  setNumberLocale('de-DE');
  expect(written()).toEqual(['1.234,50', '−1.234,50\u00a0€', '12,5 %']);
  setNumberLocale(undefined);
  expect(written()).toEqual(before);
});
