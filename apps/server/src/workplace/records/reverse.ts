/** Reversing an entry of a ledger, the only change that is possible. */

import type { EntityDefinition, StoredRecord } from '@signpost/contract/define/entity.ts';
import { invalid } from '@signpost/contract/errors.ts';
import { authorOf, changeRecord, type WriteContext } from './change.ts';
import { type Effects, effectOf } from './effects.ts';
import { rowFilter } from './scope.ts';

/**
 * Reverses an entry: the entry itself is kept and marked, and the entity's effect undoes what it did.
 * Errors: ITEM_NOT_FOUND; VALIDATION when it was reversed before.
 */
export async function reverseIn(
  ctx: WriteContext,
  { entity, id, because, effects }: { entity: EntityDefinition; id: number; because: string; effects: Effects },
): Promise<StoredRecord> {
  const { trx, actor } = ctx;
  return await changeRecord(trx, authorOf(ctx), {
    entity,
    id,
    filter: rowFilter(entity, actor.viewer),
    told: ['entryStatus', 'reversedBecause'],
    write: async (before) => {
      if (before.entryStatus === 'reversed') throw invalid('', 'This entry is already reversed.');
      await effectOf(effects, entity)?.reversed?.(trx, before, actor, because);
      return { entryStatus: 'reversed', reversedBecause: because };
    },
  });
}
