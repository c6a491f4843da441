/** A campaign box with everything that belongs to it, in its state at a given entry of the audit trail. */

import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import { boxOffer } from '@signpost/contract/entities/box-offer.ts';
import { campaignBox } from '@signpost/contract/entities/campaign-box.ts';
import { rule } from '@signpost/contract/entities/rule.ts';
import { seoCampaignBox } from '@signpost/contract/entities/seo-campaign-box.ts';
import { AppError } from '@signpost/contract/errors.ts';
import type { Versioned } from '@signpost/contract/records/box-versions.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../../database.ts';
import { idRow, readRows } from '../../../platform/rows.ts';
import { type Values, valuesAt } from './moments.ts';

/** The kinds of boxes share one table and one history. */
export const BOXES = [campaignBox, seoCampaignBox] as const;

/** The parts of a version of a box. */
export const partsOf = (box: EntityDefinition): Record<Versioned, EntityDefinition> => ({
  campaignBox: box,
  boxOffer,
  rule,
});

export interface BoxState {
  box: Values;
  /** By id; the rules in the order in which they are tried. */
  rules: ReadonlyMap<number, Values>;
  offers: ReadonlyMap<number, Values>;
}

/** Every offer that belongs or ever belonged to this box. */
export async function offerIdsOf(db: Queryable, boxId: number): Promise<number[]> {
  const rows = await readRows(
    db,
    idRow,
    sql`SELECT id FROM box_offers WHERE campaign_box_id = ${boxId}
      UNION SELECT record_id FROM audit WHERE entity = 'boxOffer'
        AND ((after ->> 'campaignBoxId')::bigint = ${boxId} OR (before ->> 'campaignBoxId')::bigint = ${boxId})
      ORDER BY id`,
  );
  return rows.map(({ id }) => id);
}

/** Every rule that this box uses or ever used. */
export async function ruleIdsOf(db: Queryable, boxId: number): Promise<number[]> {
  const rows = await readRows(
    db,
    idRow,
    sql`SELECT target_id AS id FROM campaign_boxes_rules WHERE record_id = ${boxId}
      UNION SELECT jsonb_array_elements_text(coalesce(after -> 'rules', '[]') || coalesce(before -> 'rules', '[]'))::bigint
        FROM audit WHERE entity = ANY(${BOXES.map(({ name }) => name)}::text[]) AND record_id = ${boxId}
      ORDER BY id`,
  );
  return rows.map(({ id }) => id);
}

async function known(db: Queryable, entity: EntityDefinition, ids: readonly number[], moment: number) {
  const found: [number, Values][] = [];
  for (const id of ids) {
    const values = await valuesAt(db, entity, id, moment);
    if (values !== null) found.push([id, values]);
  }
  return new Map(found);
}

/** Errors: ITEM_NOT_FOUND if the box did not exist yet. */
export async function stateAt(
  db: Queryable,
  entity: EntityDefinition,
  boxId: number,
  moment: number,
): Promise<BoxState> {
  const box = await valuesAt(db, entity, boxId, moment);
  if (box === null) throw new AppError('ITEM_NOT_FOUND');
  const rules = await known(db, rule, Array.isArray(box.rules) ? box.rules.map(Number) : [], moment);
  const offers = await known(db, boxOffer, await offerIdsOf(db, boxId), moment);
  const own = [...offers].filter(([, offer]) => offer.campaignBoxId === boxId);
  return { box, rules, offers: new Map(own) };
}
