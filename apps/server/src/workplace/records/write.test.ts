import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { isErrorData } from '@signpost/contract/calls/error-data.ts';
import { campaignBox } from '@signpost/contract/entities/campaign-box.ts';
import { entities } from '@signpost/contract/entities/index.ts';
/** The promises of saving a record: its rules, its versions, its child rows and its history. */
import { testApp } from '@signpost/testkit/app.ts';
import { attempt, call } from '@signpost/testkit/call.ts';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { partner, partnersOf } from './testing/partners.ts';
import { verifyAudit } from './verify-audit.ts';

const campaignBoxCalls = entityCalls(campaignBox);
const campaignCalls = entityCalls(entities.campaign);
const partnerCalls = entityCalls(entities.partner);

const world = await testApp();
const admin = await world.signIn('Admin');
const create = partnersOf(admin);

const deal = (more: Record<string, unknown> = {}) => ({
  geoId: 14,
  integrationId: 1,
  dealType: 'CPA',
  dealRevenueType: 'firstDeposit',
  fixedAmount: '120.50',
  leadCap: 100,
  waterfallBlocked: false,
  weight: 3,
  ...more,
});

describe('Creating a record', () => {
  it('stores fields, links and child rows, and answers with their labels', async () => {
    const saved = await create({ deals: [deal(), deal({ fixedAmount: '99.999999' })] });
    expect(saved).toMatchObject({
      version: 1,
      archivedAt: null,
      integrations: [1],
      may: { edit: true, archive: true },
    });
    expect(saved.labels).toMatchObject({ partnerTypeId: 'MBG', integrations: 'Standard postback' });
    expect(saved.deals.map((row) => row.fixedAmount)).toEqual(['120.5', '99.999999']);
    expect(saved.deals[0]?.labels).toMatchObject({ integrationId: 'Standard postback' });
  });

  it('names every invalid field with the message of the specification', async () => {
    const { status, body } = await attempt(admin, partnerCalls.create, {
      body: partner({ name: ' ', partnerTypeId: null, deals: [deal({ leadCap: 'x', weight: 101 })], nonsense: 1 }),
    });
    expect(status).toBe(400);
    expect(body).toMatchObject({ status: 'FAIL', message: 'Process failed', errorCode: 'VALIDATION' });
    expect(body.errors).toEqual(
      expect.arrayContaining([
        { path: 'name', message: 'Field has to be filled.' },
        { path: 'partnerTypeId', message: 'Field has to be filled.' },
        { path: 'deals.0.leadCap', message: 'Field has to be a number.' },
        { path: 'deals.0.weight', message: 'At most 100.' },
        { path: 'nonsense', message: 'This field does not exist or cannot be changed.' },
      ]),
    );
  });

  it('reports a violated database constraint at its field', async () => {
    const { name } = await create();
    const twice = await attempt(admin, partnerCalls.create, { body: partner({ name }) });
    expect([twice.status, twice.body.errors]).toEqual([
      400,
      [{ path: 'name', message: 'This value is already in use.' }],
    ]);
    const lost = await attempt(admin, partnerCalls.create, { body: partner({ partnerTypeId: 99_999 }) });
    expect(lost.body.errors).toEqual([{ path: 'partnerTypeId', message: 'This record does not exist.' }]);
    const lostLink = await attempt(admin, partnerCalls.create, { body: partner({ integrations: [99_999] }) });
    expect(lostLink.body.errors).toEqual([{ path: 'integrations', message: 'This record does not exist.' }]);
  });

  it('refuses a box whose weights do not total 100', async () => {
    const campaign = await attempt(admin, campaignCalls.create, {
      body: {
        name: 'C',
        landerType: 'affiliate',
        targetUrl: 'https://example.com/?c={click_id}',
      },
    });
    const { id } = campaign.body.data;
    const box = (weight: number) => ({
      name: 'B',
      boxKind: 'regular',
      fallbackUrl: 'https://example.com',
      allocation: [{ campaignId: id, weight }],
    });
    const refused = await attempt(admin, campaignBoxCalls.create, { body: box(99) });
    expect(refused.body.errors).toEqual([{ path: 'allocation', message: 'Weights must total 100. They total 99.' }]);
    expect((await attempt(admin, campaignBoxCalls.create, { body: box(100) })).status).toBe(201);
  });

  it('clears the value of a hidden field', async () => {
    const data = await call(admin, campaignBoxCalls.create, {
      body: {
        name: 'B',
        boxKind: 'regular',
        nativeBoxType: 'regular_native_box',
        fallbackUrl: 'https://example.com',
      },
    });
    expect(data).toMatchObject({ nativeBoxType: null });
  });
});

