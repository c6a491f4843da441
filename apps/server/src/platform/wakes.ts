/** Wakes background work that rests while nothing is due (docs/decisions/0379). */
import { type Kysely, sql } from 'kysely';

/** The channel of PostgreSQL on which workers hear that there is work. The triggers of migration 0077 use it too. */
export const WORK_CHANNEL = 'work';

/** The things that background work waits for; `clicks` and `shipped` are facts of the two kinds that the statistics have got. */
export const WAKES = [
  'clicks',
  'deals',
  'deliveries',
  'facts',
  'leads',
  'mails',
  'notifications',
  'reports',
  'runs',
  'shipped',
] as const;
export type Wake = (typeof WAKES)[number];

/** Brings together those who know that there is work and those who wait for it, within one process. */
export interface Wakes {
  /** Calls `work` whenever one of these happens; returns how to stop that. */
  on(wakes: readonly Wake[], work: () => void): () => void;
  /** Tells that something happened. Names that nobody waits for are ignored. */
  tell(name: string): void;
  /** Wakes all work, because it is unknown what happened. */
  tellAll(): void;
}

export function newWakes(): Wakes {
  const waiting = new Map<string, Set<() => void>>(WAKES.map((wake) => [wake, new Set()]));
  const tell = (name: string): void => {
    for (const work of waiting.get(name) ?? []) work();
  };
  return {
    on(wakes, work) {
      for (const wake of wakes) waiting.get(wake)?.add(work);
      return () => {
        for (const wake of wakes) waiting.get(wake)?.delete(work);
      };
    },
    tell,
    tellAll: () => WAKES.forEach(tell),
  };
}

/** With a notification for each report, transactions would be committed one after the other. */
const AT_MOST_EVERY_MS = 250;

/**
 * Tells all workers that there is work of one kind. The first call tells them at once; further calls within a quarter of
 * a second are told together. A notification that fails is lost: workers look by themselves every few seconds.
 */
export function tellWorkers<DB>(db: Kysely<DB>, wake: Wake): () => void {
  let isResting = false;
  let isWanted = false;
  const send = (): void => {
    isResting = true;
    isWanted = false;
    sql`SELECT pg_notify(${WORK_CHANNEL}, ${wake})`.execute(db).catch(() => undefined);
    setTimeout(() => {
      isResting = false;
      if (isWanted) send();
    }, AT_MOST_EVERY_MS).unref();
  };
  return () => {
    if (isResting) isWanted = true;
    else send();
  };
}
