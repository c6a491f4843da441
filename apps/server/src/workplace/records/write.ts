/** Creates and changes records, with child rows, references, tags and the audit trail in one transaction. */

import { seesOwnPublisherOnly } from '@signpost/contract/access/access.ts';
import { dayIn } from '@signpost/contract/dates/dates.ts';
import type { EntityDefinition, StoredRecord } from '@signpost/contract/define/entity.ts';
import type { RowsField } from '@signpost/contract/define/field.ts';
import { parseInput } from '@signpost/contract/define/parse.ts';
import { inSentence } from '@signpost/contract/define/words.ts';
import { AppError, invalid } from '@signpost/contract/errors.ts';
import { LEDGER_ZONE } from '@signpost/contract/limits.ts';
import { objectsOf } from '@signpost/contract/objects.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../database.ts';
import { idRow, readRow } from '../../platform/rows.ts';
import type { SessionUser } from '../../session-user.ts';
import { authorOf, changeRecord, recordCreation, type WriteContext } from './change.ts';
import { bound, columnFields, fieldsOfKind, linkTable, rowsFields } from './columns.ts';
import { toFieldError } from './constraint-errors.ts';
import { mergeChange } from './merge.ts';
import { refuseNewTexts } from './new-texts.ts';
import { isLocked } from './read.ts';
import { refuseForeign, refuseMismatched, refuseOwned } from './references.ts';
import { isOnlyShared, rowFilter } from './scope.ts';
import { keepSecrets, masked } from './secrets.ts';
import { refuseInUse } from './used-by.ts';

type Values = Record<string, unknown>;

const NO_PUBLISHER = 'Your account is not linked to a publisher yet. Ask an admin to link it.';

/** Parses the input into what may be stored. Errors: VALIDATION with every invalid field. */
export function validInput(entity: EntityDefinition, input: unknown, now: Date): Values {
  const { value, errors } = parseInput(entity.fields, input, dayIn(now, LEDGER_ZONE));
  if (errors.length > 0) throw new AppError('VALIDATION', { errors });
  return value;
}

function writable(entity: EntityDefinition) {
  return columnFields(entity.fields).filter(([, field]) => !field.readOnly);
}

const idsOf = (value: unknown): number[] => {
  if (Array.isArray(value)) return [...new Set(value.map(Number))];
  return [];
};

/** Whether a save writes a field; always true for a new record. */
type IsWritten = (name: string) => boolean;

/** The values of a record, of which only the written ones are stored. */
interface Writing {
  id: number;
  values: Values;
  isWritten: IsWritten;
}

async function writeTags(trx: Trx, entity: EntityDefinition, { id, values, isWritten }: Writing): Promise<void> {
  for (const [name] of fieldsOfKind(entity.fields, 'tags')) {
    if (!isWritten(name)) continue;
    await trx.deleteFrom('taggings').where('entity', '=', entity.name).where('recordId', '=', id).execute();
    const rows = idsOf(values[name]).map((tagId) => ({ entity: entity.name, recordId: id, tagId }));
    if (rows.length > 0) await trx.insertInto('taggings').values(rows).execute();
  }
}

async function writeLinks(trx: Trx, entity: EntityDefinition, { id, values, isWritten }: Writing): Promise<void> {
  for (const [name] of fieldsOfKind(entity.fields, 'references')) {
    if (!isWritten(name)) continue;
    const table = sql.table(linkTable(entity, name));
    await sql`DELETE FROM ${table} WHERE record_id = ${id}`.execute(trx);
    await sql`INSERT INTO ${table} (record_id, target_id, position)
      SELECT ${id}, target, position FROM unnest(${idsOf(values[name])}::bigint[]) WITH ORDINALITY AS x(target, position)`.execute(
      trx,
    );
  }
}

