/** A change of a record changes the fields it names and nothing else. */

import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import { isVisible } from '@signpost/contract/define/parse.ts';
import { exchangeRate } from '@signpost/contract/entities/exchange-rate.ts';
import { entities, entityList } from '@signpost/contract/entities/index.ts';
import { partnerOverride } from '@signpost/contract/entities/partner-override.ts';
import { publisher } from '@signpost/contract/entities/publisher.ts';
import type { HistoryEntry } from '@signpost/contract/records/history.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { attempt, call } from '@signpost/testkit/call.ts';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { isWritten } from './scope.ts';
import { type Input, inputs } from './testing/inputs.ts';
import { deal, partner, partnersOf, type Saved, savedPartner } from './testing/partners.ts';

const exchangeRateCalls = entityCalls(exchangeRate);
const partnerCalls = entityCalls(entities.partner);
const partnerOverrideCalls = entityCalls(partnerOverride);
const publisherCalls = entityCalls(publisher);

const world = await testApp();
const admin = await world.signIn('Admin');
const { fullInputFor, referenceTo } = inputs(admin);
const createPartner = partnersOf(admin);

interface Row extends Input {
  id: number;
  version: number;
}

beforeAll(async () => {
  await call(admin, exchangeRateCalls.create, { body: { currency: 'USD', day: '2020-01-01', perEuro: '1.1' } });
});

/** A record with as many fields as the rules allow; fields that are refused in combination are omitted. */
async function createFull(entity: EntityDefinition): Promise<Row> {
  const input = await fullInputFor(entity);
  for (;;) {
    const { status, body } = await attempt(admin, entityCalls(entity).create, { body: input });
    if (status === 201) return body.data;
    const refused = (body.errors ?? []).map(({ path }) => path.split('.')[0] ?? '').filter((name) => name in input);
    expect([entity.name, refused.length > 0, body.errors]).toEqual([entity.name, true, body.errors]);
    for (const name of refused) delete input[name];
  }
}

const changeable = entityList.filter((entity) => isWritten(entity) && !entity.ledger);

describe.each(changeable.map((entity) => [entity.name, entity] as const))(
  'a change of one field of %s',
  (_, entity) => {
    it('leaves every other field and child list as it was', async () => {
      const { id } = await createFull(entity);
      const others = await fullInputFor(entity);
      const read = async () => await call(admin, entityCalls(entity).read, { params: { id } });
      let saved = 0;
      for (const [name, value] of Object.entries(others)) {
        if (JSON.stringify(value) === JSON.stringify((await read())[name])) continue;
        const before = await read();
        const { status } = await attempt(admin, entityCalls(entity).update, {
          params: { id },
          body: {
            version: before.version,
            values: { [name]: value },
          },
        });
        const after = await read();
        if (status !== 200) {
          expect([name, status, after]).toEqual([name, 400, before]);
          continue;
        }
        // An equal value in another notation is not a change, so nothing is written.
        if (after.version === before.version) continue;
        saved += 1;
        // Fields that the change shows or hides change as well.
        const moved = new Set(
          Object.entries(entity.fields).flatMap(([other, field]) =>
            isVisible(field, before) === isVisible(field, after) ? [] : [other],
          ),
        );
        for (const other of Object.keys(entity.fields)) {
          if (other === name || moved.has(other)) continue;
          expect([name, other, JSON.stringify(after[other])]).toEqual([name, other, JSON.stringify(before[other])]);
        }
        const { body } = await attempt(admin, entityCalls(entity).history, { params: { id } });
        const [entry] = body.data as HistoryEntry[];
        const named = (entry?.changes ?? []).map(({ field }) => field).filter((other) => !moved.has(other));
        expect(named).toEqual([name]);
      }
      expect(saved).toBeGreaterThan(0);
      const { body: nothing } = await attempt(admin, entityCalls(entity).update, {
        params: { id },
        body: { version: (await read()).version, values: {} },
      });
      expect(nothing.data).toEqual(await read());
    });
  },
);

const stripped = (record: Saved) => record.deals.map(({ labels: _labels, ...row }) => row);

