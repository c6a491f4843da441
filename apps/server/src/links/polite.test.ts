import { expect, it } from 'vitest';
import type { OutgoingAnswer } from '../platform/outgoing.ts';
import { checkAll } from './check.ts';
import { type PoliteClock, politely } from './polite.ts';

const ANSWER: OutgoingAnswer = {
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
function jumpingClock(): PoliteClock {
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

const signal = new AbortController().signal;

it('sends at most one request a second to a host, however many are asked for at once', async () => {
  const clock = jumpingClock();
  const times = new Map<string, number[]>();
  const { send } = politely(
    async ({ url }) => {
      const { host } = new URL(url);
      times.set(host, [...(times.get(host) ?? []), clock.now()]);
      return ANSWER;
    },
    signal,
    clock,
  );
  await Promise.all(
    Array.from({ length: 20 }, (_, at) => send({ url: `http://${at % 2 === 0 ? 'one' : 'two'}.test/${at}` })),
  );
  for (const host of ['one.test', 'two.test'])
    expect(times.get(host)).toEqual(Array.from({ length: 10 }, (_, at) => at * 1_000));
});

it('checks 10,000 links on 500 hosts within 1.2 times the shortest polite time', async () => {
  const clock = jumpingClock();
  const urls = Array.from({ length: 10_000 }, (_, at) => `http://host${at % 500}.test/${at}`);
  let checked = 0;
  await checkAll({
    polite: politely(
      async () => {
        await clock.wait(50, signal);
        return ANSWER;
      },
      signal,
      clock,
    ),
    agent: 'test',
    urls,
    onChecked: async () => {
      checked += 1;
    },
    now: () => new Date(clock.now()),
  });
  expect(checked).toBe(10_000);
  // Twenty links on each host need nineteen pauses of a second.
  expect(clock.now()).toBeLessThanOrEqual(19_000 * 1.2);
});

it('waits as long as a host asks for, and gives up its other links where that is too long', async () => {
  const clock = jumpingClock();
  const asked: number[] = [];
  const polite = politely(
    async ({ url }) => {
      asked.push(clock.now());
      return url.endsWith('/first') ? { ...ANSWER, http: 429, headers: { 'retry-after': '30' } } : ANSWER;
    },
    signal,
    clock,
  );
  await polite.send({ url: 'http://busy.test/first' });
  await polite.send({ url: 'http://busy.test/second' });
  expect(asked).toEqual([0, 30_000]);

  const verdicts: string[] = [];
  let requests = 0;
  await checkAll({
    polite: politely(
      async () => {
        requests += 1;
        return { ...ANSWER, http: 429, headers: { 'retry-after': '3600' } };
      },
      signal,
      clock,
    ),
    agent: 'test',
    urls: ['http://shut.test/1', 'http://shut.test/2', 'http://shut.test/3'],
    onChecked: async (_url, { verdict, reason }) => void verdicts.push(`${verdict} ${/asked again at/.test(reason)}`),
    now: () => new Date(clock.now()),
  });
  expect([requests, verdicts]).toEqual([1, ['limited true', 'limited true', 'limited true']]);
});
