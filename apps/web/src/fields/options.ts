/** The records that a reference field offers. */
import { entityCalls, type FoundOption } from '@signpost/contract/calls/entity-calls.ts';
import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import type { EntityName } from '@signpost/contract/define/entity-names.ts';
import { entities } from '@signpost/contract/entities/index.ts';
import type { MetadataRow } from '@signpost/contract/records/metadata.ts';
import { useMemo } from 'react';
import { useCall, useCallWithMeta } from '../api/calls.ts';
import { refreshMetadata, useIsRefreshing, useOptionalMetadata } from '../api/use-metadata.ts';

/** The names of records in any state, by id; unknown records and those that the person may not know are left out. */
export function useRecordNames(name: EntityName, ids: readonly number[]): ReadonlyMap<number, string> {
  const { options: call } = entityCalls(entities[name]);
  const { data } = useCall(call, { query: { ids: [...ids].sort((a, b) => a - b) } }, { enabled: ids.length > 0 });
  return new Map((data ?? []).map(({ value, label }) => [value, label]));
}

/** The collection of metadata that contains exactly the records of an entity, if there is one. */
function collectionOf(name: EntityName): string | undefined {
  const { metadata = [], kindOf }: EntityDefinition = entities[name];
  if (metadata.length === 1 && kindOf === undefined) return metadata[0];
  return undefined;
}

const byName = new Intl.Collator('en', { numeric: true });

/**
 * The rows of an entity's collection as options: exact names first, then names that begin with the text, so that a cut
 * list never misses them; then by name.
 */
function optionsIn(name: EntityName, rows: readonly MetadataRow[], text: string): FoundOption[] {
  const wanted = text.trim().toLowerCase();
  const distance = (label: string) => {
    if (label === wanted) return 0;
    return label.startsWith(wanted) ? 1 : 2;
  };
  return rows
    .map((row) => {
      const title = row[entities[name].title];
      const label = typeof title === 'string' && title !== '' ? title : `#${row.id}`;
      return { value: row.id, label, distance: wanted === '' ? 0 : distance(label.toLowerCase()) };
    })
    .sort((one, other) => one.distance - other.distance || byName.compare(one.label, other.label))
    .map(({ value, label }) => ({ value, label }));
}

/**
 * The records of an entity to choose from. They come from cached metadata where a collection holds them, otherwise from
 * the server: those that match the text. Records that are already chosen are found in any state; if their names cannot
 * be fetched, their ids are shown.
 */
export function useOptions(name: EntityName, text: string, chosen: readonly number[]) {
  const { options: call } = entityCalls(entities[name]);
  const collection = collectionOf(name);
  const cached = useOptionalMetadata(collection);
  const isAsked = cached.rows === null && !cached.isLoading;
  const isRefreshing = useIsRefreshing(collection);
  const found = useCallWithMeta(call, { query: { q: text } }, { keepsPrevious: true, enabled: isAsked });
  const inCache = useMemo(() => cached.rows && optionsIn(name, cached.rows, text), [name, cached.rows, text]);
  const known = inCache ?? found.data?.data ?? [];
  const ids = chosen.filter((id) => !known.some(({ value }) => value === id)).sort((a, b) => a - b);
  const named = useCall(call, { query: { ids } }, { enabled: ids.length > 0, keepsPrevious: true });
  const unnamed = named.error === null ? [] : ids.map((id): FoundOption => ({ value: id, label: `#${id}` }));
  const chosenBefore = (named.data ?? []).filter(({ value }) => ids.includes(value));
  const options = new Map([...unnamed, ...chosenBefore, ...known].map((option) => [option.value, option]));
  return {
    options: [...options.values()],
    /** Whether more records match than are offered. */
    isCapped: isAsked && found.data?.meta.isCapped === true,
    loading: cached.isLoading || (isAsked && found.isLoading),
    problem: isAsked ? found.error?.message : undefined,
    /** Whether the options may still change for this text. */
    isSearching: isAsked ? found.isFetching : isRefreshing,
    /** Call this when the list opens, because a colleague may have created a record since it was loaded. */
    refresh: () => {
      if (collection !== undefined) refreshMetadata(collection);
    },
  };
}
