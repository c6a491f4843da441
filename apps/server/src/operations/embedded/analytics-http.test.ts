import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { thorough } from '@signpost/testkit/thorough.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { testDatabases } from '../../../../../packages/testkit/src/database.ts';
import { startAnalytics } from './analytics.ts';

const databases = await testDatabases();
let client: ClickHouseClient;

beforeAll(async () => {
  client = createClient({
    url: databases.clickhouseUrl,
    max_open_connections: 40,
    log: { level: ClickHouseLogLevel.OFF },
  });
  await client.command({
    query: 'CREATE TABLE samples (id UInt64, name String, amount Decimal(38,6)) ENGINE = MergeTree ORDER BY id',
  });
});
afterAll(() => client.close());

async function rows<Row>(query: string, query_params: Record<string, unknown> = {}): Promise<Row[]> {
  return await (await client.query({ query, query_params, format: 'JSONEachRow' })).json<Row>();
}

async function one(query: string, params: Record<string, unknown> = {}): Promise<unknown> {
  return (await rows<{ v: unknown }>(query, params))[0]?.v;
}

/** An endless question, and when the engine has begun it. */
const endless = 'SELECT count() AS v FROM numbers(1000000000000) WHERE cityHash64(number) = {hash:UInt64}';
const query_params = { hash: 1 };
async function running(id: string): Promise<boolean> {
  const query = "SELECT count() AS v FROM system.processes WHERE Settings['log_comment'] = {id:String}";
  return Number(await one(query, { id })) > 0;
}
async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await delay(5);
}

describe('Parameters', () => {
  it.each([
    ['String', 'it\'s \\ "q" \n\t\0 ü 🎯'],
    ['Int64', -42],
    ['Float64', 1.5],
    ['Bool', true],
    ['Nullable(String)', null],
    ['Array(String)', ["a'b", 'c\\d', '[x]', '']],
    ['Array(UInt32)', [1, 2, 3]],
    ['Array(Nullable(String))', ['a', null]],
    ['UUID', '01234567-89ab-7def-8123-456789abcdef'],
    ['Map(String, UInt8)', { a: 1, b: 2 }],
  ])('binds %s and gives it back', async (type, value) => {
    expect(await one(`SELECT {p:${type}} AS v`, { p: value })).toEqual(value);
  });

  it('can be decimals and times', async () => {
    expect(await one('SELECT toString({p:Decimal(38,6)}) AS v', { p: '12345678901234567890.123456' })).toBe(
      '12345678901234567890.123456',
    );
    expect(await one('SELECT toUnixTimestamp64Milli({p:DateTime64(3)}) AS v', { p: new Date(1_700_000_000_123) })).toBe(
      1_700_000_000_123,
    );
  });

  it('never become SQL', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: fc.constantFrom("'", '\\', '"', '`', '}', ';', '-', '/', '*', '\n', 'a', ')') }),
        async (text) => {
          expect(await one('SELECT {p:String} AS v', { p: text })).toBe(text);
          expect(await one('SELECT {p:Array(String)} AS v', { p: [text, text] })).toEqual([text, text]);
        },
      ),
      { numRuns: thorough(15, 60) },
    );
  });

  it('are refused with an invalid name, a value of another type or a missing value', async () => {
    await expect(one('SELECT 1 AS v', { "x = '1', y": 1 })).rejects.toMatchObject({ code: '36' });
    await expect(one('SELECT {p:UInt8} AS v', { p: '1) OR (1' })).rejects.toThrow();
    await one('SELECT {before:String} AS v', { before: 'x' });
    await expect(one('SELECT {before:String} AS v')).rejects.toMatchObject({ code: '456' });
  });

  it('of parallel queries are independent', async () => {
    const values = Array.from({ length: 100 }, (_, index) => `v${index}`);
    expect(await Promise.all(values.map((p) => one('SELECT {p:String} AS v', { p })))).toEqual(values);
  });
});

