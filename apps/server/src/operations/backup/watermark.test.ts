import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { testDatabases } from '@signpost/testkit/database.ts';
import { afterAll, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { openSession } from '../../platform/postgres.ts';
import { planChunks, settleChunks } from '../../traffic/clicks/ship/ledger.ts';
import { testFolder } from '../../traffic/clicks/testing/world.ts';
import { beforeMarks, readMarks } from './watermark.ts';

const { databaseUrl, clickhouse } = await testDatabases();
const client = await openSession(databaseUrl, 'test');
afterAll(() => client.end());

const clicks = await testFolder();
const HOUR_MS = 3_600_000;
const store = (chunkId: string, hoursAgo = 1, position = 0) => {
  const at = new Date(Date.now() - hoursAgo * HOUR_MS).toISOString();
  return clickhouse.insert('facts', [{ fact_id: newId(), chunk_id: chunkId, position, kind: 'visit', at }]);
};
const router = async (...segments: string[]): Promise<string> => {
  const id = newId();
  await mkdir(join(clicks, id, 'done'), { recursive: true });
  for (const name of segments) await writeFile(join(clicks, id, name), '');
  return id;
};

it('saves the facts of removed segments, and of each log those before the first chunk that is not confirmed', async () => {
  const idle = await router('00000009.log');
  const empty = await router();
  const shipped = await router('done/00000004.done');
  const busy = await router('done/00000001.done', '00000002.log', '00000003.log');
  const ledgerPath = join(clicks, busy, '00000002.chunks');
  const ledger = { chunks: new Map(), cut: 0, done: new Map() };
  await planChunks(
    ledgerPath,
    ledger,
    [0, 900, 1_800].map((from) => ({ from, to: from + 900, rows: 1 })),
  );
  await settleChunks(ledgerPath, ledger, [
    { done: 0, dead: 0 },
    { done: 1_800, dead: 0 },
  ]);
  const elsewhere = newId();
  await client.query(
    "INSERT INTO fact_chunks (id, rows, position, done) VALUES ('pg.a', 1, 1, true), ('pg.b', 1, 2, false), ('pg.c', 1, 3, true)",
  );
  const saved = [
    `${idle}.00000008.5000`,
    `${empty}.00000007.0`,
    `${shipped}.00000004.77`,
    `${busy}.00000001.12000`,
    `${busy}.00000002.0`,
    `${elsewhere}.00000002.300`,
    'demo.reported',
  ];
  for (const id of saved) await store(id);
  await store(`${newId()}.00000001.0`, 24 * 30);
  await store('pg.a', 1, 1);

  const marks = await readMarks({ client, clickhouse, clicks });
  expect(marks.position).toBe(1);
  for (const id of [
    `${idle}.00000009.0`,
    `${shipped}.00000005.0`,
    `${busy}.00000002.900`,
    `${busy}.00000002.1800`,
    `${busy}.00000003.0`,
    `${elsewhere}.00000002.301`,
    `${elsewhere}.00000003.0`,
  ])
    await store(id);
  await store('pg.b', 1, 2);
  await store('pg.c', 1, 3);
  // A router that nobody knew at that moment.
  await store(`${newId()}.00000000.0`, 0);

  const { sql, params } = beforeMarks(marks);
  const found = await clickhouse.query(`SELECT chunk_id FROM facts WHERE ${sql}`, params, {
    parse: (row) => String(row.chunk_id),
  });
  expect(found.filter((id) => saved.includes(id)).sort()).toEqual([...saved].sort());
  expect(found.filter((id) => !saved.includes(id))).toEqual(
    expect.arrayContaining(['pg.a', expect.stringMatching(/\.00000001\.0$/)]),
  );
  expect(found).toHaveLength(saved.length + 2);
});
