/** Fetches statistics. Rows stay on the screen until the next ones arrive. */

import { dayIn } from '@signpost/contract/dates/dates.ts';
import type { StatsTab } from '@signpost/contract/insight/stats/define-tab.ts';
import { buildQuery, parseQuery } from '@signpost/contract/reading/brackets.ts';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { callKey, send } from '../api/calls.ts';
import { statsCallOf } from '../api/first-screen.ts';
import { LIVE_MS, pauseAfter } from './live-pause.ts';
import type { Search } from './question-parts.ts';

/** Several tabs share this address, so its questions name theirs. */
const SHARED_PATH = 'statistics/tabs';

/** The age, in milliseconds, up to which an answer is not fetched ahead again. */
export const AHEAD_MS = 2_000;

/** How a question to a tab is fetched and cached. */
export function statsQuery(tab: StatsTab, { chart: _, ...given }: Search) {
  // The rows do not depend on the chart, so changing it fetches none again. The question is brought into the form of an
  // address, where the number 11 is the text "11". Otherwise an answer that was fetched ahead would not be found.
  const search: Search = parseQuery(buildQuery(given));
  const call = statsCallOf(tab);
  const input = { query: tab.path === SHARED_PATH ? { tab: tab.name, ...search } : search };
  return queryOptions({
    queryKey: callKey(call, input),
    queryFn: async ({ signal }) => {
      const from = performance.now();
      const { data, meta } = await send(call, input, { signal });
      // Stored with the answer, because rows that stay while the next ones are fetched belong to this question.
      return { data, meta, tab, asked: search, pauseMs: pauseAfter(performance.now() - from) };
    },
  });
}

const hasEnd = (range: unknown): range is { end: string } =>
  typeof range === 'object' && range !== null && 'end' in range && typeof range.end === 'string';

export function useStats(tab: StatsTab, search: Search, timeZone: string, enabled = true) {
  const { dateRange: range, knownOn } = search;
  // The numbers as known on a past day do not change any more.
  const isLive = knownOn === undefined && hasEnd(range) && range.end >= dayIn(new Date(), timeZone);
  return useQuery({
    ...statsQuery(tab, search),
    enabled,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => isLive && (state.data?.pauseMs ?? LIVE_MS),
    refetchOnWindowFocus: true,
  });
}
