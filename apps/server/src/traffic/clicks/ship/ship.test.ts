import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { appendFile, mkdir, readdir, readFile, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { basename, join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { testDatabases } from '../../../../../../packages/testkit/src/database.ts';
import { type ClickHouse, openClickHouse } from '../../../platform/clickhouse.ts';
import { newId } from '../../../platform/ids.ts';
import { factLine } from '../fact-line.ts';
import { frameOf } from '../log/frames.ts';
import { silent, testFolder, until } from '../testing/world.ts';
import { readDeadLetters } from './dead-letters.ts';
import { openLedger, planChunks } from './ledger.ts';
import { shippingRounds } from './shipper.ts';
import { deleteChunk, deleteFacts, insertLines } from './store.ts';
import { unshippedLog } from './unshipped.ts';

const { clickhouse, clickhouseUrl } = await testDatabases();
const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
});

const factAt = (at: string): { id: string; line: string } => {
  const id = newId();
  return { id, line: factLine({ factId: id, clickId: id, kind: 'visit', at, visits: 1, campaignBoxId: 901 }) };
};
const facts = (count: number, at = '2026-11-21T10:00:00.000Z') => Array.from({ length: count }, () => factAt(at));

let clicks = '';
let folder = '';
beforeEach(async () => {
  clicks = await testFolder();
  folder = join(clicks, newId());
  await mkdir(folder);
  await clickhouse.command('TRUNCATE TABLE facts');
});

const segment = (number: number, lines: readonly string[]): Promise<void> =>
  writeFile(join(folder, `0000000${number}.log`), Buffer.concat(lines.map(frameOf)));
const rounds = (over = clickhouse) =>
  shippingRounds({ clicks, clickhouse: over, log: silent, signal: new AbortController().signal });
const stored = (): Promise<{ id: string; times: number; chunk: string }[]> =>
  clickhouse.query(
    'SELECT toString(click_id) AS id, count() AS times, any(chunk_id) AS chunk FROM facts GROUP BY click_id',
    {},
    { parse: (row) => ({ id: String(row.id), times: Number(row.times), chunk: String(row.chunk) }) },
  );
const count = async (): Promise<number> => {
  const [rows = 0] = await clickhouse.query(
    'SELECT count() AS rows FROM facts',
    {},
    { parse: (row) => Number(row.rows) },
  );
  return rows;
};
async function expectOnce(sent: readonly { id: string }[]): Promise<void> {
  const rows = await stored();
  expect(rows.map((row) => row.id).sort()).toEqual(sent.map((fact) => fact.id).sort());
  expect(rows.every((row) => row.times === 1)).toBe(true);
}

