/** Reads records with their child rows, tags, references and labels, in a constant number of queries for any page size. */

import { mayDo } from '@signpost/contract/access/access.ts';
import type { EntityDefinition, RecordRow, StoredRecord } from '@signpost/contract/define/entity.ts';
import { entities } from '@signpost/contract/entities/index.ts';
import { AppError } from '@signpost/contract/errors.ts';
import type { ListQuery } from '@signpost/contract/records/list-query.ts';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../../database.ts';
import { readRow, readRows } from '../../platform/rows.ts';
import type { SessionUser } from '../../session-user.ts';
import { isLive } from './child-rows.ts';
import { columnFields, fieldsOfKind, labelKey, linkTable, rowsFields, selection, unbound } from './columns.ts';
import { orderOf, type Ranking, whereOf } from './list-query.ts';
import { isOnlyShared, kindFilter, rowFilter } from './scope.ts';
import { masked } from './secrets.ts';

type Raw = Record<string, unknown>;

const iso = (value: unknown) => {
  if (value instanceof Date) return value.toISOString();
  return null;
};

function labelsOf(fields: EntityDefinition['fields'], row: Raw): Record<string, string> {
  const labels: Record<string, string> = {};
  for (const [name] of [...fieldsOfKind(fields, 'reference'), ...fieldsOfKind(fields, 'decimal')]) {
    const label = row[labelKey(name)];
    if (typeof label === 'string') labels[name] = label;
  }
  return labels;
}

function fromRow(entity: EntityDefinition, row: Raw): StoredRecord {
  const values = columnFields(entity.fields).map(([name, field]) => [name, unbound(field, row[name])]);
  return {
    id: row.id,
    version: Number(row.version),
    createdAt: iso(row.createdAt) ?? '',
    updatedAt: iso(row.updatedAt) ?? '',
    archivedAt: iso(row.archivedAt),
    ...Object.fromEntries(values),
    labels: labelsOf(entity.fields, row),
  };
}

const tagsRow = z.object({ recordId: z.number(), tags: z.array(z.number()), names: z.array(z.string()) });

async function addTags(db: Queryable, entity: EntityDefinition, byId: Map<number, StoredRecord>): Promise<void> {
  for (const [name] of fieldsOfKind(entity.fields, 'tags')) {
    for (const record of byId.values()) record[name] = [];
    const rows = await readRows(
      db,
      tagsRow,
      sql`SELECT g.record_id, array_agg(g.tag_id ORDER BY tags.name) AS tags, array_agg(tags.name ORDER BY tags.name) AS names
        FROM taggings g JOIN tags ON tags.id = g.tag_id
        WHERE g.entity = ${entity.name} AND g.record_id = ANY(${[...byId.keys()]}::bigint[])
        GROUP BY g.record_id`,
    );
    for (const row of rows) {
      const record = byId.get(row.recordId);
      if (!record) continue;
      record[name] = row.tags;
      record.labels[name] = row.names.join(', ');
    }
  }
}

const linksRow = z.object({ recordId: z.number(), targets: z.array(z.number()), names: z.array(z.string()) });

async function addLinks(db: Queryable, entity: EntityDefinition, byId: Map<number, StoredRecord>): Promise<void> {
  for (const [name, field] of fieldsOfKind(entity.fields, 'references')) {
    const target = entities[field.to];
    for (const record of byId.values()) record[name] = [];
    const rows = await readRows(
      db,
      linksRow,
      sql`SELECT l.record_id, array_agg(l.target_id ORDER BY l.position) AS targets,
          array_agg(${sql.ref(`target.${target.title}`)} ORDER BY l.position) AS names
        FROM ${sql.table(linkTable(entity, name))} l JOIN ${sql.table(target.table)} target ON target.id = l.target_id
        WHERE l.record_id = ANY(${[...byId.keys()]}::bigint[]) GROUP BY l.record_id`,
    );
    for (const row of rows) {
      const record = byId.get(row.recordId);
      if (!record) continue;
      record[name] = row.targets;
      record.labels[name] = row.names.join(', ');
    }
  }
}

const childRow = z.looseObject({ id: z.number(), parentId: z.number() });

