/** Changes of terms wait for people whom their effect in money demands, and for nobody who wrote a part of them. */
import type { Grade } from '@signpost/contract/access/grades.ts';
import { previewDealChanges, proposeDealChanges } from '@signpost/contract/calls/deals.ts';
import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { type ChangeKind, decideChange, listWaitingChanges } from '@signpost/contract/calls/money-changes.ts';
import { entities } from '@signpost/contract/entities/index.ts';
import { partnerOverride } from '@signpost/contract/entities/partner-override.ts';
import { type Caller, testApp } from '@signpost/testkit/app.ts';
import { attempt, call } from '@signpost/testkit/call.ts';
import { fact } from '@signpost/testkit/fact.ts';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { storeFacts } from '../../insight/stats/testing/random-world.ts';
import { newId } from '../../platform/ids.ts';

const dealProposalCalls = entityCalls(entities.dealProposal);
const partnerCalls = entityCalls(entities.partner);
const partnerOverrideCalls = entityCalls(partnerOverride);

const world = await testApp();
const { db } = world;
const [author, second, third, admin, operations] = await Promise.all(
  (['Management', 'Management', 'Management', 'Admin', 'Operations'] satisfies Grade[]).map((grade) =>
    world.signIn(grade),
  ),
);
if (!author || !second || !third || !admin || !operations) throw new Error('Somebody could not sign in.');

/** A partner with one deal of 100 EUR for a first deposit, which had so many of them in the last days. */
async function makePartner(firstDeposits: number): Promise<{ partnerId: number; dealId: number }> {
  const deal = {
    geoId: 1,
    integrationId: 1,
    dealType: 'CPA',
    dealRevenueType: 'firstDeposit',
    fixedAmount: '100',
    waterfallBlocked: false,
    weight: 5,
  };
  const partner = { name: newId(), partnerTypeId: 105, status: 'active', currency: 'EUR', timeZone: 'UTC' };
  const { id } = await call(admin as Caller, partnerCalls.create, { body: { ...partner, deals: [deal] } });
  const { rows } = await sql<{ id: number }>`SELECT id FROM deals WHERE partner_id = ${id}`.execute(db);
  const dealId = rows[0]?.id ?? 0;
  const at = new Date(Date.now() - 86_400_000).toISOString();
  const about = { partnerId: id, dealId, geoId: 1, integrationId: 1, at, factId: newId() };
  await storeFacts(world, [
    fact({
      ...about,
      kind: 'first_deposit',
      firstDeposits,
      clickouts: firstDeposits,
      revenue: String(100 * firstDeposits),
    }),
  ]);
  return { partnerId: id, dealId };
}

/** Each kind of change, with an effect of `each` EUR for each first deposit of its partner. */
const MAKE: Readonly<Record<ChangeKind, (by: Caller, partnerId: number, each: number) => Promise<number>>> = {
  dealProposal: async (by, partnerId, each) =>
    (
      await call(by, dealProposalCalls.create, {
        body: {
          partnerId,
          geoId: 1,
          integrationId: 1,
          dealType: 'CPA',
          dealRevenueType: 'firstDeposit',
          fixedAmount: String(each),
          weight: 5,
          validFrom: '2026-01-01',
          reason: 'test',
        },
      })
    ).id,
  partnerOverride: async (by, partnerId) =>
    (
      await call(by, partnerOverrideCalls.create, {
        body: {
          name: newId(),
          partnerId,
          geoId: null,
          trafficSourceId: null,
          dealType: 'CPA',
          amount: '7',
          currency: 'EUR',
          validFrom: '2026-01-01',
        },
      })
    ).id,
  dealChange: async (by, partnerId, each) => {
    const ask = {
      filter: { partnerIds: [partnerId], geoIds: [], integrationIds: [], dealTypes: [] },
      change: { fixedAmount: String(100 + each) },
    };
    const data = await call(by, previewDealChanges, { body: ask });
    const { versions } = data;
    return (await call(by, proposeDealChanges, { body: { ...ask, versions } })).id;
  },
};

