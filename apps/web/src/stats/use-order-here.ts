/**
 * Reorders completely loaded rows without a request. Separate from use-stats.ts because the first screen does not load
 * zod.
 */
import type { StatsTab } from '@signpost/contract/insight/stats/define-tab.ts';
import { groupingOf } from '@signpost/contract/insight/stats/levels.ts';
import { readQuestion } from '@signpost/contract/insight/stats/query.ts';
import { useQueryClient } from '@tanstack/react-query';
import { isWhole, ordered } from './order-rows.ts';
import type { Search } from './question-parts.ts';
import { statsQuery, type useStats } from './use-stats.ts';

/** A cached answer and when it arrived. */
type Kept = { data: NonNullable<ReturnType<typeof useStats>['data']>; dataUpdatedAt: number };

/**
 * If a question differs from an answered one only by its order, and that answer contains all rows, it is answered from
 * those rows, with the age of that answer. Otherwise the server is asked.
 */
export function useOrderHere(): (tab: StatsTab, search: Search, kept: Kept) => void {
  const client = useQueryClient();
  return (tab, search, { data, dataUpdatedAt }) => {
    // The server orders its categories by other names than the ones displayed.
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
