/** The versions of a campaign box: the list, differences, and going back to one. */

import { boxCalls } from '@signpost/contract/calls/routing.ts';
import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import { isObject } from '@signpost/contract/objects.ts';
import type { BoxVersion } from '@signpost/contract/records/box-versions.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../../../database.ts';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { handle } from '../../../http/handle.ts';
import { readRows } from '../../../platform/rows.ts';
import { canonical } from '../../../workplace/records/audit-values.ts';
import { present, readRecord } from '../../../workplace/records/read.ts';
import { differenceOf } from '../versions/difference.ts';
import { rollBackIn } from '../versions/roll-back.ts';
import { BOXES, offerIdsOf, partsOf, ruleIdsOf, stateAt } from '../versions/state.ts';
import { namesFor, referencesOf } from '../words.ts';

const SHOWN = 200;

const auditRow = z.object({
  id: z.number(),
  at: z.date(),
  by: z.string().nullable(),
  entity: z.string(),
  recordId: z.number(),
  action: z.enum(['create', 'update', 'archive', 'restore', 'effect']),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
});
type Row = z.infer<typeof auditRow>;

/** Rows without their ids, which a save may assign again. */
function contentOf(value: unknown): string {
  if (!Array.isArray(value) || !value.every(isObject)) return canonical(value);
  return canonical(value.map(({ id: _id, ...row }) => row));
}

function versionOf(box: EntityDefinition, row: Row): BoxVersion {
  const { before, after } = row;
  const of = row.entity === 'boxOffer' || row.entity === 'rule' ? row.entity : 'campaignBox';
  const { fields, title } = partsOf(box)[of];
  const changed = Object.entries(fields).filter(
    ([name, field]) => !field.readOnly && contentOf(before?.[name]) !== contentOf(after?.[name]),
  );
  const because = after?.weightsBecause;
  return {
    id: row.id,
    at: row.at.toISOString(),
    by: row.by,
    of,
    recordId: row.recordId,
    name: String((after ?? before)?.[title] ?? `#${row.recordId}`),
    action: row.action,
    fields: row.action === 'update' || row.action === 'effect' ? changed.map(([, field]) => field.label) : [],
    because: because !== before?.weightsBecause && typeof because === 'string' ? because : null,
  };
}

/** Newest first, 200 at most; the last is the first known state if the trail does not include the creation of the box. */
async function versionsOf(db: Queryable, entity: EntityDefinition, boxId: number): Promise<BoxVersion[]> {
  const box = await readRecord(db, entity, boxId);
  const offers = await offerIdsOf(db, boxId);
  const rules = await ruleIdsOf(db, boxId);
  const boxes = BOXES.map(({ name }) => name);
  const rows = await readRows(
    db,
    auditRow,
    sql`SELECT a.id, a.at, u.name AS "by", a.entity, a.record_id AS "recordId", a.action, a.before, a.after
      FROM audit a LEFT JOIN users u ON u.id = a.user_id
      WHERE (a.entity = ANY(${boxes}::text[]) AND a.record_id = ${boxId})
        OR (a.entity = 'boxOffer' AND a.record_id = ANY(${offers}::bigint[]))
        OR (a.entity = 'rule' AND a.record_id = ANY(${rules}::bigint[]))
      ORDER BY a.id DESC LIMIT ${SHOWN + 1}`,
  );
  const made = rows.findIndex((row) => boxes.some((name) => name === row.entity) && row.action === 'create');
  // Changes of its rules before the box existed are not part of its history.
  const own = made < 0 ? rows : rows.slice(0, made + 1);
  const listed = own.slice(0, SHOWN).map((row) => versionOf(entity, row));
  if (made >= 0 || rows.length > SHOWN) return listed;
  const found: BoxVersion = {
    id: 0,
    at: null,
    by: null,
    of: 'campaignBox',
    recordId: boxId,
    name: String(box.name),
    action: 'create',
    fields: [],
    because: null,
  };
  return [...listed, found];
}

export function boxVersionRoutes(app: App, deps: Deps): void {
  for (const box of BOXES) versionRoutes(app, deps, box);
}

function versionRoutes(app: App, { db, clock }: Deps, box: (typeof BOXES)[number]): void {
  const calls = boxCalls[box.name];
  const parts = partsOf(box);

  handle(app, calls.listVersions, async ({ params: { id } }) => await versionsOf(db, box, id));

  handle(app, calls.compareVersions, async ({ params: { id }, query: { from, to } }) => {
    const before = await stateAt(db, box, id, from);
    const after = await stateAt(db, box, id, to);
    const references = [before, after].flatMap((state) => [
      ...referencesOf(parts.campaignBox.fields, state.box),
      ...[...state.rules.values()].flatMap((values) => referencesOf(parts.rule.fields, values)),
      ...[...state.offers.values()].flatMap((values) => referencesOf(parts.boxOffer.fields, values)),
    ]);
    return differenceOf(parts, id, { before, after }, await namesFor(db, references));
  });

  handle(app, calls.rollBack, async ({ params: { id }, body: { to, version }, viewer, request }) => {
    const actor = { viewer, requestId: request.id };
    const record = await db
      .transaction()
      .execute((trx) => rollBackIn({ trx, clock, actor }, { entity: box, id, to, version }));
    return present(box, record, viewer);
  });
}
