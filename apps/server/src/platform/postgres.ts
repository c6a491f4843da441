import { CamelCasePlugin, Kysely, type LogEvent, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Measures } from './measures.ts';
import { clientWithin } from './silent-connection.ts';
import type { Tracing } from './spans.ts';
import { traceStatement } from './tracing.ts';
import { LateError } from './within.ts';

export interface PostgresOptions {
  /** Most connections of this process (default 10). */
  max?: number;
  /** Shown in `pg_stat_activity`. */
  applicationName: string;
  /** The server stops a statement after this long (default 30 s); 0 lets it take as long as it needs. */
  statementTimeoutMs?: number;
  /** Called when an idle connection is lost. The pool replaces it at the next query, which then reports the error. */
  onIdleError?: (error: Error) => void;
  /** Times statements and waits for a connection. */
  measures?: Measures | undefined;
  /** Traces statements. */
  tracing?: Tracing | undefined;
}

const { INT8, DATE } = pg.types.builtins;
const INT8_ARRAY = 1016;

/**
 * How values are returned: `numeric` as string (money never passes through a binary float), `int8` (ids and
 * counts) as number, refused beyond 2^53, `date` as 'YYYY-MM-DD', `timestamptz` as Date, `json(b)` parsed.
 */
const types: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === INT8) return safeInteger;
    if (oid === INT8_ARRAY) return integerArray;
    if (oid === DATE) return (text: string) => text;
    return pg.types.getTypeParser(oid, format);
  },
};

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value))
    throw new RangeError(`PostgreSQL returned ${text}, which is too large for a number. Cast it to numeric.`);
  return value;
}

/** Reads `{1,2,NULL}`. */
function integerArray(text: string): (number | null)[] {
  const items = text.slice(1, -1);
  if (items === '') return [];
  return items.split(',').map((item) => (item === 'NULL' ? null : safeInteger(item)));
}

const STATEMENT_MS = 30_000;
const CONNECT_MS = 10_000;
/** The server itself ends a statement that takes too long. Its answer arrives within this time. */
const ANSWER_MS = 5_000;
/** The limit for connections whose statements have none, such as the copy of a table or a migration of all rows. */
const LONGEST_SILENCE_MS = 6 * 60 * 60_000;

/** The longest silence after a statement was sent, in milliseconds. */
function silenceOf({ statementTimeoutMs = STATEMENT_MS }: PostgresOptions): number {
  if (statementTimeoutMs === 0) return LONGEST_SILENCE_MS;
  return statementTimeoutMs + ANSWER_MS;
}

/** The settings of a connection, with the product's type parsers. */
function connectionConfig(url: string, options: PostgresOptions): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: options.applicationName,
    statement_timeout: options.statementTimeoutMs ?? STATEMENT_MS,
    idle_in_transaction_session_timeout: 60_000,
    connectionTimeoutMillis: CONNECT_MS,
    types,
  };
}

/**
 * A single connection, which the caller opens and ends. If it is lost, the current statement fails; the listener for the
 * error event keeps the loss from ending the process.
 */
export function newClient(url: string, options: PostgresOptions): pg.Client {
  const Client = clientWithin(silenceOf(options));
  const client = new Client(connectionConfig(url, options));
  client.on('error', () => undefined);
  return client;
}

/** A pool of connections that connects lazily. No lost connection ends the process, whether it is used or idle. */
export function openPool(url: string, options: PostgresOptions): pg.Pool {
  const pool = new pg.Pool({
    ...connectionConfig(url, options),
    max: options.max ?? 10,
    Client: clientWithin(silenceOf(options)),
  });
  pool.on('error', (error) => options.onIdleError?.(error));
  // The pool itself listens only to idle connections, and an error event without a listener ends the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/**
 * Opens PostgreSQL for one process. Tables and columns are camelCase in `DB` and snake_case in SQL (keys inside
 * `jsonb` are left alone). Connects lazily; `await db.destroy()` closes the pool.
 */
export function openPostgres<DB>(url: string, options: PostgresOptions): Kysely<DB> {
  const pool = openPool(url, options);
  const { measures, tracing } = options;
  const inTime = {
    options: pool.options,
    connect: () => connectInTime(pool),
    end: () => pool.end(),
  };
  const timed = measures && watchPool(measures, options.applicationName, pool);
  const log = (event: LogEvent): void => {
    timed?.log(event);
    if (tracing !== undefined) traceStatement(tracing, event);
  };
  return new Kysely<DB>({
    dialect: new PostgresDialect({ pool: timed?.pool ?? inTime }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
    ...((timed ?? tracing) && { log }),
  });
}

/** A connection of a pool. Errors: LateError if none was free or could be opened in time; those of PostgreSQL. */
async function connectInTime(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    // Errors of the driver's own time limits have no code; those of the system and of PostgreSQL have one.
    if (error instanceof Error && 'code' in error) throw error;
    throw new LateError(CONNECT_MS, { cause: error });
  }
}

/** Reports how busy a pool is, how long requests wait for a connection, and how long statements take. */
function watchPool(measures: Measures, name: string, pool: pg.Pool) {
  const statement = measures.histogram('signpost_engine_seconds');
  const wait = measures.histogram('signpost_pool_wait_seconds');
  measures.read(`pool ${name}`, ['signpost_pool_connections', 'signpost_pool_waiting'], () => [
    {
      name: 'signpost_pool_connections',
      labels: { pool: name, state: 'used' },
      value: pool.totalCount - pool.idleCount,
    },
    { name: 'signpost_pool_connections', labels: { pool: name, state: 'idle' }, value: pool.idleCount },
    { name: 'signpost_pool_waiting', labels: { pool: name }, value: pool.waitingCount },
  ]);
  return {
    pool: {
      options: pool.options,
      async connect() {
        const began = performance.now();
        const client = await connectInTime(pool);
        wait({ pool: name }, (performance.now() - began) / 1000);
        return client;
      },
      end: () => pool.end(),
    },
    log: ({ level, queryDurationMillis }: LogEvent) =>
      statement(
        { engine: 'postgres', work: 'statement', outcome: level === 'query' ? 'succeeded' : 'failed' },
        queryDurationMillis / 1000,
      ),
  };
}

/** One connection of its own, for copies and long transactions. */
export type PostgresSession = pg.Client;

/** Opens one connection whose statements may take as long as they need. The caller ends it. */
export async function openSession(url: string, applicationName: string): Promise<PostgresSession> {
  const client = newClient(url, { applicationName, statementTimeoutMs: 0 });
  await client.connect();
  return client;
}

/** Runs one statement on a separate connection, for statements that a pool cannot run (creating and dropping databases). */
export async function runOnce(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = newClient(url, { applicationName: 'once' });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}
