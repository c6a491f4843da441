/** Names of records in sentences. */
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../../../database.ts';
import { readRows } from '../../../platform/rows.ts';

const TABLES = {
  campaign: 'campaigns',
  box: 'campaign_boxes',
  partner: 'partners',
  offer: 'offers',
} as const;

const row = z.object({ name: z.string() });

/** The name of a record in quotation marks, or its number if it has gone. */
export async function nameOf(db: Queryable, kind: keyof typeof TABLES, id: number): Promise<string> {
  const [found] = await readRows(db, row, sql`SELECT name FROM ${sql.table(TABLES[kind])} WHERE id = ${id}`);
  if (found === undefined) return String(id);
  return `“${found.name}”`;
}
