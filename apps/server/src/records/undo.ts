/** Takes back a person's own change: everything that one request wrote, or nothing (docs/product/records.md#undo). */
import { mayDo } from '@signpost/contract/access/access.ts';
import type { EntityDefinition, StoredRecord } from '@signpost/contract/define/entity.ts';
import type { EntityName } from '@signpost/contract/define/entity-names.ts';
import { underCurrentNames } from '@signpost/contract/define/former-names.ts';
import { isKeyOf } from '@signpost/contract/define/objects.ts';
import { inSentence } from '@signpost/contract/define/words.ts';
import { entities } from '@signpost/contract/entities/index.ts';
import { AppError } from '@signpost/contract/errors.ts';
import { OWN_CHANGES, type OwnChange, type Undone } from '@signpost/contract/records/undo.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable, Trx } from '../database.ts';
import { readRow, readRows } from '../platform/rows.ts';
import type { SessionUser } from '../session-user.ts';
import { auditValues, canonical } from './audit-values.ts';
import type { WriteContext } from './change.ts';
import { type Effects, effectOf } from './effects.ts';
import { namesOfTable } from './merge.ts';
import { readRecord } from './read.ts';
import { rowFilter } from './scope.ts';
import { setArchivedIn, updateIn } from './write.ts';

const values = z.record(z.string(), z.unknown()).nullable();
const entryRow = z.object({
  id: z.number(),
  at: z.date(),
  entity: z.string(),
  recordId: z.number(),
  action: z.enum(['create', 'update', 'archive', 'restore']),
  version: z.number(),
  before: values,
  after: values,
  requestId: z.string(),
});
type Entry = z.infer<typeof entryRow>;

/** Entries of this many changes are read; a change to many records has one entry for each. */
const MOST_ENTRIES = 2_000;
const NAMED = 10;

const refusal = (message: string) => new AppError('VALIDATION', { errors: [{ path: '', message }] });

const entityOf = (name: string): EntityDefinition | undefined => (isKeyOf(entities, name) ? entities[name] : undefined);

const entryColumns = sql`audit.id, at, entity, record_id, action, version, before, after, audit.request_id`;
/** Changes of fields by a person; events change nothing that could be taken back. */
const isChange = sql`action <> 'effect' AND audit.request_id IS NOT NULL`;

/** The latest changes of a person that they can still see, the newest first. */
export async function listOwnChanges(db: Queryable, viewer: SessionUser): Promise<OwnChange[]> {
  const entries = await readRows(
    db,
    entryRow,
    sql`SELECT ${entryColumns} FROM audit WHERE user_id = ${viewer.id} AND ${isChange} ORDER BY audit.id DESC LIMIT ${MOST_ENTRIES}`,
  );
  const seen = entries.filter((entry) => {
    const entity = entityOf(entry.entity);
    return entity !== undefined && mayDo(viewer, entity, 'read');
  });
  const changes = [...Map.groupBy(seen, ({ requestId }) => requestId)].slice(0, OWN_CHANGES);
  const undone = await readUndone(
    db,
    changes.map(([requestId]) => requestId),
  );
  return await Promise.all(
    changes.map(async ([requestId, of]) => ({
      requestId,
      at: of[0]?.at.toISOString() ?? '',
      records: await Promise.all(of.slice(0, NAMED).map((entry) => shownEntry(db, entry))),
      count: new Set(of.map(({ entity, recordId }) => `${entity} ${recordId}`)).size,
      isUndo: undone.undos.has(requestId),
      isUndone: undone.changes.has(requestId),
      refusal: of.map((entry) => refusalOf(viewer, definitionOf(entry))).find((reason) => reason !== null) ?? null,
    })),
  );
}

async function readUndone(db: Queryable, requestIds: readonly string[]) {
  if (requestIds.length === 0) return { changes: new Set<string>(), undos: new Set<string>() };
  const rows = await db
    .selectFrom('undoneChanges')
    .select(['requestId', 'byRequestId'])
    .where((of) => of.or([of('requestId', 'in', requestIds), of('byRequestId', 'in', requestIds)]))
    .execute();
  return {
    changes: new Set(rows.map(({ requestId }) => requestId)),
    undos: new Set(rows.map(({ byRequestId }) => byRequestId)),
  };
}

