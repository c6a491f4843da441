/** The records that a reference field offers. */
import { entityCalls, type FoundOption } from '@signpost/contract/calls/entity-calls.ts';
import type { EntityName } from '@signpost/contract/define/entity-names.ts';
import { entities } from '@signpost/contract/entities/index.ts';
import { useCall, useCallWithMeta } from '../api/calls.ts';

/** The names of records in any state, by id; unknown records and those that the person may not know are left out. */
export function useRecordNames(name: EntityName, ids: readonly number[]): ReadonlyMap<number, string> {
  const { options: call } = entityCalls(entities[name]);
  const { data } = useCall(call, { query: { ids: [...ids].sort((a, b) => a - b) } }, { enabled: ids.length > 0 });
  return new Map((data ?? []).map(({ value, label }) => [value, label]));
}

/**
 * Options of an entity that match a text. Records that are already chosen are found in any state; if their names cannot
 * be fetched, their ids are shown.
 */
export function useOptions(name: EntityName, text: string, chosen: readonly number[]) {
  const { options: call } = entityCalls(entities[name]);
  const found = useCallWithMeta(call, { query: { q: text } }, { keepsPrevious: true });
  const ids = [...chosen].sort((a, b) => a - b);
  const named = useCall(call, { query: { ids } }, { enabled: ids.length > 0, keepsPrevious: true });
  const unnamed = named.error === null ? [] : ids.map((id): FoundOption => ({ value: id, label: `#${id}` }));
  const options = new Map(
    [...unnamed, ...(named.data ?? []), ...(found.data?.data ?? [])].map((option) => [option.value, option]),
  );
  return {
    options: [...options.values()],
    /** Whether more records match than are offered. */
    isCapped: found.data?.meta.isCapped === true,
    loading: found.isLoading,
    problem: found.error?.message,
  };
}