describe('Changing a record', () => {
  it('refuses the second of two concurrent saves and returns the current record', async () => {
    const saved = await create();
    const values = partner({ name: saved.name, notes: 'first' });
    const first = await attempt(admin, partnerCalls.update, { params: { id: saved.id }, body: { version: 1, values } });
    expect(first.body.data).toMatchObject({ version: 2, notes: 'first' });
    const second = await attempt(admin, partnerCalls.update, {
      params: { id: saved.id },
      body: {
        version: 1,
        values: { ...values, notes: 'second' },
      },
    });
    expect(second.status).toBe(409);
    expect(second.body).toMatchObject({ errorCode: 'CONFLICT', data: { version: 2, notes: 'first' } });
    expect(isErrorData('CONFLICT', second.body.data)).toBe(true);
  });

  it('accepts exactly one of many simultaneous saves', async () => {
    const saved = await create();
    const saves = Array.from({ length: 8 }, (_, n) =>
      attempt(admin, partnerCalls.update, {
        params: { id: saved.id },
        body: {
          version: 1,
          values: partner({ name: saved.name, notes: `n${n}` }),
        },
      }),
    );
    const codes = (await Promise.all(saves)).map(({ status }) => status).sort();
    expect(codes).toEqual([200, ...Array(7).fill(409)]);
  });

  it('keeps the ids of child rows and archives removed ones', async () => {
    const saved = await create({ deals: [deal(), deal({ weight: 5 })] });
    const [first, second] = saved.deals;
    const data = await call(admin, partnerCalls.update, {
      params: { id: saved.id },
      body: {
        version: 1,
        values: partner({ name: saved.name, deals: [{ ...deal({ weight: 9 }), id: second?.id }] }),
      },
    });
    expect(data.deals).toMatchObject([{ id: second?.id, weight: 9 }]);
    const { rows } = await sql<{
      archived: boolean;
    }>`SELECT archived_at IS NOT NULL AS archived FROM deals WHERE id = ${first?.id}`.execute(world.db);
    expect(rows).toEqual([{ archived: true }]);
  });

  it('writes nothing when nothing changed', async () => {
    const saved = await create();
    const data = await call(admin, partnerCalls.update, {
      params: { id: saved.id },
      body: {
        version: 1,
        values: partner({ name: saved.name }),
      },
    });
    expect(data).toMatchObject({ version: 1 });
  });

  it('refuses a child row of another record', async () => {
    const [one, other] = [await create({ deals: [deal()] }), await create()];
    const { status } = await attempt(admin, partnerCalls.update, {
      params: { id: other.id },
      body: {
        version: 1,
        values: partner({ name: other.name, deals: [{ ...deal(), id: one.deals[0]?.id }] }),
      },
    });
    expect(status).toBe(404);
  });
});

describe('The history of a record', () => {
  it('shows who changed which field from which value to which, with an intact hash chain', async () => {
    const saved = await create();
    await call(admin, partnerCalls.update, {
      params: { id: saved.id },
      body: {
        version: 1,
        values: partner({ name: saved.name, notes: 'hello' }),
      },
    });
    await call(admin, partnerCalls.archive, { params: { id: saved.id } });
    const data = await call(admin, partnerCalls.history, { params: { id: saved.id } });
    expect(data).toMatchObject([
      { action: 'archive', by: 'Test Admin' },
      { action: 'update', changes: [{ field: 'notes', before: null, after: 'hello' }] },
      { action: 'create', version: 1 },
    ]);
    expect(await verifyAudit(world.db)).toMatchObject({ broken: null });
  });

  it('cannot be changed', async () => {
    await create();
    await expect(sql`UPDATE audit SET action = 'create'`.execute(world.db)).rejects.toThrow('append-only');
    await expect(sql`DELETE FROM audit`.execute(world.db)).rejects.toThrow('append-only');
  });
});

describe('A bulk change', () => {
  it('changes all records or none', async () => {
    const [one, two] = [await create(), await create()];
    const done = await attempt(admin, partnerCalls.bulk, {
      body: {
        action: 'edit',
        ids: [one.id, two.id],
        values: { status: 'paused' },
      },
    });
    expect(done.body.data).toEqual({ changed: 2 });
    const refused = await attempt(admin, partnerCalls.bulk, {
      body: {
        action: 'edit',
        ids: [one.id, two.id],
        values: { name: 'the same' },
      },
    });
    expect(refused.status).toBe(400);
    expect(await call(admin, partnerCalls.read, { params: { id: one.id } })).toMatchObject({
      status: 'paused',
      name: one.name,
    });
  });
});
