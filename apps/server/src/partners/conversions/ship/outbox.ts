/**
 * Ships the facts that were written in PostgreSQL transactions, each once: they are cut into chunks in one transaction,
 * sent, and compared by chunk id whenever the outcome is uncertain (docs/product/operations.md#shipping).
 */
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../../database.ts';
import type { ClickHouse } from '../../../platform/clickhouse.ts';
import { causeText } from '../../../platform/error-text.ts';
import { newId } from '../../../platform/ids.ts';
import { LOCKS } from '../../../platform/locks.ts';
import type { Log } from '../../../platform/log.ts';
import { readRow, readRows } from '../../../platform/rows.ts';
import {
  countByChunk,
  deleteChunk,
  earlierInsertsEnded,
  insertLines,
  isRowRefused,
} from '../../../traffic/clicks/ship/store.ts';
import { keepLetter } from './letters.ts';

const CHUNK_ROWS = 5_000;
const MOST_ATTEMPTS = 4;

export interface OutboxDeps {
  db: Db;
  clickhouse: ClickHouse;
  log: Log;
}

/**
 * One round of shipping. `certain` means that this process knows the outcome of every open chunk. Without it (in the
 * first round of a process, and after a failure) chunks are compared first. Returns how many facts were sent.
 */
export async function shipOutbox(deps: OutboxDeps, certain: boolean): Promise<number> {
  if (!certain) await reconcile(deps);
  let shipped = 0;
  for (;;) {
    const cut = await cutChunk(deps.db);
    if (cut === undefined) return shipped;
    await send(deps, cut, cut.id);
    shipped += cut.rows;
  }
}

const openFactRow = z.object({ id: z.number(), month: z.string() });

interface Cut {
  id: string;
  /** The order in which facts became known (docs/decisions/0200); every fact of the chunk carries it. */
  position: number;
}

const positionRow = z.object({ position: z.number() });

/**
 * Puts the new facts of one month into a chunk. From then on they are only sent in this chunk. Numbers are given under a
 * lock that lasts until they are committed, so they become visible in their order even if two processes ship at once.
 */
async function cutChunk(db: Db): Promise<(Cut & { rows: number }) | undefined> {
  return await db.transaction().execute(async (trx) => {
    await sql`SELECT pg_advisory_xact_lock(${LOCKS.numberChunks})`.execute(trx);
    const fresh = await readRows(
      trx,
      openFactRow,
      sql`SELECT id, month FROM fact_outbox WHERE chunk_id IS NULL ORDER BY id LIMIT ${CHUNK_ROWS} FOR UPDATE SKIP LOCKED`,
    );
    const [first] = fresh;
    if (first === undefined) return undefined;
    const ids = fresh.filter(({ month }) => month === first.month).map((row) => row.id);
    const id = `pg.${newId()}`;
    const { position } = await readRow(
      trx,
      positionRow,
      sql`INSERT INTO fact_chunks (id, rows, position)
        SELECT ${id}, ${ids.length}, coalesce(max(position), 0) + 1 FROM fact_chunks RETURNING position`,
    );
    await sql`UPDATE fact_outbox SET chunk_id = ${id} WHERE id = ANY(${ids}::bigint[])`.execute(trx);
    return { id, position, rows: ids.length };
  });
}

const chunkRow = z.object({ id: z.string(), rows: z.number(), position: z.number() });

/** A missing chunk is inserted, a partial one is deleted and inserted, a complete one is done. */
async function reconcile({ db, clickhouse, log }: OutboxDeps): Promise<void> {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
    const open = await readRows(
      db,
      chunkRow,
      sql`SELECT c.id, c.position, c.rows - count(o.dead)::integer AS rows FROM fact_chunks c JOIN fact_outbox o ON o.chunk_id = c.id
        WHERE NOT c.done GROUP BY c.id`,
    );
    if (open.length === 0) return;
    await earlierInsertsEnded(clickhouse);
    const counts = await countByChunk(
      clickhouse,
      open.map(({ id }) => id),
    );
    for (const { id, rows, position } of open) {
      const found = counts.get(id) ?? 0;
      if (found === rows) {
        await settle(db, id);
        continue;
      }
      log.warn({ chunk: id, expected: rows, found }, 'a chunk of conversions is sent again');
      if (found > 0) await deleteChunk(clickhouse, id);
      await send({ db, clickhouse, log }, { id, position }, attempt === 0 && found === 0 ? id : `${id}.${newId()}`);
    }
  }
  throw new Error('Chunks of conversions still differ from the engine after several attempts.');
}

const settle = async (db: Db, id: string): Promise<void> => {
  await sql`UPDATE fact_chunks SET done = true WHERE id = ${id}`.execute(db);
};

const lineRow = z.object({
  id: z.number(),
  line: z.string(),
});
type Line = z.infer<typeof lineRow>;

async function send(deps: OutboxDeps, cut: Cut, token: string): Promise<void> {
  const { id } = cut;
  const rows = await readRows(
    deps.db,
    lineRow,
    sql`SELECT id, line FROM fact_outbox WHERE chunk_id = ${id} AND dead IS NULL ORDER BY id`,
  );
  if (rows.length > 0) await insert(deps, cut, rows, token);
  await settle(deps.db, id);
}

/** Inserts rows. If the engine refuses their content, they are halved until the bad rows are found. */
async function insert(deps: OutboxDeps, cut: Cut, rows: readonly Line[], token: string): Promise<void> {
  const { id: chunkId, position } = cut;
  const body = rows.map(({ line }) => `{"chunk_id":"${chunkId}","position":${position},${line.slice(1)}`).join('\n');
  try {
    await insertLines(deps.clickhouse, Buffer.from(body), token);
  } catch (error) {
    if (!isRowRefused(error)) throw error;
    const [only] = rows;
    if (rows.length === 1 && only !== undefined) {
      deps.log.error({ chunk: chunkId, fact: only.id, code: error.code }, 'a conversion fact was refused');
      const problem = causeText(error);
      await keepLetter(deps.db, {
        source: 'conversion',
        chunkId,
        place: String(only.id),
        line: only.line,
        refusedAt: new Date(),
        code: error.code ?? 0,
        problem,
      });
      await sql`UPDATE fact_outbox SET dead = ${problem.slice(0, 500)} WHERE id = ${only.id}`.execute(deps.db);
      return;
    }
    const middle = Math.ceil(rows.length / 2);
    await insert(deps, cut, rows.slice(0, middle), `${token}.l`);
    await insert(deps, cut, rows.slice(middle), `${token}.r`);
  }
}
