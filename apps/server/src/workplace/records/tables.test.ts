import type { Field } from '@signpost/contract/define/field.ts';
import { entityList } from '@signpost/contract/entities/index.ts';
import { referringFields } from '@signpost/contract/records/used-by.ts';
import {
  COUNT_MEASURES,
  FACT_FREE_TEXTS,
  FACT_IDS,
  FACT_TEXTS,
  MONEY_MEASURES,
} from '@signpost/contract/traffic/clicks/fact.ts';
import { testDatabases } from '@signpost/testkit/database.ts';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import type { Database } from '../../database.ts';
import { snakeCase } from '../../platform/names.ts';
import { openPostgres } from '../../platform/postgres.ts';
import { columnFields, linkTable, rowsFields } from './columns.ts';

/** Compares the definition of each entity with the table that the migrations create. */
const databases = await testDatabases();
const db = openPostgres<Database>(databases.databaseUrl, { applicationName: 'test', max: 2 });
afterAll(() => db.destroy());

interface Column {
  tableName: string;
  columnName: string;
  dataType: string;
  isNullable: 'YES' | 'NO';
}
const { rows: columns } =
  await sql<Column>`SELECT table_name, column_name, data_type, is_nullable FROM information_schema.columns WHERE table_schema = 'public'`.execute(
    db,
  );
const { rows: references } = await sql<{ tableName: string; columnName: string; target: string }>`
  SELECT c.conrelid::regclass::text AS table_name, a.attname AS column_name, c.confrelid::regclass::text AS target
  FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1] WHERE c.contype = 'f'`.execute(
  db,
);

const TYPES: Partial<Record<Field['kind'], string>> = {
  text: 'text',
  choice: 'text',
  color: 'text',
  choices: 'ARRAY',
  integer: 'integer',
  decimal: 'numeric',
  toggle: 'boolean',
  reference: 'bigint',
  date: 'date',
  instant: 'timestamp with time zone',
  json: 'jsonb',
  images: 'jsonb',
};

const find = (table: string, name: string) =>
  columns.find((column) => column.tableName === snakeCase(table) && column.columnName === snakeCase(name));
const targetTable = (name: string) => snakeCase(entityList.find((entity) => entity.name === name)?.table ?? '');

function problems(table: string, fields: Record<string, Field>, shared = false): string[] {
  return columnFields(fields).flatMap(([name, field]) => {
    const column = find(table, name);
    const at = `${table}.${snakeCase(name)}`;
    if (!column) return [`${at} is missing`];
    const wrong: string[] = [];
    if (column.dataType !== TYPES[field.kind])
      wrong.push(`${at} is ${column.dataType}, a ${field.kind} is ${TYPES[field.kind]}`);
    // The other entities of a shared table do not use this column.
    if (field.required && field.visibleWhen === undefined && column.isNullable === 'YES' && !shared)
      wrong.push(`${at} may be null, the field is required`);
    if (
      (!field.required || field.visibleWhen !== undefined) &&
      column.isNullable === 'NO' &&
      !['toggle', 'choices', 'images', 'color'].includes(field.kind)
    )
      wrong.push(`${at} may not be null, the field is optional`);
    if (
      field.kind === 'reference' &&
      !references.some(
        (one) =>
          one.tableName === snakeCase(table) &&
          one.columnName === snakeCase(name) &&
          one.target === targetTable(field.to),
      )
    )
      wrong.push(`${at} has no foreign key to ${field.to}`);
    return wrong;
  });
}

describe('Every entity', () => {
  it.each(entityList.map((entity) => [entity.name, entity] as const))(
    'has a table that matches its fields: %s',
    (_name, entity) => {
      const sharers = entityList.filter(({ table }) => table === entity.table);
      expect(problems(entity.table, entity.fields, sharers.length > 1)).toEqual([]);
      const kept = new Set([
        'id',
        'version',
        'created_at',
        'updated_at',
        'archived_at',
        ...sharers.flatMap(({ fields }) => columnFields(fields).map(([name]) => snakeCase(name))),
      ]);
      expect(
        columns
          .filter(({ tableName, columnName }) => tableName === snakeCase(entity.table) && !kept.has(columnName))
          .map(({ columnName }) => columnName),
      ).toEqual([]);
      for (const [, field] of rowsFields(entity)) {
        expect(problems(field.table, field.of)).toEqual([]);
        expect(find(field.table, field.parent)).toBeDefined();
      }
      for (const [name, field] of Object.entries(entity.fields))
        if (field.kind === 'references') expect(find(linkTable(entity, name), 'targetId')).toBeDefined();
    },
  );
});

