import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changeOf, formatMetric, formatMoney, isBetter } from './format.ts';
import { METRICS, metric } from './metrics.ts';

describe('numbers', () => {
  it('are grouped by locale', () => {
    expect(['en', 'de'].map((locale) => formatMetric(metric.visits, 1234567, locale))).toEqual([
      '1,234,567',
      '1.234.567',
    ]);
    expect([formatMoney('-1234.5', 'en'), formatMoney('1234.5', 'de')]).toEqual(['−1,234.50', '1.234,50']);
    expect([0.12345, 0].map((share) => formatMetric(metric.margin, share, 'en'))).toEqual(['12.35 %', '0.00 %']);
    expect(formatMoney('-5', 'en', 2, 'EUR')).toBe('−€5.00');
  });

  it('keep every digit of money', () => {
    expect(formatMoney('123456789012345678.91', 'en')).toBe('123,456,789,012,345,678.91');
  });

  it('are shown as a dash when empty and as 0 when zero', () => {
    for (const one of METRICS) {
      expect(formatMetric(one, null, 'en')).toBe('–');
      expect(formatMetric(one, '0', 'en')).toMatch(/^0/);
    }
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, 'NaN', ''])
      expect(formatMetric(metric.visits, value, 'en')).toBe('–');
  });

  it('have as many decimals as their metric defines', () => {
    expect(formatMetric(metric.earningsPerClick, '0.03456', 'en')).toBe('0.0346');
    expect(formatMetric(metric.profit, '-3', 'en')).toBe('−3.00');
    expect(formatMetric(metric.visits, 12, 'en')).toBe('12');
  });

  it('use a true minus sign and none before zero', () => {
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

describe('changes of a metric', () => {
  it('are signed shares of the earlier value', () => {
    expect([changeOf(112.5, 100), changeOf('97', '100'), changeOf('-50', '-100')]).toEqual([0.125, -0.03, 0.5]);
  });

  it('are empty without a value to compare with', () => {
    expect([changeOf(1, 0), changeOf(null, 1), changeOf(1, null)]).toEqual([null, null, null]);
  });

  it('are good or bad news as defined by the metric', () => {
    expect([isBetter(metric.revenue, 0.1), isBetter(metric.costPerLead, 0.1), isBetter(metric.cost, 0.1)]).toEqual([
      true,
      false,
      null,
    ]);
    expect([isBetter(metric.revenue, 0), isBetter(metric.revenue, null)]).toEqual([null, null]);
  });
});
