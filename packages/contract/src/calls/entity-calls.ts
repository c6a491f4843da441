/** The calls of every entity, made from its definition (docs/product/records.md). */
import { z } from 'zod';
import type { EntityDefinition } from '../define/entity.ts';
import { recordRowOf } from '../define/record-schema.ts';
import { documentSchema } from '../define/schema.ts';
import { MESSAGE } from '../define/validators.ts';
import { LONGEST_LIST } from '../reading/brackets.ts';
import { bulkSchema } from '../records/bulk.ts';
import { historyEntrySchema } from '../records/history.ts';
import { listQuerySchema } from '../records/list-query.ts';
import { optionRoutes } from '../records/option-routes.ts';
import { usedBySchema } from '../records/used-by-schema.ts';
import { defineCall, FILE, idParams } from './define-call.ts';

const idsQuery = z.object({ ids: z.array(z.coerce.number<number>().int().positive()).min(1).max(LONGEST_LIST) });
const optionsQuery = z.object({
  q: z.string().max(200).optional(),
  ids: z.array(z.coerce.number<number>().int()).max(LONGEST_LIST).optional(),
});
const exportQuery = listQuerySchema.extend({
  format: z.enum(['csv', 'xlsx']),
  columns: z.array(z.string().max(64)).max(100).optional(),
});
const reverseBody = z.strictObject({ because: z.string().trim().min(1, MESSAGE.filled).max(500) });

/**
 * The fields that change, and the version that the person has seen. The fields are validated by the entity's
 * definition.
 */
const updateBody = z.strictObject({ version: z.number().int().positive(), values: z.unknown() });

/** The body of an update as the documentation shows it. */
export function documentUpdate(entity: EntityDefinition) {
  const values = documentSchema(entity.fields).describe(
    'The changes. Fields and lists that are left out stay as they are. A list that is sent replaces the stored list: rows without an id are added, missing rows are removed, and rows with an id keep the fields they leave out. A row that was removed earlier comes back under its id.',
  );
  return updateBody.extend({ values });
}

/** One choice of a reference field. */
const optionSchema = z.object({ value: z.number(), label: z.string() });
export type FoundOption = z.infer<typeof optionSchema>;

function readingCalls(entity: EntityDefinition) {
  const { name, path, one, many } = entity;
  const group = { tag: many, group: name } as const;
  const row = recordRowOf(entity);
  const reading = { access: { record: entity, verb: 'read' }, rows: { of: entity } } as const;
  const listing = { access: { record: entity, verb: 'list' }, rows: 'own' } as const;
  return {
    list: defineCall({
      ...group,
      ...listing,
      name: `${name}.list`,
      summary: `${many}: a page of those that match.`,
      method: 'GET',
      path,
      query: listQuerySchema,
      answer: z.array(row),
      meta: z.looseObject({ total: z.number() }),
    }),
    export: defineCall({
      ...group,
      ...listing,
      name: `${name}.export`,
      summary: `${many}: all that match, as a file.`,
      method: 'GET',
      path: `${path}/export`,
      query: exportQuery,
      answer: FILE,
    }),
    read: defineCall({
      ...group,
      ...reading,
      name: `${name}.read`,
      summary: `${one}: one record.`,
      method: 'GET',
      path: `${path}/:id`,
      params: idParams,
      answer: row,
    }),
    history: defineCall({
      ...group,
      ...reading,
      name: `${name}.history`,
      summary: `${one}: its latest changes, the newest first.`,
      method: 'GET',
      path: `${path}/:id/history`,
      params: idParams,
      answer: z.array(historyEntrySchema),
    }),
  };
}

/** The calls that help to choose and to change records, without changing any. */
function lookupCalls(entity: EntityDefinition) {
  const { name, path, many } = entity;
  return {
    usedBy: defineCall({
      tag: many,
      group: name,
      access: { record: entity, verb: 'edit' },
      rows: 'own',
      name: `${name}.usedBy`,
      summary: `${many}: which records refer to these.`,
      method: 'GET',
      path: `${path}/used-by`,
      query: idsQuery,
      answer: z.array(usedBySchema),
    }),
    options: defineCall({
      tag: many,
      name: `${name}.options`,
      summary: `${many} that a reference may point to, found by name or id.`,
      method: 'GET',
      path: `options/${path}`,
      access: { routes: optionRoutes(entity), action: 'view' },
      rows: 'own',
      query: optionsQuery,
      answer: z.array(optionSchema),
      meta: z.looseObject({ isCapped: z.boolean() }),
    }),
  };
}

function changingCalls(entity: EntityDefinition) {
  const { name, path, one, many } = entity;
  const group = { tag: many, group: name } as const;
  const row = recordRowOf(entity);
  const editing = { access: { record: entity, verb: 'edit' }, rows: { of: entity } } as const;
  return {
    create: defineCall({
      ...group,
      name: `${name}.create`,
      summary: `${one}: makes a record. Takes an Idempotency-Key.`,
      method: 'POST',
      repeat: 'key',
      path,
      access: { record: entity, verb: 'create' },
      rows: 'own',
      body: z.unknown(),
      answer: row,
    }),
    update: defineCall({
      ...group,
      ...editing,
      name: `${name}.update`,
      summary: `${one}: changes the fields that are named.`,
      method: 'PATCH',
      path: `${path}/:id`,
      params: idParams,
      body: updateBody,
      answer: row,
    }),
    archive: defineCall({
      ...group,
      ...editing,
      name: `${name}.archive`,
      summary: `${one}: archives a record that nothing active needs.`,
      method: 'POST',
      repeat: 'state',
      path: `${path}/:id/archive`,
      params: idParams,
      answer: row,
    }),
    restore: defineCall({
      ...group,
      ...editing,
      name: `${name}.restore`,
      summary: `${one}: restores an archived record.`,
      method: 'POST',
      repeat: 'state',
      path: `${path}/:id/restore`,
      params: idParams,
      answer: row,
    }),
    bulk: defineCall({
      ...group,
      access: { record: entity, verb: 'edit' },
      rows: 'own',
      name: `${name}.bulk`,
      summary: `${many}: one change to many records.`,
      method: 'POST',
      repeat: 'state',
      path: `${path}/bulk`,
      body: bulkSchema,
      answer: z.object({ changed: z.number() }),
    }),
    reverse: defineCall({
      ...group,
      name: `${name}.reverse`,
      summary: `${one}: reverses an entry of the ledger. Takes an Idempotency-Key.`,
      method: 'POST',
      repeat: 'key',
      path: `${path}/:id/reverse`,
      access: { record: entity, verb: 'reverse' },
      rows: { of: entity },
      params: idParams,
      body: reverseBody,
      answer: row,
    }),
  };
}

const make = (entity: EntityDefinition) => ({
  ...readingCalls(entity),
  ...lookupCalls(entity),
  ...changingCalls(entity),
});

export type EntityCalls = ReturnType<typeof make>;

const made = new WeakMap<EntityDefinition, EntityCalls>();

/**
 * The calls of an entity. The server registers only those that its definition allows: `reverse` only for ledgers, and
 * no writing calls if only the product writes the records.
 */
export function entityCalls(entity: EntityDefinition): EntityCalls {
  const known = made.get(entity);
  if (known !== undefined) return known;
  const calls = make(entity);
  made.set(entity, calls);
  return calls;
}
