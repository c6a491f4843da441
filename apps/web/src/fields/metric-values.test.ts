import { metric } from '@signpost/contract/insight/stats/metrics.ts';
import { describe, expect, it } from 'vitest';
import { changeText } from './metric-values.ts';

describe('A change of a metric', () => {
  it.each([
    ['100', '120', '+20.0 %'],
    ['120', '100', '−16.7 %'],
    ['100', '0', '−100.0 %'],
    ['157.62', '-6515.09', '−€6,672.71'],
    ['-50', '-20', '+€30.00'],
    ['0', '12', '+€12.00'],
    ['1', '11.5', '+€10.50'],
  ])('from %s to %s is %s, a percentage only where it means something', (before, now, text) => {
    expect(changeText(metric.profit.id, now, before)).toBe(text);
  });

  it('of a percentage is told in points, so that a column has one unit', () => {
    expect(changeText(metric.returnOnInvestment.id, 0.25, -0.1)).toBe('+35.0 pp');
    expect(changeText(metric.returnOnInvestment.id, 2.2069, 1.7585)).toBe('+44.8 pp');
    expect(changeText(metric.returnOnInvestment.id, 0.1, 0.2)).toBe('−10.0 pp');
    expect(changeText(metric.visits.id, 300, 0)).toBe('+300');
  });

  it('is empty without one of the values', () => {
    expect(changeText(metric.profit.id, null, '1')).toBe(changeText(metric.profit.id, '1', null));
    expect(changeText(metric.profit.id, null, '1')).not.toMatch(/\d/);
  });
});
