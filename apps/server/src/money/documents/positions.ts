/** The order in which money facts became known, and up to where all of them are stored (docs/decisions/0200). */
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../../database.ts';
import { readRow } from '../../platform/rows.ts';

const positionRow = z.object({ position: z.number() });

/** The highest position up to which every fact is stored in the statistics; 0 if there is none yet. */
export async function readCutOff(db: Queryable): Promise<number> {
  const { position } = await readRow(
    db,
    positionRow,
    sql`SELECT coalesce((SELECT min(position) - 1 FROM fact_chunks WHERE NOT done),
      (SELECT max(position) FROM fact_chunks), 0) AS position`,
  );
  return position;
}

/** A half-open range of positions. */
export interface Range {
  from: number;
  to: number;
}

/** The positions from 0 up to and including the cut-off that no claim contains, in order. */
export function freeRanges(claimed: readonly Range[], cutOff: number): Range[] {
  const end = cutOff + 1;
  const free: Range[] = [];
  let next = 0;
  for (const { from, to } of [...claimed].sort((one, other) => one.from - other.from)) {
    if (from > next) free.push({ from: next, to: Math.min(from, end) });
    next = Math.max(next, to);
  }
  if (next < end) free.push({ from: next, to: end });
  return free.filter(({ from, to }) => from < to);
}
