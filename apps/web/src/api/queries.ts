import { QueryClient } from '@tanstack/react-query';
import { isServerAway, onConnection } from './connection.ts';
import { ApiError } from './error.ts';

const STALE_MS = 15_000;
const RETRIES = 2;

/** Only retries failures that can be temporary: a lost network and a server that is starting. */
function isPassing(error: Error): boolean {
  return error instanceof ApiError && (error.httpStatus === 0 || error.httpStatus === 503);
}

/** The cache of all answers of the server. */
export const queryClient = new QueryClient({
  defaultOptions: {
    // Calls are made even offline and fail with the catalogue's message: a paused call would show nothing and would
    // change something later, when no one expects it.
    queries: {
      networkMode: 'always',
      staleTime: STALE_MS,
      refetchOnWindowFocus: false,
      retry: (count, error) => count < RETRIES && isPassing(error),
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

// Queries that failed are repeated as soon as the server answers again. Changes are never repeated automatically.
onConnection(() => {
  if (isServerAway()) return;
  void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
});
