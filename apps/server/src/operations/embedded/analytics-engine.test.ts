import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { startAnalytics } from './analytics.ts';
import { AnalyticsEngine, type Work } from './analytics-engine.ts';
import type { ChdbAnswer, ChdbNative } from './chdb-native.ts';

const nothing: ChdbAnswer = { bytes: new Uint8Array(), elapsed: 0, rowsRead: 0, bytesRead: 0 };

let ended = Promise.withResolvers<void>();
beforeEach(() => {
  ended = Promise.withResolvers();
});

/** A fake engine whose inserts run until `ended` resolves, as if the disk did not answer. */
const slowInserts: ChdbNative = {
  CreateConnection: () => Object.create(null),
  CloseConnection: () => undefined,
  QueryAsyncConnection: async () => nothing,
  InsertRawAsyncConnection: async () => {
    await ended.promise;
    return { rowsWritten: 1, bytesWritten: 1, elapsed: 1 };
  },
  StreamQuery: () => Object.create(null),
  StreamFetch: async () => ({ done: true }),
  StreamCancel: () => undefined,
};

const insert: Work = {
  queryId: 'insert-1',
  statement: { kind: 'insert', sql: 'INSERT INTO facts FORMAT JSONEachRow', format: undefined, settings: new Map() },
  database: 'default',
  format: 'JSONEachRow',
  params: new Map(),
};

function engineWith({ stuckAfterMs }: { stuckAfterMs: number }) {
  const onStuck = vi.fn();
  const options = { path: '', configFile: '', readers: 1, memoryPerQuery: 1, chdb: slowInserts, stuckAfterMs, onStuck };
  return { engine: new AnalyticsEngine(options), onStuck };
}

describe('An insert that is killed', () => {
  it('but does not stop leads to a restart of the engine, because it blocks all later inserts', async () => {
    const { engine, onStuck } = engineWith({ stuckAfterMs: 100 });
    const inserted = engine.insert(insert, Buffer.from('{}'));
    await engine.kill(insert.queryId);
    expect(onStuck).toHaveBeenCalledTimes(1);
    ended.resolve();
    await inserted;
  });

  it('and stops in time does not lead to a restart', async () => {
    const { engine, onStuck } = engineWith({ stuckAfterMs: 60_000 });
    const inserted = engine.insert(insert, Buffer.from('{}'));
    const killed = engine.kill(insert.queryId);
    await delay(50);
    ended.resolve();
    await Promise.all([killed, inserted]);
    expect(onStuck).not.toHaveBeenCalled();
  });
});

describe('Starting the engine', () => {
  it('fails and kills the process if the process does not answer in time', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'signpost-silent-'));
    const program = join(dataDir, 'silent.mjs');
    await writeFile(program, 'setInterval(() => undefined, 1000);');
    await expect(startAnalytics({ dataDir, secret: 'secret' }, { program, patienceMs: 200 })).rejects.toThrow(
      'The embedded statistics engine did not start',
    );
    await rm(dataDir, { recursive: true });
  });
});
