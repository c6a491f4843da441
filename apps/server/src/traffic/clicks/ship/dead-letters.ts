/** Facts that ClickHouse refuses, one file each (docs/product/conversions.md#dead-letters). */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EngineError } from '../../../platform/clickhouse-error.ts';
import { causeText } from '../../../platform/error-text.ts';
import { hasCode, writeFileAtomic } from '../../../platform/files.ts';

export interface DeadLetter {
  chunkId: string;
  /** The offset of its frame in the segment. */
  offset: number;
  refusedAt: string;
  /** The engine's error number and message. */
  code: number;
  problem: string;
  /** The fact's line as it is in the log. */
  line: string;
}

const folderOf = (clicks: string): string => join(clicks, 'dead');

/** Stores a refused fact. Storing the same fact again replaces it. */
export async function putAside(
  clicks: string,
  fact: Pick<DeadLetter, 'chunkId' | 'offset' | 'line'>,
  error: EngineError,
): Promise<void> {
  const letter: DeadLetter = {
    ...fact,
    refusedAt: new Date().toISOString(),
    code: error.code ?? 0,
    problem: causeText(error),
  };
  await writeFileAtomic(join(folderOf(clicks), `${fact.chunkId}.${fact.offset}.json`), JSON.stringify(letter), 0o600);
}

/** All dead letters, oldest first. */
export async function readDeadLetters(clicks: string): Promise<DeadLetter[]> {
  const names = await readdir(folderOf(clicks)).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  });
  const files = names.filter((name) => name.endsWith('.json')).sort();
  return await Promise.all(
    files.map(async (name) => JSON.parse(await readFile(join(folderOf(clicks), name), 'utf8')) as DeadLetter),
  );
}
