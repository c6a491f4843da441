/**
 * `npm run bench:ingest`: compares shipping facts from the click log into the embedded engine with the engine's own
 * insert of the same rows in one batch, and measures how long a click takes to become visible. The last output is one
 * line of JSON.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '../apps/server/src/platform/ids.ts';
import { createLog } from '../apps/server/src/platform/log.ts';
import { clickLine, KEYS, number, text } from '../apps/server/src/traffic/clicks/fact-line.ts';
import { frameOf } from '../apps/server/src/traffic/clicks/log/frames.ts';
import { clicksFolder, segmentName } from '../apps/server/src/traffic/clicks/log/segments.ts';
import { shippingRounds } from '../apps/server/src/traffic/clicks/ship/shipper.ts';
import { click } from './support/clickers.ts';
import { BOX, startEngines } from './support/engines.ts';

const rows = 200_000;
const rounds = 5;
/** The maximum size of a segment (log/writer.ts). */
const segmentBytes = 32 * 1024 * 1024;
const samples = 20;

const engines = await startEngines();
const { clickhouse } = engines;
await clickhouse.command('CREATE TABLE yardstick AS facts');
const { segments, batch } = rowsOfTheLog();
const shipped: number[] = [];
const inOneBatch: number[] = [];
for (let round = 0; round < rounds; round += 1) {
  inOneBatch.push(await insertAtOnce());
  shipped.push(await ship(join(engines.folder, `round-${round}`)));
  console.log(`round ${round + 1}: engine alone ${inOneBatch.at(-1)} rows/s, shipped ${shipped.at(-1)} rows/s`);
}
const visible = await clickToVisible();
const parts = await clickhouse.query(
  "SELECT count() AS parts FROM system.parts WHERE active AND table = 'facts' AND database = currentDatabase()",
  {},
  { parse: (row) => Number(row.parts) },
);
await engines.stop();
console.log(`click → visible: median ${middle(visible)} ms, longest ${Math.max(...visible)} ms; ${parts[0]} parts`);
console.log(
  JSON.stringify({
    rowsPerSecond: middle(shipped),
    engineRatio: Math.round((middle(shipped) / middle(inOneBatch)) * 100) / 100,
    visibleAfterMs: Math.max(...visible),
  }),
);

/** As the router writes it. */
function lineOf(index: number): string {
  const id = newId();
  const trace =
    '{"configuration":"1","steps":[{"step":"box","result":"active"},{"step":"campaign","result":"chosen","campaignId":961,"weight":60}]}';
  return clickLine(
    {
      id,
      kind: 'visit',
      at: new Date().toISOString(),
      visitorId: String(index * 7_919),
      trace: JSON.stringify(trace),
    },
    number(KEYS.allocationVersion, 12_345) +
      number(KEYS.trafficSourceId, index % 60) +
      number(KEYS.campaignBoxId, BOX) +
      number(KEYS.campaignId, 961 + (index % 3)) +
      number(KEYS.geoId, index % 200) +
      text(KEYS.device, 'mobile') +
      text(KEYS.os, 'iOS') +
      text(KEYS.browser, 'Mobile Safari') +
      text(KEYS.language, 'en') +
      text(KEYS.referrer, 'news.example') +
      text(KEYS.reason, 'allocation') +
      text(KEYS.sub1, `sub-${index}`) +
      text(KEYS.targetUrl, `https://one.example/go?c=${id}&g=US`) +
      number(KEYS.visits, 1) +
      number(KEYS.clickouts, 1),
  );
}

/**
 * The same rows as segments of the log and as one batch. They are stored as bytes, because a heap full of texts would
 * slow the shipper down.
 */
function rowsOfTheLog(): { segments: Buffer[]; batch: Buffer } {
  const lines = Array.from({ length: rows }, (_, index) => lineOf(index));
  const segments: Buffer[] = [];
  let frames: Buffer[] = [];
  let bytes = 0;
  for (const frame of lines.map(frameOf)) {
    if (bytes + frame.length > segmentBytes) {
      segments.push(Buffer.concat(frames));
      frames = [];
      bytes = 0;
    }
    frames.push(frame);
    bytes += frame.length;
  }
  segments.push(Buffer.concat(frames));
  return { segments, batch: Buffer.from(lines.map((line) => `{"chunk_id":"yardstick",${line.slice(1)}`).join('\n')) };
}

async function insertAtOnce(): Promise<number> {
  const began = performance.now();
  await clickhouse.insert('yardstick', batch);
  return Math.round((rows / (performance.now() - began)) * 1000);
}

async function ship(clicks: string): Promise<number> {
  const router = join(clicks, newId());
  await mkdir(router, { recursive: true });
  for (const [index, bytes] of segments.entries()) await writeFile(join(router, `${segmentName(index)}.log`), bytes);
  const round = shippingRounds({
    clicks,
    clickhouse,
    log: createLog({ level: 'warn', name: 'bench' }),
    signal: new AbortController().signal,
  });
  const began = performance.now();
  const count = await round();
  const rate = Math.round((count / (performance.now() - began)) * 1000);
  if (count !== rows) throw new Error(`${count} rows were shipped, not ${rows}.`);
  await rm(clicks, { recursive: true });
  return rate;
}

/** Uses real processes: sends a click over HTTP and polls for its fact. */
async function clickToVisible(): Promise<number[]> {
  await mkdir(clicksFolder(engines.folder), { recursive: true });
  const parts = [await engines.start('click'), await engines.start('worker')];
  const took: number[] = [];
  for (let sample = 0; sample < samples; sample += 1) {
    const id = await click(engines.clickPort, BOX);
    if (id === undefined) throw new Error('The click was not answered.');
    const began = performance.now();
    while (!(await isThere(id))) await new Promise((resolve) => setTimeout(resolve, 10));
    took.push(Math.round(performance.now() - began));
  }
  for (const part of parts) await part.stop();
  return took;
}

async function isThere(clickId: string): Promise<boolean> {
  const found = await clickhouse.query(
    'SELECT 1 AS one FROM facts WHERE click_id = {clickId:UUID} AND at > now() - 60',
    { clickId },
    { parse: () => true },
  );
  return found.length > 0;
}

function middle(list: readonly number[]): number {
  return list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN;
}
