/**
 * Optional traces (docs/product/operations.md#traces): spans of requests, jobs and statements, for OpenTelemetry. Nothing of it
 * is loaded without OTEL_EXPORTER_OTLP_ENDPOINT. A span says what was done and how long it took, never for whom: no
 * addresses, no bound values, no texts of errors.
 */
import type { LogEvent } from 'kysely';
import type { ClickHouse } from './clickhouse.ts';
import type { Log } from './log.ts';
import type { SpanAttributes, SpanKind, Tracing, TracingPlan } from './spans.ts';

/** Undefined without an endpoint. */
export async function openTracing(
  plan: TracingPlan,
  { role, log }: { role: string; log: Log },
): Promise<Tracing | undefined> {
  const { endpoint, ...rest } = plan;
  if (endpoint === undefined) return undefined;
  const { sendTraces } = await import('./otlp.ts');
  return sendTraces({ ...rest, endpoint, role, log });
}

/** Does `work` within a span; without tracing it just does it. */
export async function traced<T>(
  tracing: Tracing | undefined,
  name: string,
  { kind = 'internal', ...attributes }: Record<string, string | number> & { kind?: SpanKind },
  work: () => Promise<T>,
): Promise<T> {
  if (tracing === undefined) return await work();
  const span = tracing.begin(name, kind, attributes);
  try {
    const result = await span.run(work);
    span.end();
    return result;
  } catch (failure) {
    span.end({ failure });
    throw failure;
  }
}

const LONGEST_TEXT = 2_000;

/** Statements hold placeholders only: values are bound. */
const statement = (system: 'postgresql' | 'clickhouse', sql: string): SpanAttributes => ({
  'db.system.name': system,
  'db.query.text': sql.trim().slice(0, LONGEST_TEXT),
});

const verbOf = (sql: string): string => /[a-z]+/i.exec(sql)?.[0].toUpperCase() ?? 'statement';

/** A statement of PostgreSQL that is over. */
export function traceStatement(tracing: Tracing, event: LogEvent): void {
  const { sql } = event.query;
  const beganAt = new Date(Date.now() - event.queryDurationMillis);
  const span = tracing.begin(`postgresql ${verbOf(sql)}`, 'client', statement('postgresql', sql), beganAt);
  span.end(event.level === 'error' ? { failure: event.error } : undefined);
}

/** The same engine; each statement is a span. Without tracing, the engine itself. */
export function tracedClickHouse(clickhouse: ClickHouse, tracing: Tracing | undefined): ClickHouse {
  if (tracing === undefined) return clickhouse;
  const about = (work: string, attributes: SpanAttributes) =>
    [`clickhouse ${work}`, { kind: 'client', ...attributes }] as const;
  const ask = (sql: string) => about(verbOf(sql), statement('clickhouse', sql));
  const fill = (table: string) => about('INSERT', { 'db.system.name': 'clickhouse', 'db.collection.name': table });
  async function* stream<T>(sql: string, rows: AsyncGenerator<T>): AsyncGenerator<T> {
    const [name, { kind: _, ...attributes }] = ask(sql);
    const span = tracing?.begin(name, 'client', attributes);
    try {
      yield* rows;
      span?.end();
    } catch (failure) {
      span?.end({ failure });
      throw failure;
    } finally {
      // Leaving the loop early is no failure.
      span?.end();
    }
  }
  return {
    cluster: clickhouse.cluster,
    query: (sql, params, options) => traced(tracing, ...ask(sql), () => clickhouse.query(sql, params, options)),
    stream: (sql, params, options) => stream(sql, clickhouse.stream(sql, params, options)),
    streamLines: (sql, params, options) => stream(sql, clickhouse.streamLines(sql, params, options)),
    insert: (table, rows, options) => traced(tracing, ...fill(table), () => clickhouse.insert(table, rows, options)),
    insertLines: (table, lines, options) =>
      traced(tracing, ...fill(table), () => clickhouse.insertLines(table, lines, options)),
    // Commands of maintenance may name values, so only their first word is told.
    command: (sql, params, options) =>
      traced(tracing, ...about(verbOf(sql), { 'db.system.name': 'clickhouse' }), () =>
        clickhouse.command(sql, params, options),
      ),
    ping: () => clickhouse.ping(),
    close: () => clickhouse.close(),
  };
}
