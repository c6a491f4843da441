/** The unread count of each bell, live: changes are announced by PostgreSQL and sent to browsers as server-sent events. */
import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '@signpost/contract/errors.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../database.ts';

/** The channel on which changes of bells are announced; the payload lists the people, and '' stands for everybody. */
export const NOTICES_CHANNEL = 'notices';
/** PostgreSQL takes payloads of up to 8000 bytes. */
const PEOPLE_AT_ONCE = 400;

/** Tells all processes whose bells changed, when the transaction is committed. */
export async function announceNotices(db: Queryable, userIds: readonly number[]): Promise<void> {
  for (let from = 0; from < userIds.length; from += PEOPLE_AT_ONCE)
    await sql`SELECT pg_notify(${NOTICES_CHANNEL}, ${userIds.slice(from, from + PEOPLE_AT_ONCE).join(',')})`.execute(
      db,
    );
}

/** A browser opens one stream, whatever the number of its tabs. */
const MOST_STREAMS = 10;
/** The session is checked, and the count read again, at least this often. */
const LOOK_MS = 10_000;
/** The longest time of one connection; the browser then connects again. */
const LONGEST_MS = 30 * 60_000;

/** The open streams of this process, by person. */
export interface BellHub {
  /** Wakes the streams of the people that an announcement names. */
  told(payload: string): void;
  /** Yields `event: unread` with the count, first and whenever it changes, until the signal aborts or `isAllowed` says no. */
  follow(userId: number, options: FollowOptions): AsyncGenerator<string>;
}

interface FollowOptions {
  signal: AbortSignal;
  count: () => Promise<number>;
  isAllowed: () => Promise<boolean>;
}

export function bellHub(): BellHub {
  const streams = new Map<number, Set<() => void>>();
  return {
    told(payload) {
      const people = payload === '' ? [...streams.keys()] : payload.split(',').map(Number);
      for (const id of people) for (const wake of streams.get(id) ?? []) wake();
    },
    follow(userId, options) {
      const open = streams.get(userId) ?? new Set();
      if (open.size >= MOST_STREAMS) throw new AppError('RATE_LIMITED');
      streams.set(userId, open);
      let wakeUp = () => {};
      let isWoken = false;
      const wake = () => {
        isWoken = true;
        wakeUp();
      };
      open.add(wake);
      options.signal.addEventListener('abort', () => {
        open.delete(wake);
        if (open.size === 0) streams.delete(userId);
        wake();
      });
      const pause = async () => {
        if (!isWoken) {
          const rest = new AbortController();
          wakeUp = () => rest.abort();
          await delay(LOOK_MS, undefined, { signal: rest.signal }).catch(() => undefined);
        }
        isWoken = false;
      };
      return counts(options, pause);
    },
  };
}

async function* counts(
  { signal, count, isAllowed }: FollowOptions,
  pause: () => Promise<void>,
): AsyncGenerator<string> {
  const ends = performance.now() + LONGEST_MS;
  let sent: number | undefined;
  while (!signal.aborted && performance.now() < ends && (await isAllowed())) {
    const unread = await count();
    if (unread === sent) yield ': quiet\n\n';
    else yield `event: unread\ndata: ${JSON.stringify({ unread })}\n\n`;
    sent = unread;
    await pause();
  }
}