describe('Shipping', () => {
  it('inserts each fact once, in chunks of one month and limited size', async () => {
    const sent = [...facts(5_200, '2026-10-31T23:59:59.999Z'), ...facts(10, '2026-11-01T00:00:00.000Z')];
    await segment(
      1,
      sent.map((fact) => fact.line),
    );
    const round = rounds();
    expect(await round()).toBe(5_210);
    expect(await round()).toBe(0);
    await expectOnce(sent);
    const chunks = Map.groupBy(await stored(), (row) => row.chunk);
    expect([...chunks.values()].map((rows) => rows.length).sort()).toEqual([10, 200, 5_000].sort());
  });

  it('follows a growing segment past an incomplete frame', async () => {
    const sent = facts(3);
    const bytes = Buffer.concat(sent.map((fact) => frameOf(fact.line)));
    const path = join(folder, '00000001.log');
    await writeFile(path, bytes.subarray(0, bytes.length - 20));
    const round = rounds();
    expect(await round()).toBe(2);
    await appendFile(path, bytes.subarray(bytes.length - 20));
    expect(await round()).toBe(1);
    await expectOnce(sent);
  });

  it('does not treat reserved space at the end of a segment as damage', async () => {
    const sent = facts(4);
    const room = Buffer.alloc(3 * 1024 * 1024);
    const path = (number: number) => join(folder, `0000000${number}.log`);
    const bytes = sent.map((fact) => frameOf(fact.line));
    await writeFile(path(1), Buffer.concat([...bytes.slice(0, 2), room]));
    await writeFile(path(2), room);
    const round = rounds();
    expect(await round()).toBe(2);
    // Still the one that is written, though the next one is there already.
    expect(await round()).toBe(0);
    await writeFile(path(1), Buffer.concat([...bytes.slice(0, 3), room]));
    await writeFile(path(2), Buffer.concat([...bytes.slice(3), room]));
    expect(await round()).toBe(2);
    await expectOnce(sent);
    expect(await readdir(clicks)).not.toContain('quarantine');
  });

  it('skips damage in an older segment, stores a copy of it, and ships the facts after it', async () => {
    const sent = facts(6);
    await segment(
      1,
      sent.slice(0, 5).map((fact) => fact.line),
    );
    await segment(
      2,
      sent.slice(5).map((fact) => fact.line),
    );
    const bytes = await readFile(join(folder, '00000001.log'));
    const frame = bytes.length / 5;
    bytes.writeUInt8(bytes.readUInt8(2 * frame + 50) ^ 255, 2 * frame + 50);
    await writeFile(join(folder, '00000001.log'), bytes);
    await rounds()();
    await expectOnce(sent.filter((_fact, index) => index !== 2));
    const [kept = ''] = await readdir(join(clicks, 'quarantine'));
    expect((await stat(join(clicks, 'quarantine', kept))).size).toBe(frame);
    // A restart skips it again without another word.
    expect(await rounds()()).toBe(0);
  });

  it('skips damage in the last segment of a router that ended, and does not take a write that was cut off for damage', async () => {
    const sent = facts(6);
    const path = join(folder, '00000001.log');
    const frames = sent.map((fact) => frameOf(fact.line));
    const frame = frames[0]?.length ?? 0;
    const bytes = Buffer.concat(frames);
    bytes.writeUInt8(bytes.readUInt8(2 * frame + 50) ^ 255, 2 * frame + 50);
    await writeFile(path, bytes.subarray(0, bytes.length - 20));
    const round = rounds();
    expect(await round()).toBe(2);
    expect((await unshippedLog(clicks)).oldestAt?.toISOString()).toBe('2026-11-21T10:00:00.000Z');
    const longAgo = new Date(Date.now() - 2 * 60 * 60 * 1000);
    await utimes(path, longAgo, longAgo);
    expect(await round()).toBe(2);
    await expectOnce([0, 1, 3, 4].flatMap((index) => sent[index] ?? []));
    expect(await readdir(join(clicks, 'quarantine'))).toHaveLength(1);
    expect(await unshippedLog(clicks)).toEqual({ bytes: 0, oldestAt: null });
    expect(await readdir(folder)).toEqual(['done']);
  });

  it('stores refused facts as dead letters and ships all others', async () => {
    const sent = facts(100);
    const lines = sent.map((fact) => fact.line);
    lines[17] = lines[17]?.replace('"visits":1', '"visits":"many"') ?? '';
    lines[63] = '{"at":"2026-11-21T10:00:00.000Z","nonsense":';
    await segment(1, lines);
    await rounds()();
    await expectOnce(sent.filter((_fact, index) => index !== 17 && index !== 63));
    const letters = await readDeadLetters(clicks);
    expect(letters.map((letter) => letter.line).sort()).toEqual([lines[17], lines[63]].sort());
    expect(letters.every((letter) => letter.code > 0 && letter.problem !== '')).toBe(true);
    await rounds()();
    await expectOnce(sent.filter((_fact, index) => index !== 17 && index !== 63));
  });
});

