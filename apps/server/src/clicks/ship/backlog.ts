import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { scanFrames } from '../log/frames.ts';
import { routersIn, segmentsIn } from '../log/segments.ts';
import { readLedger } from './ledger.ts';

/** How many facts on disk are not known to be in ClickHouse yet. Reads whole segments: for checks, not for health. */
export async function unshippedFacts(clicks: string): Promise<number> {
  let facts = 0;
  for (const router of await routersIn(clicks)) {
    const folder = join(clicks, router);
    for (const name of await segmentsIn(folder, 'log')) {
      const { chunks, cut, done } = await readLedger(join(folder, `${name}.chunks`));
      // The shipper takes a segment away once all of it is safe: what is gone since it was listed is no backlog.
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
