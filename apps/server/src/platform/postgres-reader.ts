import { openPool, type PostgresOptions } from './postgres.ts';

/** Runs plain SQL queries, for parts that do not use Kysely. */
export interface PostgresReader {
  /** Columns keep the names of the statement. */
  query(sql: string): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
}

/** Opens PostgreSQL for plain queries. It connects at the first query, and again after a connection is lost. */
export function openReader(url: string, options: PostgresOptions): PostgresReader {
  const pool = openPool(url, { max: 1, ...options });
  return {
    query: async (sql) => (await pool.query<Record<string, unknown>>(sql)).rows,
    close: () => pool.end(),
  };
}
