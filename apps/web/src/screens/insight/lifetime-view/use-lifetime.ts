import { readLifetime } from '@signpost/contract/calls/stats.ts';
import type { LifetimeData, LifetimeRows } from '@signpost/contract/insight/stats/lifetime.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callKey, send } from '../../../api/calls.ts';
import type { Search } from '../../../stats/question-parts.ts';

/** Cohorts, and what a row is. */
export type LifetimeAnswer = LifetimeData & { by: LifetimeRows };

/** Fetches cohorts. Rows stay on the screen until the next ones arrive. */
export function useLifetime(question: Search & { rows: LifetimeRows }) {
  const input = { query: question };
  return useQuery({
    queryKey: callKey(readLifetime, input),
    queryFn: async ({ signal }) => {
      const { data } = await send(readLifetime, input, { signal });
      // The kind of the shown rows, which keep their heading while the next ones are fetched.
      return { ...data, by: question.rows };
    },
    placeholderData: keepPreviousData,
  });
}
