/**
 * A chunk of which the statistics have more than this log: another copy of the log was shipped, one that goes on where
 * this one ends. That is so after a restore, if the old data folder is still there.
 */
import type { ClickHouse } from '../../platform/clickhouse.ts';
import type { Frame } from '../log/frames.ts';
import type { CutChunk } from './cut.ts';
import { countByFact, deleteFacts } from './store.ts';

/** What such a chunk needs: `missing` has to be sent, the `foreign` facts stay. */
export interface LongerCopy {
  missing: Frame[];
  foreign: number;
}

/**
 * Compares the facts of a chunk one by one. Removes those of this log that are stored more than once, so that they are
 * among the missing ones. Returns null if all stored facts are in this log, so that the chunk can be replaced.
 */
export async function compareFacts(
  clickhouse: ClickHouse,
  chunkId: string,
  { buffer, frames }: CutChunk,
): Promise<LongerCopy | null> {
  const stored = await countByFact(clickhouse, chunkId);
  const own = frames.map((frame) => ({ frame, id: factIdOf(buffer, frame) }));
  const ownIds = new Set(own.map(({ id }) => id));
  const foreign = [...stored.keys()].filter((id) => !ownIds.has(id)).length;
  if (foreign === 0) return null;
  const timesOf = (id: string): number => stored.get(id) ?? 0;
  await deleteFacts(
    clickhouse,
    chunkId,
    own.filter(({ id }) => timesOf(id) > 1).map(({ id }) => id),
  );
  return { missing: own.filter(({ id }) => timesOf(id) !== 1).map(({ frame }) => frame), foreign };
}

function factIdOf(buffer: Buffer, { payload, end }: Frame): string {
  const line: unknown = JSON.parse(buffer.toString('utf8', payload, end));
  return typeof line === 'object' && line !== null && 'fact_id' in line ? String(line.fact_id).toLowerCase() : '';
}
