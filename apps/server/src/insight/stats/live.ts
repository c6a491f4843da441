/** The live tail: facts as they are recorded, as server-sent events. */
import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '@signpost/contract/errors.ts';
import { FACTS_LIMITS } from '@signpost/contract/insight/stats/facts.ts';
import type { StatsQuestion } from '@signpost/contract/insight/stats/query.ts';
import { factOf } from './facts.ts';
import { compileSince, type FactFilter } from './facts-sql.ts';
import { ask, type StatsEngine } from './run.ts';

const EVERY_MS = 1_000;
/** Facts become visible a little after they are recorded, and not in order, so this much is read again. */
const LOOK_BACK_MS = 15_000;
/** The longest time of one connection; the browser then connects again. */
const LONGEST_MS = 30 * 60_000;

/** How many tails a person may have open at once. */
const MOST_TAILS = 3;
const openTails = new Map<number, number>();

/** Counts an open tail of a person; the returned function ends it. Errors: RATE_LIMITED if too many are open. */
export function countTail(userId: number): () => void {
  const open = openTails.get(userId) ?? 0;
  if (open >= MOST_TAILS)
    throw new AppError('RATE_LIMITED', {
      errors: [{ path: '', message: `You already have ${MOST_TAILS} live views open. Stop one of them first.` }],
    });
  openTails.set(userId, open + 1);
  return () => {
    const left = (openTails.get(userId) ?? 1) - 1;
    if (left === 0) openTails.delete(userId);
    else openTails.set(userId, left);
  };
}

/**
 * Yields `event: facts` with a list of facts, or a comment if there are none, until the signal aborts or `isAllowed`
 * reports that the person's session or permission has ended, which is checked before each list.
 */
export async function* tail(
  engine: StatsEngine & { signal: AbortSignal },
  { question, filter, since }: { question: StatsQuestion; filter: FactFilter; since: Date },
  isAllowed: () => Promise<boolean>,
): AsyncGenerator<string> {
  const { attributes, facts, signal } = engine;
  const ends = performance.now() + LONGEST_MS;
  /** The facts that have already been sent, with the times at which they were recorded. */
  const sent = new Map<string, number>();
  let newest = since.getTime();
  let from = newest;
  yield ': open\n\n';
  while (!signal.aborted && performance.now() < ends && (await isAllowed())) {
    const statement = compileSince(question, filter, { attributes, facts }, new Date(from));
    const found = await ask(engine, statement, (row) => factOf(row, attributes)).catch((error: unknown) => {
      // The person has disconnected.
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
    // If a full page contained only facts that were already sent, the facts after it would never be found.
    if (fresh.length === 0 && found.length === FACTS_LIMITS.page) from = newest;
    if (fresh.length === 0) yield ': quiet\n\n';
    else yield `event: facts\ndata: ${JSON.stringify(fresh)}\n\n`;
    await delay(EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}