describe('An insert', () => {
  const table = async (): Promise<unknown> =>
    await rows('SELECT id, name, toString(amount) AS amount FROM samples ORDER BY id');
  const clear = (): Promise<unknown> => client.command({ query: 'TRUNCATE TABLE samples' });

  it('accepts JSONEachRow arrays and object streams', async () => {
    await clear();
    await client.insert({ table: 'samples', format: 'JSONEachRow', values: [{ id: 1, name: "a'\n", amount: '1.25' }] });
    const values = Readable.from([{ id: 2, name: 'b', amount: '2' }]);
    await client.insert({ table: 'samples', format: 'JSONEachRow', values });
    expect(await table()).toEqual([
      { id: 1, name: "a'\n", amount: '1.25' },
      { id: 2, name: 'b', amount: '2' },
    ]);
  });

  it('accepts CSV streams with chosen columns', async () => {
    await clear();
    const values = Readable.from(['3,"x, ""y"""\n', '4,z\n'], { objectMode: false });
    await client.insert({ table: 'samples', format: 'CSV', columns: ['id', 'name'], values });
    expect(await table()).toEqual([
      { id: 3, name: 'x, "y"', amount: '0' },
      { id: 4, name: 'z', amount: '0' },
    ]);
  });

  it('accepts RowBinary, including zero bytes, and reports the number of written rows', async () => {
    await clear();
    const row = Buffer.alloc(8 + 4 + 16);
    row.writeBigUInt64LE(5n, 0);
    row.set([3, 0x61, 0, 0x62], 8);
    row.writeBigInt64LE(1_500_000n, 12);
    const result = await client.exec({ query: 'INSERT INTO samples FORMAT RowBinary', values: Readable.from([row]) });
    for await (const chunk of result.stream) void chunk;
    expect(result.summary).toMatchObject({ written_rows: '1' });
    expect(await table()).toEqual([{ id: 5, name: 'a\0b', amount: '1.5' }]);
  });

  it('stores no row of a body with an invalid one', async () => {
    await clear();
    const values = Readable.from([Buffer.from('{"id":1}\n{"id":"no number"}\n')], { objectMode: false });
    const insert = client.exec({ query: 'INSERT INTO samples FORMAT JSONEachRow', values });
    await expect(insert).rejects.toThrow();
    expect(await table()).toEqual([]);
  });
});

describe('data with a blank line', () => {
  const text = '"1","a\n\nDROP TABLE samples","1"\n';
  it.each([
    ['CSV', text],
    ['JSONEachRow', '{"id":1}\n\n{"id":2}\n'],
    ['JSONEachRow', '{"id":1}\n\nDROP TABLE samples\n'],
    ['TSV', '1\ta\t1\n\n\nSELECT 1'],
  ])('is refused as %s: what follows would be a statement', async (format, body) => {
    await client.command({ query: 'TRUNCATE TABLE samples' });
    const values = Readable.from([body], { objectMode: false });
    const insert = client.exec({ query: `INSERT INTO samples FORMAT ${format}`, values });
    await expect(insert).rejects.toMatchObject({ code: '117' });
    expect(await one('SELECT count() AS v FROM samples')).toBe(0);
  });

  it.each(['\n{"id":1}', '\r\n\r\n{"id":1}', ' \n \n{"id":1}\n'])('is not detected in %j', async (body) => {
    await client.command({ query: 'TRUNCATE TABLE samples' });
    const values = Readable.from([body], { objectMode: false });
    const result = await client.exec({ query: 'INSERT INTO samples FORMAT JSONEachRow', values });
    for await (const chunk of result.stream) void chunk;
    expect(await one('SELECT count() AS v FROM samples')).toBe(1);
  });
});

