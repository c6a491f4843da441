/** Reads the facts that PostgreSQL has not handed over yet, directly from the database. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readPidFile } from '../../apps/server/src/operations/embedded/postmaster.ts';
import { runOnce } from '../../apps/server/src/platform/postgres.ts';

/** The number of facts in the outbox that are not confirmed in the engine. */
export async function outboxSize(dataDir: string): Promise<number> {
  const postmaster = await readPidFile(join(dataDir, 'postgres'));
  const password = (await readFile(join(dataDir, 'postgres.password'), 'utf8')).trim();
  const url = `postgres://signpost:${password}@127.0.0.1:${postmaster?.port}/signpost`;
  const [row] = await runOnce(
    url,
    `SELECT count(*)::integer AS facts FROM fact_outbox o LEFT JOIN fact_chunks c ON c.id = o.chunk_id
     WHERE o.dead IS NULL AND c.done IS NOT TRUE`,
  );
  return Number(row?.facts);
}
