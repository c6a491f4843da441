/** Turns for work of which little can be done at once. */
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { type Asker, fairQueue } from './fair-queue.ts';

const WAITING = new AbortController().signal;
const by = (name: string, signal: AbortSignal = WAITING): Asker => ({ name, signal });
const bounds = { atOnce: 2, waitingPerName: 3, waiting: 5, waitMs: 60_000 };
const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'done',
    (error: unknown) => error,
  );

/** A queue whose work ends when the test says so, and the order in which it began. */
function world(changes: Partial<typeof bounds> = {}) {
  const queue = fairQueue({ ...bounds, ...changes });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const send = (asker: Asker, file: string): Promise<void> =>
    queue.run(asker, () => {
      begun.push(file);
      return new Promise<void>((resolve) => void ends.set(file, resolve));
    });
  const end = async (file: string, sent: Promise<void>): Promise<void> => {
    await setImmediate();
    ends.get(file)?.();
    await sent;
    await setImmediate();
  };
  return { begun, send, end };
}

it('does one piece of work per name at a time, beside the work of other names', async () => {
  const { begun, send, end } = world();
  const first = send(by('mallory'), 'm1');
  const second = send(by('mallory'), 'm2');
  const other = send(by('ann'), 'a1');
  await setImmediate();
  expect(begun).toEqual(['m1', 'a1']);
  await end('a1', other);
  expect(begun).toEqual(['m1', 'a1']);
  await end('m1', first);
  expect(begun).toEqual(['m1', 'a1', 'm2']);
  await end('m2', second);
});

it('lets people take turns, however much one of them sends', async () => {
  const { begun, send, end } = world({ atOnce: 1 });
  const first = send(by('mallory'), 'm1');
  const sent = [send(by('mallory'), 'm2'), send(by('mallory'), 'm3'), send(by('ann'), 'a1'), send(by('bea'), 'b1')];
  await end('m1', first);
  for (const file of ['m2', 'a1', 'b1', 'm3']) {
    expect(begun.at(-1)).toBe(file);
    await end(file, Promise.resolve());
  }
  await Promise.all(sent);
});

it('refuses work if too much of its name waits already, or too much waits in total', async () => {
  const { send } = world();
  const waiting = ['m1', 'm2', 'm3', 'm4'].map((file) => failureOf(send(by('mallory'), file)));
  expect(waiting).toHaveLength(4);
  expect(await failureOf(send(by('mallory'), 'm5'))).toMatchObject({ code: 'RATE_LIMITED' });
  void failureOf(send(by('ann'), 'a1'));
  void failureOf(send(by('ann'), 'a2'));
  void failureOf(send(by('bea'), 'b1'));
  expect(await failureOf(send(by('cleo'), 'c1'))).toMatchObject({ code: 'UNAVAILABLE' });
});

it('lets nobody wait longer than the bound', async () => {
  const { send } = world({ atOnce: 1, waitMs: 20 });
  void failureOf(send(by('mallory'), 'm1'));
  expect(await failureOf(send(by('ann'), 'a1'))).toMatchObject({ code: 'UNAVAILABLE' });
});

it('drops the work of an asker who has left, and frees its place', async () => {
  const { begun, send, end } = world({ atOnce: 1 });
  const controller = new AbortController();
  const first = send(by('ann'), 'a1');
  const gone = failureOf(send(by('mallory', controller.signal), 'm1'));
  controller.abort(new Error('gone'));
  expect(await gone).toMatchObject({ message: 'gone' });
  expect(await failureOf(send(by('mallory', controller.signal), 'm2'))).toMatchObject({ message: 'gone' });
  await end('a1', first);
  expect(begun).toEqual(['a1']);
});
