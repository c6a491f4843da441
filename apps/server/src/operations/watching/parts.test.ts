/** Parts of the statistics engine whose files were cut, in an engine with a folder of its own. */
import { randomBytes } from 'node:crypto';
import { glob, truncate } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { type ClickHouse, openClickHouse } from '../../platform/clickhouse.ts';
import { testFolder } from '../../traffic/clicks/testing/world.ts';
import { startAnalytics } from '../embedded/analytics.ts';
import { announceAnalytics, runningAnalytics } from '../embedded/reach-engines.ts';
import { partsVerdict } from './checks/parts.ts';

const dataDir = await testFolder();
const start = () => startAnalytics({ dataDir, secret: randomBytes(24).toString('hex') });
let engine = await start();
let clickhouse: ClickHouse = openClickHouse({ url: engine.url });
afterAll(async () => {
  await clickhouse.close();
  await engine.stop();
});

const count = (where: string) =>
  clickhouse.query(
    `SELECT toString(sum(visits)) AS visits FROM facts WHERE ${where}`,
    {},
    { parse: (row) => row.visits },
  );

it('finds a part whose data file has become empty, and says how to go on', async () => {
  await clickhouse.command(
    'CREATE TABLE facts (day Date, visits UInt64) ENGINE = MergeTree ORDER BY day PARTITION BY day',
  );
  for (const day of ['2026-11-21', '2026-11-22'])
    await clickhouse.command(`INSERT INTO facts SELECT '${day}', number FROM numbers(1000)`);
  expect(await partsVerdict(clickhouse)).toMatchObject({
    state: 'good',
    message: expect.stringMatching(/^All 2 parts are as they were written/),
  });
  expect(await partsVerdict(clickhouse, { bytes: 1, ms: 5_000 })).toMatchObject({
    state: 'good',
    message: expect.stringMatching(/^The newest 1 of 2 parts/),
  });
  const files: string[] = [];
  for await (const file of glob('**/20261121_*/data.bin', { cwd: join(dataDir, 'analytics') })) files.push(file);
  expect(files).toHaveLength(1);
  const part = dirname(files[0] ?? '')
    .split('/')
    .at(-1);
  await truncate(join(dataDir, 'analytics', files[0] ?? ''), 0);
  expect(await partsVerdict(clickhouse)).toMatchObject({
    state: 'problem',
    message: `The part ${part} of facts is damaged: statements that read it fail.`,
    next: expect.stringMatching(/^ALTER TABLE facts DETACH PART '\w+'; then restart the workers/),
  });
});

it('finds a part that the engine has set aside when it started, until it is dropped as the next step says', async () => {
  await clickhouse.close();
  await engine.stop();
  engine = await start();
  clickhouse = openClickHouse({ url: engine.url });
  // The engine says nothing of it: half of the facts are missing.
  expect(await count('true')).toEqual([String((999 * 1000) / 2)]);
  const verdict = await partsVerdict(clickhouse);
  expect(verdict).toMatchObject({
    state: 'problem',
    message: expect.stringMatching(
      /^The engine found the part broken-on-start_20261121\w+ of facts damaged and set it aside:/,
    ),
  });
  await clickhouse.command(/ALTER TABLE .*$/.exec(verdict.next ?? '')?.[0] ?? '');
  expect(await partsVerdict(clickhouse)).toMatchObject({
    state: 'good',
    message: expect.stringMatching(/^All 1 parts are as they were written/),
  });
});

it('reaches the engine of the product that runs on a folder, and no other', async () => {
  await announceAnalytics(dataDir, engine.url);
  expect(await runningAnalytics(dataDir)).toBe(engine.url);
  await announceAnalytics(dataDir, 'http://127.0.0.1:9');
  await expect(runningAnalytics(dataDir)).rejects.toThrow('has a statistics engine that does not answer');
});
