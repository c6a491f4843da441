import { testDatabases } from '@signpost/testkit/database.ts';
import { buildExchangeRate } from '@signpost/testkit/factories.ts';
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';
import type { Database } from '../database.ts';
import { openPostgres } from './postgres.ts';
import { listen } from './postgres-listen.ts';
import { readRows } from './rows.ts';
import { newWakes, tellWorkers, WAKES, WORK_CHANNEL } from './wakes.ts';

const { databaseUrl } = await testDatabases();
const db = openPostgres<Database>(databaseUrl, { applicationName: 'test wakes' });
const heard: string[] = [];
const listening = await listen({ url: databaseUrl, channel: WORK_CHANNEL, onMessage: (name) => heard.push(name) });
afterAll(async () => {
  await listening.close();
  await db.destroy();
});

it('The triggers of the database announce only what some work can wait for.', async () => {
  const triggers = await readRows(
    db,
    z.object({ told: z.string(), tableName: z.string() }),
    sql`SELECT encode(t.tgargs, 'escape') AS told, t.tgrelid::regclass::text AS table_name FROM pg_trigger t
      JOIN pg_proc p ON p.oid = t.tgfoid WHERE p.proname = 'wake_workers'`,
  );
  expect(triggers.length).toBeGreaterThan(10);
  for (const { told, tableName } of triggers) expect(WAKES, tableName).toContain(told.replace('\\000', ''));
});

it('Work that a transaction stores is announced when the transaction is committed, and not before or without it.', async () => {
  heard.length = 0;
  await db.transaction().execute(async (trx) => {
    await buildExchangeRate(trx, { currency: 'SEK', day: '1999-12-31', perEuro: '8.5' });
    // A notification of another connection comes after those of all earlier commits.
    await sql`SELECT pg_notify(${WORK_CHANNEL}, 'marker')`.execute(db);
    await expect.poll(() => heard).toContain('marker');
    expect(heard).not.toContain('reports');
  });
  await expect.poll(() => heard).toContain('reports');
});

it('A burst of reports is announced at once, and then at most four times a second.', async () => {
  heard.length = 0;
  const tell = tellWorkers(db, 'reports');
  for (let report = 0; report < 1_000; report += 1) tell();
  await expect.poll(() => heard).toEqual(['reports', 'reports']);
});

it('Work that listens no longer is not woken, and unknown names wake nobody.', () => {
  const wakes = newWakes();
  let woken = 0;
  const forget = wakes.on(['leads', 'mails'], () => {
    woken += 1;
  });
  wakes.tell('leads');
  wakes.tell('nothing');
  wakes.tellAll();
  forget();
  wakes.tellAll();
  expect(woken).toBe(3);
});
