/**
 * Links from a number to its facts: the event reporter with the same question
 * (docs/product/statistics.md#every-number-can-be-opened).
 */

import type { ItemId } from '@signpost/contract/insight/stats/dimensions.ts';
import { groupingOf } from '@signpost/contract/insight/stats/levels.ts';
import type { MetricId } from '@signpost/contract/insight/stats/metrics.ts';
import type { StatsQuestion } from '@signpost/contract/insight/stats/query.ts';
import { buildQuery } from '@signpost/contract/reading/brackets.ts';
import { hashHref, path } from '@signpost/contract/routes/paths.ts';

/** The facts of one row. */
function rowHref(question: StatsQuestion, row: { id: ItemId }): string {
  const { groupBy, selected } = groupingOf(question.levels);
  const query = buildQuery({
    tab: question.tab,
    dateRange: question.dateRange,
    timeZone: question.timeZone,
    attribution: question.attribution,
    knownOn: question.knownOn,
    filters: question.filters,
    excludes: question.excludes,
    levels: [
      ...selected.map(({ type, id }) => ({ type, selectedItemId: id })),
      { type: groupBy, selectedItemId: row.id },
    ],
  });
  return `${hashHref(path.eventReporter())}?${query}`;
}

/** Links from a number of a row to the facts counted in it. The parts shared by all numbers are built once. */
export function factsHrefs<Row extends { id: ItemId }>(
  questionOf: (row: Row) => StatsQuestion,
): (row: Row, metric: MetricId) => string {
  const written = new WeakMap<Row, string>();
  return (row, metric) => {
    const href = written.get(row) ?? rowHref(questionOf(row), row);
    written.set(row, href);
    return `${href}&metric=${metric}`;
  };
}
