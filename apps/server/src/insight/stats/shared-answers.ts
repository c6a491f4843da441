/**
 * Shares the answers of statements while the facts stay the same: between people who ask the same thing at once, and
 * with everybody who asks it again (docs/decisions/0297).
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { ClickHouse, EngineRow, QueryOptions } from '../../platform/clickhouse.ts';
import { EngineError } from '../../platform/clickhouse-error.ts';
import type { Statement } from './statements.ts';

/**
 * The names of the parts that answers are read from. Every write and every merge replaces or adds a part, and no name is
 * used twice, so if two readings are equal, nothing was written between them.
 */
const VERSION_SQL = `SELECT count() AS parts, toString(groupBitXor(cityHash64(name))) AS names
FROM system.parts
WHERE database = currentDatabase() AND table = 'facts' AND active`;

/** At most this many values are kept, about 20 MB. */
const MOST_VALUES = 400_000;
/** An answer with more values is not kept. */
const MOST_VALUES_OF_ONE = 40_000;
/** After an answer, the version is read again at most this often. */
const CHECK_EVERY_MS = 100;

type Limits = Pick<QueryOptions, 'maxSeconds' | 'settings'>;

interface Shared {
  /** The version of the facts before the statement began; null if it was not known. */
  version: string | null;
  rows: Promise<readonly EngineRow[]>;
  /** How many people wait for the rows; the statement is stopped when the last of them leaves. */
  waiting: number;
  isDone: boolean;
  /** How many values are kept. */
  values: number;
  stop: AbortController;
}

/** Answers of statements that only read the facts. */
export class SharedAnswers {
  readonly #clickhouse: ClickHouse;
  readonly #answers = new Map<string, Shared>();
  #version: string | null = null;
  #values = 0;
  /** The reading that has not begun yet, which everybody who comes before may wait for. */
  #nextReading: Promise<string> | null = null;
  #reading: Promise<unknown> = Promise.resolve();
  #isCheckPlanned = false;

  constructor(clickhouse: ClickHouse) {
    this.#clickhouse = clickhouse;
  }

  /**
   * The rows of a statement, as they are at some moment after the call. They are shared and must not be changed. Errors
   * as those of `ClickHouse.query`; a person who leaves does not stop a statement for which others wait.
   */
  async query(statement: Statement, limits: Limits, signal?: AbortSignal): Promise<readonly EngineRow[]> {
    const { sql, params } = statement;
    const key = `${sql}\n${JSON.stringify(params)}\n${JSON.stringify(limits)}`;
    const known = this.#answers.get(key);
    if (known !== undefined) {
      // Counted as waiting, so that the statement is not stopped while the version is read.
      known.waiting += 1;
      let version: string;
      try {
        version = await this.#readVersion();
      } finally {
        known.waiting -= 1;
      }
      const current = this.#answers.get(key);
      if (current?.version === version) return await this.#wait(key, current, signal);
      this.#stopUnasked(key, known);
    }
    return await this.#wait(key, this.#begin(key, statement, limits), signal);
  }

  /** Reads the version, which takes the engine several hundred milliseconds the first time. */
  async warmUp(): Promise<void> {
    await this.#readVersion();
  }

  #begin(key: string, { sql, params }: Statement, limits: Limits): Shared {
    const stop = new AbortController();
    const rows = this.#clickhouse.query(sql, params, { parse: asIs, ...limits, signal: stop.signal });
    const shared: Shared = { version: this.#version, rows, waiting: 0, isDone: false, values: 0, stop };
    this.#forget(key);
    this.#answers.set(key, shared);
    rows.then(
      (found) => this.#keep(key, shared, found),
      () => this.#forget(key, shared),
    );
    return shared;
  }

  /** Keeps an answer if the version of the facts was known when its statement began, and is still the newest known. */
  #keep(key: string, shared: Shared, rows: readonly EngineRow[]): void {
    shared.isDone = true;
    if (this.#answers.get(key) !== shared) return;
    const values = rows.length * Object.keys(rows[0] ?? {}).length + 1;
    const isTooLarge = values > MOST_VALUES_OF_ONE || this.#values + values > MOST_VALUES;
    if (shared.version === null || shared.version !== this.#version || isTooLarge) this.#forget(key, shared);
    else {
      shared.values = values;
      this.#values += values;
    }
    this.#planCheck();
  }

  #forget(key: string, only?: Shared): void {
    const shared = this.#answers.get(key);
    if (shared === undefined || (only !== undefined && shared !== only)) return;
    this.#answers.delete(key);
    this.#values -= shared.values;
  }

  async #wait(key: string, shared: Shared, signal: AbortSignal | undefined): Promise<readonly EngineRow[]> {
    if (signal === undefined) {
      shared.waiting += 1;
      return await shared.rows;
    }
    if (signal.aborted) {
      this.#stopUnasked(key, shared);
      throw new EngineError('cancelled', signal.reason);
    }
    shared.waiting += 1;
    return await new Promise((resolve, reject) => {
      const left = (): void => {
        shared.waiting -= 1;
        this.#stopUnasked(key, shared);
        reject(new EngineError('cancelled', signal.reason));
      };
      signal.addEventListener('abort', left, { once: true });
      void shared.rows.then(resolve, reject).finally(() => signal.removeEventListener('abort', left));
    });
  }

  /** Stops a statement for which nobody waits any more. */
  #stopUnasked(key: string, shared: Shared): void {
    if (shared.waiting > 0 || shared.isDone) return;
    this.#forget(key, shared);
    shared.stop.abort();
  }

  /** The version of the facts at some moment after the call. */
  #readVersion(): Promise<string> {
    this.#nextReading ??= this.#readAfter(this.#reading);
    return this.#nextReading;
  }

  async #readAfter(earlier: Promise<unknown>): Promise<string> {
    await earlier.catch(() => undefined);
    this.#nextReading = null;
    const reading = this.#clickhouse.query(VERSION_SQL, {}, { parse: asIs });
    this.#reading = reading;
    const [row] = await reading;
    const version = `${String(row?.parts)} ${String(row?.names)}`;
    if (version !== this.#version) {
      this.#version = version;
      // Statements that still run keep their places, so that people who wait are counted; others are out of date.
      for (const [key, { isDone }] of this.#answers) if (isDone) this.#forget(key);
    }
    return version;
  }

  /** Reads the version soon, so that answers which are given from now on can be kept. */
  #planCheck(): void {
    if (this.#isCheckPlanned) return;
    this.#isCheckPlanned = true;
    void delay(CHECK_EVERY_MS, undefined, { ref: false })
      .then(() => this.#readVersion())
      .catch(() => undefined)
      .finally(() => {
        this.#isCheckPlanned = false;
      });
  }
}

const asIs = (row: EngineRow): EngineRow => row;