describe('Writes', () => {
  const lines = (from: number): Buffer =>
    Buffer.from(Array.from({ length: 20_000 }, (_, index) => `{"id":${from + index}}`).join('\n'));
  const put = async (from: number): Promise<void> => {
    const values = Readable.from([lines(from)], { objectMode: false });
    const result = await client.exec({ query: 'INSERT INTO samples FORMAT JSONEachRow', values });
    for await (const chunk of result.stream) void chunk;
  };

  it('store each of many simultaneous inserts completely', async () => {
    await client.command({ query: 'TRUNCATE TABLE samples' });
    await Promise.all([0, 1, 2, 3, 4, 5].map((index) => put(index * 20_000)));
    expect(await one('SELECT count() AS v FROM samples')).toBe(120_000);
    expect(await one('SELECT uniqExact(id) AS v FROM samples')).toBe(120_000);
  });

  it('other than inserts begin after earlier inserts', async () => {
    await client.command({ query: 'TRUNCATE TABLE samples' });
    const inserts = [put(0), put(20_000), put(40_000)];
    const begun = `SELECT (SELECT count() FROM system.processes WHERE query LIKE 'INSERT INTO samples%')
      + (SELECT count() FROM samples) AS v`;
    await until(async () => Number(await one(begun)) > 0);
    await client.command({ query: 'INSERT INTO samples SELECT * FROM samples WHERE 0' });
    const [seen] = await Promise.all([one('SELECT count() AS v FROM samples'), ...inserts]);
    expect(seen).toBeGreaterThanOrEqual(20_000);
  });
});

describe('The engine’s HTTP server', () => {
  it('streams many rows completely and in order', async () => {
    const result = await client.query({ query: 'SELECT number FROM numbers(300000)', format: 'JSONEachRow' });
    let next = 0;
    for await (const batch of result.stream<{ number: number }>()) {
      for (const row of batch) expect(row.json().number).toBe(next++);
    }
    expect(next).toBe(300_000);
  });

  it('returns complete documents too', async () => {
    const result = await client.query({ query: 'SELECT number AS n FROM numbers(100000)', format: 'JSON' });
    expect((await result.json<{ n: string }>()).rows).toBe(100_000);
  });

  it('reports a failure in the middle of a stream', async () => {
    const query = 'SELECT throwIf(number = 900000) FROM numbers(1000000)';
    const result = await client.query({ query, format: 'JSONEachRow' });
    await expect(result.json()).rejects.toThrow(/throwIf/);
  });

  it('formats errors like ClickHouse', async () => {
    await expect(one('SELECT nope AS v')).rejects.toMatchObject({ code: '47', type: 'UNKNOWN_IDENTIFIER' });
    await expect(one('SELECT * FROM nowhere')).rejects.toMatchObject({ code: '60', type: 'UNKNOWN_TABLE' });
    await expect(one('SELEC 1')).rejects.toThrow();
  });
});

describe('Readers', () => {
  it.each([
    ["SELECT * FROM file('/etc/passwd', 'LineAsString')"],
    ["SELECT * FROM url('http://127.0.0.1:1/', 'LineAsString')"],
    ['SELECT 1 SETTINGS readonly = 0'],
    ['SELECT 1 SETTINGS max_memory_usage = 0'],
    ["SELECT * FROM (SELECT * FROM file('/etc/passwd', 'RawBLOB') SETTINGS/**/readonly = 0)"],
    ["SELECT $$'$$ FROM (SELECT * FROM file('/etc/passwd', 'RawBLOB') SETTINGS readonly = 0) WHERE $$'$$ != ''"],
    ["SELECT ‘'’ FROM (SELECT * FROM file('/etc/passwd', 'RawBLOB') SETTINGS readonly = 0) WHERE ‘'’ != ''"],
    ["SELECT * FROM (SELECT * FROM file('/etc/passwd', 'LineAsString') SETTINGS readonly = 0)"],
    [
      'SELECT * FROM (SELECT sum(sleepEachRow(1)) FROM numbers(3) SETTINGS max_execution_time = 9) SETTINGS max_execution_time = 0.1',
    ],
    ['WITH 1 AS x INSERT INTO samples SELECT 1, 2, 3'],
  ])('may not ask %s', async (query) => {
    await expect(rows(query)).rejects.toThrow();
  });

  it('can send one statement per request', async () => {
    await expect(rows('SELECT 1; SELECT 2')).rejects.toMatchObject({ code: '62' });
  });

  it('have separate settings', async () => {
    expect(await one("SELECT getSetting('max_threads') AS v SETTINGS max_threads = 3")).toBe(3);
    expect(await one("SELECT getSetting('max_threads') AS v")).not.toBe(3);
  });

  it('are stopped at their time limit', async () => {
    await expect(one(`${endless} SETTINGS max_execution_time = 0.2`, query_params)).rejects.toMatchObject({
      code: '159',
    });
  });
});

