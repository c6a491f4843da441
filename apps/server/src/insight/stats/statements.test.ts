import type { DimensionKey } from '@signpost/contract/insight/stats/dimensions.ts';
import { METRICS } from '@signpost/contract/insight/stats/metrics.ts';
import { readQuestion } from '@signpost/contract/insight/stats/query.ts';
import { TABS } from '@signpost/contract/insight/stats/tabs/index.ts';
import { describe, expect, it } from 'vitest';
import type { Attributes, AttributeValues } from './attributes.ts';
import { compileFacts, type FactFilter } from './facts-sql.ts';
import { planQuestion } from './plan.ts';
import { rowsSql, seriesSql, totalsSql } from './statements.ts';

const VALUES: Partial<Record<DimensionKey, AttributeValues>> = {
  category: { ids: [2001, 2083], values: [[51], [55]] },
  partner_type: { ids: [820], values: [[66]] },
  tag: { ids: [820], values: [[1, 2]] },
};
const attributes: Attributes = {
  names: () => new Map([[5, 'Five']]),
  values: (dimension) => VALUES[dimension] ?? { ids: [], values: [] },
  typeOfCampaign: new Map(),
  boxesOfKind: new Map([['seo', [7, 8]]]),
  websitesOfKind: new Map([['parasite', [3]]]),
  sourcesOfKind: new Map(),
};
const range = 'dateRange[start]=2026-10-01&dateRange[end]=2026-10-31';
const asked = (tab: keyof typeof TABS, more = '') => readQuestion(TABS[tab], `${range}&${more}`);
const flat = (sql: string) => sql.replaceAll(/\s+/g, ' ');

describe('The SQL of a question', () => {
  it('contains only identifiers from the contract, and binds all values', () => {
    const evil = `'); DROP TABLE facts; --`;
    const question = asked('global', `filters[referrer][0]=${encodeURIComponent(evil)}&excludes[device][0]=${evil}`);
    for (const { sql, params } of [
      rowsSql(planQuestion(question, attributes, null)),
      totalsSql(planQuestion(question, attributes, { publisherId: 3 })),
      seriesSql(planQuestion(question, attributes, null)),
      compileFacts(question, { kinds: ['lead'] } satisfies FactFilter, attributes, null),
    ]) {
      expect(sql).not.toMatch(/DROP|--/);
      expect(Object.values(params)).toContainEqual([evil]);
      expect([...sql.matchAll(/\{(p\d+):/g)].every(([, name = '']) => name in params)).toBe(true);
    }
  });

  it.each<[string, keyof typeof TABS, string, string[]]>([
    ['a scope of box kind', 'seo', '', ['has({p2:Array(UInt32)}, campaign_box_id)']],
    ['a scope of website kind', 'parasites', '', [', website_id)']],
    ['a scope that nobody fits', 'influencers', '', ['has({p2:Array(UInt32)}, traffic_source_id)']],
    ['a scope of "has"', 'clickout', '', ['NOT has({p2:Array(UInt32)}, publisher_id)']],
    ['a selected category', 'paid', '', ['transform(traffic_source_id, {', 'traffic_source_id AS id']],
    ['days of UTC', 'global', '', ["toStartOfDay(at) >= {p0:DateTime('UTC')}"]],
    ['the click’s time', 'global', 'attribution=click', ['toStartOfDay(click_at) <']],
    ['a level that no rollup has', 'global', 'levels[0][type]=language', ["at >= {p0:DateTime64(3, 'UTC')}"]],
    [
      'distinct visitors, which are counted for each row and for all rows from one read',
      'global',
      'columns[0]=2',
      [
        'SELECT * EXCEPT (a_visitors), finalizeAggregation(a_visitors) AS a_unique_visitors, uniqCombined64Merge(15)(a_visitors) OVER () AS ta_unique_visitors',
        'uniqCombined64MergeState(15)(s_visitors) AS a_visitors',
        'uniqCombined64StateIf(15)(visitor_id, visits > 0) AS s_visitors',
        '(toDate(at) >= {p0:Date} AND toDate(at) < {p1:Date}) OR (toDate(at) >= {p2:Date}',
        'toMonday(at) >= {p1:Date} AND toMonday(at) < {p2:Date}',
      ],
    ],
    [
      'distinct visitors of a comparison',
      'global',
      'columns[0]=2&compare[start]=2026-09-01&compare[end]=2026-09-30',
      [
        'SELECT * EXCEPT (a_visitors, b_visitors)',
        'uniqCombined64MergeStateIf(15)(s_visitors, period = 1) AS b_visitors',
        'uniqCombined64Merge(15)(b_visitors) OVER () AS tb_unique_visitors',
      ],
    ],
    [
      'an order by a ratio',
      'global',
      'orderBy=16',
      ['ORDER BY if(a_clickouts = 0, NULL, toFloat64(a_revenue)', 'NULLS LAST, id ASC'],
    ],
    ['an order by name', 'global', 'orderBy=name&orderByDirection=asc', ['ORDER BY transform(id, {']],
    [
      'a comparison',
      'global',
      'compare[start]=2026-09-01&compare[end]=2026-09-30',
      ['1 AS period', 'sumIf(s_visits, period = 1) AS b_visits', 'sum(b_visits) OVER () AS tb_visits'],
    ],
    ['tags', 'global', 'levels[0][type]=tag&excludes[tag][0]=1', ['arrayJoin(if(indexOf(', 'NOT hasAny(']],
  ])('for %s', (_, tab, more, parts) => {
    const { sql } = rowsSql(planQuestion(asked(tab, more), attributes, null));
    for (const part of parts) expect(flat(sql)).toContain(part);
  });

  it('groups once if one rollup answers, and reads both ends of a range in one SELECT', () => {
    const selects = (more: string) => {
      const plan = planQuestion(asked('global', more), attributes, null);
      return [rowsSql(plan), seriesSql(plan)].map(({ sql }) => [
        sql.match(/\bFROM facts\b/g)?.length,
        sql.match(/\bGROUP BY\b/g)?.length,
      ]);
    };
    expect(selects('')).toEqual([
      [1, 1],
      [1, 1],
    ]);
    expect(selects('compare[start]=2026-09-01&compare[end]=2026-09-30')).toEqual([
      [2, 3],
      [2, 3],
    ]);
    expect(selects('timeZone=Europe/Berlin')).toEqual([
      [2, 3],
      [1, 1],
    ]);
    expect(flat(rowsSql(planQuestion(asked('global', 'timeZone=Asia/Kolkata'), attributes, null)).sql)).toContain(
      "WHERE ((at >= {p0:DateTime64(3, 'UTC')} AND at < {p1:DateTime64(3, 'UTC')}) OR (at >= {p2:DateTime64(3, 'UTC')}",
    );
  });

  it('is the same for the same question, for every metric', () => {
    const columns = METRICS.map(({ id }, index) => `columns[${index}]=${id}`).join('&');
    const question = asked('global', columns);
    expect(rowsSql(planQuestion(question, attributes, null))).toEqual(
      rowsSql(planQuestion(question, attributes, null)),
    );
  });

  it('never includes rows of another publisher', () => {
    const { sql, params } = rowsSql(
      planQuestion(asked('global', 'filters[publisher][0]=4'), attributes, { publisherId: 9 }),
    );
    expect(sql).toMatch(/AND publisher_id = \{p\d+:UInt32\}/);
    expect(Object.values(params)).toContain(9);
  });
});
