/** Campaigns, prelanders, landers and boxes in one table, combined from two groupings of the same facts. */

import {
  CAMPAIGN_ROW_KINDS,
  CAMPAIGN_ROWS,
  type CampaignRowKind,
  type CampaignStatsData,
  type CampaignStatsRow,
  campaignRowKind,
} from '@signpost/contract/insight/stats/campaign-stats.ts';
import type { DimensionKey } from '@signpost/contract/insight/stats/dimensions.ts';
import { evaluate, type MetricValue, type Sums } from '@signpost/contract/insight/stats/evaluate.ts';
import { metricOf } from '@signpost/contract/insight/stats/metrics.ts';
import type { StatsQuestion } from '@signpost/contract/insight/stats/query.ts';
import { sumMoney } from '@signpost/contract/money/money.ts';
import { COUNT_MEASURES, MONEY_MEASURES } from '@signpost/contract/traffic/clicks/fact.ts';
import type { EngineRow } from '../../platform/clickhouse.ts';
import { labelOf } from './labels.ts';
import { neededOf, type Side } from './metric-sql.ts';
import { metricsOf, planQuestion } from './plan.ts';
import { ask, bothStats, newestOf, recordIdOf, type StatsEngine, sumsOf } from './run.ts';
import { rowsSql, totalsSql } from './statements.ts';

/** A filter for rows by kind and by part of the name. */
export interface CampaignFilter {
  kinds: readonly CampaignRowKind[];
  q: string;
}

export interface CampaignStatsResult {
  data: CampaignStatsData;
  total: number;
  freshness: string | null;
}

interface Found {
  row: CampaignStatsRow;
  from: EngineRow;
}

const asIs = (row: EngineRow): EngineRow => row;
const names = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Every item of a dimension as a row of its kind. */
async function itemsOf(engine: StatsEngine, question: StatsQuestion, dimension: DimensionKey): Promise<Found[]> {
  const { attributes, facts } = engine;
  const byDimension: StatsQuestion = { ...question, levels: [{ type: dimension }] };
  const rows = await ask(engine, rowsSql(planQuestion(byDimension, attributes, facts), null), asIs);
  return rows.map((from) => {
    const id = recordIdOf(from);
    return {
      from,
      row: {
        kind: dimension === 'campaign_box' ? 'box' : campaignRowKind(attributes.typeOfCampaign.get(id)),
        id,
        name: labelOf(dimension, id, attributes),
        ...bothStats(question, from),
      },
    };
  });
}

const compareValues = (one: MetricValue, other: MetricValue): number => Number(one) - Number(other);

/** A total order: by a metric, with empty values last, or by name; then by kind and id. */
function inOrder({ orderBy, orderByDirection }: StatsQuestion): (one: Found, other: Found) => number {
  const sign = orderByDirection === 'asc' ? 1 : -1;
  const primary = (one: CampaignStatsRow, other: CampaignStatsRow): number => {
    if (orderBy === 'name') return sign * names.compare(one.name, other.name);
    const a = one.stats[String(orderBy)] ?? null;
    const b = other.stats[String(orderBy)] ?? null;
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return sign * compareValues(a, b);
  };
  return ({ row: one }, { row: other }) =>
    primary(one, other) ||
    CAMPAIGN_ROW_KINDS.indexOf(one.kind) - CAMPAIGN_ROW_KINDS.indexOf(other.kind) ||
    one.id - other.id;
}

function added(rows: readonly Found[], side: Side): Sums {
  const all = rows.map(({ from }) => sumsOf(from, side));
  const counts = COUNT_MEASURES.map((measure) => [
    measure,
    all.reduce((sum, one) => sum + Number(one[measure] ?? 0), 0),
  ]);
  const money = MONEY_MEASURES.map((measure) => [measure, sumMoney(all.map((one) => String(one[measure] ?? '0')))]);
  return Object.fromEntries([...counts, ...money]);
}

/** The totals of rows that do not overlap; distinct visitors of several rows cannot be added up. */
function totalsOf(rows: readonly Found[], question: StatsQuestion): CampaignStatsData['totals'] {
  const statsOn = (side: Side) => {
    const sums = added(rows, side);
    return Object.fromEntries(
      metricsOf(question).map((id) => [String(id), neededOf([id]).distinct ? null : evaluate(metricOf(id), sums)]),
    );
  };
  return { of: 'rows', stats: statsOn('a'), compare: question.compare ? statsOn('b') : undefined };
}

/** Answers one page, or all rows if the limit is the greatest that a question may have. */
export async function runCampaignStats(
  engine: StatsEngine,
  question: StatsQuestion,
  { kinds, q }: CampaignFilter,
): Promise<CampaignStatsResult> {
  const { attributes, facts } = engine;
  const dimensions = [...new Set(kinds.map((kind) => CAMPAIGN_ROWS[kind].dimension))];
  const isWhole =
    q === '' &&
    CAMPAIGN_ROW_KINDS.every((kind) => kinds.includes(kind) || !dimensions.includes(CAMPAIGN_ROWS[kind].dimension));
  const [found, overall] = await Promise.all([
    Promise.all(dimensions.map((dimension) => itemsOf(engine, question, dimension))),
    ask(engine, totalsSql(planQuestion(question, attributes, facts)), asIs),
  ]);
  const text = q.toLowerCase();
  const rows = found
    .flat()
    .filter(({ row }) => kinds.includes(row.kind) && row.name.toLowerCase().includes(text))
    .sort(inOrder(question));
  const [whole = {}] = overall;
  const totals = (): CampaignStatsData['totals'] => {
    if (isWhole) return { of: 'facts', ...bothStats(question, whole) };
    if (dimensions.length === 1) return totalsOf(rows, question);
    return null;
  };
  const { limit, offset } = question;
  return {
    total: rows.length,
    freshness: newestOf(whole),
    data: {
      rows: rows.slice(offset, offset + limit).map(({ row }) => row),
      totals: totals(),
    },
  };
}
