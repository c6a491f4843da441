import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { activateMirror } from '@signpost/contract/calls/mirrors.ts';
import { listReferralCodeUses, makeReferralCodes } from '@signpost/contract/calls/referral-codes.ts';
import { assignHosts, listUnknownHosts } from '@signpost/contract/calls/referrers.ts';
import { entities } from '@signpost/contract/entities/index.ts';
import { mbgMirror } from '@signpost/contract/entities/mbg-mirror.ts';
import { referralCode } from '@signpost/contract/entities/referral-code.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { attempt, call, refusal } from '@signpost/testkit/call.ts';
import { fact } from '@signpost/testkit/fact.ts';
import { describe, expect, it } from 'vitest';
import { storeFacts } from '../../insight/stats/testing/random-world.ts';
import { newId } from '../../platform/ids.ts';

const mbgMirrorCalls = entityCalls(mbgMirror);
const partnerCalls = entityCalls(entities.partner);
const publisherCalls = entityCalls(entities.publisher);
const referralCodeCalls = entityCalls(referralCode);
const referrerCalls = entityCalls(entities.referrer);

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
  it('lists the hosts without an owner, busiest first, until they are assigned', async () => {
    await storeFacts(world, ['a.example', 'b.example', 'b.example', 'known.example', ''].map(visitFrom));
    const publisher = await rowOf(
      attempt(admin, publisherCalls.create, { body: { name: 'Owner', status: 'active', currency: 'EUR' } }),
    );
    const whose = { publisherId: publisher.id, trafficSourceId: null, websiteId: null };
    expect(
      (await attempt(admin, referrerCalls.create, { body: { name: 'known.example', tags: [], ...whose } })).status,
    ).toBe(201);

    const unknown = async () => await call(admin, listUnknownHosts, {});
    expect(await unknown()).toMatchObject([
      { host: 'b.example', visits: 2 },
      { host: 'a.example', visits: 1 },
    ]);
    const assigned = await attempt(admin, assignHosts, { body: { hosts: ['a.example', 'b.example'], ...whose } });
    expect(assigned).toMatchObject({ status: 201, body: { data: { assigned: 2 } } });
    expect(await unknown()).toEqual([]);
    const list = await call(admin, referrerCalls.list, { query: { q: 'b.example' } });
    expect(list).toMatchObject([{ publisherId: publisher.id }]);
  });

  it('refuses a missing owner, an invalid host and a repeated host, and then assigns none of the hosts', async () => {
    const nobody = await attempt(admin, assignHosts, { body: { hosts: ['c.example'] } });
    expect(nobody).toMatchObject({ status: 400, body: { errors: [{ path: 'publisherId' }] } });
    const whose = { publisherId: 10001 };
    for (const hosts of [
      ['c.example', 'not a host'],
      ['c.example', 'a.example'],
    ])
      expect(await attempt(admin, assignHosts, { body: { hosts, ...whose } })).toMatchObject({
        status: 400,
        body: { errors: [{ path: 'name' }] },
      });
    expect((await attempt(admin, referrerCalls.list, { query: { q: 'c.example' } })).body.meta.total).toBe(0);
    expect((await refusal(publisherPerson, listUnknownHosts, {})).status).toBe(403);
  });
});

describe('MBG mirrors', () => {
  it('are switched in one step, and only one is ever active', async () => {
    const partner = await rowOf(
      attempt(admin, partnerCalls.create, {
        body: {
          name: 'Brand',
          partnerTypeId: 105,
          status: 'active',
          currency: 'EUR',
          timeZone: 'UTC',
        },
      }),
    );
    const mirror = async (name: string, active: boolean) =>
      await attempt(admin, mbgMirrorCalls.create, {
        body: { name, partnerId: partner.id, geoId: 1, active, tags: [] },
      });
    const first = await rowOf(mirror('one.example', true));
    const second = await rowOf(mirror('two.example', false));
    expect((await mirror('three.example', true)).status).toBe(400);

    expect((await rowOf(attempt(admin, activateMirror, { params: { id: second.id } }))).active).toBe(true);
    expect((await rowOf(attempt(admin, mbgMirrorCalls.read, { params: { id: first.id } }))).active).toBe(false);
    const history = await call(admin, mbgMirrorCalls.history, { params: { id: first.id } });
    expect(history).toMatchObject([{ changes: [{ field: 'active', before: true, after: false }] }, {}]);
    expect((await refusal(admin, activateMirror, { params: { id: 999999 } })).status).toBe(404);
  });
});

describe('referral codes', () => {
  it('are generated in bulk for the pool and show how often they were used', async () => {
    const ask = { count: 25, prefix: 'SUMMER_', length: 6, publisherId: null, partnerId: null };
    const { status, body } = await attempt(admin, makeReferralCodes, { body: ask });
    expect(status).toBe(201);
    const { codes } = makeReferralCodes.answer.parse(body.data);
    expect(new Set(codes).size).toBe(25);
    for (const code of codes) expect(code).toMatch(/^SUMMER_[2-9A-HJ-NP-Z]{6}$/);
    const pool = await attempt(admin, referralCodeCalls.list, {
      query: { filters: { publisherId: ['null'] }, limit: 100 },
    });
    expect(pool.body.meta.total).toBe(25);
    const [first] = pool.body.data;
    const at = new Date().toISOString();
    await storeFacts(
      world,
      [fact({ factId: newId(), kind: 'visit', at, referralCodeId: first?.id ?? 0, visits: 1, codeUses: 1 })],
      newId(),
    );
    const { body: uses } = await attempt(admin, listReferralCodeUses, { query: { ids: [first?.id] } });
    expect(uses.data).toEqual([{ id: first?.id, uses: 1, firstDeposits: 0 }]);
    for (const [wrong, path] of [
      [{ count: 0 }, 'count'],
      [{ prefix: 'a b' }, 'prefix'],
      [{ publisherId: 999_999 }, 'publisherId'],
    ] as const)
      expect(await attempt(admin, makeReferralCodes, { body: { ...ask, ...wrong } })).toMatchObject({
        status: 400,
        body: { errors: [{ path }] },
      });
    expect((await attempt(admin, referralCodeCalls.list, { query: { limit: 1 } })).body.meta.total).toBe(25);
  });
});
