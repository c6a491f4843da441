/**
 * A simulated time of watching: links die and are mended by chance, the order of looks and the decision are the product's
 * own code, and only the clock and the answers are made up.
 */
import { chooseLooks, LOOKS_PER_DAY, type Watched } from '../watch/order.ts';
import type { Known } from '../watch/store-look.ts';
import { learnFrom } from '../watch/store-look.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const BEGIN = Date.UTC(2026, 9, 1);

/** `risk`: the product's order. `turn`: the one that was looked at longest ago. `turnAndSuspects`: the same, but suspects first. */
export type Order = 'risk' | 'turn' | 'turnAndSuspects';

export interface World {
  links: number;
  days: number;
  seed: number;
  /** Looks per day and link. */
  looksPerDay?: number;
}

interface SimulatedLink extends Watched, Known {
  /** Deaths per day. */
  hazard: number;
  /** When it dies next, or when it is mended if it is dead. */
  changesAt: number;
  isReallyDead: boolean;
}

/** A generator of numbers in [0, 1) that a seed determines (mulberry32). */
function luckOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Four fifths of the revenue pass a fifth of the links. */
const PARETO = 1.16;
const MOST_REVENUE = 5_000;
/** A dead link that nobody has noticed is mended after three days on average; a noticed one takes no clicks. */
const MENDED_DAYS = 3;
const FAILS_THOUGH_ALIVE = 0.02;
const WORKS_THOUGH_DEAD = 0.02;

function makeLinks({ links, seed }: World): SimulatedLink[] {
  const luck = luckOf(seed);
  return Array.from({ length: links }, (_, id) => {
    const hazard = Math.exp(Math.log(1 / 60) + (luck() + luck() + luck() - 1.5) * 1.6);
    return {
      id,
      host: `host${id}.example`,
      revenuePerDay: Math.min(2 * (1 - luck()) ** (-1 / PARETO), MOST_REVENUE),
      since: BEGIN - 30 * DAY_MS,
      lookedAt: BEGIN - Math.floor(luck() * 60) * MINUTE_MS,
      notBefore: null,
      odds: -7,
      isDead: false,
      failures: 0,
      successes: 2,
      deaths: 0,
      failedAt: null,
      confirmedAt: null,
      hazard,
      changesAt: BEGIN + (-Math.log(1 - luck()) / hazard) * DAY_MS,
      isReallyDead: false,
    };
  });
}

/** The money that is lost, and the number of looks. A working link that was taken out by mistake loses as well. */
export function watchFor(world: World, order: Order): { lost: number; looks: number; deaths: number } {
  const links = makeLinks(world);
  const perMinute = (world.links * (world.looksPerDay ?? LOOKS_PER_DAY)) / (24 * 60);
  // Each link has its own luck, so that the same links die at the same times in every order.
  const lives = links.map(({ id }) => luckOf(world.seed * 7_919 + id));
  const answers = luckOf(world.seed + 1);
  let [lost, looks, deaths, allowance] = [0, 0, 0, 0];
  for (let now = BEGIN; now < BEGIN + world.days * DAY_MS; now += MINUTE_MS) {
    for (const link of links) {
      if (link.changesAt <= now) {
        const luck = lives[link.id]?.() ?? 0.5;
        link.isReallyDead = !link.isReallyDead;
        deaths += Number(link.isReallyDead);
        const days = link.isReallyDead ? MENDED_DAYS : 1 / link.hazard;
        link.changesAt = now - Math.log(1 - luck) * days * DAY_MS;
      }
      const isOut = link.confirmedAt !== null;
      if (link.isReallyDead !== isOut) lost += (link.revenuePerDay * MINUTE_MS) / DAY_MS;
    }
    allowance += perMinute;
    const budget = Math.floor(allowance);
    allowance -= budget;
    for (const link of choose(links, budget, now, order)) {
      looks += 1;
      const fails = answers() < (link.isReallyDead ? 1 - WORKS_THOUGH_DEAD : FAILS_THOUGH_ALIVE);
      // A real failure is confirmed by the second request of the look.
      const observations = !fails
        ? (['ok'] as const)
        : link.isReallyDead
          ? (['failed', 'failed'] as const)
          : (['failed'] as const);
      const after = learnFrom(link, { observations }, new Date(now));
      if (after.isDead && !link.isDead) link.deaths += 1;
      Object.assign(link, after, { lookedAt: now });
    }
  }
  return { lost, looks, deaths };
}

function choose(links: readonly SimulatedLink[], budget: number, now: number, order: Order): readonly SimulatedLink[] {
  if (order === 'risk') return chooseLooks(links, budget, now);
  const isSuspect = ({ failures, isDead, successes }: SimulatedLink): number =>
    Number(order === 'turnAndSuspects' && (isDead ? failures < 2 || successes > 0 : failures > 0 && successes === 0));
  return links
    .filter(({ lookedAt }) => now - (lookedAt ?? 0) >= 10 * MINUTE_MS)
    .toSorted((one, other) => isSuspect(other) - isSuspect(one) || (one.lookedAt ?? 0) - (other.lookedAt ?? 0))
    .slice(0, budget);
}
