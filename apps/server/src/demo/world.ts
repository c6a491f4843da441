/** The demo world: a believable company with two years of traffic, made once per data folder. */
import { sql } from 'kysely';
import type { Db } from '../database.ts';
import { demoEmail } from '../modules/sign-in/routes.ts';
import type { ClickHouse } from '../platform/clickhouse.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { demoFacts } from './world/facts.ts';
import { makeRecords } from './world/records.ts';
import { storeRecords } from './world/store-records.ts';

/** Any fixed number: one process makes the world. */
const WORLD_LOCK = 728_114_652;
/** The publisher that the demo's publisher person looks after. */
const DEMO_PUBLISHER = 301;

/**
 * Makes the demo world unless it is there. Its marker in PostgreSQL is written last: a world that was left half made
 * is made anew. Safe from several processes at once.
 */
export async function ensureDemoWorld(deps: { db: Db; clickhouse: ClickHouse; clock: Clock; log: Log }): Promise<void> {
  const { db, clickhouse, clock, log } = deps;
  if (await isMade(db)) return;
  await db.transaction().execute(async (trx) => {
    await sql`SELECT pg_advisory_xact_lock(${WORLD_LOCK})`.execute(trx);
    const { rows } = await sql`SELECT 1 FROM demo_world`.execute(trx);
    if (rows.length > 0) return;
    const began = performance.now();
    const now = clock.now();
    const records = makeRecords();
    await storeRecords(trx, records);
    await trx
      .updateTable('users')
      .set({ publisherId: DEMO_PUBLISHER })
      .where('email', '=', demoEmail('Publisher'))
      .where('publisherId', 'is', null)
      .execute();
    await clearFacts(clickhouse);
    let facts = 0;
    // One month is stored while the next is made.
    let storing: Promise<void> = Promise.resolve();
    for (const { lines } of demoFacts(records, now)) {
      facts += lines.length;
      const body = Buffer.from(lines.join('\n'));
      await storing;
      storing = clickhouse.insert('facts', body, { settings: { async_insert: 0 } });
      // A failure is thrown by the next await, not by a promise that nobody watches meanwhile.
      storing.catch(() => undefined);
      await new Promise(setImmediate);
    }
    await storing;
    // Routers and caches that started before the world was there learn of it when this commits.
    await sql`SELECT pg_notify('routing', ''), pg_notify('metadata', '')`.execute(trx);
    await sql`INSERT INTO demo_world (ends_at, facts) VALUES (${now}, ${facts})`.execute(trx);
    log.info({ facts, seconds: Math.round((performance.now() - began) / 1000) }, 'the demo world is made');
  });
}

async function isMade(db: Db): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM demo_world`.execute(db);
  return rows.length > 0;
}

/** Removes what an earlier attempt left. */
async function clearFacts(clickhouse: ClickHouse): Promise<void> {
  const [left] = await clickhouse.query(
    `SELECT count() AS rows FROM facts WHERE startsWith(chunk_id, 'demo.')`,
    {},
    { parse: (row) => Number(row.rows) },
  );
  if (left === 0) return;
  await clickhouse.command(
    `ALTER TABLE facts DELETE WHERE startsWith(chunk_id, 'demo.')`,
    {},
    { settings: { mutations_sync: 2 } },
  );
}
