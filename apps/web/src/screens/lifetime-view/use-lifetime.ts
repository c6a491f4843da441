import { buildQuery } from '@signpost/contract/api/brackets.ts';
import type { LifetimeData, LifetimeRows } from '@signpost/contract/stats/lifetime.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { request } from '../../api/client.ts';
import type { Search } from '../../stats/question-parts.ts';

/** Asks for cohorts; rows stay on the screen until the next ones have come. */
export function useLifetime(question: Search & { rows: LifetimeRows }) {
  const path = `statistics/lifetime?${buildQuery(question)}`;
  return useQuery({
    queryKey: ['stats', path],
    queryFn: async ({ signal }) => {
      const { data } = await request<LifetimeData>(path, { signal });
      // What its rows are: while the next ones are fetched, those on the screen keep their own heading.
      return { ...data, by: question.rows };
    },
    placeholderData: keepPreviousData,
  });
}
