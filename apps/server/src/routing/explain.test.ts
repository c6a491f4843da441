import type { Explanation } from '@signpost/contract/clicks/explain.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { describe, expect, it } from 'vitest';

const world = await testApp();
const admin = await world.signIn('Admin');
const made = async (path: string, body: unknown): Promise<{ id: number; version: number }> => {
  const answer = await admin('POST', `/api/${path}`, body);
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data;
};
const [one, two] = await Promise.all(
  ['One', 'Two'].map((name) =>
    made('campaigns', {
      name,
      landerType: 'external_lander',
      status: 'active',
      targetUrl: `https://${name.toLowerCase()}.example/?g={geo}&s={sub1}`,
    }),
  ),
);
const all = (id = 0) => [{ campaignId: id, weight: 100 }];
const { id: categoryId } = await made('categories', { name: 'Search' });
const german = {
  match: 'all',
  items: [
    { field: 'geo', is: true, values: ['DE'] },
    { field: 'category', is: false, values: [categoryId] },
  ],
};
const rule = await made('rules', { name: 'Germans', conditions: german, allocation: all(two?.id) });
const box = await made('campaign-boxes', {
  name: 'Box',
  fallbackUrl: 'https://fallback.example/',
  rules: [rule.id],
  allocation: all(one?.id),
});
const ask = async (body: object): Promise<Explanation> =>
  (await admin('POST', `/api/campaign-boxes/${box.id}/explain`, body)).body.data;

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
    await made('global-rules', { name: 'Evening', conditions: { match: 'all', items: [] }, allocation: all(one?.id) });
    const { rules } = await ask({ geo: 'DE' });
    expect(rules.map(({ kind, outcome }) => [kind, outcome])).toEqual([
      ['global', 'decided'],
      ['box', 'not_tried'],
    ]);
  });

  it('is refused for an unknown box, an invalid geo, and to people who may not see the box', async () => {
    expect((await admin('POST', '/api/campaign-boxes/1/explain', {})).status).toBe(404);
    expect((await admin('POST', `/api/campaign-boxes/${box.id}/explain`, { geo: 'Germany' })).status).toBe(400);
    const publisher = await world.signIn('Publisher');
    expect((await publisher('POST', `/api/campaign-boxes/${box.id}/explain`, {})).status).toBe(403);
  });
});

describe('A rule', () => {
  it('is refused with invalid conditions, without campaigns, and with weights that do not total 100', async () => {
    const refused = async (change: object) => {
      const values = { name: 'Bad', conditions: german, allocation: all(one?.id), ...change };
      const { status, body } = await admin('POST', '/api/rules', values);
      return [status, body.errors[0]?.path];
    };
    const items = [{ field: 'geo', is: true, values: [] }];
    expect(await refused({ conditions: { match: 'all', items } })).toEqual([400, 'conditions.items.0.values']);
    expect(await refused({ conditions: { match: 'most', items: [] } })).toEqual([400, 'conditions.match']);
    expect(await refused({ allocation: [] })).toEqual([400, 'allocation']);
    expect(await refused({ allocation: [{ campaignId: one?.id, weight: 99 }] })).toEqual([400, 'allocation']);
  });
});
