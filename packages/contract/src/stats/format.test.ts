import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changeOf, formatChange, formatInteger, formatMetric, formatMoney, formatPercent, isBetter } from './format.ts';
import { METRICS, metricOf } from './metrics.ts';

describe('numbers', () => {
  it('are grouped by locale', () => {
    expect([formatInteger(1234567, 'en'), formatInteger(1234567, 'de')]).toEqual(['1,234,567', '1.234.567']);
    expect([formatMoney('-1234.5', 'en'), formatMoney('1234.5', 'de')]).toEqual(['−1,234.50', '1.234,50']);
    expect([formatPercent(0.12345, 'en'), formatPercent(0, 'en')]).toEqual(['12.35%', '0.00%']);
    expect(formatMoney('-5', 'en', 2, 'EUR')).toBe('−€5.00');
  });

  it('keep every digit of money', () => {
    expect(formatMoney('123456789012345678.91', 'en')).toBe('123,456,789,012,345,678.91');
  });

  it('are a dash when empty, and 0 when zero', () => {
    for (const metric of METRICS) {
      expect(formatMetric(metric, null, 'en')).toBe('–');
      expect(formatMetric(metric, '0', 'en')).toMatch(/^0/);
    }
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, 'NaN', '']) expect(formatInteger(value, 'en')).toBe('–');
  });

  it('have the decimals of their metric', () => {
    expect(formatMetric(metricOf(16), '0.03456', 'en')).toBe('0.0346');
    expect(formatMetric(metricOf(19), '-3', 'en')).toBe('−3.00');
    expect(formatMetric(metricOf(1), 12, 'en')).toBe('12');
  });

  it('never show a hyphen for a minus, nor a minus before zero', () => {
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, min: -1e9, max: 1e9 }),
        fc.constantFrom('en', 'de', 'sv', 'fr'),
        (value, locale) => {
          const text = formatMoney(value, locale);
          expect(text).not.toContain('-');
          if (/^−/.test(text)) expect(text).toMatch(/[1-9]/);
        },
      ),
    );
  });
});

describe('changes', () => {
  it('are shares of the earlier value, with a sign', () => {
    expect(formatChange(changeOf(112.5, 100), 'en')).toBe('+12.5%');
    expect(formatChange(changeOf('97', '100'), 'en')).toBe('−3.0%');
    expect(formatChange(changeOf('-50', '-100'), 'en')).toBe('+50.0%');
    expect(formatChange(0, 'en')).toBe('0.0%');
  });

  it('are empty where there is nothing to compare with', () => {
    expect([changeOf(1, 0), changeOf(null, 1), changeOf(1, null)]).toEqual([null, null, null]);
    expect(formatChange(null, 'en')).toBe('–');
  });

  it('are good or bad news as their metric says', () => {
    expect([isBetter(metricOf(11), 0.1), isBetter(metricOf(23), 0.1), isBetter(metricOf(20), 0.1)]).toEqual([
      true,
      false,
      null,
    ]);
    expect([isBetter(metricOf(11), 0), isBetter(metricOf(11), null)]).toEqual([null, null]);
  });
});
