import type { MetadataRow } from '@signpost/contract/records/metadata.ts';
import { useIsFetching, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { metadata } from './metadata.ts';
import { queryClient } from './queries.ts';

const KEY = ['metadata'] as const;
const FRESH_MS = 60_000;

/**
 * A collection (`geos`, `publishers`, …): cached data at once, refreshed in the background; null until it is loaded.
 */
export function useMetadata(name: string, staleTime = FRESH_MS): readonly MetadataRow[] | null {
  useQuery({ queryKey: [...KEY, name], queryFn: () => metadata.refresh([name]), staleTime });
  return metadata.get(name);
}

/**
 * Like {@link useMetadata}, for a collection that may not exist (`undefined`) or that the person may not read. Its rows
 * are null then, and `isLoading` tells whether they may still come.
 */
export function useOptionalMetadata(name: string | undefined): {
  rows: readonly MetadataRow[] | null;
  isLoading: boolean;
} {
  const { isPending } = useQuery({
    queryKey: [...KEY, name],
    queryFn: () => metadata.refresh(name === undefined ? [] : [name]),
    staleTime: FRESH_MS,
    enabled: name !== undefined,
  });
  const rows = name === undefined ? null : metadata.get(name);
  return { rows, isLoading: name !== undefined && rows === null && isPending };
}

/** Like {@link useMetadata}, but refreshes whenever it is shown, and for missing rows, which may be new. */
export function useMetadataWith(name: string, ids: readonly number[]): readonly MetadataRow[] | null {
  const rows = useMetadata(name, 0);
  const missing = rows === null ? '' : ids.filter((id) => !rows.some((row) => row.id === id)).join();
  useEffect(() => {
    if (missing !== '') refreshMetadata(name);
  }, [missing, name]);
  return rows;
}

/** Whether a collection is being fetched, so that records may still appear in it. */
export function useIsRefreshing(name: string | undefined): boolean {
  return useIsFetching({ queryKey: [...KEY, name ?? ''] }) > 0;
}

/** Fetches a collection again if it has changed; screens that show it follow. */
export function refreshMetadata(name: string): void {
  void queryClient.invalidateQueries({ queryKey: [...KEY, name] });
}

/** Call this after saving anything that metadata shows. */
export function metadataChanged(): void {
  metadata.changed((stale) => {
    for (const name of stale) queryClient.setQueryData([...KEY, name], [name]);
  });
}
