/** The farm of traps: nothing that works may be called broken, and nothing that is broken may be missed. */
import { afterAll, describe, expect, it } from 'vitest';
import { learn, NOTHING_KNOWN } from './engine/decide.ts';
import { look } from './engine/look.ts';
import { farm } from './testing/farm.ts';
import { judge } from './testing/judge.ts';
import { secureTraps } from './testing/secure.ts';
import { BROKEN, WALLED, WORKING } from './testing/traps.ts';

const secure = await secureTraps();
afterAll(() => secure.close());
const TRAPS = [...WORKING, ...WALLED, ...BROKEN, ...secure.traps];

const field = await farm(Object.fromEntries(TRAPS.map(({ name, host }) => [name, host])));
afterAll(() => field.close());

it('has at least forty traps, each under a name of its own', () => {
  expect(TRAPS.length).toBeGreaterThanOrEqual(40);
  expect(new Set(TRAPS.map(({ name }) => name)).size).toBe(TRAPS.length);
});

describe('a look at a link', () => {
  it.concurrent.each(TRAPS.map((trap) => [trap.name, trap] as const))(
    'judges the trap %s as it is',
    async (_name, trap) => {
      const { verdicts, last } = await judge(field.send, trap);
      expect([verdicts.at(-1), last.reason]).toEqual([trap.verdict, expect.any(String)]);
      // Nothing that works is called broken on the way to its verdict.
      if (trap.verdict !== 'broken') expect(verdicts).not.toContain('broken');
      if (trap.clickId !== undefined) expect(last.clickId).toBe(trap.clickId);
      if (trap.lostAt !== undefined) expect(last.lostAt).toBe(trap.lostAt);
      if (trap.verdict !== 'ok') expect(last.reason).toMatch(/\.$/);
    },
  );

  it('says only for 404 and 410 that the page does not exist', async () => {
    const reasonOf = async (name: string) =>
      (await look({ send: field.send, headers: {}, clickId: null }, `http://${name}.farm.test/`, () => new Date()))
        .reason;
    expect(await reasonOf('gone')).toBe('The page does not exist (HTTP 410).');
    expect(await reasonOf('upgrade426')).toBe('The server answers with HTTP 426.');
  });

  it('costs one request where a plain link works', async () => {
    const before = field.requestsTo('plain');
    await look({ send: field.send, headers: {}, clickId: null }, 'http://plain.farm.test/', () => new Date());
    expect(field.requestsTo('plain') - before).toBe(1);
  });

  it('says when a limited host may be asked again, and when a certificate ends', async () => {
    const limited = await look(
      { send: field.send, headers: {}, clickId: null },
      'http://limit.farm.test/',
      () => new Date(0),
    );
    expect(limited.retryAt).toBe('1970-01-01T00:02:00.000Z');
    const soon = await look(
      { send: field.send, headers: {}, clickId: null },
      'http://certsoon.farm.test/',
      () => new Date(),
    );
    expect(soon.certificateUntil).toBe(secure.soonOver.toISOString());
  });
});

describe('the belief about a link', () => {
  it('needs two successful looks in a row before a dead link is alive again', () => {
    const dead = learn(NOTHING_KNOWN, ['failed', 'failed']);
    expect(dead.isDead).toBe(true);
    const once = learn(dead, ['ok']);
    expect([once.isDead, learn(learn(once, ['failed']), ['ok']).isDead, learn(once, ['ok']).isDead]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('is not changed by walls and limits, however many there are', () => {
    let belief = learn(NOTHING_KNOWN, ['weak']);
    const before = belief.odds;
    for (let count = 0; count < 100; count += 1) belief = learn(belief, ['none']);
    expect([belief.odds, belief.isDead]).toEqual([before, false]);
  });

  it('is dead after seven weak failures in a row and not after six', () => {
    const after = (count: number) =>
      Array.from({ length: count }).reduce<typeof NOTHING_KNOWN>((belief) => learn(belief, ['weak']), NOTHING_KNOWN);
    expect([after(6).isDead, after(7).isDead]).toEqual([false, true]);
  });

  it('forgets no long success at once: a link that worked for months dies by two failed looks, not by one', () => {
    let belief = NOTHING_KNOWN;
    for (let count = 0; count < 100; count += 1) belief = learn(belief, ['ok']);
    const once = learn(belief, ['failed', 'failed']);
    expect([once.isDead, learn(once, ['failed', 'failed']).isDead]).toEqual([false, true]);
  });
});
