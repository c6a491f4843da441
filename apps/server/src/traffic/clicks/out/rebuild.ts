/** Loads the latest clicks into memory after a restart, from the logs of all routers on this machine. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../../../platform/log.ts';
import { scanFrames } from '../log/frames.ts';
import { doneFolder, routersIn, segmentsIn } from '../log/segments.ts';
import type { RecentClicks } from './recent-clicks.ts';

/** Limits on the clicks loaded into memory; other clicks are found in ClickHouse. */
const MOST_BYTES = 64 * 1024 * 1024;
const OLDEST_MS = 60 * 60_000;

/** A visit is its own click; other facts name their click. */
const CLICK = /"click_id":"([0-9a-f-]{36})"/;
const FACT = /"fact_id":"([0-9a-f-]{36})"/;
const clickIdOf = (line: string): string | undefined => (CLICK.exec(line) ?? FACT.exec(line))?.[1];
const CAMPAIGN = /"campaign_id":(\d+)/;

/** Reads the newest segments. `leadsOn` says which campaigns have a click-out. Never rejects. */
export async function rebuildRecent(
  clicks: string,
  recent: RecentClicks,
  leadsOn: (campaignId: number) => boolean,
  log: Log,
): Promise<void> {
  try {
    const files = await newestSegments(clicks);
    // A click-out may be in another router's log than its visit, so visits are read first.
    const lines: string[] = [];
    for (const file of files) lines.push(...(await linesOf(file)));
    const left = new Set<string>();
    for (const line of lines) {
      const id = clickIdOf(line);
      if (id !== undefined && line.includes('"clickouts":')) left.add(id);
    }
    for (const line of lines) {
      const id = clickIdOf(line);
      const campaignId = CAMPAIGN.exec(line)?.[1];
      // Steps name their click, and so do the counts of floods.
      const isVisit = !CLICK.test(line);
      if (id !== undefined && isVisit && leadsOn(Number(campaignId ?? 0))) recent.put(id, line, left.has(id));
    }
  } catch (err) {
    log.warn({ err }, 'the latest clicks could not be read from the log: they are looked for in ClickHouse');
  }
}

/** The segments within the limits, oldest first. */
async function newestSegments(clicks: string): Promise<string[]> {
  const found: { path: string; at: number; size: number }[] = [];
  for (const router of await routersIn(clicks)) {
    const folder = join(clicks, router);
    const open = (await segmentsIn(folder, 'log')).map((name) => join(folder, `${name}.log`));
    const done = (await segmentsIn(doneFolder(folder), 'done')).map((name) => join(doneFolder(folder), `${name}.done`));
    for (const path of [...open, ...done]) {
      const { mtimeMs, size } = await stat(path);
      if (Date.now() - mtimeMs < OLDEST_MS) found.push({ path, at: mtimeMs, size });
    }
  }
  let bytes = 0;
  return found
    .sort((a, b) => b.at - a.at)
    .filter(({ size }) => {
      bytes += size;
      return bytes <= MOST_BYTES;
    })
    .reverse()
    .map(({ path }) => path);
}

/** The facts up to the first incomplete frame. The rest is reserved space, or damage that the shipper handles. */
async function linesOf(path: string): Promise<string[]> {
  const buffer = await readFile(path);
  return scanFrames(buffer).frames.map(({ payload, end }) => buffer.toString('utf8', payload, end));
}
