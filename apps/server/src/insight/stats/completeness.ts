/** The instant up to which the data of all sources is counted, for the metadata of answers. */
import type { Deps } from '../../deps.ts';
import { completeUntil } from '../../workplace/runs/readiness.ts';

/** Screens are asked often, and the sources report how far they are every few seconds. */
const READ_EVERY_MS = 1000;

export interface Completeness {
  /** All data before this instant is counted. */
  now: () => Promise<string>;
  /** For the metadata of an answer; empty for questions as known on an earlier day, because their answers do not change any more. */
  ofQuestion: (question: { knownOn?: string | undefined }) => Promise<{ completeUntil?: string }>;
}

/**
 * Reads how far the data is counted. Call it before the statements of the answer run, so that it never promises too
 * much; for the same reason the instant may be a second old.
 */
export function readCompleteness({ db, clock }: Pick<Deps, 'db' | 'clock'>): Completeness {
  let read: { at: number; until: Promise<Date> } | null = null;
  const now = async (): Promise<string> => {
    if (read === null || performance.now() - read.at > READ_EVERY_MS) {
      const fresh = { at: performance.now(), until: completeUntil(db, clock.now()) };
      read = fresh;
      fresh.until.catch(() => {
        if (read === fresh) read = null;
      });
    }
    return (await read.until).toISOString();
  };
  return { now, ofQuestion: async ({ knownOn }) => (knownOn === undefined ? { completeUntil: await now() } : {}) };
}
