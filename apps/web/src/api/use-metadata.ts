import type { MetadataRow } from '@signpost/contract/metadata.ts';
import { useQuery } from '@tanstack/react-query';
import { metadata } from './metadata.ts';
import { queryClient } from './queries.ts';

const KEY = ['metadata'] as const;
const FRESH_MS = 60_000;

/** A collection (`geos`, `publishers`, …): from the browser at once, brought up to date behind it; null until it has come. */
export function useMetadata(name: string): readonly MetadataRow[] | null {
  useQuery({ queryKey: KEY, queryFn: () => metadata.refresh(), staleTime: FRESH_MS });
  return metadata.get(name);
}

/** To be called after anything was saved that metadata shows. */
export function metadataChanged(): void {
  metadata.changed((stale) => queryClient.setQueryData(KEY, stale));
}
