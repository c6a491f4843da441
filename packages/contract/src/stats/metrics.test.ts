import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareMoney, sumMoney } from '../money/money.ts';
import { isMoney } from '../money/money-text.ts';
import { evaluate, type Sums } from './evaluate.ts';
import { COUNT_MEASURES, MONEY_MEASURES } from './fact.ts';
import { isMetricId, METRICS, measuresOf, metricOf } from './metrics.ts';

/** The metrics a second time: id, key, format. */
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
  it('have the ids, keys and formats of the design', () => {
    const rows = METRICS.map(({ id, key, format }) => `${id} ${key} ${format}`);
    expect(rows).toEqual(designTable.trim().split(/[|\n]/));
  });

  it('are found by id, and unknown ids are refused', () => {
    expect(metricOf(19).key).toBe('profit');
    expect([1, 31].every(isMetricId)).toBe(true);
    expect([0, 32, 1.5, '1', null].some(isMetricId)).toBe(false);
  });

  it('work out as the design says', () => {
    const known: Sums = { visits: 1000, clickouts: 400, impressions: 8000, leads: 40, firstDeposits: 10 };
    const money: Sums = { revenue: '500.00', cost: '100.10', flatFeeCost: '50', publisherCost: '49.90' };
    const value = (id: Parameters<typeof metricOf>[0]) => evaluate(metricOf(id), { ...known, ...money });
    expect([value(4), value(14), value(15)]).toEqual([0.05, 0.1, 0.25]);
    expect([value(24), value(19), value(18), value(27)]).toEqual(['200', '300', 1.5, 0.6]);
    expect([value(16), value(17), value(22), value(23), value(31)]).toEqual(['1.25', '12.5', '0.1001', '5', '20']);
  });

  it('are empty, never 0 or NaN, where a ratio has nothing below the line', () => {
    for (const metric of METRICS) {
      expect(evaluate(metric, {}), metric.key).toBe(
        metric.formula.kind === 'ratio' ? null : metric.format === 'money' ? '0' : 0,
      );
    }
  });

  it('add up over rows exactly where they are additive', () => {
    const additive = METRICS.filter((metric) => metric.additive);
    fc.assert(
      fc.property(sums, sums, (one, other) => {
        const both = Object.fromEntries(
          [...COUNT_MEASURES, ...MONEY_MEASURES].map((it) => [it, sumMoney([String(one[it]), String(other[it])])]),
        );
        for (const metric of additive) {
          const parts = [evaluate(metric, one), evaluate(metric, other)].map(String);
          expect(compareMoney(sumMoney(parts), String(evaluate(metric, both))), metric.key).toBe(0);
        }
      }),
    );
    const ratios = ['clickThroughRate', 'leadRate', 'margin', 'uniqueVisitors'];
    for (const key of ratios) expect(METRICS.find((it) => it.key === key)?.additive).toBe(false);
  });

  it('carry money as plain decimals and the rest as numbers', () => {
    fc.assert(
      fc.property(sums, (it) =>
        METRICS.every((metric) => {
          const value = evaluate(metric, it);
          return value === null || (metric.format === 'money' ? isMoney(value) : Number.isFinite(value));
        }),
      ),
    );
  });

  it('name each measure they read once', () => {
    expect(measuresOf(metricOf(27).formula).sort()).toEqual(['cost', 'flatFeeCost', 'publisherCost', 'revenue']);
    expect(measuresOf(metricOf(2).formula)).toEqual([]);
  });
});
