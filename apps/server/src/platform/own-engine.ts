/** A database and the statistics engine that holds its facts belong together (docs/decisions/0002). */
import type pg from 'pg';
import type { ClickHouse } from './clickhouse.ts';
import { newClient } from './postgres.ts';
import { StartError } from './start-error.ts';

const NO_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Refuses an engine that does not hold the facts of the database, which remembers the first engine it was used with.
 * Errors: StartError for any other engine; StartError if the database is new but the engine has facts, because they must
 * belong to another database.
 */
export async function refuseOtherEngine(databaseUrl: string, clickhouse: ClickHouse): Promise<void> {
  const [id] = await clickhouse.query(
    "SELECT toString(uuid) AS id FROM system.tables WHERE database = currentDatabase() AND name = 'facts'",
    {},
    { parse: ({ id }) => String(id) },
  );
  // Only databases of an old kind give their tables no ids.
  if (id === undefined || id === NO_ID) return;
  const client = newClient(databaseUrl, { applicationName: 'migrate' });
  await client.connect();
  try {
    const { rows: known } = await client.query('SELECT 1 FROM statistics_engine');
    if (known.length === 0 && (await isNew(client)) && (await hasFacts(clickhouse)))
      throw new StartError(
        'The statistics engine holds facts already, but this database is new: set DATABASE_URL to the database that belongs to them. To begin anew, give both an empty place.',
      );
    await client.query('INSERT INTO statistics_engine (facts_id) VALUES ($1) ON CONFLICT DO NOTHING', [id]);
    const { rows } = await client.query<{ isThis: boolean }>(
      'SELECT facts_id = $1 AS "isThis" FROM statistics_engine',
      [id],
    );
    if (rows[0]?.isThis !== true)
      throw new StartError(
        'The facts of this database are in another statistics engine: set CLICKHOUSE_URL to it, or DATA_DIR to the folder that has it. If it is lost, restore a backup into empty databases.',
      );
  } finally {
    await client.end();
  }
}

/** Nobody has worked with it yet. A restored copy has people, and remembers the engine that it was restored into. */
async function isNew(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query('SELECT 1 FROM users LIMIT 1');
  return rows.length === 0;
}

async function hasFacts(clickhouse: ClickHouse): Promise<boolean> {
  const rows = await clickhouse.query('SELECT 1 AS found FROM facts LIMIT 1', {}, { parse: (row) => row });
  return rows.length > 0;
}
