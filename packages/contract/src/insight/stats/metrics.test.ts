import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareMoney, sumMoney } from '../../money/money.ts';
import { isMoney } from '../../reading/money-text.ts';
import { COUNT_MEASURES, MONEY_MEASURES } from '../../traffic/clicks/fact.ts';
import { evaluate, type Sums } from './evaluate.ts';
import { isMetricId, METRICS, type MetricKey, measuresOf, metric, metricOf } from './metrics.ts';

/** The expected metrics: id, key, format. */
const designTable = `
1 visits integer|2 uniqueVisitors integer|3 impressions integer|4 clickThroughRate percent|5 prelanderVisits integer
6 prelanderClickThroughRate percent|7 leads integer|8 qualifiedLeads integer|9 firstDeposits integer|10 deposits integer
11 revenue money|12 depositAmount money|13 clickouts integer|14 leadRate percent|15 firstDepositRate percent
16 earningsPerClick money|17 revenuePerLead money|18 returnOnInvestment percent|19 profit money|20 cost money
21 codeUses integer|22 costPerClick money|23 costPerLead money|24 totalCost money|25 flatFeeCost money
26 publisherCost money|27 margin percent|28 pendingRevenue money|29 rejectedLeads integer|30 botVisits integer
31 costPerFirstDeposit money`;

const cents = fc.integer({ min: 0, max: 10_000_000 }).map((it) => (it / 100).toFixed(2));
const sums: fc.Arbitrary<Sums> = fc
  .tuple(
    fc.array(fc.nat(1_000_000), { minLength: COUNT_MEASURES.length, maxLength: COUNT_MEASURES.length }),
    fc.array(cents, { minLength: MONEY_MEASURES.length, maxLength: MONEY_MEASURES.length }),
  )
  .map(([counts, amounts]): Sums => {
    const both = [
      ...COUNT_MEASURES.map((it, index) => [it, counts[index] ?? 0]),
      ...MONEY_MEASURES.map((it, index) => [it, amounts[index] ?? '0']),
    ];
    return Object.fromEntries(both);
  });

describe('metrics', () => {
  it('have fixed ids, keys and formats', () => {
    const rows = Object.entries(metric).map(([key, { id, format }]) => `${id} ${key} ${format}`);
    expect(rows).toEqual(designTable.trim().split(/[|\n]/));
  });

  it('are found by id, and unknown ids are refused', () => {
    expect(metricOf(19)).toBe(metric.profit);
    expect([1, 31].every(isMetricId)).toBe(true);
    expect([0, 32, 1.5, '1', null].some(isMetricId)).toBe(false);
  });

  it('are calculated by their formulas', () => {
    const known: Sums = { visits: 1000, clickouts: 400, impressions: 8000, leads: 40, firstDeposits: 10 };
    const money: Sums = { revenue: '500.00', cost: '100.10', flatFeeCost: '50', publisherCost: '49.90' };
    const value = (key: MetricKey) => evaluate(metric[key], { ...known, ...money });
    expect([value('clickThroughRate'), value('leadRate'), value('firstDepositRate')]).toEqual([0.05, 0.1, 0.25]);
    expect([value('totalCost'), value('profit'), value('returnOnInvestment'), value('margin')]).toEqual([
      '200',
      '300',
      1.5,
      0.6,
    ]);
    expect([
      value('earningsPerClick'),
      value('revenuePerLead'),
      value('costPerClick'),
      value('costPerLead'),
      value('costPerFirstDeposit'),
    ]).toEqual(['1.25', '12.5', '0.1001', '5', '20']);
  });

  it('are empty, not 0 or NaN, when a denominator is zero', () => {
    for (const one of METRICS) {
      expect(evaluate(one, {}), one.label).toBe(one.formula.kind === 'ratio' ? null : one.format === 'money' ? '0' : 0);
    }
  });

  it('add up over rows exactly when they are additive', () => {
    const additive = METRICS.filter((it) => it.additive);
    fc.assert(
      fc.property(sums, sums, (one, other) => {
        const both = Object.fromEntries(
          [...COUNT_MEASURES, ...MONEY_MEASURES].map((it) => [it, sumMoney([String(one[it]), String(other[it])])]),
        );
        for (const summed of additive) {
          const parts = [evaluate(summed, one), evaluate(summed, other)].map(String);
          expect(compareMoney(sumMoney(parts), String(evaluate(summed, both))), summed.label).toBe(0);
        }
      }),
    );
    const others = [metric.clickThroughRate, metric.leadRate, metric.margin, metric.uniqueVisitors];
    for (const { additive: isAdditive, label } of others) expect(isAdditive, label).toBe(false);
  });

  it('return money as plain decimals and other values as numbers', () => {
    fc.assert(
      fc.property(sums, (it) =>
        METRICS.every((one) => {
          const value = evaluate(one, it);
          return value === null || (one.format === 'money' ? isMoney(value) : Number.isFinite(value));
        }),
      ),
    );
  });

  it('list each measure they read once', () => {
    expect(measuresOf(metric.margin.formula).sort()).toEqual(['cost', 'flatFeeCost', 'publisherCost', 'revenue']);
    expect(measuresOf(metric.uniqueVisitors.formula)).toEqual([]);
  });
});
