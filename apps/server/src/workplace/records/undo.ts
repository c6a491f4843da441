/** Takes back a person's own change: everything that one request wrote, or nothing (docs/product/records.md#undo). */
import type { EntityDefinition, StoredRecord } from '@signpost/contract/define/entity.ts';
import { inSentence } from '@signpost/contract/define/words.ts';
import { AppError } from '@signpost/contract/errors.ts';
import type { Undone } from '@signpost/contract/records/undo.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Trx } from '../../database.ts';
import { readRow, readRows } from '../../platform/rows.ts';
import { auditValues, canonical } from './audit-values.ts';
import type { WriteContext } from './change.ts';
import { type Effects, effectOf } from './effects.ts';
import { namesOfTable } from './merge.ts';
import {
  changedFields,
  definitionOf,
  type Entry,
  readEntries,
  refusal,
  refusalOf,
  sidesOf,
  titleOf,
} from './own-changes.ts';
import { readRecord } from './read.ts';
import { rowInWords } from './row-words.ts';
import { rowFilter } from './scope.ts';
import { type RowConflict, undoRows } from './undo-rows.ts';
import { setArchivedIn, updateIn } from './write.ts';

/**
 * Takes back a change of the viewer in the caller's transaction. Fields, and rows of lists, that the change did not touch
 * stay as they are. Errors: ITEM_NOT_FOUND where the viewer made no such change; VALIDATION with the reason where it
 * cannot be taken back; and what the change itself would be refused with.
 */