describe('Shipping after a restart', () => {
  const ledgerPath = () => join(folder, '00000001.chunks');
  async function shippedOnce(count: number) {
    const sent = facts(count);
    await segment(
      1,
      sent.map((fact) => fact.line),
    );
    await rounds()();
    return sent;
  }

  it('sends several chunks in one insert, and separately when a row is refused', async () => {
    const sent = facts(12_000);
    const lines = sent.map((fact) => fact.line);
    await segment(1, lines);
    const others = facts(12_000);
    const bad = factAt('2026-11-21T10:00:00.000Z').line.replace('"visits":1', '"visits":"many"');
    await segment(2, [
      ...others.slice(0, 7_000).map(({ line }) => line),
      bad,
      ...others.slice(7_000).map(({ line }) => line),
    ]);
    const inserts: number[] = [];
    const counting: ClickHouse = {
      ...clickhouse,
      insert: async (table, rows, options) => {
        inserts.push(rows.length);
        await clickhouse.insert(table, rows, options);
      },
    };
    await rounds(counting)();
    // The first segment's three chunks were one insert; of the second's, all three went again.
    expect(inserts[1]).toBeGreaterThan(2 * (inserts[2] ?? 0));
    await expectOnce([...sent, ...others]);
    expect((await readDeadLetters(clicks)).map(({ line }) => line)).toEqual([bad]);
    const chunks = Map.groupBy(await stored(), (row) => row.chunk);
    expect([...chunks.values()].every((rows) => rows.length <= 5_000)).toBe(true);
  });

  it('does not resend a stored chunk whose acknowledgement was lost', async () => {
    const sent = await shippedOnce(20);
    // The ledger's last entry says that the chunk is done; without it, its fate is unknown.
    await truncate(ledgerPath(), (await stat(ledgerPath())).size - 3);
    await rounds()();
    await expectOnce(sent);
  });

  it('resends a chunk that the engine lost after acknowledging it', async () => {
    const sent = await shippedOnce(20);
    await clickhouse.command('TRUNCATE TABLE facts');
    await rounds()();
    await expectOnce(sent);
  });

  it('replaces a chunk that is stored in part', async () => {
    const sent = await shippedOnce(20);
    await clickhouse.command(
      'ALTER TABLE facts DELETE WHERE click_id = {id:UUID}',
      { id: sent[3]?.id },
      { settings: { mutations_sync: 2 } },
    );
    expect(await stored()).toHaveLength(19);
    await rounds()();
    await expectOnce(sent);
  });

  it('replaces a chunk that is stored twice', async () => {
    const sent = await shippedOnce(20);
    await clickhouse.command('INSERT INTO facts SELECT * FROM facts');
    await rounds()();
    await expectOnce(sent);
    await deleteChunk(clickhouse, (await stored())[0]?.chunk ?? '');
    expect(await stored()).toEqual([]);
  });

  it('keeps the facts that only a longer copy of the log has, and stores those of both once', async () => {
    const sent = facts(24);
    const lines = sent.map((fact) => fact.line);
    const damaged = '{"at":"2026-11-21T10:00:00.000Z","nonsense":';
    lines.splice(7, 0, damaged);
    await segment(1, lines);
    await rounds()();
    await expectOnce(sent);
    const [{ chunk = '' } = {}] = await stored();
    const letters = await readDeadLetters(clicks);
    expect(letters.map(({ line }) => line)).toEqual([damaged]);
    // The copy is that of a backup: its log ends after 13 lines, which are one chunk of its ledger.
    const router = basename(folder);
    clicks = await testFolder();
    folder = join(clicks, router);
    await mkdir(folder);
    await segment(1, lines.slice(0, 13));
    const { size: to } = await stat(join(folder, '00000001.log'));
    await planChunks(ledgerPath(), await openLedger(ledgerPath()), [{ from: 0, to, rows: 13 }]);
    // One fact of both is lost, and one is stored twice.
    const id = (at: number) => sent[at]?.id ?? '';
    await deleteFacts(clickhouse, chunk, [id(3)]);
    await clickhouse.command('INSERT INTO facts SELECT * FROM facts WHERE fact_id = {id:UUID}', { id: id(5) });
    for (const _ of ['first', 'after a restart']) {
      await rounds()();
      await expectOnce(sent);
      expect((await readDeadLetters(clicks)).map(({ offset, line }) => [offset, line])).toEqual(
        letters.map(({ offset, line }) => [offset, line]),
      );
    }
  });

  it('neither loses nor duplicates facts after kill -9 at any moment', async () => {
    const sent = facts(60_000);
    await segment(
      1,
      sent.map((fact) => fact.line),
    );
    const script = join(import.meta.dirname, '../testing/ship-once.ts');
    for (const atLeast of [1, 15_000, 30_000, 45_000]) {
      const child = spawn(process.execPath, [script, clicks, clickhouseUrl], { stdio: 'inherit' });
      children.push(child);
      const ended = once(child, 'exit');
      await until(async () => (await count()) >= atLeast);
      child.kill('SIGKILL');
      await ended;
    }
    await rounds()();
    await expectOnce(sent);
  });
});

describe('An insert that fails while another is running', () => {
  it.each([1, 2, 3, 4])('leaves no facts behind, and each fact is stored once (insert %i)', async (failing) => {
    const sent: { id: string; line: string }[] = [];
    for (const number of [1, 2, 3, 4]) {
      const some = facts(6_000);
      sent.push(...some);
      await segment(
        number,
        some.map(({ line }) => line),
      );
    }
    let started = 0;
    let underWay = 0;
    const flawed: ClickHouse = {
      ...clickhouse,
      async insert(table, rows, options) {
        started += 1;
        const fails = started === failing;
        underWay += 1;
        try {
          // Stored, but the answer is lost on the way: the fate of its chunks is unknown.
          await clickhouse.insert(table, rows, options);
          if (fails) throw new Error('the line went dead');
        } finally {
          underWay -= 1;
        }
      },
    };
    const round = rounds(flawed);
    await expect(round()).rejects.toThrow('the line went dead');
    expect(underWay).toBe(0);
    await round();
    await expectOnce(sent);
    expect(await readdir(folder)).toEqual(['00000004.chunks', '00000004.log', 'done']);
    expect(await rounds()()).toBe(0);
    await expectOnce(sent);
  });
});

describe('Shipping without ClickHouse', () => {
  it('keeps all facts on disk and ships them when ClickHouse is back', async () => {
    const sent = facts(7_000);
    await segment(
      1,
      sent.map((fact) => fact.line),
    );
    const away = openClickHouse({ url: `http://127.0.0.1:9/${randomUUID()}` });
    const round = rounds(away);
    await expect(round()).rejects.toThrow('cannot be reached');
    await expect(round()).rejects.toThrow('cannot be reached');
    await away.close();
    const back = rounds();
    await until(async () => (await back()) === 0);
    await expectOnce(sent);
  });

  it('cancels an insert that is not answered in time', async () => {
    const mute = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(mute, 'listening');
    const address = mute.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const away = openClickHouse({ url: `http://127.0.0.1:${port}/facts` });
    await expect(insertLines(away, Buffer.from('{}'), 'token', 200)).rejects.toMatchObject({ kind: 'cancelled' });
    mute.closeAllConnections();
    mute.close();
    await away.close();
  });
});
