/** A person's own changes as they see them: what they changed, and why a change cannot be taken back (docs/product/records.md#undo). */
import { mayDo } from '@signpost/contract/access/access.ts';
import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import type { EntityName } from '@signpost/contract/define/entity-names.ts';
import type { Field } from '@signpost/contract/define/field.ts';
import { underCurrentNames } from '@signpost/contract/define/former-names.ts';
import { inSentence } from '@signpost/contract/define/words.ts';
import { entities } from '@signpost/contract/entities/index.ts';
import { invalid } from '@signpost/contract/errors.ts';
import { isKeyOf } from '@signpost/contract/objects.ts';
import { OWN_CHANGES, type OwnChange } from '@signpost/contract/records/undo.ts';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../../database.ts';
import { readRows } from '../../platform/rows.ts';
import type { SessionUser } from '../../session-user.ts';
import { canonical } from './audit-values.ts';
import { changedRowsInWords } from './row-words.ts';
import { shownChange } from './secrets.ts';

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
export type Entry = z.infer<typeof entryRow>;

/** Entries of this many changes are read; a change to many records has one entry for each. */
const MOST_ENTRIES = 2_000;
const NAMED = 10;

export const refusal = (message: string) => invalid('', message);

const entityOf = (name: string): EntityDefinition | undefined => {
  if (isKeyOf(entities, name)) return entities[name];
  return undefined;
};

const entryColumns = sql`audit.id, at, entity, record_id, action, version, before, after, audit.request_id`;
/** Changes of fields by a person; events change nothing that could be taken back. */
const isChange = sql`action <> 'effect' AND audit.request_id IS NOT NULL`;

/** The entries of a person's changes, the newest first. */
export const readEntries = async (db: Queryable, viewer: SessionUser, where: RawBuilder<unknown>): Promise<Entry[]> =>
  await readRows(
    db,
    entryRow,
    sql`SELECT ${entryColumns} FROM audit WHERE user_id = ${viewer.id} AND ${isChange} AND ${where} ORDER BY audit.id DESC`,
  );

function canSee(viewer: SessionUser, entry: Entry): boolean {
  const entity = entityOf(entry.entity);
  return entity !== undefined && mayDo(viewer, entity, 'read');
}

/** The latest changes of a person that they can still see, the newest first. */
export async function listOwnChanges(db: Queryable, viewer: SessionUser): Promise<OwnChange[]> {
  const entries = await readEntries(
    db,
    viewer,
    sql`audit.id IN (SELECT l.id FROM audit l WHERE l.user_id = ${viewer.id} ORDER BY l.id DESC LIMIT ${MOST_ENTRIES})`,
  );
  const seen = entries.filter((entry) => canSee(viewer, entry));
  const changes = [...Map.groupBy(seen, ({ requestId }) => requestId)].slice(0, OWN_CHANGES);
  return await shownChanges(db, viewer, changes);
}

/**
 * The latest change that was neither undone nor an undo: the one that Ctrl/⌘ Z takes back. A change that can never be
 * taken back counts too, so that an older one is not taken for it.
 */
export async function readLatestChange(db: Queryable, viewer: SessionUser): Promise<OwnChange | null> {
  const latest = await readEntries(
    db,
    viewer,
    sql`audit.request_id = (SELECT l.request_id FROM audit l WHERE l.user_id = ${viewer.id} AND l.action <> 'effect'
      AND l.request_id IS NOT NULL AND NOT EXISTS (
        SELECT FROM undone_changes u WHERE u.request_id = l.request_id OR u.by_request_id = l.request_id)
      ORDER BY l.id DESC LIMIT 1)`,
  );
  const [first] = latest;
  if (first === undefined || !latest.every((entry) => canSee(viewer, entry))) return null;
  return (await shownChanges(db, viewer, [[first.requestId, latest]]))[0] ?? null;
}

async function shownChanges(
  db: Queryable,
  viewer: SessionUser,
  changes: readonly (readonly [string, Entry[]])[],
): Promise<OwnChange[]> {
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
      refusal: of.map((entry) => refusalOf(viewer, entry)).find((reason) => reason !== null) ?? null,
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
  const changed = entry.action === 'update' ? changedFields(before, after) : [];
  return {
    entity: nameOf(entry),
    id: entry.recordId,
    title: await titleOf(db, entity, entry),
    action: entry.action,
    changes: await Promise.all(
      changed.map(async (field) => ({
        field,
        ...(await changeInWords(db, entity.fields[field], before[field], after[field])),
      })),
    ),
  };
}

/** Of a list of rows, only those that differ, because a partner has dozens of deals. */
async function changeInWords(db: Queryable, field: Field | undefined, before: unknown, after: unknown) {
  if (field?.kind !== 'rows' || field.secret) return shownChange(field, before, after);
  return await changedRowsInWords(db, field, { before, after });
}

function nameOf({ entity }: Entry): EntityName {
  if (!isKeyOf(entities, entity)) throw refusal('This change concerns records that no longer exist.');
  return entity;
}

export const definitionOf = (entry: Entry): EntityDefinition => entities[nameOf(entry)];

export function sidesOf(entity: EntityDefinition, { before, after }: Pick<Entry, 'before' | 'after'>) {
  return {
    before: underCurrentNames(entity.fields, before ?? {}),
    after: underCurrentNames(entity.fields, after ?? {}),
  };
}

export const changedFields = (before: Record<string, unknown>, after: Record<string, unknown>): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => canonical(before[name]) !== canonical(after[name]),
  );

const titleRow = z.object({ title: z.unknown() });

/** The name of a record today, or else its name at the time of the change. */
export async function titleOf(db: Queryable, entity: EntityDefinition, entry: Entry): Promise<string> {
  const [now] = await readRows(
    db,
    titleRow,
    sql`SELECT ${sql.ref(entity.title)} AS title FROM ${sql.table(entity.table)} WHERE id = ${entry.recordId}`,
  );
  return String(now?.title ?? entry.after?.[entity.title] ?? `#${entry.recordId}`);
}

const SECRET_CHANGED = 'A secret was changed. Secrets are not kept, so the earlier one cannot be put back.';
const MADE_BY_RULES = 'This change was made by the product’s own rules and can only be taken back where it was made.';

/** Why this person can never take back what an entry of the trail says; null if they probably can. */
export function refusalOf(viewer: SessionUser, entry: Entry): string | null {
  const entity = definitionOf(entry);
  if (entity.ledger) return 'Entries of a ledger are not undone but reversed, with a reason, on their own screen.';
  if (!mayDo(viewer, entity, 'edit')) return `You may not edit ${inSentence(entity.many)}, so this change stays.`;
  if (entry.action !== 'update') return null;
  const { before, after } = sidesOf(entity, entry);
  const fields = changedFields(before, after).map((name) => entity.fields[name]);
  if (fields.some((field) => field?.secret)) return SECRET_CHANGED;
  if (fields.some((field) => field === undefined || field.readOnly)) return MADE_BY_RULES;
  return null;
}
