/** Times the statements that a process sends to ClickHouse. */
import type { ClickHouse } from './clickhouse.ts';
import type { Measures } from './measures.ts';

/** The same engine; each statement is added to `signpost_engine_seconds`. Without measures, the engine itself. */
export function measuredClickHouse(clickhouse: ClickHouse, measures: Measures | undefined): ClickHouse {
  if (measures === undefined) return clickhouse;
  const add = measures.histogram('signpost_engine_seconds');
  const timer = (work: string) => {
    const began = performance.now();
    return (outcome: 'succeeded' | 'failed') =>
      add({ engine: 'clickhouse', work, outcome }, (performance.now() - began) / 1000);
  };
  async function timed<T>(work: string, run: () => Promise<T>): Promise<T> {
    const end = timer(work);
    try {
      const result = await run();
      end('succeeded');
      return result;
    } catch (error) {
      end('failed');
      throw error;
    }
  }
  async function* timedStream<T>(run: () => AsyncGenerator<T>): AsyncGenerator<T> {
    const end = timer('stream');
    // Leaving the loop early is no failure.
    let outcome: 'succeeded' | 'failed' = 'succeeded';
    try {
      yield* run();
    } catch (error) {
      outcome = 'failed';
      throw error;
    } finally {
      end(outcome);
    }
  }
  return {
    cluster: clickhouse.cluster,
    query: (sql, params, options) => timed('query', () => clickhouse.query(sql, params, options)),
    stream: (sql, params, options) => timedStream(() => clickhouse.stream(sql, params, options)),
    streamLines: (sql, params, options) => timedStream(() => clickhouse.streamLines(sql, params, options)),
    insert: (table, rows, options) => timed('insert', () => clickhouse.insert(table, rows, options)),
    insertLines: (table, lines, options) => timed('insert', () => clickhouse.insertLines(table, lines, options)),
    command: (sql, params, options) => timed('command', () => clickhouse.command(sql, params, options)),
    ping: () => clickhouse.ping(),
    close: () => clickhouse.close(),
  };
}
