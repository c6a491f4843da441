import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, expect, it } from 'vitest';
import { testDatabases } from '../../../../packages/testkit/src/database.ts';
import { openClickHouse } from './clickhouse.ts';
import { EngineError } from './clickhouse-error.ts';

const { clickhouse, clickhouseUrl } = await testDatabases();
const asIs = { parse: (row: Record<string, unknown>) => row };
const endless = 'SELECT count() FROM numbers(1000000000000) WHERE cityHash64(number) = {hash:UInt64}';

beforeAll(async () => {
  await clickhouse.command(
    "CREATE TABLE money (id UInt64, amount Decimal(38,6), at DateTime64(3, 'UTC')) ENGINE = MergeTree ORDER BY id",
  );
});

/** Counts running questions whose text has this in it, not counting the one that asks. */
async function running(text: string): Promise<number> {
  const found = await clickhouse.query(
    "SELECT query FROM system.processes WHERE position(query, {text:String}) > 0 AND position(query, 'system.processes') = 0",
    { text },
    asIs,
  );
  return found.length;
}
async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await delay(5);
}

it('keeps decimals exact and times in UTC, both ways', async () => {
  const at = new Date('2026-03-29T00:59:59.999Z');
  await clickhouse.insert('money', [{ id: 1, amount: '12345678901234567890.123456', at }]);
  await clickhouse.insert('money', Buffer.from('{"id":2,"amount":"-0.000001"}\n'), { columns: ['id', 'amount'] });
  const [first, second] = await clickhouse.query('SELECT * FROM money ORDER BY id', {}, asIs);
  expect(first).toEqual({ id: 1, amount: '12345678901234567890.123456', at: at.toISOString() });
  expect(second?.amount).toBe('-0.000001');
});

it('does not reveal the error text of the engine', async () => {
  const failing = clickhouse.query("SELECT throwIf(1, 'row data')", {}, asIs);
  const error = await failing.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(EngineError);
  expect(error).toMatchObject({ kind: 'refused', code: 395, message: 'The statistics engine refused the request.' });
});

it('stops the query in the engine when the caller aborts', async () => {
  const controller = new AbortController();
  const asked = clickhouse.query(endless, { hash: 111 }, { ...asIs, signal: controller.signal });
  const outcome = expect(asked).rejects.toMatchObject({ kind: 'cancelled' });
  await until(async () => (await running('111')) > 0);
  controller.abort();
  await outcome;
  await until(async () => (await running('111')) === 0);
});

it('does not start a query that was aborted before', async () => {
  const asked = clickhouse.query('SELECT 1', {}, { ...asIs, signal: AbortSignal.abort() });
  await expect(asked).rejects.toMatchObject({ kind: 'cancelled' });
});

it('finishes a long query after another was aborted before it was sent', async () => {
  const own = openClickHouse({ url: clickhouseUrl, maxConnections: 1 });
  await own.query('SELECT 1', {}, asIs);
  const abort = new AbortController();
  const aborted = own.query('SELECT 2', {}, { ...asIs, signal: abort.signal });
  abort.abort();
  await expect(aborted).rejects.toMatchObject({ kind: 'cancelled' });
  // Longer than unused connections are kept (2.5 seconds).
  expect(await own.query('SELECT sleep(2.9) AS slept', {}, asIs)).toEqual([{ slept: 0 }]);
  await own.close();
});

it('fails after the given time limit', async () => {
  const asked = clickhouse.query(endless, { hash: 2 }, { ...asIs, maxSeconds: 0.2 });
  await expect(asked).rejects.toMatchObject({ kind: 'tooLong' });
});

it('streams rows, and stops the query in the engine when the reader stops', async () => {
  let seen = 0;
  for await (const rows of clickhouse.stream('SELECT number FROM numbers(100000000000)', {}, asIs)) {
    seen += rows.length;
    if (seen > 100_000) break;
  }
  await until(async () => (await running('numbers(100000000000)')) === 0);
});

it('streams lines, and fails when the engine fails after it has begun to answer', async () => {
  let rows = 0;
  for await (const lines of clickhouse.streamLines("SELECT number, 'a\\tb' FROM numbers(100000)", {}, {}))
    rows += lines.length;
  expect(rows).toBe(100_000);
  const failing = 'SELECT number, throwIf(number = 1500000) FROM numbers(2000000)';
  const read = async () => {
    for await (const lines of clickhouse.streamLines(failing, {}, {})) rows += lines.length;
  };
  await expect(read()).rejects.toMatchObject({ name: 'EngineError', kind: 'refused' });
});

it('refuses names and settings that would need escaping', async () => {
  await expect(clickhouse.insert('money; DROP', [{ id: 1 }])).rejects.toThrow();
  await expect(clickhouse.query('SELECT 1', {}, { ...asIs, settings: { join_algorithm: "x'" } })).rejects.toThrow();
});

it('reports that the engine is unavailable when nothing answers', async () => {
  const nowhere = openClickHouse({ url: 'http://127.0.0.1:1' });
  expect(await nowhere.ping()).toBe(false);
  await expect(nowhere.query('SELECT 1', {}, asIs)).rejects.toMatchObject({ kind: 'unavailable' });
  await nowhere.close();
});
