import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { traceClick } from '@signpost/contract/calls/routing.ts';
import { entities } from '@signpost/contract/entities/index.ts';
import type { ClickTrace } from '@signpost/contract/traffic/clicks/trace.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { attempt, call, refusal } from '@signpost/testkit/call.ts';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { decide } from '../clicks/decide/decide.ts';
import { decimalOf, hashText } from '../clicks/decide/hash.ts';
import { targetUrlOf } from '../clicks/decide/target-url.ts';
import { lineOfClick } from '../clicks/redirect/click-fact.ts';
import { clickIdAt } from '../clicks/redirect/click-id.ts';
import { readLink } from '../clicks/redirect/link.ts';
import { testVisit } from '../clicks/testing/visit.ts';
import { currentSnapshot } from './configuration.ts';

const campaignBoxCalls = entityCalls(entities.campaignBox);
const campaignCalls = entityCalls(entities.campaign);
const integrationCalls = entityCalls(entities.integration);
const offerCalls = entityCalls(entities.offer);
const partnerCalls = entityCalls(entities.partner);
const productCalls = entityCalls(entities.product);
const ruleCalls = entityCalls(entities.rule);

const world = await testApp();
const admin = await world.signIn('Admin');
const { rows: antarctica } = await sql<{ id: number }>`SELECT id FROM geos WHERE code = 'AQ'`.execute(world.db);
const geoId = antarctica[0]?.id;
const { id: integrationId } = await call(admin, integrationCalls.create, { body: { name: 'Desk' } });
const { id: productId } = await call(admin, productCalls.create, { body: { name: 'Anvils' } });
const partner = async (name: string, deal: object) => {
  const deals = [{ geoId, integrationId, dealType: 'CPA', dealRevenueType: 'firstDeposit', fixedAmount: '5', ...deal }];
  const { id: partnerId } = await call(admin, partnerCalls.create, {
    body: {
      name,
      partnerTypeId: 105,
      currency: 'EUR',
      timeZone: 'UTC',
      deals,
    },
  });
  const targetUrl = `https://${name.toLowerCase()}.example/?c={click_id}`;
  const { id: offerId } = await call(admin, offerCalls.create, {
    body: { name: `${name} offer`, partnerId, productId, targetUrl },
  });
  return { partnerId, offerId };
};
const ended = await partner('Ended', { weight: 100, validTo: '2020-01-01' });
const taking = await partner('Taking', { weight: 1 });
const { id: campaignId } = await call(admin, campaignCalls.create, {
  body: {
    name: 'Lander',
    landerType: 'offer_lander',
    status: 'active',
    offerId: ended.offerId,
    targetUrl: 'https://lander.example/',
  },
});
const allocation = [{ campaignId, weight: 100 }];
const conditions = { match: 'all', items: [{ field: 'geo', is: true, values: ['AQ'] }] };
const rule = await call(admin, ruleCalls.create, { body: { name: 'Nowhere first', conditions, allocation } });
const { id: boxId } = await call(admin, campaignBoxCalls.create, {
  body: {
    name: 'Traced box',
    fallbackUrl: 'https://fallback.example/',
    rules: [rule.id],
    allocation,
  },
});

/** A click as a router keeps it. */
async function click(): Promise<string> {
  const snapshot = await currentSnapshot(world.db)();
  const link = readLink(`/box_${boxId}`);
  if (link === undefined) throw new Error('No link.');
  // One of the 99 % of visitors for whom the ended deal is tried first.
  for (let at = 0; ; at += 1) {
    const visitor = hashText(`visitor ${at}`);
    const visit = testVisit({ boxId, geo: 'AQ', visitor });
    const decision = decide(snapshot, visit);
    const step = decision.trace.find((one) => one.step === 'deal');
    if (step?.skipped === undefined) continue;
    const id = clickIdAt(visit.at);
    const targetUrl = targetUrlOf(decision, visit, { clickId: id, code: '' });
    const fact = { id, visitorId: decimalOf(visitor), link, visit, decision, bot: undefined, targetUrl };
    await world.databases.clickhouse.insert('facts', Buffer.from(`${lineOfClick(snapshot, fact)}\n`));
    return id;
  }
}

describe('The trace of a click', () => {
  it('names the rule as it was, the campaign, the deals that were tried and the target', async () => {
    const id = await click();
    const values = { name: 'Renamed', conditions: { match: 'all', items: [] }, allocation };
    const changed = { version: rule.version, values };
    expect((await attempt(admin, ruleCalls.update, { params: { id: rule.id }, body: changed })).status).toBe(200);
    const { status, body } = await attempt(admin, traceClick, { params: { id } });
    expect(status).toBe(200);
    const trace: ClickTrace = body.data;
    expect(trace).toMatchObject({
      clickId: id,
      facts: [
        {
          kind: 'visit',
          reason: 'rule',
          boxId,
          box: 'Traced box',
          fallback: null,
          rules: [{ id: rule.id, name: 'Nowhere first', words: 'Geo is AQ', outcome: 'decided' }],
          campaign: { id: campaignId, name: 'Lander', weight: 100 },
          deals: {
            asked: [
              { partner: 'Ended', dealType: 'CPA', outcome: 'no_longer_valid' },
              { partner: 'Taking', dealType: 'CPA', outcome: 'chosen', weight: 1 },
            ],
          },
          partner: { id: taking.partnerId, name: 'Taking' },
          offer: { id: taking.offerId },
          targetUrl: `https://taking.example/?c=${id}`,
        },
      ],
    });
    expect(trace.facts[0]?.configuredAt).toMatch(/^20/);
  });

  it('is refused for an unknown click, for an invalid id, and to people who may not see facts', async () => {
    expect((await refusal(admin, traceClick, { params: { id: clickIdAt(0) } })).status).toBe(404);
    expect((await refusal(admin, traceClick, { params: { id: 'abc' } })).status).toBe(400);
    const nobody = await world.signIn('Exclude All Pages');
    expect((await refusal(nobody, traceClick, { params: { id: clickIdAt(0) } })).status).toBe(403);
  });
});
