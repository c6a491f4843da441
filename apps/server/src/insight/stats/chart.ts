/** Answers the charts with several series (docs/product/statistics.md#charts). */
import { invalid } from '@signpost/contract/errors.ts';
import type { Chart, ChartData, ChartLine } from '@signpost/contract/insight/stats/chart.ts';
import { dimensionOf, type ItemId } from '@signpost/contract/insight/stats/dimensions.ts';
import { evaluate } from '@signpost/contract/insight/stats/evaluate.ts';
import { groupingOf } from '@signpost/contract/insight/stats/levels.ts';
import { type MetricId, metricOf } from '@signpost/contract/insight/stats/metrics.ts';
import type { StatsQuestion } from '@signpost/contract/insight/stats/query.ts';
import { seriesUnit } from '@signpost/contract/insight/stats/series.ts';
import { runTab } from './costs.ts';
import { overlaps } from './fact-keys.ts';
import { planQuestion } from './plan.ts';
import { ask, type StatsEngine, sumsOf } from './run.ts';
import { spansOf } from './spans.ts';
import { seriesSql } from './statements.ts';

type Values = ChartLine['values'];

/** The values of metrics at each step of a question's range. */
async function valuesOf(
  engine: StatsEngine,
  question: StatsQuestion,
  metrics: readonly MetricId[],
  at: readonly string[],
): Promise<Values[]> {
  const plan = planQuestion(question, engine.attributes, engine.facts, metrics);
  const rows = await ask(engine, seriesSql(plan), (row) => row);
  const sums = new Map(rows.map((row) => [String(row.id), sumsOf(row, 'a')]));
  return metrics.map((id) => at.map((step) => evaluate(metricOf(id), sums.get(step) ?? {})));
}

/** Only these items of the question's rows, or all but these. */
function about(question: StatsQuestion, part: 'filters' | 'excludes', ids: readonly ItemId[]): StatsQuestion {
  const { groupBy } = groupingOf(question.levels);
  const before = part === 'excludes' ? (question.excludes[groupBy] ?? []) : [];
  return { ...question, [part]: { ...question[part], [groupBy]: [...before, ...ids] } };
}

function refuseUnstackable({ kingstat, levels }: StatsQuestion): void {
  const { groupBy } = groupingOf(levels);
  if (overlaps(groupBy))
    throw invalid('chart.kind', `Items of ${dimensionOf(groupBy).label} overlap, so they cannot be stacked.`);
  const { label, additive } = metricOf(kingstat);
  if (!additive) throw invalid('chart.kind', `${label} does not add up, so it cannot be stacked.`);
}

/** The items with the highest king stat, one series each, and one series of all the others. */
async function topLines(
  engine: StatsEngine,
  question: StatsQuestion,
  top: number,
  at: readonly string[],
): Promise<ChartLine[]> {
  const { kingstat } = question;
  const { data, total } = await runTab(engine, {
    ...question,
    columns: [kingstat],
    orderBy: kingstat,
    orderByDirection: 'desc',
    series: 'off',
    limit: top,
    offset: 0,
  });
  const line = async (item: ItemId | null, name: string, asked: StatsQuestion): Promise<ChartLine> => {
    const [values = []] = await valuesOf(engine, asked, [kingstat], at);
    return { item, name, metric: kingstat, values };
  };
  const ids = data.rows.map(({ id }) => id);
  const lines = data.rows.map(({ id, name }) => line(id, name, about(question, 'filters', [id])));
  if (total > ids.length) lines.push(line(null, `${total - ids.length} others`, about(question, 'excludes', ids)));
  return await Promise.all(lines);
}

/** The series of a chart. A question without a chart of several series gets its king stat. */
export async function runChart(engine: StatsEngine, asked: StatsQuestion): Promise<ChartData> {
  // Several series and their earlier values would be too many lines to tell apart.
  const { compare: _, compareUntil: _until, ...question } = asked;
  const unit = seriesUnit(question.dateRange);
  const at = spansOf(question.dateRange, unit, question.timeZone, question.weekStart);
  const chart: Chart = question.chart ?? { kind: 'line' };
  if (chart.top !== undefined) {
    if (chart.kind === 'stacked') refuseUnstackable(question);
    return { unit, at, lines: await topLines(engine, question, chart.top, at) };
  }
  const metrics = chart.metrics ?? [question.kingstat];
  const values = await valuesOf(engine, question, metrics, at);
  return {
    unit,
    at,
    lines: metrics.map((metric, index) => ({
      item: null,
      name: metricOf(metric).label,
      metric,
      values: values[index] ?? [],
    })),
  };
}
