import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { startJobs } from '../../operations/jobs/index.ts';
import type { ClickHouse } from '../../platform/clickhouse.ts';
import { newId } from '../../platform/ids.ts';
import { outgoing } from '../../platform/outgoing.ts';
import { silent, until } from '../../traffic/clicks/testing/world.ts';
import { conversionJobs } from './jobs.ts';
import { conversionWorld } from './testing/world.ts';

const world = await conversionWorld();
const { db, databases } = world;

it('ships counted transactions while no others can be counted', async () => {
  const clickId = await world.click();
  await world.post((await world.keyOf(951)).key, { click_id: clickId, status: 'first_deposit', txid: randomUUID() });
  const { rows } = await sql`SELECT 1 FROM affiliate_transactions WHERE state = 'waiting'`.execute(db);
  expect(rows).toHaveLength(1);
  const at = new Date().toISOString();
  const shipped = newId();
  const line = JSON.stringify({ at, fact_id: shipped, kind: 'visit', click_id: shipped, visits: 1 });
  await sql`INSERT INTO fact_outbox (month, line, origin) VALUES (${at.slice(0, 7)}, ${line}, 'test')`.execute(db);
  // Only the look-up of clicks fails, which counting needs; all other queries of the engine work.
  const { clickhouse } = databases;
  const query: ClickHouse['query'] = async (statement, params, options) => {
    if (statement.includes('click_id IN')) throw new Error('no click can be read');
    return await clickhouse.query(statement, params, options);
  };
  const send = outgoing({ allowPrivate: true });
  const conversions = startJobs(conversionJobs({ db, clickhouse: { ...clickhouse, query }, log: silent, send }), {
    db,
    log: silent,
    worker: 'test',
  });
  await until(async () => (await world.measures(shipped)).facts === '1');
  await conversions.stop();
  const { rows: waiting } = await sql`SELECT 1 FROM affiliate_transactions WHERE state = 'waiting'`.execute(db);
  expect(waiting).toHaveLength(1);
});
