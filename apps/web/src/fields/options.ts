/** The records that a reference field offers. */
import { buildQuery } from '@signpost/contract/api/brackets.ts';
import type { EntityName } from '@signpost/contract/define/entity-names.ts';
import { entities } from '@signpost/contract/entities/index.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { request } from '../api/client.ts';

export interface FoundOption {
  value: number;
  label: string;
}

/**
 * Options of an entity that match a text. Chosen records are named in any state, and shown by their ids if their names
 * could not be fetched.
 */
export function useOptions(name: EntityName, text: string, chosen: readonly number[]) {
  const { path } = entities[name];
  const found = useQuery({
    queryKey: ['options', name, text],
    queryFn: async ({ signal }) =>
      (await request<FoundOption[]>(`options/${path}?${buildQuery({ q: text })}`, { signal })).data,
    placeholderData: keepPreviousData,
  });
  const ids = [...chosen].sort((a, b) => a - b);
  const named = useQuery({
    queryKey: ['options', name, 'named', ids],
    queryFn: async ({ signal }) =>
      (await request<FoundOption[]>(`options/${path}?${buildQuery({ ids })}`, { signal })).data,
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  });
  const unnamed = named.error === null ? [] : ids.map((id): FoundOption => ({ value: id, label: `#${id}` }));
  const options = new Map(
    [...unnamed, ...(named.data ?? []), ...(found.data ?? [])].map((option) => [option.value, option]),
  );
  return { options: [...options.values()], loading: found.isLoading, problem: found.error?.message };
}