/** Adds a row, or changes the one with its id. A row that was removed earlier returns under its id. */
async function writeRow(
  trx: Trx,
  field: RowsField,
  { parentId, position }: { parentId: number; position: number },
  row: Values,
): Promise<void> {
  const columns = columnFields(field.of);
  const table = sql.table(field.table);
  const ids = typeof row.id === 'number' ? [row.id] : [];
  for (const id of ids) {
    const sets = columns.map(([name, of]) => sql`${sql.ref(name)} = ${bound(of, row[name])}`);
    if (field.removal === 'archive') sets.push(sql`archived_at = NULL`);
    const { numAffectedRows } = await sql`UPDATE ${table} SET position = ${position}, ${sql.join(sets)}
      WHERE id = ${id} AND ${sql.ref(field.parent)} = ${parentId}`.execute(trx);
    if (numAffectedRows === 1n) return;
    if (field.removal === 'archive') throw new AppError('ITEM_NOT_FOUND');
  }
  const names = [...ids.map(() => 'id'), field.parent, 'position', ...columns.map(([name]) => name)];
  const values = [
    ...ids.map((id) => sql`${id}`),
    sql`${parentId}`,
    sql`${position}`,
    ...columns.map(([name, of]) => bound(of, row[name])),
  ];
  await sql`INSERT INTO ${table} (${sql.join(names.map((name) => sql.ref(name)))})
    VALUES (${sql.join(values)})`.execute(trx);
}

/** Saves child rows. Rows keep their ids; removed ones are archived if facts refer to them, else deleted. */
async function writeRows(trx: Trx, entity: EntityDefinition, { id, values, isWritten }: Writing): Promise<void> {
  for (const [name, field] of rowsFields(entity)) {
    if (!isWritten(name)) continue;
    const rows = objectsOf(values[name]);
    const kept = rows.map((row) => row.id).filter((rowId) => typeof rowId === 'number');
    const gone = sql`${sql.ref(field.parent)} = ${id} AND id <> ALL(${kept}::bigint[])`;
    if (field.removal === 'delete') await sql`DELETE FROM ${sql.table(field.table)} WHERE ${gone}`.execute(trx);
    else
      await sql`UPDATE ${sql.table(field.table)} SET archived_at = now() WHERE ${gone} AND archived_at IS NULL`.execute(
        trx,
      );
    for (const [position, row] of rows.entries()) await writeRow(trx, field, { parentId: id, position }, row);
  }
}

async function writeBeside(trx: Trx, entity: EntityDefinition, writing: Writing): Promise<void> {
  await writeTags(trx, entity, writing);
  await writeLinks(trx, entity, writing);
  await writeRows(trx, entity, writing);
}

async function withFieldErrors<T>(entity: EntityDefinition, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toFieldError(entity, error);
  }
}

/** The columns that give a new record its owner; the server sets them. */
function ownColumns(
  { fields, scope }: EntityDefinition,
  viewer: SessionUser,
): (readonly [RawBuilder<unknown>, RawBuilder<unknown>])[] {
  const { owner, publisher } = scope ?? {};
  const isPublishers = seesOwnPublisherOnly(viewer);
  if (isPublishers && publisher !== undefined && viewer.publisherId === null) throw invalid('', NO_PUBLISHER);
  const owned: [column: RawBuilder<unknown>, value: RawBuilder<unknown>][] = [];
  if (owner !== undefined) owned.push([sql.ref(owner), sql`${viewer.id}`]);
  if (publisher !== undefined && fields[publisher]?.readOnly)
    owned.push([sql.ref(publisher), sql`${isPublishers ? viewer.publisherId : null}::bigint`]);
  return owned;
}

/** A record that a Publisher creates without naming a publisher belongs to their own publisher. */
function ofOwnPublisher({ scope }: EntityDefinition, viewer: SessionUser, values: Values): Values {
  const publisher = scope?.publisher;
  if (publisher === undefined || !seesOwnPublisherOnly(viewer) || !Object.hasOwn(values, publisher)) return values;
  return { ...values, [publisher]: values[publisher] ?? viewer.publisherId };
}