describe('Cancellation', () => {
  it('stops the query when the client has disconnected', async () => {
    const controller = new AbortController();
    const asked = client.query({ query: endless, query_params, query_id: 'gone', abort_signal: controller.signal });
    await until(() => running('gone'));
    controller.abort();
    await expect(asked).rejects.toThrow();
    await until(async () => !(await running('gone')));
  });

  it('stops a query by KILL QUERY, and the query reports it', async () => {
    const asked = client.query({ query: endless, query_params, query_id: 'victim' });
    const outcome = expect(asked).rejects.toMatchObject({ code: '394' });
    await until(() => running('victim'));
    await client.command({
      query: 'KILL QUERY WHERE query_id = {id:String} ASYNC',
      query_params: { id: 'victim' },
    });
    await outcome;
  });

  it('removes cancelled queries from the queue for a reader', async () => {
    const ids = Array.from({ length: 12 }, (_, index) => `waiting${index}`);
    const asked = ids.map((query_id) => client.query({ query: endless, query_params, query_id }));
    const outcomes = asked.map((question) => expect(question).rejects.toMatchObject({ code: '394' }));
    await client.ping();
    // The last are still in the queue; ending them first frees no reader.
    for (const id of ids.toReversed()) await client.command({ query: `KILL QUERY WHERE query_id = '${id}' ASYNC` });
    await Promise.all(outcomes);
  });
});

describe('Access to the engine', () => {
  it('is refused with a wrong or missing secret', async () => {
    const url = new URL(inject('clickhouseUrl'));
    url.password = 'wrong';
    const stranger = createClient({ url, log: { level: ClickHouseLogLevel.OFF } });
    await expect(stranger.query({ query: 'SELECT 1' })).rejects.toMatchObject({ code: '516' });
    await stranger.close();
    expect((await fetch(`http://${url.host}/?query=SELECT+1`, { method: 'POST' })).status).toBe(403);
  });

  it('allows a ping', async () => {
    expect(await client.ping()).toEqual({ success: true });
    expect(await client.ping({ select: true })).toEqual({ success: true });
  });
});

it('syncs every insert and merge, regardless of table settings', async () => {
  const settings = await rows<{ name: string; value: string }>(
    "SELECT name, value FROM system.merge_tree_settings WHERE match(name, '^(fsync_|min_.*_to_fsync_after_merge)') ORDER BY name",
  );
  expect(Object.fromEntries(settings.map(({ name, value }) => [name, value]))).toEqual({
    fsync_after_insert: '1',
    fsync_part_directory: '1',
    min_compressed_bytes_to_fsync_after_merge: '1',
    min_rows_to_fsync_after_merge: '1',
  });
});

it('loses no data when it is killed, and can open the folder again at once', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'signpost-kill-'));
  const secret = 'a secret of sixteen or more'.replaceAll(' ', '-');
  try {
    for (let round = 1; round <= 3; round++) {
      const engine = await startAnalytics({ dataDir, secret });
      const owner = createClient({ url: engine.url });
      await owner.command({ query: 'CREATE TABLE IF NOT EXISTS kept (n UInt32) ENGINE = MergeTree ORDER BY n' });
      await owner.insert({ table: 'kept', values: [{ n: round }], format: 'JSONEachRow' });
      const kept = await (await owner.query({ query: 'SELECT n FROM kept ORDER BY n', format: 'JSONEachRow' })).json();
      expect(kept).toEqual(Array.from({ length: round }, (_, index) => ({ n: index + 1 })));
      await owner.close();
      engine.kill();
      await engine.ended;
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});
