import { describe, expect, it } from 'vitest';
import { Lanes } from './lanes.ts';

/** Work that ends when the test says so. */
function work(): { run: () => Promise<void>; end(): void; fail(error: Error): void; started: boolean } {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const one = {
    started: false,
    run: () => {
      one.started = true;
      return promise;
    },
    end: () => resolve(),
    fail: (error: Error) => reject(error),
  };
  return one;
}

describe('Lanes', () => {
  it('run no more tasks than their limit, and start the next as soon as one ends', async () => {
    const lanes = new Lanes(2);
    const [a, b, c] = [work(), work(), work()];
    await lanes.start(a.run);
    await lanes.start(b.run);
    const third = lanes.start(c.run);
    await Promise.resolve();
    expect(c.started).toBe(false);
    b.end();
    await third;
    expect(c.started).toBe(true);
    a.end();
    c.end();
    await lanes.end();
  });

  it('start no new task after a failure, and finish when the running tasks have ended', async () => {
    const lanes = new Lanes(2);
    const [a, b, c] = [work(), work(), work()];
    await lanes.start(a.run);
    const { ended } = await lanes.start(b.run);
    b.fail(new Error('away'));
    await expect(ended).rejects.toThrow('away');
    await expect(lanes.start(c.run)).rejects.toThrow('away');
    expect(c.started).toBe(false);
    let over = false;
    const end = expect(lanes.end())
      .rejects.toThrow('away')
      .then(() => {
        over = true;
      });
    await Promise.resolve();
    expect(over).toBe(false);
    a.end();
    await end;
  });
});
