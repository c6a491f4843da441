import { setTimeout as delay } from 'node:timers/promises';
import { type Statement, StatementError } from './analytics-statement.ts';
import { type ChdbConnection, type ChdbNative, loadChdb } from './chdb-native.ts';
import { Gate } from './gate.ts';

export interface EngineOptions {
  /** The folder this process owns. */
  path: string;
  configFile: string;
  readers: number;
  memoryPerQuery: number;
  /**
   * Called when a killed insert is still running after `stuckAfterMs`. It blocks all later inserts, so the process has
   * to be restarted. The stored data survives a restart at any moment.
   */
  onStuck: () => void;
  /** How long a killed insert may take to stop (default 10 s). */
  stuckAfterMs?: number;
  /** Replaces the engine of the `chdb` package in tests. */
  chdb?: ChdbNative;
}

export interface Work {
  /** Unique among running requests; letters, digits, `_` and `-`. */
  queryId: string;
  statement: Statement;
  database: string;
  format: string;
  params: ReadonlyMap<string, string>;
}

export interface Figures {
  rowsRead: number;
  bytesRead: number;
  rowsWritten: number;
  bytesWritten: number;
  seconds: number;
}

/** Formats whose chunks can be concatenated; others need the whole result at once. */
const streamable = new Set([
  'JSONEachRow',
  'JSONCompactEachRow',
  'JSONStringsEachRow',
  'CSV',
  'TabSeparated',
  'TSV',
  'RowBinary',
]);

/**
 * While one insert waits for the disk, another is read, which stores 1.5 times as many rows on two cores
 * (docs/decisions/0040). Any other write takes all places, so that it begins after every insert that was sent before
 * it.
 */
const INSERTS_AT_ONCE = 2;
const STUCK_AFTER_MS = 10_000;

const nothing: Figures = { rowsRead: 0, bytesRead: 0, rowsWritten: 0, bytesWritten: 0, seconds: 0 };

/**
 * Wraps chDB and works around its pitfalls. Every request has its own connection (0.1 ms), so that settings, parameters
 * and the current database do not leak into another one. Reads are `readonly` and limited in memory, time and number.
 * Two inserts may run at once; any other write runs alone.
 */
export class AnalyticsEngine {
  readonly #chdb: ChdbNative;
  readonly #options: EngineOptions;
  /** Keeps the engine open between requests. */
  readonly #owner: ChdbConnection;
  readonly #readers: Gate;
  readonly #writers = new Gate(INSERTS_AT_ONCE);
  readonly #active = new Map<string, { readonly cancelled: AbortController; readonly isInsert: boolean }>();

  constructor(options: EngineOptions) {
    this.#chdb = options.chdb ?? loadChdb();
    this.#options = options;
    this.#readers = new Gate(options.readers);
    this.#owner = this.#connect([]);
  }

