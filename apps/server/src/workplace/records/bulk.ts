/** One change to many records, which applies to all of them or none. */

import type { EntityDefinition, StoredRecord } from '@signpost/contract/define/entity.ts';
import { AppError, invalid } from '@signpost/contract/errors.ts';
import type { BulkChange } from '@signpost/contract/records/bulk.ts';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import type { Actor } from './change.ts';
import { fieldsOfKind } from './columns.ts';
import { type Effects, effectOf } from './effects.ts';
import { readRecord } from './read.ts';
import { rowFilter } from './scope.ts';
import { setArchivedIn, updateIn } from './write.ts';

const tagIds = z.array(z.number());

function changeOf(entity: EntityDefinition, record: StoredRecord, change: BulkChange): Record<string, unknown> {
  if (change.action === 'edit') return change.values;
  const [tags] = fieldsOfKind(entity.fields, 'tags');
  if (!tags || (change.action !== 'tag' && change.action !== 'untag'))
    throw invalid('action', 'These records cannot have tags.');
  const now = new Set(tagIds.parse(record[tags[0]] ?? []));
  for (const id of change.tagIds) {
    if (change.action === 'tag') now.add(id);
    else now.delete(id);
  }
  return { [tags[0]]: [...now] };
}

/**
 * Applies one change to every record of `ids` in one transaction. The first refusal names its record and rolls
 * everything back.
 */
export async function bulk(
  deps: Pick<Deps, 'db' | 'clock'>,
  entity: EntityDefinition,
  change: BulkChange,
  { actor, effects }: { actor: Actor; effects: Effects },
): Promise<number> {
  const effect = effectOf(effects, entity);
  return await deps.db.transaction().execute(async (trx) => {
    const ctx = { trx, clock: deps.clock, actor };
    for (const id of change.ids) {
      try {
        if (change.action === 'archive' || change.action === 'restore') {
          const changed = await setArchivedIn(ctx, { entity, id, archived: change.action === 'archive' });
          await effect?.archived?.(trx, changed, actor);
          continue;
        }
        const record = await readRecord(trx, entity, id, rowFilter(entity, actor.viewer));
        const values = changeOf(entity, record, change);
        const updated = await updateIn(ctx, { entity, id, change: values, version: record.version });
        await effect?.updated?.(trx, updated, actor);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        const errors = error.errors.map((one) => ({ ...one, path: `${id}.${one.path}` }));
        throw new AppError(error.code, { message: error.message, errors, data: { id }, cause: error });
      }
    }
    return change.ids.length;
  });
}
