import { buildQuery } from '@signpost/contract/api/brackets.ts';
import { useRouter } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import type { SearchParts } from './use-search.ts';

/** Another screen, or another search part of this one. */
export interface Destination {
  /** Its path; by default the one that is open. */
  path?: string | undefined;
  search?: SearchParts | undefined;
  /** Replaces the present entry of the browser's history. */
  replace?: boolean | undefined;
}

export type Go = (destination: Destination) => Promise<void>;

/** The path and query of a destination. */
export function addressOf(path: string, search: SearchParts = {}): string {
  const query = buildQuery(search);
  return query === '' ? path : `${path}?${query}`;
}

/** Opens an address of the app. */
export function useGo(): Go {
  const router = useRouter();
  return useCallback(
    ({ path, search, replace = false }) =>
      router.navigate({ href: addressOf(path ?? router.latestLocation.pathname, search), replace }),
    [router],
  );
}

/** Reads the search part as it is now, because another change may be on its way to the screen. */
export function useLatestSearch(): () => SearchParts {
  const router = useRouter();
  return useMemo(() => (): SearchParts => router.latestLocation.search, [router]);
}
