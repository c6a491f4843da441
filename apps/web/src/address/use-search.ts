/** The search part of the address, unparsed or as the parsed parameters of one screen. */
import { readId, readText, type ScreenSearch, SEARCH, type SearchScreen } from '@signpost/contract/routes/search.ts';
import { useLocation } from '@tanstack/react-router';

/** The unparsed search part of an address. */
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
  // Every key was read above according to its kind.
  return Object.fromEntries(values) as ScreenSearch<N>;
}
