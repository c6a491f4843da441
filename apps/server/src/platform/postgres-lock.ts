import { newClient } from './postgres.ts';
import { keepAsking } from './silent-connection.ts';

export interface AdvisoryLock {
  /**
   * Aborted when the connection that holds the lock is lost, because from then on another process may have the lock.
   */
  readonly lost: AbortSignal;
  release(): Promise<void>;
}

/** A holder whose machine lost power is detected after half a minute instead of the system's two hours. */
const KEEP_ALIVE = `SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 4`;

/** A holder that has lost its connection must notice before PostgreSQL gives the lock to another process. */
const ASK_EVERY_MS = 5_000;
const STATEMENT_MS = 10_000;

/**
 * Takes the advisory lock of this name on a separate connection; returns undefined while another session has it.
 * Rejects if PostgreSQL does not answer.
 */
export async function takeAdvisoryLock(url: string, name: string): Promise<AdvisoryLock | undefined> {
  const client = newClient(url, { applicationName: 'signpost lock', statementTimeoutMs: STATEMENT_MS });
  const lost = new AbortController();
  client.on('error', () => lost.abort());
  client.on('end', () => lost.abort());
  await client.connect();
  try {
    await client.query(KEEP_ALIVE);
    const sql = 'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS taken';
    const { rows } = await client.query<{ taken: boolean }>(sql, [name]);
    if (rows[0]?.taken === true) {
      keepAsking(client, ASK_EVERY_MS);
      return { lost: lost.signal, release: () => client.end() };
    }
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
  await client.end();
  return undefined;
}
