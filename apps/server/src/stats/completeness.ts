/** How far the data of all sources is counted, for the metadata of answers. */
import type { StatsQuestion } from '@signpost/contract/stats/query.ts';
import type { Queryable } from '../database.ts';
import { completeUntil } from '../runs/readiness.ts';

/** Screens are asked often, and the sources report how far they are every few seconds. */
const READ_EVERY_MS = 1000;

export type CompletenessFor = (question: StatsQuestion) => Promise<{ completeUntil?: string }>;

/**
 * Returns a function for the metadata of answers: all data before `completeUntil` is counted. Call it before the
 * statements of the answer run, so that it never promises too much; for the same reason the instant may be a second old.
 * Questions as known on an earlier day have none, because their answers do not change any more.
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