async function addRows(db: Queryable, entity: EntityDefinition, byId: Map<number, StoredRecord>): Promise<void> {
  for (const [name, field] of rowsFields(entity)) {
    for (const record of byId.values()) record[name] = [];
    const live = isLive(field);
    const rows = await readRows(
      db,
      childRow,
      sql`SELECT r.id, ${sql.ref(`r.${field.parent}`)} AS ${sql.ref('parentId')}, ${sql.join(selection(field.of, 'r'))}
        FROM ${sql.table(field.table)} r
        WHERE ${sql.ref(`r.${field.parent}`)} = ANY(${[...byId.keys()]}::bigint[]) ${live}
        ORDER BY r.position, r.id`,
    );
    for (const row of rows) {
      const list = byId.get(row.parentId)?.[name];
      if (!Array.isArray(list)) continue;
      const values = columnFields(field.of).map(([key, of]) => [key, unbound(of, row[key])]);
      list.push({ id: row.id, ...Object.fromEntries(values), labels: labelsOf(field.of, row) });
    }
  }
}

async function complete(db: Queryable, entity: EntityDefinition, rows: Raw[]): Promise<StoredRecord[]> {
  const records = rows.map((row) => fromRow(entity, row));
  if (records.length === 0) return records;
  const byId = new Map(records.map((record) => [record.id, record]));
  await addTags(db, entity, byId);
  await addLinks(db, entity, byId);
  await addRows(db, entity, byId);
  return records;
}

const baseSelection = (entity: EntityDefinition) =>
  sql.join([sql`t.id, t.version, t.created_at, t.updated_at, t.archived_at`, ...selection(entity.fields, 't')]);

const recordRow = z.record(z.string(), z.unknown());

/** One record. Errors: ITEM_NOT_FOUND if it does not exist or is not among the viewer's rows. */
export async function readRecord(
  db: Queryable,
  entity: EntityDefinition,
  id: number,
  filter: RawBuilder<unknown> | null = null,
): Promise<StoredRecord> {
  const rows = await readRows(
    db,
    recordRow,
    sql`SELECT ${baseSelection(entity)} FROM ${sql.table(entity.table)} t
      WHERE t.id = ${id} AND ${kindFilter(entity)} AND ${filter ?? sql`true`}`,
  );
  const [record] = await complete(db, entity, rows);
  if (!record) throw new AppError('ITEM_NOT_FOUND');
  return record;
}

export interface Page {
  records: StoredRecord[];
  total: number;
}

const totalRow = z.object({ total: z.number() });

/** A page of the viewer's records, and how many match over all pages. */
export async function listRecords(
  db: Queryable,
  entity: EntityDefinition,
  { query, viewer, ranking = null }: { query: ListQuery; viewer: SessionUser; ranking?: Ranking | null },
): Promise<Page> {
  const where = whereOf(entity, query, rowFilter(entity, viewer), viewer.timeZone);
  const { join, order } = orderOf(entity, query, ranking);
  // The ids of the page come from indexes where possible; only the rows of the page are read whole.
  const page = readRows(
    db,
    recordRow,
    sql`SELECT ${baseSelection(entity)}
      FROM unnest(ARRAY(SELECT t.id FROM ${sql.table(entity.table)} t ${join} WHERE ${where}
        ORDER BY ${order} LIMIT ${query.limit} OFFSET ${query.offset})) WITH ORDINALITY AS page(id, at)
      JOIN ${sql.table(entity.table)} t ON t.id = page.id ORDER BY page.at`,
  );
  const count = readRow(db, totalRow, sql`SELECT count(*) AS total FROM ${sql.table(entity.table)} t WHERE ${where}`);
  const [rows, { total }] = await Promise.all([page, count]);
  return { records: await complete(db, entity, rows), total };
}

/** The day an entry was made if that is after the last day it counts on; else null. */
function retroDateOf(record: StoredRecord): string | null {
  const last = String(record.day ?? record.toDay ?? '');
  const made = new Date(record.createdAt).toISOString();
  if (made.slice(0, 10) > last) return made;
  return null;
}

/** Whether the record is locked, so that nobody can change it any more. */
export function isLocked(entity: EntityDefinition, record: StoredRecord): boolean {
  return entity.lockedWhen?.is.includes(String(record[entity.lockedWhen.field])) ?? false;
}

/** The record with the actions that this viewer may take; screens offer no others. */
export function present(entity: EntityDefinition, record: StoredRecord, viewer: SessionUser): RecordRow {
  const isWritable = !entity.ledger && !isLocked(entity, record) && !isOnlyShared(entity, record, viewer);
  const write = mayDo(viewer, entity, 'edit') && isWritable;
  return {
    ...masked(entity, record),
    ...(entity.ledger ? { retroDate: retroDateOf(record) } : {}),
    may: {
      edit: write && record.archivedAt === null,
      archive: write,
      ...(entity.ledger ? { reverse: mayDo(viewer, entity, 'reverse') && record.entryStatus === 'posted' } : {}),
    },
  };
}
