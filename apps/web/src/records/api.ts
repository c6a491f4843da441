/** The calls of records. */
import { buildQuery } from '@signpost/contract/api/brackets.ts';
import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import type { BulkChange } from '@signpost/contract/records/bulk.ts';
import type { HistoryEntry } from '@signpost/contract/records/history.ts';
import type { ListQuery } from '@signpost/contract/records/list-query.ts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from '../api/client.ts';
import { metadataChanged } from '../api/use-metadata.ts';
import type { RecordRow, Values } from './screen.ts';

export type ListSearch = Partial<ListQuery>;

const listKey = (entity: EntityDefinition) => ['records', entity.name] as const;

/** A page of a list. The previous page stays on the screen until the next one has arrived. */
export function useRecords(entity: EntityDefinition, query: ListSearch) {
  const text = buildQuery(query);
  return useQuery({
    queryKey: [...listKey(entity), 'list', text],
    queryFn: ({ signal }) => request<RecordRow[]>(`${entity.path}?${text}`, { signal }),
    placeholderData: keepPreviousData,
  });
}

export function useRecord(entity: EntityDefinition, id: number | null) {
  return useQuery({
    queryKey: [...listKey(entity), 'one', id],
    queryFn: async ({ signal }) => (await request<RecordRow>(`${entity.path}/${id}`, { signal })).data,
    enabled: id !== null,
    // A form keeps the version it was opened with; a newer one shows as a conflict when saving.
    staleTime: 0,
    gcTime: 0,
  });
}

export function useHistory(entity: EntityDefinition, id: number, enabled: boolean) {
  return useQuery({
    queryKey: [...listKey(entity), 'history', id],
    queryFn: async ({ signal }) => (await request<HistoryEntry[]>(`${entity.path}/${id}/history`, { signal })).data,
    enabled,
    staleTime: 0,
  });
}

/** The calls that change records. Lists and metadata are refreshed afterwards. */
export function useRecordVerbs(entity: EntityDefinition) {
  const client = useQueryClient();
  const done = async () => {
    metadataChanged();
    await client.invalidateQueries({ queryKey: listKey(entity) });
  };
  const after = async <T>(work: Promise<{ data: T }>): Promise<T> => {
    const { data } = await work;
    await done();
    return data;
  };
  return {
    /** `idempotencyKey` is the same for every attempt of one form. */
    create: (values: Values, idempotencyKey: string) =>
      after(request<RecordRow>(entity.path, { method: 'POST', body: values, idempotencyKey })),
    update: (id: number, version: number, values: Values) =>
      after(request<RecordRow>(`${entity.path}/${id}`, { method: 'PATCH', body: { version, values } })),
    archive: (id: number) => after(request<RecordRow>(`${entity.path}/${id}/archive`, { method: 'POST' })),
    restore: (id: number) => after(request<RecordRow>(`${entity.path}/${id}/restore`, { method: 'POST' })),
    bulk: (change: BulkChange) =>
      after(request<{ changed: number }>(`${entity.path}/bulk`, { method: 'POST', body: change })),
  };
}
