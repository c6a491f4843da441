/** Fetches statistics. Rows stay on the screen until the next ones arrive. */
import { buildQuery } from '@signpost/contract/api/brackets.ts';
import { dayIn } from '@signpost/contract/dates/dates.ts';
import type { StatsData, StatsMeta } from '@signpost/contract/stats/answer.ts';
import type { StatsTab } from '@signpost/contract/stats/define-tab.ts';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { request } from '../api/client.ts';
import type { Search } from './question-parts.ts';

/** How often the answer is refreshed while the range includes today. */
const LIVE_MS = 1_000;

/** The query string of a question to a tab. */
export function statsPath(tab: StatsTab, search: Search, to: string = tab.path): string {
  return `${to}?${buildQuery({ ...(to === 'statistics/tabs' || to !== tab.path ? { tab: tab.name } : {}), ...search })}`;
}

/** How a question to a tab is fetched and cached. */
export function statsQuery(tab: StatsTab, search: Search) {
  const path = statsPath(tab, search);
  return queryOptions({
    queryKey: ['stats', path],
    queryFn: async ({ signal }) => {
      const { data, meta } = await request<StatsData>(path, { signal });
      // Stored with the answer, because rows that stay while the next ones are fetched belong to this question.
      return { data, meta: meta as StatsMeta, tab, asked: search };
    },
  });
}

const hasEnd = (range: unknown): range is { end: string } =>
  typeof range === 'object' && range !== null && 'end' in range && typeof range.end === 'string';

export function useStats(tab: StatsTab, search: Search, timeZone: string, enabled = true) {
  const { dateRange: range } = search;
  const isLive = hasEnd(range) && range.end >= dayIn(new Date(), timeZone);
  return useQuery({
    ...statsQuery(tab, search),
    enabled,
    placeholderData: keepPreviousData,
    refetchInterval: isLive ? LIVE_MS : false,
    refetchOnWindowFocus: true,
  });
}
