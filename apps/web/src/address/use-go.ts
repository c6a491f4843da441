import { buildQuery } from '@signpost/contract/reading/brackets.ts';
import { rootRouteId, useMatch, useRouter } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import type { SearchParts } from './use-search.ts';

/** Opens another screen, or this one with other search parameters. */
export interface Destination {
  /** The path; by default that of the screen that asks. */
  path?: string | undefined;
  search?: SearchParts | undefined;
  /** Replaces the current entry of the browser history. */
  replace?: boolean | undefined;
}

export type Go = (destination: Destination) => Promise<void>;

/** The path and query of a destination. */
export function addressOf(path: string, search: SearchParts = {}): string {
  const query = buildQuery(search);
  if (query === '') return path;
  return `${path}?${query}`;
}

const pathInBrowser = (): string => location.hash.slice(1).split(/[?#]/)[0] ?? '';

/** Whether two paths open the same screen: encoded characters and a slash at the end do not matter. */
function isSamePath(one: string, other: string): boolean {
  const plain = (path: string) => {
    const ended = path.replace(/\/$/, '');
    try {
      return decodeURIComponent(ended);
    } catch {
      return ended;
    }
  };
  return plain(one) === plain(other);
}

/**
 * Opens an address of the app. A change without a path belongs to the screen that asks for it: once the person has left
 * that screen, the change is dropped. A search that was still waiting would otherwise bring the person back.
 */
export function useGo(): Go {
  const router = useRouter();
  const own = useMatch({
    strict: false,
    select: ({ routeId, pathname }): string | null => {
      if (routeId === rootRouteId) return null;
      return pathname;
    },
  });
  return useCallback(
    async ({ path, search, replace = false }) => {
      const now = router.latestLocation.pathname;
      const hasLeft = own !== null && !(isSamePath(own, now) && isSamePath(own, pathInBrowser()));
      if (path === undefined && hasLeft) return;
      await router.navigate({ href: addressOf(path ?? now, search), replace });
    },
    [router, own],
  );
}

/** Reads the current search part, because another change may not have reached the screen yet. */
export function useLatestSearch(): () => SearchParts {
  const router = useRouter();
  return useMemo(() => (): SearchParts => router.latestLocation.search, [router]);
}