describe('Every list', () => {
  it('has trigram indexes for all searched texts of its records and child rows', async () => {
    const { rows: indexed } = await sql<{ tableName: string; columnName: string }>`
      SELECT i.indrelid::regclass::text AS table_name,
        (regexp_matches(pg_get_indexdef(i.indexrelid), 'fold\\(\\(?"?(\\w+)[^,]* gin_trgm_ops', 'g'))[1] AS column_name
      FROM pg_index i WHERE i.indpred IS NULL`.execute(db);
    const has = new Set(indexed.map(({ tableName, columnName }) => `${tableName}.${columnName}`));
    const searched = (table: string, fields: Record<string, Field>): string[] =>
      Object.entries(fields).flatMap(([name, field]) => [
        ...(field.search ? [`${snakeCase(table)}.${snakeCase(name)}`] : []),
        ...(field.kind === 'rows' ? searched(field.table, field.of) : []),
      ]);
    // The table of refused lines stays small, so it needs no index.
    const lists = entityList.filter(({ name }) => name !== 'deadLetter');
    expect(lists.flatMap(({ table, fields }) => searched(table, fields)).filter((one) => !has.has(one))).toEqual([]);
  });

  it('has an index for its default order', async () => {
    const { rows: indexed } = await sql<{ tableName: string; columnName: string }>`
      SELECT i.indrelid::regclass::text AS table_name, a.attname AS column_name
      FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]`.execute(db);
    const has = new Set(indexed.map(({ tableName, columnName }) => `${tableName}.${columnName}`));
    const usual = entityList.map(({ table, defaultSort }) => `${snakeCase(table)}.${snakeCase(defaultSort.orderBy)}`);
    expect(usual.filter((one) => !has.has(one))).toEqual([]);
  });
});

describe('Every reference', () => {
  it('has an index that finds the referring records', async () => {
    const { rows: indexed } = await sql<{ tableName: string; columnName: string }>`
      SELECT i.indrelid::regclass::text AS table_name, a.attname AS column_name
      FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]`.execute(db);
    const has = new Set(indexed.map(({ tableName, columnName }) => `${tableName}.${columnName}`));
    const kept = entityList
      .flatMap(({ name }) => referringFields(name))
      .map(({ entity, name }) => {
        const [outer = '', inner] = name.split('.');
        const field = entity.fields[outer];
        if (inner !== undefined && field?.kind === 'rows') return `${snakeCase(field.table)}.${snakeCase(inner)}`;
        if (field?.kind === 'tags') return 'taggings.tag_id';
        return field?.kind === 'references'
          ? `${snakeCase(linkTable(entity, outer))}.target_id`
          : `${snakeCase(entity.table)}.${snakeCase(outer)}`;
      });
    expect(kept.length).toBeGreaterThan(100);
    expect(kept.filter((column) => !has.has(column))).toEqual([]);
  });
});

describe('The fact', () => {
  it('has exactly the columns of the facts table', async () => {
    const stored = await databases.clickhouse.query(
      "SELECT name FROM system.columns WHERE table = 'facts' AND database = currentDatabase()",
      {},
      { parse: (row) => String(row.name) },
    );
    const said = [
      'factId',
      'kind',
      'at',
      'clickAt',
      'recordedAt',
      'clickId',
      'visitorId',
      'dealVersion',
      'allocationVersion',
      'amount',
      'rate',
      ...FACT_IDS,
      ...FACT_TEXTS,
      ...FACT_FREE_TEXTS,
      ...COUNT_MEASURES,
      ...MONEY_MEASURES,
    ];
    expect(stored.filter((name) => name !== 'chunk_id' && name !== 'position').sort()).toEqual(
      said.map(snakeCase).sort(),
    );
  });
});
