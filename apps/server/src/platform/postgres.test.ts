import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { testDatabases } from '../../../../packages/testkit/src/database.ts';
import { openPostgres, openSession, runOnce } from './postgres.ts';
import { listen } from './postgres-listen.ts';
import { openReader } from './postgres-reader.ts';

const { databaseUrl } = await testDatabases();
const db = openPostgres<unknown>(databaseUrl, { applicationName: 'test', statementTimeoutMs: 200 });
afterAll(() => db.destroy());

it('returns values in their documented forms', async () => {
  const { rows } = await sql`
    SELECT 1::int8 AS small_count, 9007199254740991::int8 AS big_count, ARRAY[1, NULL]::int8[] AS ids, 1.5::numeric(20,6) AS amount,
           '2026-03-29'::date AS some_day, '2026-03-29T00:30:00Z'::timestamptz AS at, '{"a_b": 1}'::jsonb AS data`.execute(
    db,
  );
  expect(rows).toEqual([
    {
      smallCount: 1,
      bigCount: 9_007_199_254_740_991,
      ids: [1, null],
      amount: '1.500000',
      someDay: '2026-03-29',
      at: new Date('2026-03-29T00:30:00Z'),
      data: { a_b: 1 },
    },
  ]);
});

it('refuses a bigint that a number cannot hold exactly', async () => {
  await expect(sql`SELECT 9007199254740993::int8`.execute(db)).rejects.toThrow(/9007199254740993.*too large/);
});

it('stops a statement that takes too long', async () => {
  await expect(sql`SELECT pg_sleep(10)`.execute(db)).rejects.toThrow(/statement timeout/);
});

it('goes on after connections were lost that were in use, idle within a transaction, and unused', async () => {
  const pool = openPostgres<unknown>(databaseUrl, { applicationName: 'to be lost', max: 4 });
  const reader = openReader(databaseUrl, { applicationName: 'to be lost' });
  const session = await openSession(databaseUrl, 'to be lost');
  const kill = () =>
    runOnce(
      databaseUrl,
      `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
       WHERE application_name = 'to be lost' AND datname = current_database()`,
    );
  const unused = sql`SELECT 1`.execute(pool);
  const idle = pool.transaction().execute(async (trx) => {
    await sql`SELECT 1`.execute(trx);
    await kill();
    await sql`SELECT 1`.execute(trx);
  });
  // This connection runs no statement while it is lost.
  const ended = new Promise((lost) => session.once('end', lost));
  await Promise.all([unused, expect(idle).rejects.toThrow(/terminat|connection error/), ended]);
  await expect(session.query('SELECT 1')).rejects.toThrow();
  for (const work of [() => sql`SELECT pg_sleep(30)`.execute(pool), () => reader.query('SELECT pg_sleep(30)')]) {
    const busy = expect(work()).rejects.toThrow(/terminat/);
    const running = "SELECT 1 FROM pg_stat_activity WHERE application_name = 'to be lost' AND state = 'active'";
    while ((await runOnce(databaseUrl, running)).length === 0) await delay(5);
    await Promise.all([kill(), busy]);
  }
  expect((await sql`SELECT 1 AS one`.execute(pool)).rows).toEqual([{ one: 1 }]);
  expect(await reader.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await Promise.all([pool.destroy(), reader.close()]);
});

it('receives notifications again after its connection was lost', async () => {
  const heard: string[] = [];
  let reconnected = 0;
  const listener = await listen({
    url: databaseUrl,
    channel: 'changes',
    onMessage: (payload) => heard.push(payload),
    onReconnect: () => {
      reconnected += 1;
    },
  });
  await runOnce(databaseUrl, "NOTIFY changes, 'one'");
  while (heard.length === 0) await delay(5);
  await runOnce(
    databaseUrl,
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'listen changes' AND datname = current_database()",
  );
  while (reconnected === 0) await delay(5);
  await runOnce(databaseUrl, "NOTIFY changes, 'two'");
  while (heard.length < 2) await delay(5);
  expect(heard).toEqual(['one', 'two']);
  await listener.close();
});
