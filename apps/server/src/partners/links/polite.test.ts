import { expect, it } from 'vitest';
import { checkAll } from './check.ts';
import { politely } from './polite.ts';
import { ANSWER, checkMany, jumpingClock } from './testing/many.ts';

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
  const { checked, tookMs, shortestMs } = await checkMany({ links: 10_000, hosts: 500, answerMs: 50 });
  expect([checked, shortestMs]).toEqual([10_000, 19_000]);
  expect(tookMs).toBeLessThanOrEqual(shortestMs * 1.2);
});

it.each(['999999999', '99999999999999999999', new Date(4e12).toUTCString()])(
  'leaves a host alone for a day at most, although it asks for %s',
  async (text) => {
    const clock = jumpingClock();
    const polite = politely(async () => ({ ...ANSWER, http: 429, headers: { 'retry-after': text } }), signal, clock);
    await polite.send({ url: 'http://shut.test/' });
    expect(polite.heldUntil('shut.test')?.getTime()).toBe(clock.now() + 86_400_000);
  },
);

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