/** Stores a new record within the caller's transaction. Errors: VALIDATION with its fields. */
export async function createIn(ctx: WriteContext, entity: EntityDefinition, input: unknown): Promise<StoredRecord> {
  const { trx, clock, actor } = ctx;
  const author = authorOf(ctx);
  const values = ofOwnPublisher(entity, actor.viewer, validInput(entity, input, clock.now()));
  return await withFieldErrors(entity, async () => {
    refuseNewTexts(entity, values, null);
    await refuseForeign(trx, entity, { values, before: {} }, actor.viewer);
    await refuseMismatched(trx, entity, values, {});
    await refuseOwned(trx, entity, values, null);
    const columns = writable(entity);
    const own = ownColumns(entity, actor.viewer);
    const { kindOf } = entity;
    if (kindOf && !Object.hasOwn(entity.fields, kindOf.column))
      own.push([sql.ref(kindOf.column), sql`${kindOf.is[0]}`] as const);
    const names = [...own.map(([column]) => column), ...columns.map(([name]) => sql.ref(name))];
    const stored = [...own.map(([, value]) => value), ...columns.map(([name, field]) => bound(field, values[name]))];
    const { id } = await readRow(
      trx,
      idRow,
      sql`INSERT INTO ${sql.table(entity.table)} (created_at, updated_at, ${sql.join(names)})
        VALUES (${author.at}, ${author.at}, ${sql.join(stored)}) RETURNING id`,
    );
    await writeBeside(trx, entity, { id, values, isWritten: () => true });
    return await recordCreation(trx, author, { entity, id, filter: rowFilter(entity, actor.viewer) });
  });
}

export interface RecordUpdate {
  entity: EntityDefinition;
  id: number;
  /** The fields that change. */
  change: unknown;
  /** The version that the person saw. */
  version: number;
}

/**
 * Changes only the fields in `change`, within the caller's transaction; the record must be valid as a whole afterwards.
 * A list in `change` is replaced; rows with an id keep the fields they do not name. A version newer than `version` is a
 * CONFLICT that carries the current record. A change without an effect writes nothing.
 */
export async function updateIn(
  ctx: WriteContext,
  { entity, id, change, version }: RecordUpdate,
): Promise<StoredRecord> {
  const { trx, clock, actor } = ctx;
  const write = async (before: StoredRecord) => {
    if (before.version !== version) throw new AppError('CONFLICT', { data: masked(entity, before) });
    refuseLocked(entity, before, actor.viewer);
    if (before.archivedAt) throw invalid('', 'This record is archived. Restore it before changing it.');
    const { values: merged, isWritten } = await mergeChange(trx, entity, before, change);
    const values = validInput(entity, merged, clock.now());
    keepSecrets(entity, values, before);
    refuseNewTexts(entity, values, before);
    await refuseForeign(trx, entity, { values, before }, actor.viewer);
    await refuseMismatched(trx, entity, values, before);
    await refuseOwned(trx, entity, values, before);
    await writeBeside(trx, entity, { id, values, isWritten });
    return Object.fromEntries(
      writable(entity)
        .filter(([name]) => isWritten(name))
        .map(([name, field]) => [name, bound(field, values[name])]),
    );
  };
  const filter = rowFilter(entity, actor.viewer);
  return await withFieldErrors(entity, () => changeRecord(trx, authorOf(ctx), { entity, id, filter, write }));
}

function refuseLocked(entity: EntityDefinition, record: StoredRecord, viewer: SessionUser): void {
  if (isOnlyShared(entity, record, viewer))
    throw new AppError('FORBIDDEN', {
      message: `This ${inSentence(entity.one)} belongs to somebody else. Duplicate it to change it.`,
    });
  if (!isLocked(entity, record)) return;
  const message = `This ${inSentence(entity.one)} has been decided and can no longer be changed.`;
  throw invalid('', message);
}

/** Archives or restores a record; repeating it has no effect. Errors: IN_USE if something active needs it. */
export async function setArchivedIn(
  ctx: WriteContext,
  { entity, id, archived }: { entity: EntityDefinition; id: number; archived: boolean },
): Promise<StoredRecord> {
  const { trx, actor } = ctx;
  const author = authorOf(ctx);
  return await changeRecord(trx, author, {
    entity,
    id,
    filter: rowFilter(entity, actor.viewer),
    action: archived ? 'archive' : 'restore',
    withoutValues: true,
    write: async (before) => {
      if ((before.archivedAt !== null) === archived) return null;
      refuseLocked(entity, before, actor.viewer);
      if (archived) await refuseInUse(trx, entity, id);
      return { archivedAt: archived ? author.at : null };
    },
  });
}
