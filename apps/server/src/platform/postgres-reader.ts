import { createHash } from 'node:crypto';
import { openPool, type PostgresOptions } from './postgres.ts';

/** Runs plain SQL queries, for parts that do not use Kysely. */
export interface PostgresReader {
  /** Columns keep the names of the statement. */
  query(sql: string): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
}

/** PostgreSQL cuts names of statements after 63 bytes. */
const nameOf = (statement: string): string => createHash('sha256').update(statement).digest('base64url');

/**
 * Opens PostgreSQL for plain queries. It connects at the first query, and again after a connection is lost. Each statement
 * is prepared once per connection, because routers repeat theirs every second and planning one takes longer than running it.
 */
export function openReader(url: string, options: PostgresOptions): PostgresReader {
  const pool = openPool(url, { max: 1, ...options });
  return {
    query: async (text) => (await pool.query<Record<string, unknown>>({ name: nameOf(text), text })).rows,
    close: () => pool.end(),
  };
}
