import pg from 'pg';
import { connectionConfig, type PostgresOptions } from './postgres.ts';

/** Plain questions in SQL, for parts that do without Kysely. */
export interface PostgresReader {
  /** Columns are named as the statement names them. */
  query(sql: string): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
}

/** Opens PostgreSQL for plain questions; connects with the first one, and again after a loss. */
export function openReader(url: string, options: PostgresOptions): PostgresReader {
  const pool = new pg.Pool({ ...connectionConfig(url, options), max: options.max ?? 1 });
  // Without a listener, a connection lost while idle would end the process.
  pool.on('error', (error) => options.onIdleError?.(error));
  return {
    query: async (sql) => (await pool.query<Record<string, unknown>>(sql)).rows,
    close: () => pool.end(),
  };
}
