/** Back to an earlier version of a box: a new version that says the same. */

import type { EntityDefinition, StoredRecord } from '@signpost/contract/define/entity.ts';
import type { Fields } from '@signpost/contract/define/field.ts';
import { boxOffer } from '@signpost/contract/entities/box-offer.ts';
import type { Trx } from '../../../database.ts';
import type { Deps } from '../../../deps.ts';
import { auditValues } from '../../../records/audit.ts';
import { readRecord } from '../../../records/read.ts';
import { type Actor, setArchivedIn, updateIn } from '../../../records/write.ts';
import type { Values } from './moments.ts';
import { offerIdsOf, stateAt } from './state.ts';

const rowsOf = (value: unknown): Values[] => (Array.isArray(value) ? value : []);

/** What a form would send: without what only the product writes, and without fields that are gone since. */
function given(fields: Fields, now: StoredRecord, then: Values): Values {
  const kept = Object.entries(then).filter(([name]) => fields[name] !== undefined && !fields[name].readOnly);
  return { ...auditValues(fields, now), ...Object.fromEntries(kept) };
}

/** The allocation as it was, on the rows of today where a campaign still has one. */
function onRowsOfToday(then: unknown, now: unknown): Values[] {
  const ids = new Map(rowsOf(now).map((row) => [row.campaignId, row.id]));
  return rowsOf(then).map(({ id: _gone, ...row }) => {
    const id = ids.get(row.campaignId);
    return id === undefined ? row : { ...row, id };
  });
}

async function rollOffersBack(
  trx: Trx,
  deps: Pick<Deps, 'clock'>,
  boxId: number,
  offers: ReadonlyMap<number, Values>,
  actor: Actor,
): Promise<void> {
  for (const id of await offerIdsOf(trx, boxId)) {
    const wanted = offers.get(id);
    const now = await readRecord(trx, boxOffer, id);
    if (wanted === undefined) {
      // An offer that was given to another box since is none of ours.
      if (now.campaignBoxId === boxId) await setArchivedIn(trx, deps, boxOffer, id, true, actor);
      continue;
    }
    const { version } = await setArchivedIn(trx, deps, boxOffer, id, false, actor);
    await updateIn(trx, deps, boxOffer, id, given(boxOffer.fields, now, wanted), version, actor);
  }
}

/**
 * Puts a box and its offers back to what they were right after entry `to` of the trail. Its rules are shared with other
 * boxes, so which ones it tries comes back, what they say does not. Errors: CONFLICT when the box was saved since
 * `version`; ITEM_NOT_FOUND where it did not exist then; VALIDATION when it is archived.
 */
export async function rollBackIn(
  trx: Trx,
  deps: Pick<Deps, 'clock'>,
  entity: EntityDefinition,
  boxId: number,
  to: number,
  version: number,
  actor: Actor,
): Promise<StoredRecord> {
  const then = await stateAt(trx, entity, boxId, to);
  const now = await readRecord(trx, entity, boxId);
  const allocation = onRowsOfToday(then.box.allocation, now.allocation);
  const values = { ...given(entity.fields, now, then.box), allocation };
  const record = await updateIn(trx, deps, entity, boxId, values, version, actor);
  await rollOffersBack(trx, deps, boxId, then.offers, actor);
  return record;
}
