/** From a number to the facts behind it: the event reporter with the same question (statistics.md, "every number can be opened"). */
import { buildQuery } from '@signpost/contract/brackets.ts';
import { hashHref, path } from '@signpost/contract/paths.ts';
import type { ItemId } from '@signpost/contract/stats/dimensions.ts';
import { groupingOf } from '@signpost/contract/stats/levels.ts';
import type { MetricId } from '@signpost/contract/stats/metrics.ts';
import type { StatsQuestion } from '@signpost/contract/stats/query.ts';

/** The facts of one row, or of all rows without one; `metric` keeps those that count in it. */
export function factsHref(question: StatsQuestion, metric: MetricId, row?: { id: ItemId }): string {
  const { groupBy, selected } = groupingOf(question.levels);
  const levels = [
    ...selected.map(({ type, id }) => ({ type, selectedItemId: id })),
    ...(row ? [{ type: groupBy, selectedItemId: row.id }] : []),
  ];
  const query = buildQuery({
    tab: question.tab,
    dateRange: question.dateRange,
    timeZone: question.timeZone,
    attribution: question.attribution,
    filters: question.filters,
    excludes: question.excludes,
    levels: levels.length > 0 ? levels : [{ type: groupBy }],
    metric,
  });
  return `${hashHref(path.eventReporter())}?${query}`;
}