describe('Child rows', () => {
  const patch = ({ id, version }: { id: number; version: number }, values: Input) =>
    attempt(admin, entityCalls(entities.partner).update, { params: { id }, body: { version, values } });

  it('return with their ids after they were archived', async () => {
    const saved = await createPartner({ deals: [deal(), deal({ weight: 5 })] });
    const gone = savedPartner.parse((await patch(saved, { deals: [] })).body.data);
    expect(gone.deals).toEqual([]);
    const back = await patch(gone, { deals: stripped(saved) });
    expect(back.status).toBe(200);
    expect(back.body.data.deals).toEqual(saved.deals);
    const { rows } = await sql<{ archived: boolean }>`SELECT archived_at IS NOT NULL AS archived FROM deals
      WHERE partner_id = ${saved.id} ORDER BY id`.execute(world.db);
    expect(rows).toEqual([{ archived: false }, { archived: false }]);
  });

  it('return with their ids after they were deleted', async () => {
    const contacts = [{ name: 'Ann', email: 'ann@example.com' }, { name: 'Bo' }];
    const saved = await createPartner({ contacts });
    const rows = (saved as unknown as { contacts: Input[] }).contacts;
    const gone = (await patch(saved, { contacts: [] })).body.data;
    const back = await patch(gone, { contacts: rows.map(({ id }) => ({ id })) });
    expect([back.status, back.body.data.contacts]).toEqual([200, rows]);
  });

  it('keep the fields that the change does not name, and are replaced as a list', async () => {
    const saved = await createPartner({ deals: [deal(), deal({ weight: 5 })], notes: 'stays' });
    const [first] = stripped(saved);
    const changed = await patch(saved, { deals: [{ id: first?.id, weight: 9 }] });
    expect(changed.body.data).toMatchObject({ notes: 'stays', integrations: [1] });
    expect(stripped(savedPartner.parse(changed.body.data))).toEqual([{ ...first, weight: 9 }]);
  });

  it('are refused with an id that never belonged to this record', async () => {
    const [one, other] = [await createPartner({ deals: [deal()], contacts: [{ name: 'Ann' }] }), await createPartner()];
    const contact = (one as unknown as { contacts: Row[] }).contacts[0];
    for (const values of [
      { deals: stripped(one) },
      { contacts: [{ id: contact?.id, name: 'Ann' }] },
      { deals: [{ ...deal(), id: 999_999_999 }] },
      { contacts: [{ id: 999_999_999, name: 'Eve' }] },
      { contacts: [{ id: -1, name: 'Eve' }] },
    ])
      expect((await patch(other, values)).status).toBe(404);
    const empty = await patch(one, { deals: [], contacts: [] });
    expect(empty.status).toBe(200);
    for (const values of [{ deals: stripped(one) }, { contacts: [{ id: contact?.id, name: 'Ann' }] }])
      expect((await patch(other, values)).status).toBe(404);
  });
});

describe('A changed record', () => {
  it('must be valid as a whole, including fields that the change does not name', async () => {
    const values = {
      name: 'O',
      partnerId: await referenceTo('partner'),
      dealType: 'CPA',
      amount: '5',
      currency: 'EUR',
    };
    const made = await attempt(admin, partnerOverrideCalls.create, {
      body: {
        ...values,
        validFrom: '2026-02-01',
        validTo: '2026-03-01',
      },
    });
    const { id } = made.body.data;
    const late = await attempt(admin, partnerOverrideCalls.update, {
      params: { id },
      body: {
        version: 1,
        values: { validFrom: '2026-04-01' },
      },
    });
    expect([late.status, late.body.errors?.map(({ path }) => path)]).toEqual([400, ['validTo']]);
    const both = { validFrom: '2026-04-01', validTo: '2026-05-01' };
    const moved = await attempt(admin, partnerOverrideCalls.update, {
      params: { id },
      body: { version: 1, values: both },
    });
    expect([moved.status, moved.body.data]).toMatchObject([200, { ...both, amount: '5', name: 'O' }]);
  });

  it('refuses unknown fields and an emptied required field', async () => {
    const { id } = await createPartner();
    const refused = async (values: unknown) => {
      const { status, body } = await attempt(admin, partnerCalls.update, {
        params: { id },
        body: { version: 1, values },
      });
      return [status, body.errors?.map(({ path }) => path)];
    };
    expect(await refused({ nonsense: 1 })).toEqual([400, ['nonsense']]);
    expect(await refused({ name: '' })).toEqual([400, ['name']]);
    expect(await refused({ timeZone: null })).toEqual([400, ['timeZone']]);
    expect(await refused([])).toEqual([400, ['']]);
    expect(await refused(null)).toEqual([400, ['']]);
  });

  it('keeps a secret that the change does not name', async () => {
    const made = await attempt(admin, publisherCalls.create, {
      body: {
        name: `P ${Math.random()}`,
        currency: 'EUR',
        paymentAccount: 'AT611904300234573201',
      },
    });
    const { id } = made.body.data;
    await call(admin, publisherCalls.update, { params: { id }, body: { version: 1, values: { notes: 'new' } } });
    const { rows } = await sql<{
      paymentAccount: string;
    }>`SELECT payment_account FROM publishers WHERE id = ${id}`.execute(world.db);
    expect(rows).toEqual([{ paymentAccount: 'AT611904300234573201' }]);
  });

  it('is documented with all fields optional in the description of the call', async () => {
    const document = (await world.anonymous('GET', '/api/openapi.json')).body as unknown as {
      paths: Record<
        string,
        Record<
          string,
          {
            requestBody: {
              content: Record<
                string,
                { schema: { properties: Record<string, { description?: string; required?: string[] }> } }
              >;
            };
          }
        >
      >;
    };
    const schema = document.paths['/api/partners/{id}']?.patch?.requestBody.content['application/json']?.schema;
    expect(schema?.properties.values?.description).toMatch(/left out stay as they are/);
    expect(schema?.properties.values?.required ?? []).toEqual([]);
  });
});

describe('A bulk change', () => {
  it('changes the named field of each record and nothing else', async () => {
    const made = [
      await createPartner({ deals: [deal()], notes: 'one' }),
      await createPartner({ ...partner(), notes: 'two' }),
    ];
    const ids = made.map(({ id }) => id);
    expect(
      (await attempt(admin, partnerCalls.bulk, { body: { action: 'edit', ids, values: { status: 'paused' } } })).status,
    ).toBe(200);
    for (const before of made) {
      const { updatedAt: _was, ...record } = before as Saved & { updatedAt: string };
      expect(await call(admin, partnerCalls.read, { params: { id: before.id } })).toMatchObject({
        ...record,
        status: 'paused',
        version: 2,
      });
    }
  });
});
