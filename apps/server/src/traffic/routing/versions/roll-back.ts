/** Goes back to an earlier version of a box by creating a new version with the same content. */

import type { EntityDefinition, StoredRecord } from '@signpost/contract/define/entity.ts';
import type { Fields } from '@signpost/contract/define/field.ts';
import { boxOffer } from '@signpost/contract/entities/box-offer.ts';
import { auditValues } from '../../../workplace/records/audit-values.ts';
import type { WriteContext } from '../../../workplace/records/change.ts';
import { readRecord } from '../../../workplace/records/read.ts';
import { setArchivedIn, updateIn } from '../../../workplace/records/write.ts';
import type { Values } from './moments.ts';
import { offerIdsOf, stateAt } from './state.ts';

const rowsOf = (value: unknown): Values[] => {
  if (Array.isArray(value)) return value;
  return [];
};

/**
 * The values as a form would send them: without fields that only the product writes, and without fields that no longer
 * exist.
 */
function given(fields: Fields, now: StoredRecord, then: Values): Values {
  const restorable = Object.entries(then).filter(([name]) => fields[name] !== undefined && !fields[name].readOnly);
  return { ...auditValues(fields, now), ...Object.fromEntries(restorable) };
}

/** The earlier allocation, which reuses today's row if a campaign still has one. */
function onRowsOfToday(then: unknown, now: unknown): Values[] {
  const ids = new Map(rowsOf(now).map((row) => [row.campaignId, row.id]));
  return rowsOf(then).map(({ id: _gone, ...row }) => {
    const id = ids.get(row.campaignId);
    if (id === undefined) return row;
    return { ...row, id };
  });
}

async function rollOffersBack(ctx: WriteContext, boxId: number, offers: ReadonlyMap<number, Values>): Promise<void> {
  for (const id of await offerIdsOf(ctx.trx, boxId)) {
    const wanted = offers.get(id);
    const now = await readRecord(ctx.trx, boxOffer, id);
    if (wanted === undefined) {
      // An offer that has since been given to another box no longer belongs to this one.
      if (now.campaignBoxId === boxId) await setArchivedIn(ctx, { entity: boxOffer, id, archived: true });
      continue;
    }
    const { version } = await setArchivedIn(ctx, { entity: boxOffer, id, archived: false });
    await updateIn(ctx, { entity: boxOffer, id, change: given(boxOffer.fields, now, wanted), version });
  }
}

/**
 * Restores a box and its offers to their state right after entry `to` of the trail. Rules are shared with other boxes,
 * so the list of rules is restored but not their content. Errors: CONFLICT if the box was saved since `version`;
 * ITEM_NOT_FOUND if it did not exist then; VALIDATION if it is archived.
 */
export async function rollBackIn(
  ctx: WriteContext,
  { entity, id, to, version }: { entity: EntityDefinition; id: number; to: number; version: number },
): Promise<StoredRecord> {
  const then = await stateAt(ctx.trx, entity, id, to);
  const now = await readRecord(ctx.trx, entity, id);
  const allocation = onRowsOfToday(then.box.allocation, now.allocation);
  const change = { ...given(entity.fields, now, then.box), allocation };
  const record = await updateIn(ctx, { entity, id, change, version });
  await rollOffersBack(ctx, id, then.offers);
  return record;
}
