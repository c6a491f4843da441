import { randomUUID } from 'node:crypto';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { Readable } from 'node:stream';
import { createClient, type Row } from '@clickhouse/client';
import { toEngineError } from './clickhouse-error.ts';
import { drain, linesOf } from './clickhouse-lines.ts';
import { CLUSTER_INSERT, CLUSTER_READ } from './cluster-settings.ts';

export type EngineRow = Readonly<Record<string, unknown>>;
/** Values for the `{name:Type}` placeholders of a statement; Decimals as strings, Dates as Date. */
export type EngineParams = Record<string, unknown>;
/** Settings of one statement. They are written into its text, because chDB leaks settings of a connection into later calls. */
export type EngineSettings = Record<string, string | number>;

export interface QueryOptions {
  /** Stops the statement in the engine, not only the wait for it. */
  signal?: AbortSignal | undefined;
  /** The engine stops the statement after this long (default 30). */
  maxSeconds?: number;
  settings?: EngineSettings;
}

export interface ClickHouse {
  /** The name of the cluster that holds the tables, if there is one. */
  readonly cluster: string | undefined;
  /**
   * Runs one query and passes each row through `parse`. `sql` has neither SETTINGS nor FORMAT. Decimals arrive as
   * strings, times as ISO strings in UTC, integers as numbers (cast ids beyond 2^53 to String). Errors: EngineError.
   */
  query<Row>(
    sql: string,
    params: EngineParams,
    options: QueryOptions & { parse: (row: EngineRow) => Row },
  ): Promise<Row[]>;
  /** As `query`, but yields batches as they arrive. Leaving the loop early stops the statement. */
  stream<Row>(
    sql: string,
    params: EngineParams,
    options: QueryOptions & { parse: (row: EngineRow) => Row },
  ): AsyncGenerator<Row[]>;
  /** As `stream`, but each row is its line of TabSeparated, which the engine has written. */
  streamLines(sql: string, params: EngineParams, options: QueryOptions): AsyncGenerator<string[]>;
  /** Inserts rows (objects, or a Buffer of JSON lines), in one block if the engine's limits allow. Returns how many. */
  insert(
    table: string,
    rows: readonly object[] | Buffer,
    options?: { columns?: readonly string[]; settings?: EngineSettings; signal?: AbortSignal },
  ): Promise<void>;
  /** Inserts lines of TabSeparated, as `streamLines` yields them, in one block if the engine's limits allow. */
  insertLines(table: string, lines: Buffer, options: { columns: readonly string[] }): Promise<void>;
  /** Runs a statement without a result (DDL, DELETE, INSERT … SELECT). */
  command(sql: string, params?: EngineParams, options?: QueryOptions): Promise<void>;
  /** Whether the engine answers and accepts our credentials. */
  ping(): Promise<boolean>;
  close(): Promise<void>;
}

const readSettings: EngineSettings = {
  output_format_json_quote_decimals: 1,
  output_format_json_quote_64bit_integers: 0,
  date_time_output_format: 'iso',
};

type Client = ReturnType<typeof createClient>;

/** Runs statements under ids of their own, so that an aborted one can be killed in the engine. */
class Statements {
  readonly #client: Client;
  readonly #cluster: string | undefined;
  readonly #shape: EngineSettings;

  constructor(client: Client, cluster: string | undefined) {
    this.#client = client;
    this.#cluster = cluster;
    this.#shape = cluster === undefined ? {} : CLUSTER_READ;
  }

  /** Gives `run` a query id, and kills that query in the engine when the signal aborts. */
  async runKillable<T>(signal: AbortSignal | undefined, run: (queryId: string) => Promise<T>): Promise<T> {
    const queryId = randomUUID();
    if (signal?.aborted === true) throw toEngineError(signal.reason, signal);
    const kill = (): void => void this.kill(queryId);
    signal?.addEventListener('abort', kill, { once: true });
    try {
      return await run(queryId);
    } catch (error) {
      throw toEngineError(error, signal);
    } finally {
      signal?.removeEventListener('abort', kill);
    }
  }

