/** The live tail: facts as they are recorded, as server-sent events. */
import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '@signpost/contract/errors.ts';
import { FACTS_LIMITS } from '@signpost/contract/stats/facts.ts';
import type { StatsQuestion } from '@signpost/contract/stats/query.ts';
import { factOf } from './facts.ts';
import { compileSince, type FactFilter } from './facts-sql.ts';
import { ask, type StatsEngine } from './run.ts';

const EVERY_MS = 1_000;
/** Facts are recorded a little before they can be seen, and not in order; so far back is looked again. */
const LOOK_BACK_MS = 15_000;
/** A tail is no subscription: the browser connects again. */
const LONGEST_MS = 30 * 60_000;

/** How many tails a person may have open at once: two screens and one more. */
const MOST_TAILS = 3;
const openTails = new Map<number, number>();

/** Counts a tail of a person; the answer takes it off again. Errors: RATE_LIMITED where as many are open as may be. */
export function countTail(userId: number): () => void {
  const open = openTails.get(userId) ?? 0;
  if (open >= MOST_TAILS)
    throw new AppError('RATE_LIMITED', {
      errors: [{ path: '', message: `You watch ${MOST_TAILS} times already: stop one of them first.` }],
    });
  openTails.set(userId, open + 1);
  return () => {
    const left = (openTails.get(userId) ?? 1) - 1;
    if (left === 0) openTails.delete(userId);
    else openTails.set(userId, left);
  };
}

/**
 * Yields `event: facts` with a list of facts, and a comment where there are none, until the signal, or until
 * `isAllowed` says that the person's session or right has ended: looked at before each list.
 */
export async function* tail(
  engine: StatsEngine & { signal: AbortSignal },
  question: StatsQuestion,
  filter: FactFilter,
  since: Date,
  isAllowed: () => Promise<boolean>,
): AsyncGenerator<string> {
  const { attributes, facts, signal } = engine;
  const ends = performance.now() + LONGEST_MS;
  /** What was sent already, with when it was recorded. */
  const sent = new Map<string, number>();
  let newest = since.getTime();
  let from = newest;
  yield ': open\n\n';
  while (!signal.aborted && performance.now() < ends && (await isAllowed())) {
    const statement = compileSince(question, filter, attributes, facts, new Date(from));
    const found = await ask(engine, statement, (row) => factOf(row, attributes)).catch((error: unknown) => {
      // The person has gone; nobody is left to be told.
      if (signal.aborted) return [];
      throw error;
    });
    const fresh = found.filter((fact) => !sent.has(fact.factId));
    for (const fact of fresh) {
      const at = Date.parse(fact.recordedAt);
      sent.set(fact.factId, at);
      newest = Math.max(newest, at);
    }
    from = Math.max(since.getTime(), newest - LOOK_BACK_MS);
    for (const [id, at] of sent) if (at < from) sent.delete(id);
    // A full page that brought nothing new would hide what comes after it.
    if (fresh.length === 0 && found.length === FACTS_LIMITS.page) from = newest;
    yield fresh.length === 0 ? ': quiet\n\n' : `event: facts\ndata: ${JSON.stringify(fresh)}\n\n`;
    await delay(EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}