const find = async (person: Caller, kind: ChangeKind, id: number) =>
  (await call(person, listWaitingChanges, {})).find((one) => one.kind === kind && one.id === id);
const decide = async (person: Caller, kind: ChangeKind, id: number, more: object = {}) => {
  const hash = (await find(admin as Caller, kind, id))?.hash ?? '0'.repeat(64);
  return await attempt(person, decideChange, { params: { kind, id }, body: { hash, verdict: 'approved', ...more } });
};
const outcomeOf = async (answer: ReturnType<Caller>) => {
  const { status, body } = await answer;
  return status === 200 ? (body.data as { outcome: string }).outcome : status;
};
const amountOf = async (partnerId: number): Promise<number[]> => {
  const { rows } = await sql<{ amount: number }>`SELECT fixed_amount::float AS amount FROM deals
    WHERE partner_id = ${partnerId} AND archived_at IS NULL ORDER BY id`.execute(db);
  return rows.map(({ amount }) => amount);
};
const termsOf = async (partnerId: number) => {
  const { rows } = await sql<{ amount: string }>`SELECT a.amount FROM approved_overrides a
    JOIN partner_overrides o ON o.id = a.override_id WHERE a.partner_id = ${partnerId} AND o.archived_at IS NULL`.execute(
    db,
  );
  return rows.map(({ amount }) => Number(amount));
};

describe('The effect of a change in money', () => {
  it.each([
    // An effect of 2 000, 20 000 and 200 000 EUR: one person, two, and two with an Admin.
    [10, ['approved'], [second]],
    [100, ['waiting', 'approved'], [second, third]],
    [1000, ['waiting', 'waiting', 'approved'], [second, third, admin]],
  ] as const)('of 200 EUR × %i decides how many people approve', async (deposits, outcomes, people) => {
    for (const kind of ['dealProposal', 'dealChange'] as const) {
      const { partnerId } = await makePartner(deposits);
      const id = await MAKE[kind](author, partnerId, 200);
      expect(await find(second, kind, id)).toMatchObject({ effect: String(200 * deposits), obstacle: '' });
      const given = [];
      for (const person of people) {
        expect(await amountOf(partnerId)).toEqual([100]);
        given.push(await outcomeOf(decide(person, kind, id)));
      }
      expect(given).toEqual(outcomes);
      expect(await amountOf(partnerId)).toEqual(kind === 'dealChange' ? [300] : [100, 200]);
      expect(await find(second, kind, id)).toBeUndefined();
      expect(await outcomeOf(decide(third, kind, id))).toBe(409);
    }
  });
});

describe.each(['dealProposal', 'partnerOverride', 'dealChange'] as const)('A change (%s)', (kind) => {
  it('is decided by nobody who wrote it, nobody below management, and no API key, and seen as such', async () => {
    const { partnerId } = await makePartner(1);
    const id = await MAKE[kind](author, partnerId, 200);
    expect(await find(author, kind, id)).toMatchObject({ obstacle: 'You wrote a part of it' });
    expect(await outcomeOf(decide(author, kind, id))).toBe(403);
    expect(await outcomeOf(decide(author, kind, id, { verdict: 'rejected', reason: 'mine' }))).toBe(403);
    const own = await MAKE[kind](admin, (await makePartner(1)).partnerId, 200);
    expect(await outcomeOf(decide(admin, kind, own))).toBe(403);
    for (const grade of ['Operations', 'Default User', 'Seo User', 'Publisher'] satisfies Grade[])
      expect(await outcomeOf(decide(await world.signIn(grade), kind, id))).toBe(403);
    expect(await amountOf(partnerId)).toEqual([100]);
    expect(await termsOf(partnerId)).toEqual([]);
  });

  it('is decided once, as it was seen, and rejected only with a reason', async () => {
    const { partnerId } = await makePartner(1);
    const id = await MAKE[kind](author, partnerId, 200);
    expect(await outcomeOf(decide(second, kind, id, { hash: 'f'.repeat(64) }))).toBe(409);
    expect(await outcomeOf(decide(second, kind, id, { verdict: 'rejected' }))).toBe(400);
    expect(await outcomeOf(decide(second, kind, id, { verdict: 'rejected', reason: 'too dear' }))).toBe('rejected');
    expect(await outcomeOf(decide(third, kind, id))).toBe(409);
    expect([await amountOf(partnerId), await termsOf(partnerId)]).toEqual([[100], []]);
  });
});

