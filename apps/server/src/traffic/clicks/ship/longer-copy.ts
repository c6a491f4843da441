/**
 * Chunks with facts that this log lacks, because a longer copy of it was shipped: after a restore, the log in the old data
 * folder goes on where the restored one ends.
 */
import { isObject } from '@signpost/contract/objects.ts';
import type { ClickHouse } from '../../../platform/clickhouse.ts';
import type { Frame } from '../log/frames.ts';
import type { CutChunk } from './cut.ts';
import { countByFact, deleteFacts } from './store.ts';

/**
 * The remaining work for such a chunk: the `missing` facts have to be sent. The `foreign` facts, which this log lacks,
 * stay.
 */
export interface LongerCopy {
  missing: Frame[];
  foreign: number;
}

/**
 * Compares the facts of a chunk one by one. Facts of this log that are stored more than once are removed and then count
 * as missing. Returns null if the statistics have no facts that this log lacks: the whole chunk can then be replaced.
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

/** The id of a fact; empty for a line that is no fact. The engine refuses such a line again. */
function factIdOf(buffer: Buffer, { payload, end }: Frame): string {
  try {
    const line: unknown = JSON.parse(buffer.toString('utf8', payload, end));
    if (isObject(line)) return String(line.fact_id).toLowerCase();
    return '';
  } catch {
    return '';
  }
}
