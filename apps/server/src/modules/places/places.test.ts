import { fact } from '@signpost/contract/stats/fact.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { storeFacts } from '../../stats/testing/random-world.ts';

const world = await testApp();
const admin = await world.signIn('Admin');
const publisherPerson = await world.signIn('Publisher');
interface Row {
  id: number;
  publisherId: number;
  active: boolean;
}
const rowOf = async (answer: ReturnType<typeof admin>) => (await answer).body.data as Row;
const visitFrom = (referrer: string) =>
  fact({ factId: newId(), kind: 'visit', at: new Date(Date.now() - 60_000).toISOString(), visits: 1, referrer });

describe('referrers', () => {
  it('shows the hosts nobody is named for, busiest first, until they are assigned', async () => {
    await storeFacts(world, ['a.example', 'b.example', 'b.example', 'known.example', ''].map(visitFrom));
    const publisher = await rowOf(
      admin('POST', '/api/publishers', { name: 'Owner', status: 'active', currency: 'EUR' }),
    );
    const whose = { publisherId: publisher.id, trafficSourceId: null, websiteId: null };
    expect((await admin('POST', '/api/referrers', { name: 'known.example', tags: [], ...whose })).status).toBe(201);

    const unknown = async () => (await admin('GET', '/api/referrers/unknown')).body.data;
    expect(await unknown()).toMatchObject([
      { host: 'b.example', visits: 2 },
      { host: 'a.example', visits: 1 },
    ]);
    const assigned = await admin('POST', '/api/referrers/assign', { hosts: ['a.example', 'b.example'], ...whose });
    expect(assigned).toMatchObject({ status: 201, body: { data: { assigned: 2 } } });
    expect(await unknown()).toEqual([]);
    const { body: list } = await admin('GET', '/api/referrers?q=b.example');
    expect(list.data).toMatchObject([{ publisherId: publisher.id }]);
  });

  it('refuses to assign to nobody, a host that is none, and twice: and then assigns nothing at all', async () => {
    const nobody = await admin('POST', '/api/referrers/assign', { hosts: ['c.example'] });
    expect(nobody).toMatchObject({ status: 400, body: { errors: [{ path: 'publisherId' }] } });
    const whose = { publisherId: 10001 };
    for (const hosts of [
      ['c.example', 'not a host'],
      ['c.example', 'a.example'],
    ])
      expect(await admin('POST', '/api/referrers/assign', { hosts, ...whose })).toMatchObject({
        status: 400,
        body: { errors: [{ path: 'name' }] },
      });
    expect((await admin('GET', '/api/referrers?q=c.example')).body.meta.total).toBe(0);
    expect((await publisherPerson('GET', '/api/referrers/unknown')).status).toBe(403);
  });
});

describe('MBG mirrors', () => {
  it('switch over in one step, and only one is ever active', async () => {
    const partner = await rowOf(
      admin('POST', '/api/partners', {
        name: 'Brand',
        partnerTypeId: 105,
        status: 'active',
        currency: 'EUR',
        timeZone: 'UTC',
      }),
    );
    const mirror = async (name: string, active: boolean) =>
      await admin('POST', '/api/mbg-mirrors', { name, partnerId: partner.id, geoId: 1, active, tags: [] });
    const first = await rowOf(mirror('one.example', true));
    const second = await rowOf(mirror('two.example', false));
    expect((await mirror('three.example', true)).status).toBe(400);

    expect((await rowOf(admin('POST', `/api/mbg-mirrors/${second.id}/activate`))).active).toBe(true);
    expect((await rowOf(admin('GET', `/api/mbg-mirrors/${first.id}`))).active).toBe(false);
    const { body: history } = await admin('GET', `/api/mbg-mirrors/${first.id}/history`);
    expect(history.data).toMatchObject([{ changes: [{ field: 'active', before: true, after: false }] }, {}]);
    expect((await admin('POST', '/api/mbg-mirrors/999999/activate')).status).toBe(404);
  });
});
