import { buildQuery } from '@signpost/contract/api/brackets.ts';
import { useRouter } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import type { SearchParts } from './use-search.ts';

/** Opens another screen, or this one with other search parameters. */
export interface Destination {
  /** The path; the current one by default. */
  path?: string | undefined;
  search?: SearchParts | undefined;
  /** Replaces the current entry of the browser history. */
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

/** Reads the current search part, because another change may not have reached the screen yet. */
export function useLatestSearch(): () => SearchParts {
  const router = useRouter();
  return useMemo(() => (): SearchParts => router.latestLocation.search, [router]);
}
