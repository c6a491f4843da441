import { buildQuery } from '@signpost/contract/api/brackets.ts';
import type { LifetimeData, LifetimeRows } from '@signpost/contract/stats/lifetime.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { request } from '../../api/client.ts';
import type { Search } from '../../stats/question-parts.ts';

/** Fetches cohorts. Rows stay on the screen until the next ones arrive. */
export function useLifetime(question: Search & { rows: LifetimeRows }) {
  const path = `statistics/lifetime?${buildQuery(question)}`;
  return useQuery({
    queryKey: ['stats', path],
    queryFn: async ({ signal }) => {
      const { data } = await request<LifetimeData>(path, { signal });
      // The kind of the shown rows, which keep their heading while the next ones are fetched.
      return { ...data, by: question.rows };
    },
    placeholderData: keepPreviousData,
  });
}
