/** Checks many links by a clock that jumps, with the real queue of requests. */
import type { OutgoingAnswer } from '../../../platform/outgoing.ts';
import { checkAll } from '../check.ts';
import { type PoliteClock, politely } from '../polite.ts';

export const ANSWER: OutgoingAnswer = {
  http: 200,
  location: null,
  contentType: 'text/html',
  headers: {},
  cookies: [],
  certificateUntil: null,
  body: '<title>Best Casino</title>',
  ms: 1,
};

/** A clock that jumps to the next moment as soon as everybody waits. */
export function jumpingClock(): PoliteClock {
  let now = 0;
  const sleepers: { at: number; wake: () => void }[] = [];
  let isPlanned = false;
  function plan(): void {
    if (isPlanned) return;
    isPlanned = true;
    setImmediate(() => {
      isPlanned = false;
      sleepers.sort((one, other) => one.at - other.at);
      const [first] = sleepers;
      if (first === undefined) return;
      now = first.at;
      while (sleepers[0] !== undefined && sleepers[0].at <= now) sleepers.shift()?.wake();
      plan();
    });
  }
  return {
    now: () => now,
    wait: (ms) =>
      new Promise((wake) => {
        sleepers.push({ at: now + ms, wake });
        plan();
      }),
  };
}

/** Links that are spread evenly over hosts which answer after `answerMs`. */
export async function checkMany({ links, hosts, answerMs }: { links: number; hosts: number; answerMs: number }) {
  const { signal } = new AbortController();
  const clock = jumpingClock();
  let checked = 0;
  await checkAll({
    polite: politely(
      async () => {
        await clock.wait(answerMs, signal);
        return ANSWER;
      },
      signal,
      clock,
    ),
    agent: 'test',
    urls: Array.from({ length: links }, (_, at) => `http://host${at % hosts}.test/${at}`),
    onChecked: async () => {
      checked += 1;
    },
    now: () => new Date(clock.now()),
  });
  // The links of a host need a pause of a second between each two.
  return { checked, tookMs: clock.now(), shortestMs: (links / hosts - 1) * 1_000 };
}