describe('An edit', () => {
  it('voids the approvals of a proposal, and makes its writer an author', async () => {
    const { partnerId } = await makePartner(100);
    const id = await MAKE.dealProposal(author, partnerId, 200);
    const seen = await find(second, 'dealProposal', id);
    expect(await outcomeOf(decide(second, 'dealProposal', id))).toBe('waiting');
    await call(third, dealProposalCalls.update, {
      params: { id },
      body: { version: 1, values: { fixedAmount: '150' } },
    });
    expect(await find(second, 'dealProposal', id)).toMatchObject({ approvals: 0, obstacle: '', effect: '15000' });
    expect(await outcomeOf(decide(second, 'dealProposal', id, { hash: seen?.hash }))).toBe(409);
    expect(await outcomeOf(decide(third, 'dealProposal', id))).toBe(403);
    expect(await outcomeOf(decide(second, 'dealProposal', id))).toBe('waiting');
    expect(await outcomeOf(decide(admin, 'dealProposal', id))).toBe('approved');
    expect(await amountOf(partnerId)).toEqual([100, 150]);
  });

  it('of an approved override waits while the approved terms go on, and a restored one waits without terms', async () => {
    const { partnerId } = await makePartner(1);
    const id = await MAKE.partnerOverride(operations, partnerId, 0);
    expect(await termsOf(partnerId)).toEqual([]);
    expect(await outcomeOf(decide(second, 'partnerOverride', id))).toBe('approved');
    expect(await termsOf(partnerId)).toEqual([7]);
    const { version } = await call(operations, partnerOverrideCalls.read, { params: { id } });
    const renamed = await call(operations, partnerOverrideCalls.update, {
      params: { id },
      body: {
        version,
        values: { name: newId() },
      },
    });
    expect(renamed).toMatchObject({ overrideStatus: 'approved' });
    const values = { amount: '9' };
    const edited = await call(operations, partnerOverrideCalls.update, {
      params: { id },
      body: {
        version: renamed.version,
        values,
      },
    });
    expect(edited).toMatchObject({ overrideStatus: 'proposed' });
    expect(await termsOf(partnerId)).toEqual([7]);
    expect(await outcomeOf(decide(second, 'partnerOverride', id))).toBe('approved');
    expect(await termsOf(partnerId)).toEqual([9]);
    await call(operations, partnerOverrideCalls.archive, { params: { id } });
    expect(await termsOf(partnerId)).toEqual([]);
    await call(operations, partnerOverrideCalls.restore, { params: { id } });
    expect(await termsOf(partnerId)).toEqual([]);
    expect(await find(second, 'partnerOverride', id)).toMatchObject({ obstacle: '' });
  });

  it('of a partner meanwhile voids a change of its deals, which can still be rejected', async () => {
    const { partnerId } = await makePartner(1);
    const id = await MAKE.dealChange(author, partnerId, 200);
    const { version } = await call(admin, partnerCalls.read, { params: { id: partnerId } });
    await call(admin, partnerCalls.update, { params: { id: partnerId }, body: { version, values: { name: newId() } } });
    expect(await outcomeOf(decide(second, 'dealChange', id))).toBe(409);
    expect(await amountOf(partnerId)).toEqual([100]);
    expect(await outcomeOf(decide(second, 'dealChange', id, { verdict: 'rejected', reason: 'old' }))).toBe('rejected');
  });
});
