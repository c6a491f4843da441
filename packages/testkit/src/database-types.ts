import { sql } from 'kysely';
import { camelCase } from '../../../apps/server/src/platform/names.ts';
import { openPostgres } from '../../../apps/server/src/platform/postgres.ts';

interface Column {
  relation: string;
  column: string;
  type: string;
  isNullable: boolean;
  hasDefault: boolean;
  isAlwaysGenerated: boolean;
  /** The check constraint of this single column, as PostgreSQL prints it. */
  check: string | null;
}

const HEAD = `/** Generated from the migrations by \`npm run generate:database\`. Do not edit. */
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** Parsed JSON when read, JSON text when written. */
export type Json = ColumnType<unknown, string, string>;
export type GeneratedJson = ColumnType<unknown, string | undefined, string>;
`;

/** The TypeScript types of the values that the parsers of \`platform/postgres.ts\` return. */
const TYPES: Readonly<Record<string, string>> = {
  int8: 'number',
  int4: 'number',
  float8: 'number',
  int8range: 'string',
  numeric: 'string',
  text: 'string',
  uuid: 'string',
  date: 'string',
  bool: 'boolean',
  timestamptz: 'Date',
  bytea: 'Buffer',
  jsonb: 'Json',
  _text: 'string[]',
  _bytea: 'Buffer[]',
  _int8: 'number[]',
};

/** The source of `apps/server/src/database-types.ts`: one interface for each table and view of a migrated database. */
export async function printDatabaseTypes(databaseUrl: string): Promise<string> {
  const db = openPostgres<unknown>(databaseUrl, { applicationName: 'database types', max: 1 });
  try {
    const relations = [...Map.groupBy(await readColumns(db), ({ relation }) => relation)];
    return [
      HEAD,
      ...relations.map(
        ([name, columns]) => `interface ${interfaceName(name)} {\n${columns.map(printColumn).join('')}}\n`,
      ),
      `export interface Tables {\n${relations.map(([name]) => `  ${camelCase(name)}: ${interfaceName(name)};\n`).join('')}}\n`,
    ].join('\n');
  } finally {
    await db.destroy();
  }
}

/** PostgreSQL does not know which columns of a view are never null, so their comments say it. */
async function readColumns(db: Parameters<ReturnType<typeof sql>['execute']>[0]): Promise<Column[]> {
  const { rows } = await sql<Column>`
    SELECT c.relname AS relation, a.attname AS column, t.typname AS type, NOT a.attnotnull AND col_description(c.oid, a.attnum) IS DISTINCT FROM 'never null' AS "isNullable",
      a.atthasdef OR a.attidentity <> '' AS "hasDefault", a.attidentity = 'a' AS "isAlwaysGenerated",
      (SELECT pg_get_constraintdef(k.oid) FROM pg_constraint k
       WHERE k.conrelid = c.oid AND k.contype = 'c' AND k.conkey = ARRAY[a.attnum] LIMIT 1) AS check
    FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    JOIN pg_type t ON t.oid = a.atttypid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'v') AND c.relname <> 'schema_migrations'
    ORDER BY c.relname, a.attname`.execute(db);
  return rows;
}

const interfaceName = (relation: string): string =>
  camelCase(`_${relation}`).replace(/^_?(.)/, (_m, first: string) => first.toUpperCase());

function printColumn({ relation, column, type, isNullable, hasDefault, isAlwaysGenerated, check }: Column): string {
  const base = allowedTexts(check) ?? TYPES[type];
  if (base === undefined) throw new Error(`${relation}.${column} has the type ${type}; add it to TYPES.`);
  const value = isNullable ? `${base} | null` : base;
  return `  ${camelCase(column)}: ${wrap(value)};\n`;

  function wrap(unwrapped: string): string {
    if (isAlwaysGenerated) return `GeneratedAlways<${unwrapped}>`;
    if (!hasDefault) return unwrapped;
    return base === 'Json' ? 'GeneratedJson' : `Generated<${unwrapped}>`;
  }
}

/** `CHECK (status IN ('active', 'paused'))` as the union `'active' | 'paused'`. */
function allowedTexts(check: string | null): string | undefined {
  const list = /^CHECK \(\(\w+ = ANY \(ARRAY\[(.*)\]\)\)\)$/.exec(check ?? '')?.[1];
  return list
    ?.split(', ')
    .map((text) => text.replace(/::text$/, ''))
    .join(' | ');
}
