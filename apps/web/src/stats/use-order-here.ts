/**
 * Reorders completely loaded rows without a request. Separate from use-stats.ts because the first screen does not load
 * zod.
 */
import type { StatsTab } from '@signpost/contract/stats/define-tab.ts';
import { groupingOf } from '@signpost/contract/stats/levels.ts';
import { readQuestion } from '@signpost/contract/stats/query.ts';
import { useQueryClient } from '@tanstack/react-query';
import { isWhole, ordered } from './order-rows.ts';
import type { Search } from './question-parts.ts';
import { statsQuery, type useStats } from './use-stats.ts';

/** A cached answer and when it arrived. */
type Kept = { data: NonNullable<ReturnType<typeof useStats>['data']>; dataUpdatedAt: number };

/**
 * Answers a question that differs from an answered one only by its order from that answer, if it contains all rows:
 * as old as that answer is. Otherwise the question is asked.
 */
export function useOrderHere(): (tab: StatsTab, search: Search, kept: Kept) => void {
  const client = useQueryClient();
  return (tab, search, { data, dataUpdatedAt }) => {
    // Its categories are ordered by other names than they are shown by.
    if (tab.rows === 'withTagged' || !isWhole(data.data.rows, data.meta)) return;
    const question = readQuestion(tab, search);
    const rows = ordered(data.data.rows, groupingOf(question.levels).groupBy, question);
    if (rows === null) return;
    const { queryKey } = statsQuery(tab, search);
    client.setQueryData(
      queryKey,
      { ...data, data: { ...data.data, rows }, asked: search },
      { updatedAt: dataUpdatedAt },
    );
  };
}
