import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';
import { testDatabases } from '../../../../packages/testkit/src/database.ts';
import { openPostgres } from './postgres.ts';
import { idRow, readRow, readRows } from './rows.ts';

const { databaseUrl } = await testDatabases();
const db = openPostgres<unknown>(databaseUrl, { applicationName: 'test', max: 1 });
afterAll(() => db.destroy());

it('returns rows as their schema states them, without other columns', async () => {
  const row = z.object({ partnerId: z.number(), day: z.string() });
  const query = sql`SELECT 7::bigint AS partner_id, '2026-03-29'::date AS day, 'x' AS other`;
  expect(await readRows(db, row, query)).toEqual([{ partnerId: 7, day: '2026-03-29' }]);
});

it('refuses a row that lacks a column of its schema, and names the column', async () => {
  const renamed = sql`SELECT 1 AS identifier`;
  await expect(readRows(db, idRow, renamed)).rejects.toThrow(/does not match its schema[\s\S]*at id/);
});

it('refuses no row and two rows where one is expected', async () => {
  expect(await readRow(db, idRow, sql`SELECT 1 AS id`)).toEqual({ id: 1 });
  await expect(readRow(db, idRow, sql`SELECT 1 AS id WHERE false`)).rejects.toThrow('Expected one row, got 0.');
  await expect(readRow(db, idRow, sql`SELECT n AS id FROM generate_series(1, 2) n`)).rejects.toThrow(
    'Expected one row, got 2.',
  );
});