export async function undoIn(
  ctx: WriteContext,
  { requestId, effects }: { requestId: string; effects: Effects },
): Promise<Undone> {
  const { trx, actor, clock } = ctx;
  const { viewer } = actor;
  const entries = await readEntries(trx, viewer, sql`audit.request_id = ${requestId}`);
  if (entries.length === 0) throw new AppError('ITEM_NOT_FOUND');
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('undoneChanges')
    .values({ requestId, byRequestId: actor.requestId, at: clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) throw refusal('This change has already been undone.');
  const what = await wordsFor(trx, entries);
  for (const entry of entries) await undoEntry(ctx, entry, effects);
  return { requestId: actor.requestId, what, isRedo: await restoresChange(trx, requestId) };
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

async function wordsFor(trx: Trx, entries: readonly Entry[]): Promise<string> {
  const [first] = entries;
  if (first === undefined) return '';
  const entity = definitionOf(first);
  const count = new Set(entries.map(({ recordId }) => recordId)).size;
  if (count === 1) return `${entity.one} “${await titleOf(trx, entity, first)}”`;
  return `${count} ${inSentence(entity.many)}`;
}

/** Errors: see above; a refusal of a field names the record and the field, because no form is open to show it at. */
async function undoEntry(ctx: WriteContext, entry: Entry, effects: Effects): Promise<void> {
  const reason = refusalOf(ctx.actor.viewer, entry);
  if (reason !== null) throw refusal(reason);
  const entity = definitionOf(entry);
  try {
    if (entry.action === 'update') await undoEdit(ctx, entity, entry, effects);
    else await undoArchiving(ctx, entity, entry, effects);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'VALIDATION') throw error;
    if (error.errors.every(({ path }) => path === '')) throw error;
    // A violated constraint has ended the transaction, so the title is the one of the trail.
    const title = String(entry.after?.[entity.title] ?? `#${entry.recordId}`);
    const reasons = error.errors.map(({ path, message }) => [...labelsOf(entity, path), message].join(': '));
    throw refusal(`“${title}” cannot go back to what it was. ${reasons.join(' ')}`);
  }
}

/** The labels of a field and, in a list of rows, of the field within the row. */
function labelsOf(entity: EntityDefinition, path: string): string[] {
  const [name = '', , inner] = path.split('.');
  const field = entity.fields[name];
  if (field === undefined) return [];
  if (field.kind !== 'rows' || inner === undefined) return [field.label];
  return [field.label, field.of[inner]?.label].filter((label) => label !== undefined);
}

async function undoArchiving(
  ctx: WriteContext,
  entity: EntityDefinition,
  entry: Entry,
  effects: Effects,
): Promise<void> {
  const { recordId: id, action } = entry;
  const record = await readRecord(ctx.trx, entity, id, rowFilter(entity, ctx.actor.viewer));
  const wasArchived = record.archivedAt !== null;
  const hadArchived = action === 'archive';
  const isChanged = action === 'create' ? record.version !== entry.version : wasArchived !== hadArchived;
  if (isChanged) throw await changedSince(ctx, entity, entry, []);
  const changed = await setArchivedIn(ctx, { entity, id, archived: !hadArchived });
  await effectOf(effects, entity)?.archived?.(ctx.trx, changed, ctx.actor);
}

/** A field that somebody has changed since; of a list, the rows. */
interface Conflict {
  name: string;
  rows: readonly RowConflict[];
}

/** Puts back the fields and rows that the change touched, if they are still as it left them. */
async function undoEdit(ctx: WriteContext, entity: EntityDefinition, entry: Entry, effects: Effects): Promise<void> {
  const { actor, trx } = ctx;
  const { recordId: id } = entry;
  const { before, after } = sidesOf(entity, entry);
  const record = await readRecord(trx, entity, id, rowFilter(entity, actor.viewer));
  const now = auditValues(entity.fields, record);
  const change: Record<string, unknown> = {};
  const conflicts: Conflict[] = [];
  const others = (await laterChanges(trx, entity, entry)).filter(
    ({ userId, isUndone }) => userId !== actor.viewer.id && !isUndone,
  );
  // A person who changed a field, and changed it back by hand, has decided about it too.
  const wasDecided = (name: string) => others.some((one) => isTouched(sidesOf(entity, one), { name, rows: [] }));
  for (const name of changedFields(before, after)) {
    const rows = entity.fields[name]?.kind === 'rows' ? undoRows(before[name], after[name], now[name]) : null;
    if (rows === null) {
      change[name] = before[name] ?? null;
      if (canonical(now[name]) !== canonical(after[name]) || wasDecided(name)) conflicts.push({ name, rows: [] });
    } else {
      change[name] = rows.rows;
      if (rows.conflicts.length > 0) conflicts.push({ name, rows: rows.conflicts });
    }
  }
  if (conflicts.length > 0) throw await changedSince(ctx, entity, entry, conflicts);
  const updated: StoredRecord = await updateIn(ctx, { entity, id, change, version: record.version });
  await effectOf(effects, entity)?.updated?.(trx, updated, actor);
}

const laterRow = z.object({
  userId: z.number().nullable(),
  name: z.string().nullable(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  /** Whether it was undone, or undid another one. */
  isUndone: z.boolean(),
});

/** The later changes of people in the same record, the newest first. */
const laterChanges = async (trx: Trx, entity: EntityDefinition, entry: Entry) =>
  await readRows(
    trx,
    laterRow,
    sql`SELECT a.user_id, u.name, a.before, a.after, EXISTS (SELECT FROM undone_changes c
        WHERE a.request_id IN (c.request_id, c.by_request_id)) AS is_undone
      FROM audit a LEFT JOIN users u ON u.id = a.user_id
      WHERE a.entity = ANY(${namesOfTable(entity)}::text[]) AND a.record_id = ${entry.recordId} AND a.id > ${entry.id}
        AND a.action <> 'effect' ORDER BY a.id DESC LIMIT 200`,
  );

/** The refusal that names who has changed the same since, and which fields. */
async function changedSince(
  { trx, actor }: WriteContext,
  entity: EntityDefinition,
  entry: Entry,
  conflicts: readonly Conflict[],
): Promise<AppError> {
  const later = await laterChanges(trx, entity, entry);
  const by = later.find((one) => conflicts.some((conflict) => isTouched(sidesOf(entity, one), conflict))) ?? later[0];
  const who = by?.userId === actor.viewer.id ? 'you' : by?.name;
  const title = await titleOf(trx, entity, entry);
  const labels = await Promise.all(conflicts.map((conflict) => conflictLabel(trx, entity, conflict)));
  const parts = [
    `“${title}” has been changed since`,
    who && `by ${who}`,
    labels.length > 0 && `(${labels.join(', ')})`,
  ];
  return refusal(`${parts.filter(Boolean).join(' ')}. Open it and compare in its history.`);
}

type Sides = ReturnType<typeof sidesOf>;

/** Whether a change touched a field, or one of its rows that are in conflict. */
function isTouched({ before, after }: Sides, { name, rows }: Conflict): boolean {
  if (rows.length === 0) return canonical(before[name]) !== canonical(after[name]);
  const rowOf = (list: unknown, id: number) => {
    if (Array.isArray(list)) return list.find((row) => row?.id === id);
    return undefined;
  };
  return rows.some(({ id }) => canonical(rowOf(before[name], id)) !== canonical(rowOf(after[name], id)));
}

/** "Notes", or "Deals: Weight of deal “Austria, Standard postback, CPA”". */
async function conflictLabel(trx: Trx, entity: EntityDefinition, { name, rows }: Conflict): Promise<string> {
  const field = entity.fields[name];
  if (field?.kind !== 'rows') return field?.label ?? name;
  const parts = await Promise.all(
    rows.map(async ({ fields, row, isEqual }) => {
      const words = await rowInWords(trx, field, row);
      if (isEqual) return `an equal ${words} was added`;
      if (fields.length === 0) return words;
      return `${fields.map((inner) => field.of[inner]?.label ?? inner).join(', ')} of ${words}`;
    }),
  );
  if (parts.length === 0) return field.label;
  return `${field.label}: ${parts.join('; ')}`;
}
