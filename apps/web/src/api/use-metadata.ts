import type { MetadataRow } from '@signpost/contract/records/metadata.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { metadata } from './metadata.ts';
import { queryClient } from './queries.ts';

const KEY = ['metadata'] as const;
const FRESH_MS = 60_000;

/** A collection (`geos`, `publishers`, …): from the browser at once, brought up to date behind it; null until it has come. */
export function useMetadata(name: string): readonly MetadataRow[] | null {
  useQuery({ queryKey: KEY, queryFn: () => metadata.refresh(), staleTime: FRESH_MS });
  return metadata.get(name);
}

/** Like {@link useMetadata}; asks once more for rows it lacks, which somebody may have made a moment ago. */
export function useMetadataWith(name: string, ids: readonly number[]): readonly MetadataRow[] | null {
  const rows = useMetadata(name);
  const missing = rows === null ? '' : ids.filter((id) => !rows.some((row) => row.id === id)).join();
  useEffect(() => {
    if (missing !== '') void queryClient.invalidateQueries({ queryKey: KEY });
  }, [missing]);
  return rows;
}

/** To be called after anything was saved that metadata shows. */
export function metadataChanged(): void {
  metadata.changed((stale) => queryClient.setQueryData(KEY, stale));
}
