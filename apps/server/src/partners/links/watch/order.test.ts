import { describe, expect, it } from 'vitest';
import { watchFor } from '../testing/month.ts';
import { APART_MS, budgetOf, chooseLooks, moneyAtRisk, type Watched } from './order.ts';

const NOW = Date.UTC(2026, 10, 23);
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let nextId = 1;
const link = (more: Partial<Watched> = {}): Watched => ({
  id: nextId++,
  host: 'a.example',
  revenuePerDay: 10,
  since: NOW - 90 * 24 * HOUR_MS,
  lookedAt: NOW - HOUR_MS,
  notBefore: null,
  isDead: false,
  failures: 0,
  successes: 5,
  deaths: 0,
  ...more,
});
const chosen = (links: readonly Watched[], budget = links.length) =>
  chooseLooks(links, budget, NOW).map(({ id }) => id);

describe('the order of looks', () => {
  it('puts the link with most money at risk first: more revenue, longer unseen, or less reliable', () => {
    const [usual, rich, unseen, fragile] = [
      link(),
      link({ revenuePerDay: 80 }),
      link({ lookedAt: NOW - 5 * HOUR_MS }),
      link({ deaths: 4 }),
    ];
    expect(chosen([usual, fragile, unseen, rich])).toEqual([unseen.id, rich.id, fragile.id, usual.id]);
  });

  it('looks at a suspect first, but not before ten minutes have passed', () => {
    const rich = link({ revenuePerDay: 1_000 });
    const young = link({ failures: 1, successes: 0, lookedAt: NOW - APART_MS + 1 });
    const due = link({ failures: 1, successes: 0, lookedAt: NOW - APART_MS });
    expect(chosen([rich, young, due])).toEqual([due.id, rich.id]);
  });

  it('confirms a death and a recovery after ten minutes, and otherwise looks at dead links every half hour', () => {
    const dead = { isDead: true, successes: 0, lookedAt: NOW - 20 * MINUTE_MS };
    const confirmed = link({ ...dead, failures: 2 });
    const unconfirmed = link({ ...dead, failures: 1 });
    const recovering = link({ ...dead, failures: 5, successes: 1 });
    expect(new Set(chosen([confirmed, unconfirmed, recovering]))).toEqual(new Set([unconfirmed.id, recovering.id]));
    expect(chosen([link({ ...dead, failures: 2, lookedAt: NOW - 30 * MINUTE_MS })])).toHaveLength(1);
  });

  it('looks at a link that brings nothing once a day, before links that were seen an hour ago', () => {
    const poor = link({ revenuePerDay: 0, lookedAt: NOW - 25 * HOUR_MS });
    const rich = link({ revenuePerDay: 5_000 });
    expect(chosen([rich, poor], 1)).toEqual([poor.id]);
  });

  it('leaves a host alone until the time that it asked for', () => {
    expect(chosen([link({ notBefore: NOW + 1 }), link({ lookedAt: null, notBefore: NOW + 1 })])).toEqual([]);
    expect(chosen([link({ notBefore: NOW })])).toHaveLength(1);
  });

  it('makes no more looks than one for each link and hour, also after a long standstill', () => {
    expect(budgetOf(600, MINUTE_MS)).toBe(10);
    expect(budgetOf(600, 24 * HOUR_MS)).toBe(100);
    expect(budgetOf(3, MINUTE_MS)).toBe(1);
  });

  it('counts money at risk as revenue since the last look times the chance of a failure', () => {
    const one = link({ lookedAt: NOW - 24 * HOUR_MS, since: NOW });
    // One death in sixty days of nothing known.
    expect(moneyAtRisk(one, 10, NOW)).toBeCloseTo(10 * (1 - Math.exp(-1 / 60)), 9);
  });

  it('loses at most half as much in a simulated week as looking in turn with as many requests', () => {
    const world = { links: 120, days: 7, seed: 4 };
    const [risk, turn] = [watchFor(world, 'risk'), watchFor(world, 'turn')];
    expect([risk.looks, risk.deaths]).toEqual([turn.looks, turn.deaths]);
    expect(risk.deaths).toBeGreaterThan(5);
    expect(risk.lost).toBeLessThanOrEqual(turn.lost / 2);
  });
});
