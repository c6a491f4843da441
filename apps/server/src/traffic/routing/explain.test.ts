import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { boxCalls } from '@signpost/contract/calls/routing.ts';
import { entities } from '@signpost/contract/entities/index.ts';
import type { Explanation } from '@signpost/contract/traffic/clicks/explain.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { attempt, call, refusal } from '@signpost/testkit/call.ts';
import { describe, expect, it } from 'vitest';

const campaignBoxCalls = entityCalls(entities.campaignBox);
const campaignCalls = entityCalls(entities.campaign);
const categoryCalls = entityCalls(entities.category);
const globalRuleCalls = entityCalls(entities.globalRule);
const ruleCalls = entityCalls(entities.rule);

const world = await testApp();
const admin = await world.signIn('Admin');
const [one, two] = await Promise.all(
  ['One', 'Two'].map((name) =>
    call(admin, campaignCalls.create, {
      body: {
        name,
        landerType: 'external_lander',
        status: 'active',
        targetUrl: `https://${name.toLowerCase()}.example/?g={geo}&s={sub1}`,
      },
    }),
  ),
);
const all = (id = 0) => [{ campaignId: id, weight: 100 }];
const { id: categoryId } = await call(admin, categoryCalls.create, { body: { name: 'Search' } });
const german = {
  match: 'all',
  items: [
    { field: 'geo', is: true, values: ['DE'] },
    { field: 'category', is: false, values: [categoryId] },
  ],
};
const rule = await call(admin, ruleCalls.create, {
  body: { name: 'Germans', conditions: german, allocation: all(two?.id) },
});
const box = await call(admin, campaignBoxCalls.create, {
  body: {
    name: 'Box',
    fallbackUrl: 'https://fallback.example/',
    rules: [rule.id],
    allocation: all(one?.id),
  },
});
const ask = async (body: object): Promise<Explanation> =>
  await call(admin, boxCalls.campaignBox.explain, { params: { id: box.id }, body });

describe('Explain', () => {
  it('reports which rule decided, why others did not, and where the click goes', async () => {
    expect(await ask({ geo: 'de', sub1: 'a b' })).toMatchObject({
      reason: 'rule',
      ruleId: rule.id,
      campaignId: two?.id,
      targetUrl: 'https://two.example/?g=DE&s=a%20b',
      rules: [
        { outcome: 'decided', conditions: [{ words: 'Geo is DE', holds: true }, { words: 'Category is not Search' }] },
      ],
    });
    expect(await ask({ geo: 'AT' })).toMatchObject({
      reason: 'allocation',
      ruleId: null,
      campaignId: one?.id,
      rules: [{ outcome: 'not_matched', conditions: [{ words: 'Geo is DE', holds: false }, { holds: true }] }],
    });
  });

  it('reports a global rule, which comes first, and the rule that was not tried', async () => {
    await call(admin, globalRuleCalls.create, {
      body: { name: 'Evening', conditions: { match: 'all', items: [] }, allocation: all(one?.id) },
    });
    const { rules } = await ask({ geo: 'DE' });
    expect(rules.map(({ kind, outcome }) => [kind, outcome])).toEqual([
      ['global', 'decided'],
      ['box', 'not_tried'],
    ]);
  });

  it('compares an address with ranges, and never repeats it', async () => {
    const office = { field: 'address', is: true, values: ['203.0.113.0/24', '2001:db8::/32'] };
    const only = await call(admin, ruleCalls.create, {
      body: {
        name: 'Office',
        conditions: { match: 'all', items: [office] },
        allocation: all(two?.id),
      },
    });
    const { id } = await call(admin, campaignBoxCalls.create, {
      body: {
        name: 'Box of the office',
        fallbackUrl: 'https://fallback.example/',
        rules: [only.id],
        allocation: all(one?.id),
      },
    });
    const of = async (address: string) => {
      const answer = await attempt(admin, boxCalls.campaignBox.explain, { params: { id }, body: { address } });
      expect(answer.text).not.toContain(address);
      return answer.body.data.rules.find((tried) => tried.id === only.id);
    };
    await world.db.updateTable('globalRules').set({ status: 'paused' }).execute();
    expect(await of('203.0.113.77')).toMatchObject({
      outcome: 'decided',
      conditions: [{ words: 'IP address is in 203.0.113.0/24, 2001:db8::/32', holds: true }],
    });
    expect(await of('2001:db8:5::9')).toMatchObject({ outcome: 'decided' });
    expect(await of('198.51.100.7')).toMatchObject({ outcome: 'not_matched' });
    const bad = await attempt(admin, boxCalls.campaignBox.explain, {
      params: { id },
      body: { address: '203.0.113.0/24' },
    });
    expect([bad.status, bad.body.errors?.[0]?.message]).toEqual([400, 'One IP address, such as 203.0.113.7.']);
  });

  it('is refused for an unknown box, an invalid geo, and to people who may not see the box', async () => {
    expect((await refusal(admin, boxCalls.campaignBox.explain, { params: { id: 1 }, body: {} })).status).toBe(404);
    expect(
      (await refusal(admin, boxCalls.campaignBox.explain, { params: { id: box.id }, body: { geo: 'Germany' } })).status,
    ).toBe(400);
    const publisher = await world.signIn('Publisher');
    expect((await refusal(publisher, boxCalls.campaignBox.explain, { params: { id: box.id }, body: {} })).status).toBe(
      403,
    );
  });
});

describe('A rule', () => {
  it('is refused with invalid conditions, without campaigns, and with weights that do not total 100', async () => {
    const refused = async (change: object) => {
      const values = { name: 'Bad', conditions: german, allocation: all(one?.id), ...change };
      const { status, body } = await attempt(admin, ruleCalls.create, { body: values });
      return [status, body.errors?.[0]?.path];
    };
    const items = [{ field: 'geo', is: true, values: [] }];
    expect(await refused({ conditions: { match: 'all', items } })).toEqual([400, 'conditions.items.0.values']);
    const addresses = (...values: string[]) => ({ match: 'all', items: [{ field: 'address', is: true, values }] });
    expect(await refused({ conditions: addresses('203.0.113.7/24') })).toEqual([400, 'conditions.items.0.values']);
    const many = Array.from({ length: 1_001 }, (_, at) => `10.0.${at >> 8}.${at & 255}`);
    expect(await refused({ conditions: addresses(...many) })).toEqual([400, 'conditions']);
    const two = { match: 'all', items: [...addresses(...many.slice(500)).items, ...addresses(...many.slice(1)).items] };
    expect(await refused({ conditions: two })).toEqual([400, 'conditions']);
    expect(await refused({ conditions: addresses(...many.slice(1)), name: 'Good' })).toEqual([201, undefined]);
    expect(await refused({ conditions: { match: 'most', items: [] } })).toEqual([400, 'conditions.match']);
    expect(await refused({ allocation: [] })).toEqual([400, 'allocation']);
    expect(await refused({ allocation: [{ campaignId: one?.id, weight: 99 }] })).toEqual([400, 'allocation']);
  });
});
