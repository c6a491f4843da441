/**
 * `npm run chaos [runs]`: kills the whole product, as `npm start` runs it, again and again in the midst of clicks, and
 * then looks for every click that was answered. Prints one JSON line last.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { clicksFolder } from '../apps/server/src/clicks/log/segments.ts';
import { unshippedFacts } from '../apps/server/src/clicks/ship/backlog.ts';
import { startAnalytics } from '../apps/server/src/embedded/analytics.ts';
import { openClickHouse } from '../apps/server/src/platform/clickhouse.ts';
import { freePort } from '../apps/server/src/platform/ports.ts';
import { click, startClicking } from './support/clickers.ts';
import { buildBox, startProduct } from './support/product.ts';

const runs = Number(process.argv[2] ?? 20);
const visitors = 20;
const folder = await mkdtemp(join(tmpdir(), 'signpost-chaos-'));
const ports = { port: await freePort(), clickPort: await freePort() };
const answered: string[] = [];
const recoveries: number[] = [];

let product = await startProduct(folder, ports);
const boxId = await buildBox(product.port);
await answers();
for (let run = 1; run <= runs; run += 1) {
  const before = answered.length;
  const clicking = startClicking({ port: ports.clickPort, boxId, visitors, answered: (id) => answered.push(id) });
  await delay(300 + Math.random() * 1_500);
  await product.killAll();
  await clicking.stop();
  const began = performance.now();
  product = await startProduct(folder, ports);
  await answers();
  recoveries.push(performance.now() - began);
  console.log(
    `run ${run}: ${answered.length - before} clicks, again there after ${Math.round(recoveries.at(-1) ?? 0)} ms`,
  );
}
while ((await unshippedFacts(clicksFolder(folder))) > 0) await delay(100);
await product.stop();

const times = await storedTimes();
const lost = answered.filter((id) => !times.has(id)).length;
const duplicated = [...times.values()].filter((count) => count > 1).length;
await rm(folder, { recursive: true, force: true });
console.log(
  `${answered.length} clicks were answered, ${times.size} are stored (some were logged and killed before their answer)`,
);
console.log(JSON.stringify({ runs, lost, duplicated, recoveredMs: Math.round(Math.max(...recoveries)) }));
if (lost > 0 || duplicated > 0) process.exitCode = 1;

/** Waits until the box answers; the click that found out counts as any other. */
async function answers(): Promise<void> {
  for (;;) {
    const id = await click(ports.clickPort, boxId);
    if (id !== undefined) {
      answered.push(id);
      return;
    }
    await delay(10);
  }
}

/** How often each click is in the engine. */
async function storedTimes(): Promise<Map<string, number>> {
  const engine = await startAnalytics({ dataDir: folder, secret: 'chaos-secret-of-this-run' });
  const clickhouse = openClickHouse({ url: `${engine.url}/signpost` });
  const counts = await clickhouse.query(
    'SELECT toString(click_id) AS id, count() AS times FROM facts WHERE campaign_box_id = {boxId:UInt32} GROUP BY click_id',
    { boxId },
    { parse: (row) => [String(row.id), Number(row.times)] as const },
  );
  await clickhouse.close();
  await engine.stop();
  return new Map(counts);
}
