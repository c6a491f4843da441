import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './error.ts';

const STALE_MS = 15_000;
const RETRIES = 2;

/** Only what may go better next time is tried again: a lost network and a server that is starting. */
function isPassing(error: Error): boolean {
  return error instanceof ApiError && (error.httpStatus === 0 || error.httpStatus === 503);
}

/** The one store of what the server answered. */
export const queryClient = new QueryClient({
  defaultOptions: {
    // Offline, a call is made all the same and fails with the catalogue's message: one that waits unseen tells nothing, and would
    // change something later when nobody expects it.
    queries: {
      networkMode: 'always',
      staleTime: STALE_MS,
      refetchOnWindowFocus: false,
      retry: (count, error) => count < RETRIES && isPassing(error),
    },
    mutations: { networkMode: 'always', retry: false },
  },
});
