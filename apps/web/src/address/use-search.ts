/** The search part of the address: all of it as unknown values, or the parameters of one screen, parsed. */
import { readId, readText, type ScreenSearch, SEARCH, type SearchScreen } from '@signpost/contract/routes/search.ts';
import { useLocation } from '@tanstack/react-router';

/** The search part of an address before anything has parsed it. */
export type SearchParts = Readonly<Record<string, unknown>>;

/** The whole search part of the address. Lists and the statistics parse their questions from it. */
export function useSearchParts(): SearchParts {
  return useLocation({ select: ({ search }): SearchParts => search });
}

/** The parameters of a screen. */
export function useScreenSearch<N extends SearchScreen>(name: N): ScreenSearch<N> {
  const parts = useSearchParts();
  const values = Object.entries(SEARCH[name]).map(([key, kind]) => [
    key,
    kind === 'id' ? readId(parts[key]) : readText(parts[key]),
  ]);
  // Every key of the shape was read above as its kind says.
  return Object.fromEntries(values) as ScreenSearch<N>;
}
