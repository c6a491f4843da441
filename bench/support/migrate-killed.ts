/**
 * `migrate-killed.ts <database url> <clickhouse url> <n>`: migrates, and is killed while its n-th statement that changes
 * something runs. Ends with 0 if there were fewer.
 */
import { randomInt } from 'node:crypto';
import { type ClickHouse, openClickHouse } from '../../apps/server/src/platform/clickhouse.ts';
import { migrate } from '../../apps/server/src/platform/migrate.ts';
import { openSession, type PostgresSession } from '../../apps/server/src/platform/postgres.ts';

const [databaseUrl = '', clickhouseUrl = '', last = ''] = process.argv.slice(2);
/** A statement of a migration takes some milliseconds, so the kill comes before, during or after it. */
const LONGEST_WAIT_MS = 8;
let count = 0;

/** Kills this process a moment after the statement was sent. */
function countStatement(): void {
  count += 1;
  if (count === Number(last)) setTimeout(() => process.kill(process.pid, 'SIGKILL'), randomInt(LONGEST_WAIT_MS));
}

// Migrating opens its own connection, so statements are counted where all connections have them.
const session = await openSession(databaseUrl, 'chaos');
const connections: PostgresSession = Object.getPrototypeOf(session);
await session.end();
const { query } = connections;
connections.query = function counted(this: PostgresSession, ...given: Parameters<typeof query>) {
  if (!/^\s*SELECT/i.test(String(given[0]))) countStatement();
  return query.apply(this, given);
} as typeof query;

const engine = openClickHouse({ url: clickhouseUrl });
const clickhouse: ClickHouse = {
  ...engine,
  command(...given) {
    countStatement();
    return engine.command(...given);
  },
  insert(...given) {
    countStatement();
    return engine.insert(...given);
  },
};
await migrate({ databaseUrl, clickhouse });
await engine.close();