  /** Runs a statement and yields its result; the returned value at the end holds its cost. */
  async *run(work: Work): AsyncGenerator<Uint8Array, Figures> {
    const reading = work.statement.kind === 'read';
    const { connection, leave } = await this.#enter(work, (signal) => {
      if (reading) return this.#readers.enter(signal);
      return this.#writers.enter(signal, INSERTS_AT_ONCE);
    });
    try {
      const { sql } = work.statement;
      if (reading && streamable.has(work.statement.format ?? work.format)) {
        yield* this.#stream(connection, sql, work.format);
        return nothing;
      }
      const answer = await this.#chdb.QueryAsyncConnection(connection, sql, work.format);
      yield answer.bytes;
      return { ...nothing, rowsRead: answer.rowsRead, bytesRead: answer.bytesRead, seconds: answer.elapsed };
    } finally {
      leave();
    }
  }

  /**
   * Runs `INSERT … FORMAT x` with the data from the request. Blank lines are refused in every format, because chDB
   * would end the data there and run the rest as the next statement.
   */
  async insert(work: Work, data: Buffer): Promise<Figures> {
    if (data.includes('\n\n')) throw new StatementError(117, 'INCORRECT_DATA', 'Data may not contain a blank line.');
    const { connection, leave } = await this.#enter(work, (signal) => this.#writers.enter(signal));
    try {
      const done = await this.#chdb.InsertRawAsyncConnection(connection, work.statement.sql, data, false);
      return { ...nothing, rowsWritten: done.rowsWritten, bytesWritten: done.bytesWritten, seconds: done.elapsed };
    } finally {
      leave();
    }
  }

  /**
   * Stops a running or waiting request. Returns at once if there is none, otherwise when it has ended. The KILL is
   * repeated until then, because the engine may not know the query yet. (`KILL QUERY … SYNC` never returns here.)
   */
  async kill(queryId: string): Promise<void> {
    const active = this.#active.get(queryId);
    if (active === undefined) return;
    active.cancelled.abort(new StatementError(394, 'QUERY_WAS_CANCELLED', 'Query was cancelled.'));
    const { stuckAfterMs = STUCK_AFTER_MS, onStuck } = this.#options;
    const since = performance.now();
    const sql = `KILL QUERY WHERE Settings['log_comment'] = '${queryId}' ASYNC`;
    while (this.#active.get(queryId) === active) {
      const connection = this.#connect([]);
      try {
        await this.#chdb.QueryAsyncConnection(connection, sql, 'Null');
      } finally {
        this.#chdb.CloseConnection(connection);
      }
      if (active.isInsert && performance.now() - since > stuckAfterMs) {
        onStuck();
        return;
      }
      await delay(10);
    }
  }

  /** Whether the engine can answer statements. */
  async ready(): Promise<boolean> {
    await this.#chdb.QueryAsyncConnection(this.#owner, 'SELECT 1', 'Null');
    return true;
  }

  /** Stops running requests, waits for them, and releases the folder. */
  async close(): Promise<void> {
    await Promise.all([...this.#active.keys()].map((queryId) => this.kill(queryId)));
    this.#chdb.CloseConnection(this.#owner);
  }

  async *#stream(connection: ChdbConnection, sql: string, format: string): AsyncGenerator<Uint8Array, void> {
    const stream = this.#chdb.StreamQuery(connection, sql, format);
    try {
      for (;;) {
        const chunk = await this.#chdb.StreamFetch(stream);
        if (chunk.done) return;
        yield chunk.bytes;
      }
    } finally {
      this.#chdb.StreamCancel(stream);
    }
  }

  /**
   * Sets database and parameters on the request's own connection. chDB's parameter calls mix up those of parallel
   * queries; `SET param_…` belongs to the connection. The engine parses the value by the placeholder's type: it is
   * never SQL.
   */
  async #prepare(connection: ChdbConnection, { database, params }: Work): Promise<void> {
    if (!/^\w+$/.test(database)) throw new StatementError(81, 'UNKNOWN_DATABASE', 'Bad database name.');
    if (database !== 'default') await this.#chdb.QueryAsyncConnection(connection, `USE ${database}`, 'Null');
    if (params.size === 0) return;
    const list = [...params].map(([name, value]) => {
      if (!/^\w+$/.test(name)) throw new StatementError(36, 'BAD_ARGUMENTS', 'Bad parameter name.');
      return `param_${name} = '${value.replace(/[\\']/g, '\\$&')}'`;
    });
    await this.#chdb.QueryAsyncConnection(connection, `SET ${list.join(', ')}`, 'Null');
  }

  #readerArguments(statement: Statement): string[] {
    const settings = new Map([
      ['max_execution_time', '60'],
      ['max_memory_usage', String(this.#options.memoryPerQuery)],
      ...statement.settings,
      ['readonly', '1'],
    ]);
    return [...settings].map(([name, value]) => `--${name}=${value}`);
  }

  #connect(args: readonly string[]): ChdbConnection {
    return this.#chdb.CreateConnection(this.#options.path, [`--config-file=${this.#options.configFile}`, ...args]);
  }

  /** Waits for a place, then opens and prepares the request's connection; `leave` undoes all of it. */
  async #enter(
    work: Work,
    place: (signal: AbortSignal) => Promise<() => void>,
  ): Promise<{ connection: ChdbConnection; leave: () => void }> {
    const { queryId, statement } = work;
    if (!/^[\w-]+$/.test(queryId)) throw new StatementError(36, 'BAD_ARGUMENTS', 'Bad query id.');
    if (this.#active.has(queryId)) {
      throw new StatementError(216, 'QUERY_WITH_SAME_ID_IS_ALREADY_RUNNING', 'This query id is running already.');
    }
    const cancelled = new AbortController();
    this.#active.set(queryId, { cancelled, isInsert: statement.kind === 'insert' });
    const undo: (() => void)[] = [() => this.#active.delete(queryId)];
    const leave = (): void => {
      for (const step of undo.splice(0).reverse()) step();
    };
    try {
      undo.push(await place(cancelled.signal));
      const limits = statement.kind === 'read' ? this.#readerArguments(statement) : [];
      const connection = this.#connect([mark(queryId), ...limits]);
      undo.push(() => this.#chdb.CloseConnection(connection));
      await this.#prepare(connection, work);
      return { connection, leave };
    } catch (error) {
      leave();
      throw error;
    }
  }
}

/**
 * chDB assigns query ids of its own, so KILL searches for ours in this setting. (A comment in the text would not work,
 * because binding parameters removes it.)
 */
function mark(queryId: string): string {
  return `--log_comment=${queryId}`;
}
