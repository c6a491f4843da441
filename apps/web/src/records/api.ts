/** The calls of records. */
import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import type { BulkChange } from '@signpost/contract/records/bulk.ts';
import type { ListQuery } from '@signpost/contract/records/list-query.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { callKey, recordsKey, send, useCall, useCallWithMeta } from '../api/calls.ts';
import { metadataChanged } from '../api/use-metadata.ts';
import type { RecordRow, Values } from './screen.ts';

export type ListSearch = Partial<ListQuery>;

/** A page of a list. The previous page stays on the screen until the next one has arrived. */
export function useRecords(entity: EntityDefinition, query: ListSearch) {
  return useCallWithMeta(entityCalls(entity).list, { query }, { keepsPrevious: true });
}

export function useRecord(entity: EntityDefinition, id: number | null) {
  // A form keeps the version it was opened with; a newer one shows as a conflict when saving.
  const options = { enabled: id !== null, staleTime: 0, gcTime: 0 };
  return useCall(entityCalls(entity).read, { params: { id: id ?? 0 } }, options);
}

export function useHistory(entity: EntityDefinition, id: number, enabled: boolean) {
  return useCall(entityCalls(entity).history, { params: { id } }, { enabled, staleTime: 0 });
}

/**
 * The newest version of a record that this browser has read. It waits for what is being read just now, because after a
 * change of this browser the row on the screen is the one from before until it has been read again.
 */
export async function newestVersion(
  client: QueryClient,
  entity: EntityDefinition,
  { id, version }: Pick<RecordRow, 'id' | 'version'>,
): Promise<number> {
  const { list, read } = entityCalls(entity);
  const listKey = callKey(list);
  const readKey = callKey(read, { params: { id } });
  const join = (queryKey: readonly unknown[]) =>
    client.refetchQueries({ queryKey, type: 'active', fetchStatus: 'fetching' }, { cancelRefetch: false });
  await Promise.all([join(listKey), join(readKey)]);
  const rows = client
    .getQueriesData<{ data: RecordRow[] }>({ queryKey: listKey })
    .flatMap(([, page]) => page?.data ?? []);
  const record = client.getQueryData<{ data: RecordRow }>(readKey)?.data;
  const known = [...rows, ...(record ? [record] : [])].filter((row) => row.id === id);
  return Math.max(version, ...known.map((row) => row.version));
}

/** The calls that change records. Lists and metadata are refreshed afterwards. */
export function useRecordVerbs(entity: EntityDefinition) {
  const client = useQueryClient();
  const calls = entityCalls(entity);
  const done = async () => {
    metadataChanged();
    await client.invalidateQueries({ queryKey: recordsKey(entity) });
  };
  const after = async <T>(work: Promise<{ data: T; requestId: string | null }>) => {
    const { data, requestId } = await work;
    await done();
    return { data, requestId };
  };
  return {
    /** `idempotencyKey` is the same for every attempt of one form. */
    create: (values: Values, idempotencyKey: string) => after(send(calls.create, { body: values }, { idempotencyKey })),
    update: (id: number, version: number, values: Values) =>
      after(send(calls.update, { params: { id }, body: { version, values } })),
    archive: (id: number) => after(send(calls.archive, { params: { id } })),
    restore: (id: number) => after(send(calls.restore, { params: { id } })),
    bulk: (change: BulkChange) => after(send(calls.bulk, { body: change })),
  };
}
