/** Random facts over the records of the demo world, and a server that has stored them. */
import { FACT_KINDS, type Fact } from '@signpost/contract/traffic/clicks/fact.ts';
import { type TestApp, testApp } from '@signpost/testkit/app.ts';
import { fact as factFrom } from '@signpost/testkit/fact.ts';
import { chance } from '../../../operations/demo/world/random.ts';
import { makeRecords } from '../../../operations/demo/world/records.ts';
import { storeRecords } from '../../../operations/demo/world/store-records.ts';
import { newId } from '../../../platform/ids.ts';
import { snakeCase } from '../../../platform/names.ts';
import type { World } from './model.ts';

/** Clocks change in Europe on 30 March and in Australia on 6 April of 2025. */
const FROM = Date.UTC(2025, 2, 18);
const UNTIL = Date.UTC(2025, 3, 14);

/** A fact as a row of ClickHouse. */
export const rowOfFact = (fact: Fact, chunkId: string): Record<string, unknown> => ({
  chunk_id: chunkId,
  ...Object.fromEntries(Object.entries(fact).map(([key, value]) => [snakeCase(key), value])),
});

/** Stores facts as the shipper does. */
export async function storeFacts(app: TestApp, facts: readonly Fact[], chunkId = 'test'): Promise<void> {
  const rows = facts.map((fact) => rowOfFact(fact, chunkId));
  await app.databases.clickhouse.insert('facts', rows);
}

/** Facts of every kind at random times, with corrections, unknown ids and late conversions. */
export function randomFacts(seed: number, count: number): Fact[] {
  const luck = chance(seed);
  const { boxes, campaigns, codes } = makeRecords();
  const cents = () => (luck.whole(-20_000, 100_000) / 1000).toFixed(luck.whole(3, 6));
  return Array.from({ length: count }, () => {
    const box = luck.one(boxes.slice(0, 12));
    const campaign = luck.one(campaigns.slice(0, 20));
    const at = new Date(luck.hit(0.2) ? nearMidnight(luck.whole(0, 26), luck.whole(-2, 2)) : luck.whole(FROM, UNTIL));
    const late = luck.hit(0.3) ? luck.whole(0, 9 * 86_400_000) : 0;
    return factFrom({
      factId: newId(),
      kind: luck.one(FACT_KINDS),
      at: at.toISOString(),
      clickAt: new Date(at.getTime() - late).toISOString(),
      visitorId: String(luck.whole(1, 40)),
      trafficSourceId: luck.hit(0.1) ? 9_999 : box.trafficSourceId,
      campaignBoxId: box.id,
      websiteId: box.websiteId,
      productId: box.productId,
      nativeBoxType: box.nativeBoxType,
      campaignId: luck.hit(0.1) ? 77_777 : campaign.id,
      partnerId: luck.hit(0.1) ? 0 : campaign.partnerId,
      offerId: campaign.offerId,
      publisherId: luck.hit(0.4) ? luck.whole(301, 303) : 0,
      geoId: luck.whole(0, 4),
      referralCodeId: luck.hit(0.3) ? luck.one(codes).id : 0,
      device: luck.one(['mobile', 'desktop', '']),
      browser: luck.one(['Chrome', "O'Browser \\"]),
      referrer: luck.one(['a.example', 'b.example', '']),
      visits: luck.whole(-1, 3),
      clickouts: luck.whole(0, 2),
      leads: luck.whole(-1, 1),
      firstDeposits: luck.whole(0, 1),
      impressions: luck.whole(0, 500),
      revenue: luck.hit(0.5) ? cents() : '0',
      cost: luck.hit(0.5) ? cents() : '0',
      publisherCost: luck.hit(0.2) ? cents() : '0',
      pendingRevenue: luck.hit(0.2) ? cents() : '0',
    });
  });
}

/** Within about a millisecond of a half hour of some day, where the results of time zones differ. */
function nearMidnight(day: number, off: number): number {
  return FROM + day * 86_400_000 + (day % 48) * 1_800_000 + off;
}

/** A server with the demo world's records and these facts. Call once at the top of a test file. */
export async function randomWorld(
  seed: number,
  count: number,
  options: Parameters<typeof testApp>[0] = {},
): Promise<{ app: TestApp; world: World }> {
  const app = await testApp(options);
  const records = makeRecords();
  await app.db.transaction().execute((trx) => storeRecords(trx, records, 'http://127.0.0.1:4001'));
  const facts = randomFacts(seed, count);
  // The facts are inserted in several parts, so that rollups must be combined.
  for (let part = 0; part < 4; part += 1)
    await storeFacts(app, facts.slice((part * count) / 4, ((part + 1) * count) / 4), `part${part}`);
  const tagsOf = new Map<number, number[]>();
  for (const { recordId, tagId } of records.taggings) tagsOf.set(recordId, [...(tagsOf.get(recordId) ?? []), tagId]);
  return {
    app,
    world: {
      facts,
      categoryOf: new Map(records.sources.map((source) => [source.id, source.categoryId])),
      typeOf: new Map(records.partners.map((partner) => [partner.id, partner.partnerTypeId])),
      tagsOf,
    },
  };
}
