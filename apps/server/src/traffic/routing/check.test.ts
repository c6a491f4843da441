import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { checkDraft } from '@signpost/contract/calls/routing.ts';
import { campaign } from '@signpost/contract/entities/campaign.ts';
import { campaignBox } from '@signpost/contract/entities/campaign-box.ts';
import { category } from '@signpost/contract/entities/category.ts';
import { entities } from '@signpost/contract/entities/index.ts';
import { trafficSource } from '@signpost/contract/entities/traffic-source.ts';
import type { Finding } from '@signpost/contract/traffic/clicks/check.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { attempt, call, refusal } from '@signpost/testkit/call.ts';
import { expect, it } from 'vitest';

const campaignBoxCalls = entityCalls(campaignBox);
const campaignCalls = entityCalls(campaign);
const categoryCalls = entityCalls(category);
const ruleCalls = entityCalls(entities.rule);
const trafficSourceCalls = entityCalls(trafficSource);

const world = await testApp();
const admin = await world.signIn('Admin');
const check = async (body: unknown): Promise<Finding[]> => {
  const answer = await attempt(admin, checkDraft, { body });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
};

it('reports the problems of a draft in words and names, and changes nothing', async () => {
  const target = { landerType: 'external_lander', targetUrl: 'https://one.example/' };
  const [on, off] = [
    await call(admin, campaignCalls.create, { body: { name: 'On', ...target } }),
    await call(admin, campaignCalls.create, { body: { name: 'Off', ...target, status: 'paused' } }),
  ];
  const { id: categoryId } = await call(admin, categoryCalls.create, { body: { name: 'Search' } });
  await call(admin, trafficSourceCalls.create, { body: { name: 'letter_one', categoryId, sourceKind: 'regular' } });
  const conditions = {
    match: 'all',
    items: [true, false].map((is) => ({ field: 'category', is, values: [categoryId] })),
  };
  const rule = await call(admin, ruleCalls.create, {
    body: { name: 'Nobody', conditions, allocation: [{ campaignId: on.id, weight: 100 }] },
  });
  const values = {
    name: 'Box',
    boxKind: 'regular',
    status: 'active',
    fallbackUrl: 'https://fallback.example/',
    rules: [rule.id],
    allocation: [
      { campaignId: on.id, weight: 60 },
      { campaignId: off.id, weight: 40 },
    ],
  };
  expect(await check({ kind: 'campaignBox', id: null, values })).toEqual([
    {
      code: 'rule_never',
      severity: 'warning',
      field: 'rules.0',
      message: 'Rule “Nobody” can never match: no visit meets Category is Search · Category is not Search.',
    },
    {
      code: 'campaign_paused',
      severity: 'warning',
      field: 'allocation.1',
      message: '“Off” is paused: its weight goes to the other campaigns.',
    },
  ]);
  expect((await attempt(admin, campaignBoxCalls.list, {})).body.meta.total).toBe(0);
});

it('accepts incomplete drafts, and is refused to people who may edit neither boxes nor rules', async () => {
  for (const values of [{}, { allocation: [null, 7, {}], rules: 'x', status: 9 }, { conditions: { match: 'all' } }])
    for (const kind of ['campaignBox', 'rule', 'globalRule', 'bannerGlobalRule'])
      expect(await check({ kind, id: null, values })).toBeInstanceOf(Array);
  expect((await refusal(admin, checkDraft, { body: { kind: 'partner', id: null, values: {} } })).status).toBe(400);
  const publisher = await world.signIn('Publisher');
  expect((await refusal(publisher, checkDraft, { body: { kind: 'rule', id: null, values: {} } })).status).toBe(403);
});
