import type { MetadataRow } from '@signpost/contract/records/metadata.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { metadata } from './metadata.ts';
import { queryClient } from './queries.ts';

const KEY = ['metadata'] as const;
const FRESH_MS = 60_000;

/**
 * A collection (`geos`, `publishers`, …): cached data at once, refreshed in the background; null until it is loaded.
 */
export function useMetadata(name: string): readonly MetadataRow[] | null {
  useQuery({ queryKey: KEY, queryFn: () => metadata.refresh(), staleTime: FRESH_MS });
  return metadata.get(name);
}

/** Like {@link useMetadata}, but refreshes once for missing rows, which may have just been created. */
export function useMetadataWith(name: string, ids: readonly number[]): readonly MetadataRow[] | null {
  const rows = useMetadata(name);
  const missing = rows === null ? '' : ids.filter((id) => !rows.some((row) => row.id === id)).join();
  useEffect(() => {
    if (missing !== '') void queryClient.invalidateQueries({ queryKey: KEY });
  }, [missing]);
  return rows;
}

/** Call this after saving anything that metadata shows. */
export function metadataChanged(): void {
  metadata.changed((stale) => queryClient.setQueryData(KEY, stale));
}
