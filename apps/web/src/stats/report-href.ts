/** The link from a statistics screen to a new report with the same question. */

import type { StatsQuestion } from '@signpost/contract/insight/stats/query.ts';
import { buildQuery } from '@signpost/contract/reading/brackets.ts';
import { hashHref, path } from '@signpost/contract/routes/paths.ts';
import { defined } from '../ui/defined.ts';
import type { Search } from './question-parts.ts';

/**
 * The question of a statistics screen as a report's question: what was selected on the way down becomes a filter, and
 * the levels below it become the rows.
 */
function frozenQuestion(question: StatsQuestion, search: Search): Search {
  const filters: Record<string, unknown> = { ...question.filters };
  const open: Search[] = [];
  for (const { type, selectedItemId } of question.levels)
    if (selectedItemId === undefined) open.push({ type });
    else filters[type] = [selectedItemId];
  const last = question.levels.at(-1);
  const { offset: _offset, limit: _limit, series: _series, dateRange, ...rest } = search;
  return {
    ...rest,
    tab: question.tab,
    timeZone: question.timeZone,
    ...defined({ weekStart: question.weekStart }),
    dateRange: dateRange ?? 'last30Days',
    columns: [...question.columns],
    levels: open.length > 0 || last === undefined ? open : [{ type: last.type }],
    ...(Object.keys(filters).length > 0 && { filters }),
  };
}

export const reportHref = (question: StatsQuestion, search: Search): string =>
  `${hashHref(path.advancedReportingAdd())}?${buildQuery(frozenQuestion(question, search))}`;
