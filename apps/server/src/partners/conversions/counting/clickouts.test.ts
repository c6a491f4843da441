import { buildDeal } from '@signpost/testkit/factories.ts';
import { describe, expect, it } from 'vitest';
import { conversionWorld } from '../testing/world.ts';
import { priceClickouts } from './clickouts.ts';

const world = await conversionWorld();
const { db, click, round, measures } = world;
const engines = { db, clickhouse: world.databases.clickhouse };
const hours = (count: number) => new Date(Date.now() + count * 3_600_000);
const priceAll = async () => {
  const priced = await priceClickouts(engines, new Date());
  await round();
  return priced;
};
const coil = (more: Parameters<typeof click>[0] = {}) => click({ partnerId: 953, ...more });

describe('A click-out', () => {
  it('earns nothing without a deal that pays for it', async () => {
    await coil();
    expect(await priceAll()).toBe(0);
  });

  it('earns the deal’s amount once from the day of the deal, even if it is logged late', async () => {
    const day = hours(-48).toISOString().slice(0, 10);
    await buildDeal(world.db, {
      id: 980,
      partnerId: 953,
      integrationId: 960,
      dealType: 'CPC',
      dealRevenueType: 'clickout',
      fixedAmount: '0.35',
      validFrom: day,
    });
    const before = await coil({ at: hours(-100).toISOString() });
    const paid = await coil({ publisherId: 910 });
    const elsewhere = await coil({ geoId: 57 });
    const bot = await coil({ kind: 'bot_visit', clickouts: 0, visits: 0, botVisits: 1 });
    await priceAll();
    await priceAll();
    expect(await measures(paid)).toMatchObject({ revenue: '0.35', publisher_cost: '0.07' });
    for (const id of [before, elsewhere, bot]) expect(await measures(id)).toMatchObject({ facts: '0' });
    const late = await coil({ at: hours(-30).toISOString() });
    await priceAll();
    expect(await priceAll()).toBe(0);
    expect(await measures(late)).toMatchObject({ facts: '1', revenue: '0.35' });
    expect(await measures(paid)).toMatchObject({ facts: '2' });
  });

  it('is priced once even by two workers at the same time', async () => {
    const ids = await Promise.all(Array.from({ length: 30 }, () => coil()));
    await Promise.all([1, 2, 3].map(() => priceClickouts(engines, new Date())));
    await round();
    for (const id of ids) expect(await measures(id)).toMatchObject({ facts: '1', revenue: '0.35' });
  });
});
