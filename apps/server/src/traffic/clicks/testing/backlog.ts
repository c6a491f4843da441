import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { scanFrames } from '../log/frames.ts';
import { routersIn, segmentsIn } from '../log/segments.ts';
import { readLedger } from '../ship/ledger.ts';

/** Counts the facts on disk that are not yet confirmed in ClickHouse. Reads whole segments: for tests and benches, not for health. */
export async function unshippedFacts(clicks: string): Promise<number> {
  let facts = 0;
  for (const router of await routersIn(clicks)) {
    const folder = join(clicks, router);
    for (const name of await segmentsIn(folder, 'log')) {
      const { chunks, cut, done } = await readLedger(join(folder, `${name}.chunks`));
      // The shipper moves a segment once all of it is stored, so a segment that has gone since it was listed is not
      // part of the backlog.
      const bytes = await readFile(join(folder, `${name}.log`)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      });
      if (bytes === null) continue;
      facts += scanFrames(bytes.subarray(cut)).frames.length;
      for (const chunk of chunks.values()) if (!done.has(chunk.from)) facts += chunk.rows;
    }
  }
  return facts;
}
