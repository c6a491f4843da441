import type { DimensionKey } from '@signpost/contract/insight/stats/dimensions.ts';
import { metric } from '@signpost/contract/insight/stats/metrics.ts';
import { readQuestion } from '@signpost/contract/insight/stats/query.ts';
import { tabOf } from '@signpost/contract/insight/stats/tabs/index.ts';
import { buildQuery } from '@signpost/contract/reading/brackets.ts';
import type { TabName } from '@signpost/contract/routes/tab-names.ts';
import { describe, expect, it } from 'vitest';
import type { Attributes, AttributeValues } from './attributes.ts';
import type { FactScope } from './conditions.ts';
import { planQuestion, type Reading } from './plan.ts';

const VALUES: Partial<Record<DimensionKey, AttributeValues>> = {
  category: { ids: [2001, 2083], values: [[51], [55]] },
  tag: { ids: [820], values: [[1, 2]] },
};
const attributes: Attributes = {
  names: () =>
    new Map([
      [9, 'Alpha'],
      [5, 'Beta'],
    ]),
  values: (dimension) => VALUES[dimension] ?? { ids: [], values: [] },
  typeOfCampaign: new Map(),
  boxesOfKind: new Map([['seo', [7, 8]]]),
  websitesOfKind: new Map(),
  sourcesOfKind: new Map(),
};
const OCTOBER = { start: '2026-10-01', end: '2026-10-31' };

function planOf(tab: TabName, more: Record<string, unknown> = {}, facts: FactScope = null) {
  return planQuestion(readQuestion(tabOf(tab), buildQuery({ dateRange: OCTOBER, ...more })), attributes, facts);
}

/** Each period's segments as `rollup from until`. */
const segmentsIn = ({ periods }: Reading) =>
  periods.map((segments) =>
    segments.map(
      ({ rollup, from, until }) =>
        `${rollup ?? 'facts'} ${from.toISOString().slice(5, 16)} ${until.toISOString().slice(5, 16)}`,
    ),
  );

describe('The segments of a plan', () => {
  it.each<[string, TabName, Record<string, unknown>, string[][]]>([
    ['whole days of UTC from a daily rollup', 'global', {}, [['day_source 10-01T00:00 11-01T00:00']]],
    [
      'days of another zone from hours and days',
      'global',
      { timeZone: 'Europe/Berlin', levels: [{ type: 'campaign_box' }] },
      [
        [
          'hour_route 09-30T22:00 10-01T00:00',
          'day_route 10-01T00:00 10-31T00:00',
          'hour_route 10-31T00:00 10-31T23:00',
        ],
      ],
    ],
    [
      'the compared range after the requested one',
      'global',
      { compare: { start: '2026-09-01', end: '2026-09-30' } },
      [['day_source 10-01T00:00 11-01T00:00'], ['day_source 09-01T00:00 10-01T00:00']],
    ],
    [
      'the time of the click from its own rollups',
      'global',
      { attribution: 'click' },
      [['click_day_source 10-01T00:00 11-01T00:00']],
    ],
    [
      'a level that no rollup carries from the facts',
      'global',
      { levels: [{ type: 'language' }] },
      [['facts 10-01T00:00 11-01T00:00']],
    ],
    [
      'an hour as a filter from an hourly rollup',
      'global',
      { filters: { date_hour: ['2026-10-02T13:00'] } },
      [['hour_source 10-01T00:00 11-01T00:00']],
    ],
    [
      'distinct visitors by box from the facts',
      'global',
      {
        columns: [metric.uniqueVisitors.id],
        levels: [{ type: 'campaign_box' }],
      },
      [['facts 10-01T00:00 11-01T00:00']],
    ],
  ])('read %s', (_, tab, more, expected) => {
    expect(segmentsIn(planOf(tab, more).rows)).toEqual(expected);
  });

  it('differ between rows, totals and series, because each needs different columns', () => {
    const plan = planOf('global', { levels: [{ type: 'geo' }], columns: [metric.visits.id, metric.uniqueVisitors.id] });
    expect(segmentsIn(plan.rows)).toEqual([['facts 10-01T00:00 11-01T00:00']]);
    expect(segmentsIn(plan.items)).toEqual([['day_geo 10-01T00:00 11-01T00:00']]);
    expect(segmentsIn(plan.totals)).toEqual([
      [
        'date_visitors 10-01T00:00 10-05T00:00',
        'week_visitors 10-05T00:00 10-26T00:00',
        'date_visitors 10-26T00:00 11-01T00:00',
      ],
    ]);
    expect(plan.series.groupBy).toEqual({ kind: 'time', unit: 'day' });
  });

  it('shorten the comparison with an unfinished range, but not in the chart', () => {
    const asked = { dateRange: OCTOBER, compare: { start: '2026-09-01', end: '2026-09-30' } };
    const question = readQuestion(tabOf('global'), buildQuery(asked));
    const plan = planQuestion({ ...question, compareUntil: '2026-09-15T00:00:00Z' }, attributes, null);
    expect(segmentsIn(plan.rows)[1]).toEqual(['day_source 09-01T00:00 09-15T00:00']);
    expect(segmentsIn(plan.series)[1]).toEqual(['day_source 09-01T00:00 10-01T00:00']);
  });
});

describe('A plan', () => {
  it('groups by the current values of an attribute', () => {
    expect(planOf('global').rows.groupBy).toEqual({
      kind: 'attribute',
      column: 'traffic_source_id',
      isMultiple: false,
      values: VALUES.category,
    });
    expect(planOf('global', { levels: [{ type: 'tag' }] }).rows.groupBy).toMatchObject({ isMultiple: true });
  });

  it('has the scope of the tab, the filters and the publisher of the viewer as conditions', () => {
    const plan = planOf('seo', { filters: { geo: [4] }, excludes: { device: ['tv'] } }, { publisherId: 3 });
    const items = (column: string) => ({ kind: 'items', key: { kind: 'column', column } });
    expect(plan.conditions).toEqual([
      { ...items('campaign_box_id'), idType: 'numeric', ids: [7, 8], isExcluded: false },
      { ...items('geo_id'), idType: 'numeric', ids: [4], isExcluded: false },
      { ...items('device'), idType: 'string', ids: ['tv'], isExcluded: true },
      { kind: 'publisher', id: 3 },
    ]);
  });

  it('orders by a metric or by the names of the items', () => {
    expect(planOf('global').order).toEqual({ by: 'metric', formula: metric.profit.formula });
    expect(planOf('global', { orderBy: 'name' }).order).toEqual({ by: 'name', ids: [9, 5] });
    expect(planOf('global', { orderBy: 'name', levels: [{ type: 'device' }] }).order).toEqual({ by: 'name', ids: [] });
  });

  it('sums the metrics of the columns, the king stat and the order, but only the king stat in the series', () => {
    const plan = planOf('global', { columns: [metric.visits.id], kingstat: metric.leads.id, orderBy: metric.cost.id });
    expect(plan.rows.sums).toEqual({ measures: ['visits', 'leads', 'cost'], distinct: false });
    expect(plan.series.sums).toEqual({ measures: ['leads'], distinct: false });
  });

  it('consists of plain data', () => {
    const plan = planOf('paid', { compare: { start: '2026-09-01', end: '2026-09-30' } }, { publisherId: 3 });
    expect(structuredClone(plan)).toEqual(plan);
  });
});
