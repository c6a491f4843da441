/** Files of the click log: `DATA_DIR/clicks/<router>/<number>.log`; `done/<number>.done` once all of it is in ClickHouse. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from '../../../platform/files.ts';

export const SEGMENT_MS = 60_000;

/** The folder of all routers' logs. */
export function clicksFolder(dataDir: string): string {
  return join(dataDir, 'clicks');
}

/** The folder of a router's shipped segments until they are removed; separate, so that finding new ones stays fast. */
export function doneFolder(router: string): string {
  return join(router, 'done');
}

/** A segment's name without its extension; names sort by age. */
export function segmentName(number: number): string {
  return String(number).padStart(8, '0');
}

/** The routers that have a log, oldest first; their names are UUIDs of version 7. */
export async function routersIn(clicks: string): Promise<string[]> {
  const entries = await readFolder(clicks);
  return entries.filter((name) => /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(name)).sort();
}

/** The names of a router's segments with this extension, oldest first. */
export async function segmentsIn(folder: string, ending: 'log' | 'done'): Promise<string[]> {
  const names = await readFolder(folder);
  return names
    .filter((name) => name.endsWith(`.${ending}`))
    .map((name) => name.slice(0, -ending.length - 1))
    .sort();
}

async function readFolder(path: string): Promise<string[]> {
  try {
    return await readdir(path);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  }
}
