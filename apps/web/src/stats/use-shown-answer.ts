import { useDebouncedValue } from '@mantine/hooks';
import type { StatsTab } from '@signpost/contract/insight/stats/define-tab.ts';
import { readQuestion, type StatsQuestion } from '@signpost/contract/insight/stats/query.ts';
import { useMemo } from 'react';
import { useTableView } from '../views/table-view.ts';
import { asked } from './question-parts.ts';
import type { ExplorerState } from './use-explorer.ts';
import { useStats } from './use-stats.ts';

/** The delay before a skeleton is shown. */
const BLINK_MS = 200;

/** The answer on the screen, which can still be that of the previous question. */
export interface ShownAnswer {
  /** The tab of the rows. */
  tab: StatsTab;
  /** The question of the rows; the current one while there are no rows. */
  question: StatsQuestion;
  data: ReturnType<typeof useStats>['data'];
  /** The answer to the current question and when it arrived; null until then. */
  current: { data: NonNullable<ReturnType<typeof useStats>['data']>; dataUpdatedAt: number } | null;
  isOfAnotherTab: boolean;
  /** Whether a newer answer is being fetched. */
  isStale: boolean;
  error: Error | null;
  refetch: () => void;
}

export function useShownAnswer({ tab, question, search }: ExplorerState): ShownAnswer {
  // Fetched with the rows, so that they appear with this person's columns at once.
  useTableView(`stats-${tab.name}`);
  const { data, dataUpdatedAt, error, isFetching, isPlaceholderData, refetch } = useStats(
    tab,
    asked(search, question.timeZone),
    question.timeZone,
  );
  // The rows of the previous tab stay for a moment, so that a quick answer replaces them without flashing.
  const isOfAnotherTab = data !== undefined && data.tab !== tab;
  const [isLate] = useDebouncedValue(isOfAnotherTab, BLINK_MS);
  const shown = isOfAnotherTab && isLate ? undefined : data;
  const answered = useMemo(() => {
    if (shown) return readQuestion(shown.tab, shown.asked);
    return null;
  }, [shown]);
  return {
    tab: shown?.tab ?? tab,
    question: answered ?? question,
    data: shown,
    current: data && !isPlaceholderData ? { data, dataUpdatedAt } : null,
    isOfAnotherTab,
    isStale: isFetching && isPlaceholderData,
    error,
    refetch: () => void refetch(),
  };
}
