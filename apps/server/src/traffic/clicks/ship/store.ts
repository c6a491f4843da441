/** The shipper's queries to ClickHouse. */
import { setTimeout as delay } from 'node:timers/promises';
import type { ClickHouse } from '../../../platform/clickhouse.ts';
import { EngineError } from '../../../platform/clickhouse-error.ts';
import { storedFacts } from '../../../platform/cluster.ts';
import { consistentRead, systemTable } from '../../../platform/cluster-settings.ts';

const IDS_PER_QUESTION = 1_000;

/**
 * The engine's error numbers for "this row cannot be read". The row is to blame, and not the table, permissions or a
 * temporary problem. (ClickHouse, ErrorCodes.cpp.)
 */
const ROW_TO_BLAME = new Set([
  6, 20, 25, 26, 27, 32, 33, 34, 38, 41, 43, 53, 69, 70, 72, 117, 131, 190, 321, 349, 376, 407, 441, 467, 636, 691,
]);

/** Whether an insert was refused because of the content of its rows. */
export function isRowRefused(error: unknown): error is EngineError {
  return error instanceof EngineError && error.code !== undefined && ROW_TO_BLAME.has(error.code);
}

/** The number of stored rows of each chunk; a chunk without rows is absent. */
export async function countByChunk(clickhouse: ClickHouse, ids: readonly string[]): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (let at = 0; at < ids.length; at += IDS_PER_QUESTION) {
    const rows = await clickhouse.query(
      'SELECT chunk_id, count() AS rows FROM facts WHERE chunk_id IN {ids:Array(String)} GROUP BY chunk_id',
      { ids: ids.slice(at, at + IDS_PER_QUESTION) },
      { parse: (row) => [String(row.chunk_id), Number(row.rows)] as const, settings: consistentRead(clickhouse) },
    );
    for (const [id, count] of rows) counts.set(id, count);
  }
  return counts;
}

/** In a cluster, each shard takes one insert after another and refuses one that comes meanwhile (ErrorCodes.cpp). */
const ANOTHER_INSERT_RUNS = 286;
const MOST_TURNS = 100;
/** Inserting a batch takes milliseconds, or seconds on a busy machine. */
const INSERT_PATIENCE_MS = 30_000;

/**
 * Stores rows of one chunk in one block. A server ignores a second insert with the same `token`. An insert that takes
 * longer than `patienceMs` is cancelled and rejects; whether its rows were stored is then unknown.
 */
export async function insertLines(
  clickhouse: ClickHouse,
  lines: Buffer,
  token: string,
  patienceMs = INSERT_PATIENCE_MS,
): Promise<void> {
  for (let turn = 1; ; turn += 1)
    try {
      await clickhouse.insert('facts', lines, {
        settings: { async_insert: 0, input_format_parallel_parsing: 0, insert_deduplication_token: token },
        signal: AbortSignal.timeout(patienceMs),
      });
      return;
    } catch (error) {
      // Another shipper has its turn. Shards that took the rows already know the token.
      if (!(error instanceof EngineError) || error.code !== ANOTHER_INSERT_RUNS || turn === MOST_TURNS) throw error;
      await delay(50 + Math.random() * 200);
    }
}

/** How often each fact of a chunk is stored. */
export async function countByFact(clickhouse: ClickHouse, chunkId: string): Promise<Map<string, number>> {
  const rows = await clickhouse.query(
    'SELECT toString(fact_id) AS id, count() AS rows FROM facts WHERE chunk_id = {chunkId:String} GROUP BY fact_id',
    { chunkId },
    { parse: (row) => [String(row.id), Number(row.rows)] as const, settings: consistentRead(clickhouse) },
  );
  return new Map(rows);
}

/** So many ids fit into the address of a request. */
const FACTS_PER_STATEMENT = 200;

/** Removes single facts of a chunk. */
export async function deleteFacts(clickhouse: ClickHouse, chunkId: string, factIds: readonly string[]): Promise<void> {
  for (let at = 0; at < factIds.length; at += FACTS_PER_STATEMENT)
    await clickhouse.command(
      `ALTER TABLE ${storedFacts(clickhouse)} DELETE WHERE chunk_id = {chunkId:String} AND fact_id IN {ids:Array(UUID)}`,
      { chunkId, ids: factIds.slice(at, at + FACTS_PER_STATEMENT) },
      { settings: { mutations_sync: 2 } },
    );
}

/** Removes the stored rows of a chunk, and returns when they are gone on all replicas. */
export async function deleteChunk(clickhouse: ClickHouse, chunkId: string): Promise<void> {
  await clickhouse.command(
    `ALTER TABLE ${storedFacts(clickhouse)} DELETE WHERE chunk_id = {chunkId:String}`,
    { chunkId },
    { settings: { mutations_sync: 2 } },
  );
}

/**
 * Returns when no insert that began before this call is still running. The insert of a killed sender may still be
 * running, and rows counted before it ends would be sent a second time.
 */
export async function earlierInsertsEnded(clickhouse: ClickHouse): Promise<void> {
  const { cluster } = clickhouse;
  // The embedded engine runs statements other than inserts only after every insert that was sent before them, so this
  // statement itself waits for them.
  if (cluster === undefined) await clickhouse.command('INSERT INTO facts SELECT * FROM facts WHERE 0');
  const since = performance.now();
  // In a cluster, a shard can still be inserting its part after the server that took the insert has died. Its statement
  // has another text than ours.
  const isInsert =
    cluster === undefined ? "query LIKE 'INSERT INTO facts%'" : "query_kind = 'Insert' AND query LIKE '%facts%'";
  for (;;) {
    const seconds = (performance.now() - since) / 1000;
    const [running] = await clickhouse.query(
      `SELECT count() AS inserts FROM ${systemTable(clickhouse, 'processes')} WHERE ${isInsert} AND elapsed > {seconds:Float64}`,
      { seconds },
      { parse: (row) => Number(row.inserts) },
    );
    if (running === 0) return;
  }
}
