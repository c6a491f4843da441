/** The calls of records. */
import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import type { BulkChange } from '@signpost/contract/records/bulk.ts';
import type { ListQuery } from '@signpost/contract/records/list-query.ts';
import { useQueryClient } from '@tanstack/react-query';
import { recordsKey, send, useCall, useCallWithMeta } from '../api/calls.ts';
import { metadataChanged } from '../api/use-metadata.ts';
import type { Values } from './screen.ts';

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
