import { readLifetime } from '@signpost/contract/calls/stats.ts';
import type { LifetimeRows } from '@signpost/contract/stats/lifetime.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callKey, send } from '../../api/calls.ts';
import type { Search } from '../../stats/question-parts.ts';

/** Asks for cohorts; rows stay on the screen until the next ones have come. */
export function useLifetime(question: Search & { rows: LifetimeRows }) {
  const input = { query: question };
  return useQuery({
    queryKey: callKey(readLifetime, input),
    queryFn: async ({ signal }) => {
      const { data } = await send(readLifetime, input, { signal });
      // What its rows are: while the next ones are fetched, those on the screen keep their own heading.
      return { ...data, by: question.rows };
    },
    placeholderData: keepPreviousData,
  });
}
