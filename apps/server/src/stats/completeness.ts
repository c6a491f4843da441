/** Until when an answer is complete. */
import type { StatsQuestion } from '@signpost/contract/stats/query.ts';
import type { Queryable } from '../database.ts';
import { completeUntil } from '../runs/readiness.ts';

/** Screens are asked often, and the sources report how far they are every few seconds. */
const READ_EVERY_MS = 1000;

export type CompletenessFor = (question: StatsQuestion) => Promise<{ completeUntil?: string }>;

/**
 * Returns a function that says until when every source's data is counted, for the metadata of an answer. It must be
 * called before the statements of the answer run. The instant may be a second old, which is only cautious. A question
 * about an earlier day's knowledge has none, because its answer does not change any more.
 */
export function readCompleteness(db: Queryable): CompletenessFor {
  let read: { at: number; until: Promise<Date> } | null = null;
  return async ({ knownOn }) => {
    if (knownOn !== undefined) return {};
    if (read === null || performance.now() - read.at > READ_EVERY_MS) {
      const fresh = { at: performance.now(), until: completeUntil(db, new Date()) };
      read = fresh;
      fresh.until.catch(() => {
        if (read === fresh) read = null;
      });
    }
    return { completeUntil: (await read.until).toISOString() };
  };
}