  async kill(queryId: string): Promise<void> {
    const onCluster = this.#cluster === undefined ? '' : ` ON CLUSTER '${this.#cluster}'`;
    try {
      await this.#client.command({
        query: `KILL QUERY${onCluster} WHERE query_id = {queryId:String} ASYNC`,
        query_params: { queryId },
      });
    } catch {
      // The query ends anyway: when the engine notices that the request was closed, or at its time limit.
    }
  }

  /** Starts a query whose result is read in this format. */
  async open<Format extends 'JSON' | 'JSONEachRow'>(
    statement: { sql: string; params: EngineParams; queryId: string; format: Format },
    { maxSeconds = 30, settings, signal }: QueryOptions,
  ) {
    const clause = settingsClause({ ...readSettings, ...this.#shape, max_execution_time: maxSeconds, ...settings });
    return await this.#client.query({
      query: `${statement.sql}\n${clause}`,
      format: statement.format,
      query_params: statement.params,
      query_id: statement.queryId,
      ...(signal && { abort_signal: signal }),
    });
  }

  /** Yields the rows of a query as they arrive. */
  async *stream(statement: { sql: string; params: EngineParams }, options: QueryOptions): AsyncGenerator<Row[]> {
    yield* this.#cancellable(options.signal, async (queryId, signal) => {
      const result = await this.open({ ...statement, format: 'JSONEachRow', queryId }, { ...options, signal });
      return result.stream();
    });
  }

  /** Yields the lines of a query as TabSeparated. The client's own reader would make an object of each. */
  async *streamLines(
    { sql, params }: { sql: string; params: EngineParams },
    { maxSeconds = 30, settings, signal: outer }: QueryOptions,
  ): AsyncGenerator<string[]> {
    yield* this.#cancellable(outer, async (queryId, signal) => {
      const clause = settingsClause({ ...this.#shape, max_execution_time: maxSeconds, ...settings });
      const { stream } = await this.#client.exec({
        query: `${sql}\n${clause} FORMAT TabSeparated`,
        query_params: params,
        query_id: queryId,
        abort_signal: signal,
      });
      return linesOf(stream);
    });
  }

  /** Leaving the loop early, or aborting the signal, stops the statement. */
  async *#cancellable<Batch>(
    outer: AbortSignal | undefined,
    open: (queryId: string, signal: AbortSignal) => Promise<AsyncIterable<Batch>>,
  ): AsyncGenerator<Batch> {
    const early = new AbortController();
    const signal = outer ? AbortSignal.any([outer, early.signal]) : early.signal;
    const queryId = randomUUID();
    let finished = false;
    try {
      for await (const batch of await open(queryId, signal)) yield batch;
      finished = true;
    } catch (error) {
      throw toEngineError(error, outer);
    } finally {
      if (!finished) {
        early.abort();
        await this.kill(queryId);
      }
    }
  }

  /** Runs a statement without a result; `body` is the data of an INSERT. */
  async execute(
    query: string,
    { params, body, signal }: { params?: EngineParams; body?: Buffer; signal?: AbortSignal | undefined },
  ): Promise<void> {
    await this.runKillable(signal, async (queryId) => {
      const { stream } = await this.#client.exec({
        query,
        query_id: queryId,
        ...(params && { query_params: params }),
        ...(body && { values: Readable.from([body]) }),
        ...(signal && { abort_signal: signal }),
      });
      await drain(stream);
    });
  }
}

/**
 * Opens ClickHouse (a server, a cluster, or the embedded engine's child) over HTTP. `url` may hold user, password
 * and database: `http://user:password@host:8123/database`.
 */