async function shownEntry(db: Queryable, entry: Entry): Promise<OwnChange['records'][number]> {
  const entity = definitionOf(entry);
  const { before, after } = sidesOf(entity, entry);
  const isEdit = entry.action === 'update';
  return {
    entity: nameOf(entry),
    id: entry.recordId,
    title: await titleOf(db, entity, entry),
    action: entry.action,
    changes: isEdit
      ? changedFields(before, after).map((field) => ({
          field,
          before: before[field] ?? null,
          after: after[field] ?? null,
        }))
      : [],
  };
}

function nameOf({ entity }: Entry): EntityName {
  if (!isKeyOf(entities, entity)) throw refusal('This change concerns records that no longer exist.');
  return entity;
}

const definitionOf = (entry: Entry): EntityDefinition => entities[nameOf(entry)];

function sidesOf(entity: EntityDefinition, { before, after }: Entry) {
  return {
    before: underCurrentNames(entity.fields, before ?? {}),
    after: underCurrentNames(entity.fields, after ?? {}),
  };
}

const changedFields = (before: Record<string, unknown>, after: Record<string, unknown>): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => canonical(before[name]) !== canonical(after[name]),
  );

const titleRow = z.object({ title: z.unknown() });

/** What a record is called today, or was called then. */
async function titleOf(db: Queryable, entity: EntityDefinition, entry: Entry): Promise<string> {
  const [now] = await readRows(
    db,
    titleRow,
    sql`SELECT ${sql.ref(entity.title)} AS title FROM ${sql.table(entity.table)} WHERE id = ${entry.recordId}`,
  );
  return String(now?.title ?? entry.after?.[entity.title] ?? `#${entry.recordId}`);
}

/**
 * Takes back a change of the viewer in the caller's transaction, or their latest one. Fields that the change did not name
 * stay as they are. Errors: ITEM_NOT_FOUND where the viewer made no such change; VALIDATION with the reason where it
 * cannot be taken back; and what the change itself would be refused with.
 */
