/** Spaces the requests to each host, and obeys when a host asks us to wait. */
import { setTimeout as delay } from 'node:timers/promises';
import type { OutgoingAnswer, Send } from '../../platform/outgoing.ts';

/** At most one request a second to each host. */
const PAUSE_MS = 1_000;
/** Requests under way at the same time, over all hosts. */
const AT_ONCE = 60;
/** A longer wait than this is not waited for. */
export const LONGEST_WAIT_MS = 120_000;
/** No host is left alone for longer, whatever it asks for. */
export const LONGEST_HOLD_MS = 86_400_000;

export interface Polite {
  send: Send;
  /** When a host that asked us to wait may be asked again; null if it did not. */
  heldUntil(host: string): Date | null;
}

export interface PoliteClock {
  now(): number;
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

export const realClock: PoliteClock = {
  now: () => Date.now(),
  wait: async (ms, signal) => {
    await delay(ms, undefined, { signal });
  },
};

/** When each host may be asked next, and until when it wants to be left alone. */
export interface HostTimes {
  nextAt: Map<string, number>;
  held: Map<string, number>;
}
const newTimes = (): HostTimes => ({ nextAt: new Map(), held: new Map() });
/** All the work of a process is one visitor to a host. */
const OF_THIS_PROCESS = newTimes();
/** Beyond this many hosts, those whose times have passed are forgotten. */
const MOST_HOSTS = 20_000;

function forgetPassed({ nextAt, held }: HostTimes, now: number): void {
  if (nextAt.size < MOST_HOSTS) return;
  for (const times of [nextAt, held]) for (const [host, at] of times) if (at < now) times.delete(host);
}

/** Sends requests politely until the signal aborts. */
export function politely(
  send: Send,
  signal: AbortSignal,
  clock: PoliteClock = realClock,
  times: HostTimes = clock === realClock ? OF_THIS_PROCESS : newTimes(),
): Polite {
  const { nextAt, held } = times;
  const waiting: (() => void)[] = [];
  let free = AT_ONCE;

  async function take(): Promise<void> {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => void waiting.push(resolve));
  }
  function giveBack(): void {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  }

  function hold(host: string, { http, headers }: OutgoingAnswer): void {
    const text = headers['retry-after'];
    if ((http !== 429 && http !== 503) || text === undefined) return;
    const now = clock.now();
    const asked = /^\d+$/.test(text) ? now + Number(text) * 1_000 : Date.parse(text);
    if (Number.isNaN(asked)) return;
    const until = Math.min(asked, now + LONGEST_HOLD_MS);
    held.set(host, until);
    nextAt.set(host, Math.max(nextAt.get(host) ?? 0, Math.min(until, now + LONGEST_WAIT_MS)));
  }

  return {
    async send(request) {
      const { host } = new URL(request.url);
      forgetPassed(times, clock.now());
      const at = Math.max(clock.now(), nextAt.get(host) ?? 0);
      nextAt.set(host, at + PAUSE_MS);
      if (at > clock.now()) await clock.wait(at - clock.now(), signal);
      signal.throwIfAborted();
      await take();
      try {
        const answer = await send(request);
        hold(host, answer);
        return answer;
      } finally {
        giveBack();
      }
    },
    heldUntil(host) {
      const until = held.get(host);
      if (until === undefined || until <= clock.now()) return null;
      return new Date(until);
    },
  };
}