export function openClickHouse(options: {
  url: string;
  cluster?: string | undefined;
  applicationName?: string;
  maxConnections?: number;
}): ClickHouse {
  const { cluster } = options;
  if (cluster !== undefined) checkName(cluster);
  const client = createClient({
    url: options.url,
    application: options.applicationName ?? 'signpost',
    request_timeout: 600_000,
    // The client's own timers of unused connections are switched off, and the agent's are used: after a statement that
    // was cancelled before it was sent, the client forgot such a timer, which 2.5 seconds later broke another statement.
    http_agent: agentFor(options.url, { maxSockets: options.maxConnections ?? 20 }),
    keep_alive: { enabled: true, idle_socket_ttl: 0 },
    // The client's own log would contain SQL and values. Every failure reaches the caller as an EngineError instead.
    log: { level: 127 },
  });
  const statements = new Statements(client, cluster);
  const inserting: EngineSettings = cluster === undefined ? {} : CLUSTER_INSERT;

  return {
    cluster,
    query: (sql, params, { parse, ...rest }) =>
      statements.runKillable(rest.signal, async (queryId) => {
        // Read whole: for small results the embedded engine is twice as fast this way as row by row.
        const result = await statements.open({ sql, params, queryId, format: 'JSON' }, rest);
        const { data } = await result.json<EngineRow>();
        return data.map(parse);
      }),
    async *stream(sql, params, { parse, ...rest }) {
      const batches = statements.stream({ sql, params }, rest);
      for await (const rows of batches) yield rows.map((row) => parse(row.json<EngineRow>()));
    },
    streamLines: (sql, params, options) => statements.streamLines({ sql, params }, options),
    insert: async (table, rows, { columns, settings, signal } = {}) => {
      if (rows.length === 0) return;
      const list = columns === undefined ? '' : ` (${columns.map(checkName).join(', ')})`;
      const clause = settingsClause({ date_time_input_format: 'best_effort', ...inserting, ...settings });
      const body = Buffer.isBuffer(rows) ? rows : Buffer.from(rows.map((row) => JSON.stringify(row)).join('\n'));
      const into = table.split('.').map(checkName).join('.');
      await statements.execute(`INSERT INTO ${into}${list} ${clause} FORMAT JSONEachRow`, { body, signal });
    },
    insertLines: async (table, lines, { columns }) => {
      const list = columns.map(checkName).join(', ');
      const clause = settingsClause(inserting);
      await statements.execute(`INSERT INTO ${checkName(table)} (${list}) ${clause} FORMAT TabSeparated`, {
        body: lines,
      });
    },
    command: async (sql, params = {}, { signal, settings, maxSeconds } = {}) => {
      const clause = settingsClause({
        ...(cluster !== undefined &&
          /^\s*INSERT\b[\s\S]*\bSELECT\b/i.test(sql) && { ...CLUSTER_READ, ...CLUSTER_INSERT }),
        ...(maxSeconds !== undefined && { max_execution_time: maxSeconds }),
        ...settings,
      });
      await statements.execute(`${sql} ${clause}`, { params, signal });
    },
    async ping() {
      const answer = await client.ping({ select: true });
      return answer.success;
    },
    close: () => client.close(),
  };
}

/** Unused connections are closed after this time. It is shorter than a server keeps them (ClickHouse: 3 seconds or more). */
const UNUSED_MS = 2_500;

function agentFor(url: string, limits: { maxSockets: number }): HttpAgent | HttpsAgent {
  const settings = { keepAlive: true, timeout: UNUSED_MS, ...limits };
  if (new URL(url).protocol === 'https:') return new HttpsAgent(settings);
  return new HttpAgent(settings);
}

function settingsClause(settings: EngineSettings): string {
  const parts = Object.entries(settings).map(([name, value]) => {
    if (typeof value === 'number' && Number.isFinite(value)) return `${checkName(name)} = ${value}`;
    // Values of settings cannot be bound, so only values that need no escaping are accepted.
    if (typeof value === 'string' && /^[\w.:-]*$/.test(value)) return `${checkName(name)} = '${value}'`;
    throw new Error(`The setting ${name} has a value that cannot be written safely.`);
  });
  if (parts.length === 0) return '';
  return `SETTINGS ${parts.join(', ')}`;
}

function checkName(name: string): string {
  if (!/^[A-Za-z_]\w*$/.test(name)) throw new Error(`'${name}' is not a valid SQL name.`);
  return name;
}