export async function undoIn(
  ctx: WriteContext,
  { requestId, effects }: { requestId: string | undefined; effects: Effects },
): Promise<Undone> {
  const { trx, actor, clock } = ctx;
  const { viewer } = actor;
  const wanted = requestId ?? (await latestChange(trx, viewer));
  if (wanted === undefined) throw refusal('You have no change that could be undone.');
  const entries = await readRows(
    trx,
    entryRow,
    sql`SELECT ${entryColumns} FROM audit WHERE user_id = ${viewer.id} AND audit.request_id = ${wanted} AND ${isChange} ORDER BY audit.id DESC`,
  );
  if (entries.length === 0) throw new AppError('ITEM_NOT_FOUND');
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('undoneChanges')
    .values({ requestId: wanted, byRequestId: actor.requestId, at: clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) throw refusal('This change has already been undone.');
  const what = await wordsFor(trx, entries);
  for (const entry of entries) await undoEntry(ctx, entry, effects);
  return { requestId: actor.requestId, what, isRedo: await restoresChange(trx, wanted) };
}

const lengthRow = z.object({ length: z.number() });

/** Whether undoing this request brings a change back: an undo does, and the undo of an undo does not. */
async function restoresChange(trx: Trx, requestId: string): Promise<boolean> {
  const { length } = await readRow(
    trx,
    lengthRow,
    sql`WITH RECURSIVE chain AS (
        SELECT request_id FROM undone_changes WHERE by_request_id = ${requestId}
        UNION ALL SELECT u.request_id FROM undone_changes u JOIN chain c ON u.by_request_id = c.request_id)
      SELECT count(*)::integer AS length FROM chain`,
  );
  return length % 2 === 1;
}

const requestRow = z.object({ requestId: z.string() });

/** Entities whose entries are reversed and never undone. */
const LEDGERS = Object.values<EntityDefinition>(entities).flatMap(({ name, ledger }) => (ledger ? [name] : []));

/** The latest change that was neither undone nor an undo, and is no entry of a ledger. */
async function latestChange(trx: Trx, viewer: SessionUser): Promise<string | undefined> {
  const [latest] = await readRows(
    trx,
    requestRow,
    sql`SELECT request_id FROM audit WHERE user_id = ${viewer.id} AND ${isChange} AND entity <> ALL(${LEDGERS}) AND NOT EXISTS (
      SELECT FROM undone_changes u WHERE u.request_id = audit.request_id OR u.by_request_id = audit.request_id)
      ORDER BY audit.id DESC LIMIT 1`,
  );
  return latest?.requestId;
}

async function wordsFor(trx: Trx, entries: readonly Entry[]): Promise<string> {
  const [first] = entries;
  if (first === undefined) return '';
  const entity = definitionOf(first);
  const count = new Set(entries.map(({ recordId }) => recordId)).size;
  return count === 1 ? `${entity.one} “${await titleOf(trx, entity, first)}”` : `${count} ${inSentence(entity.many)}`;
}

/** Why changes of an entity are never undone by this person; null if they are. */
function refusalOf(viewer: SessionUser, entity: EntityDefinition): string | null {
  if (entity.ledger) return 'Entries of a ledger are not undone but reversed, with a reason, on their own screen.';
  if (!mayDo(viewer, entity, 'edit')) return `You may not edit ${inSentence(entity.many)}, so this change stays.`;
  return null;
}

async function undoEntry(ctx: WriteContext, entry: Entry, effects: Effects): Promise<void> {
  const { actor, trx } = ctx;
  const entity = definitionOf(entry);
  const { recordId: id, action } = entry;
  const reason = refusalOf(actor.viewer, entity);
  if (reason !== null) throw refusal(reason);
  if (action === 'update') return await undoEdit(ctx, entity, entry, effects);
  const record = await readRecord(trx, entity, id, rowFilter(entity, actor.viewer));
  const wasArchived = record.archivedAt !== null;
  const hadArchived = action === 'archive';
  if (action === 'create' ? record.version !== entry.version : wasArchived !== hadArchived)
    throw await changedSince(ctx, entity, entry, []);
  await setArchivedIn(ctx, { entity, id, archived: !hadArchived });
}

/** Puts back the fields that the change named, if they are still as it left them. */
async function undoEdit(ctx: WriteContext, entity: EntityDefinition, entry: Entry, effects: Effects): Promise<void> {
  const { actor, trx } = ctx;
  const { recordId: id } = entry;
  const { before, after } = sidesOf(entity, entry);
  const fields = changedFields(before, after);
  const record = await readRecord(trx, entity, id, rowFilter(entity, actor.viewer));
  refuseUnknown(entity, fields);
  const now = auditValues(entity.fields, record);
  const differing = fields.filter((name) => canonical(now[name]) !== canonical(after[name]));
  if (differing.length > 0) throw await changedSince(ctx, entity, entry, differing);
  const change = Object.fromEntries(fields.map((name) => [name, before[name] ?? null]));
  const updated: StoredRecord = await updateIn(ctx, { entity, id, change, version: record.version });
  await effectOf(effects, entity)?.updated?.(trx, updated, actor);
}

function refuseUnknown(entity: EntityDefinition, fields: readonly string[]): void {
  const known = fields.map((name) => entity.fields[name]);
  if (known.some((field) => field?.secret))
    throw refusal('A secret was changed. Secrets are not kept, so the earlier one cannot be put back.');
  if (known.some((field) => field === undefined || field.readOnly))
    throw refusal('This change was made by the product’s own rules and can only be taken back where it was made.');
}

const laterRow = z.object({ name: z.string().nullable() });

/** The refusal that names who has changed the same since. */
async function changedSince(
  { trx }: WriteContext,
  entity: EntityDefinition,
  entry: Entry,
  fields: readonly string[],
): Promise<AppError> {
  const [later] = await readRows(
    trx,
    laterRow,
    sql`SELECT u.name FROM audit a LEFT JOIN users u ON u.id = a.user_id
      WHERE a.entity = ANY(${namesOfTable(entity)}::text[]) AND a.record_id = ${entry.recordId} AND a.id > ${entry.id}
        AND a.action <> 'effect' ORDER BY a.id DESC LIMIT 1`,
  );
  const title = await titleOf(trx, entity, entry);
  const labels = fields.map((name) => entity.fields[name]?.label ?? name);
  const what = labels.length === 0 ? '' : ` (${labels.join(', ')})`;
  return refusal(
    `“${title}” has been changed since${later?.name ? ` by ${later.name}` : ''}${what}. Open it and compare in its history.`,
  );
}
