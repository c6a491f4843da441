/** Somebody for whom work is done in turns, for tests. */
import type { Asker } from '../fair-queue.ts';

let count = 0;

/** Somebody else each time, who waits for the answer. @testing */
export const somebody = (signal: AbortSignal = new AbortController().signal): Asker => {
  count += 1;
  return { name: `somebody ${count}`, signal };
};
