/** Widths of metric columns: nothing is cut, and tabs with many metrics fit a screen of 1440 pixels. */

import { type Metric, metricOf } from '@signpost/contract/insight/stats/metrics.ts';
import { readQuestion } from '@signpost/contract/insight/stats/query.ts';
import { tabOf } from '@signpost/contract/insight/stats/tabs/index.ts';
import { TAB_NAMES } from '@signpost/contract/routes/tab-names.ts';
import { expect, test } from 'vitest';
import { shownMetrics, metricWidth as widthOfCells } from './metric-columns.tsx';

const VISITS = metricOf(1);
const REVENUE = metricOf(11);
const ROI = metricOf(18);

const metricWidth = (metric: Metric, numbers: readonly string[], isSorted: boolean) =>
  widthOfCells(
    metric,
    numbers.map((number) => ({ number })),
    isSorted,
  );

test('A column with short numbers is as wide as its header, and wider while it is sorted.', () => {
  const width = metricWidth(VISITS, ['12', '3'], false);
  expect(width).toBeLessThan(72);
  expect(metricWidth(VISITS, ['12', '3'], true)).toBeGreaterThan(width);
});

test('A column grows with its longest number in every format, so that no figure is cut.', () => {
  const short = metricWidth(REVENUE, ['1.00'], false);
  for (const long of ['12,345,678.90', '12.345.678,90', '12 345 678,90']) {
    // A digit in bold is 8 pixels wide, a mark 4, and the padding of a cell 24.
    expect(metricWidth(REVENUE, ['1.00', long], false)).toBeGreaterThanOrEqual(10 * 8 + 3 * 4 + 24);
    expect(metricWidth(REVENUE, ['1.00', long], false)).toBeGreaterThan(short);
  }
  expect(metricWidth(ROI, ['3.665,53 %'], false)).toBeGreaterThanOrEqual(7 * 8 + 3 * 4 + 24);
});

test('A small change of a number does not move the columns.', () => {
  expect(metricWidth(REVENUE, ['1,234.56'], false)).toBe(metricWidth(REVENUE, ['9,876.50'], false));
});

test('A compared column has room for the longest number beside its change, so that neither is cut.', () => {
  const cells = [
    { number: '12.00', change: '+3.2 %' },
    { number: '−8,505.25', change: '−€6,672.71' },
  ];
  // Seven digits and signs and two marks in bold; an arrow with its gap; eight smaller ones and two marks; the padding.
  const needed = 7 * 8 + 2 * 4 + 20 + 8 * 7 + 2 * 4 + 24;
  expect(widthOfCells(REVENUE, cells, false)).toBeGreaterThanOrEqual(needed);
  expect(widthOfCells(VISITS, [{ number: '1', change: '+1' }], false)).toBeLessThan(110);
});

test('A fresh tab shows exactly its visible columns, and a king stat that a person chooses leads them.', () => {
  const metricsOf = (name: (typeof TAB_NAMES)[number], more: object = {}) =>
    shownMetrics(readQuestion(tabOf(name), { dateRange: 'last7Days', timeZone: 'UTC', ...more }, new Date()));
  for (const name of TAB_NAMES)
    expect(new Set(metricsOf(name)), name).toEqual(new Set(tabOf(name).defaultVisibleColumns));
  expect(metricsOf('costs')).toEqual([1, 20]);
  expect(metricsOf('costs', { columns: [1, 20, 24] })).toEqual([24, 1, 20]);
  expect(metricsOf('costs', { kingstat: 11 })).toEqual([11, 1, 20]);
});
