/** Checks the guarantees of all records for each entity, based on its definition. */

import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import type { Fields } from '@signpost/contract/define/field.ts';
import { isVisible } from '@signpost/contract/define/parse.ts';
import { exchangeRate } from '@signpost/contract/entities/exchange-rate.ts';
import { entityList } from '@signpost/contract/entities/index.ts';
import { sortableKeys } from '@signpost/contract/records/list-query.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { attempt, call, refusal } from '@signpost/testkit/call.ts';
import { thorough } from '@signpost/testkit/thorough.ts';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { isWritten } from './scope.ts';
import { inputs } from './testing/inputs.ts';

const exchangeRateCalls = entityCalls(exchangeRate);

const world = await testApp();
const admin = await world.signIn('Admin');
const nobody = await world.signIn('Exclude All Pages');
const { inputFor } = inputs(admin);
interface Row {
  id: number;
  version: number;
  archivedAt: string | null;
  [field: string]: unknown;
}

const written = entityList.filter((entity) => isWritten(entity));
const text = (fields: Fields, name: string) => (fields[name]?.kind === 'text' ? fields[name] : undefined);
const create = async (entity: EntityDefinition) => {
  const { status, body } = await attempt(admin, entityCalls(entity).create, { body: await inputFor(entity) });
  expect([entity.name, status, body.errors ?? []]).toEqual([entity.name, 201, []]);
  return body.data;
};

beforeAll(async () => {
  // Money can only be entered in a currency that has a rate.
  await call(admin, exchangeRateCalls.create, { body: { currency: 'USD', day: '2020-01-01', perEuro: '1.1' } });
});

describe.each(written.map((entity) => [entity.name, entity] as const))('%s', (_name, entity) => {
  const base = `/api/${entity.path}`;

  it('can be created, found, sorted, paged and exported as its list shows it', async () => {
    const record = await create(entity);
    const { body: one } = await attempt(admin, entityCalls(entity).read, { params: { id: record.id } });
    expect(one.data).toMatchObject({ id: record.id, version: 1, archivedAt: null });
    const title = text(entity.fields, entity.title);
    if (title?.search) {
      const { body } = await attempt(admin, entityCalls(entity).list, { query: { q: record[entity.title] } });
      expect((body.data as Row[]).map(({ id }) => id)).toContain(record.id);
    }
    for (const key of sortableKeys(entity))
      for (const direction of ['asc', 'desc'])
        expect(
          (
            await attempt(admin, entityCalls(entity).list, {
              query: { orderBy: key, orderByDirection: direction, limit: 5 },
            })
          ).status,
        ).toBe(200);
    const { body: page } = await attempt(admin, entityCalls(entity).list, { query: { limit: 1 } });
    expect((page.data as Row[]).length).toBe(1);
    const { text: csv } = await attempt(admin, entityCalls(entity).export, { query: { format: 'csv' } });
    const { body: whole } = await attempt(admin, entityCalls(entity).list, { query: { limit: 1000 } });
    const quotes = csv.replaceAll(/"[^"]*"/g, '""');
    expect(quotes.trim().split('\r\n').length - 1).toBe(whole.meta.total);
    const { body: history } = await attempt(admin, entityCalls(entity).history, { params: { id: record.id } });
    expect(history.data).toMatchObject([{ action: 'create' }]);
  });

  it('refuses values that break its rules, with an error at each field', async () => {
    const good = await inputFor(entity);
    for (const [name, field] of Object.entries(entity.fields)) {
      if (field.readOnly || !isVisible(field, good)) continue;
      const wrong: unknown[] = [
        ...(field.required && field.kind !== 'toggle' ? [null] : []),
        ...(field.kind === 'text' ? ['x'.repeat(field.max + 1)] : []),
        ...(field.kind === 'integer' ? [field.max + 1, 1.5, 'one'] : []),
        ...(field.kind === 'decimal' ? ['a lot', `1.${'1'.repeat((field.places ?? 6) + 1)}`] : []),
        ...(field.kind === 'choice' ? ['no such choice'] : []),
        ...(field.kind === 'reference' ? [999_999_999] : []),
        ...(field.kind === 'date' ? ['2026-02-30'] : []),
      ];
      for (const value of wrong) {
        const { status, body } = await attempt(admin, entityCalls(entity).create, { body: { ...good, [name]: value } });
        expect([name, value, status]).toEqual([name, value, 400]);
        expect(body.errors?.map(({ path }) => path.split('.')[0])).toContain(name);
      }
    }
    expect((await refusal(admin, entityCalls(entity).create, { body: { ...good, noSuchField: 1 } })).status).toBe(400);
  });

  it('refuses people without access, and does not reveal to them that a record exists', async () => {
    expect((await refusal(nobody, entityCalls(entity).list, {})).status).toBe(403);
    expect((await refusal(nobody, entityCalls(entity).create, { body: {} })).status).toBe(403);
    expect((await refusal(world.anonymous, entityCalls(entity).list, {})).status).toBe(401);
    expect((await refusal(admin, entityCalls(entity).read, { params: { id: 999999999 } })).status).toBe(404);
  });

  it('never fails with a server error on arbitrary input', async () => {
    const names = Object.keys(entity.fields);
    const anything = fc.oneof(
      fc.anything({ withNullPrototype: false, maxDepth: 2 }),
      fc.dictionary(
        fc.constantFrom(...names),
        fc.oneof(fc.string({ unit: 'binary' }), fc.integer(), fc.jsonValue({ maxDepth: 2 })),
      ),
    );
    await fc.assert(
      fc.asyncProperty(anything, async (value) => {
        const sent = JSON.stringify(value) === undefined ? null : JSON.parse(JSON.stringify(value));
        expect((await attempt(admin, entityCalls(entity).create, { body: sent })).status).toBeLessThan(500);
        expect(
          (await attempt(admin, entityCalls(entity).update, { params: { id: 1 }, body: { version: 1, values: sent } }))
            .status,
        ).toBeLessThan(500);
      }),
      { numRuns: thorough(4, 12) },
    );
  });

  if (entity.ledger)
    it('can be reversed once and never changed', async () => {
      const { id } = await create({ ...entity });
      expect(
        (await refusal(admin, entityCalls(entity).update, { params: { id }, body: { version: 1, values: {} } })).status,
      ).toBe(405);
      expect(
        (await attempt(admin, entityCalls(entity).reverse, { params: { id }, body: { because: 'test' } })).status,
      ).toBe(200);
      expect(
        (await refusal(admin, entityCalls(entity).reverse, { params: { id }, body: { because: 'test' } })).status,
      ).toBe(400);
    });
  else
    it('can be changed, archived and restored, and reports a conflicting change', async () => {
      const { id, version } = await create(entity);
      const again = await inputFor(entity);
      // A template stays with its campaign.
      if (entity.name === 'template') delete again.campaignId;
      const first = await attempt(admin, entityCalls(entity).update, {
        params: { id },
        body: { version, values: again },
      });
      expect([first.status, first.body.errors ?? []]).toEqual([200, []]);
      // A record that has only choices may stay the same. Then nothing is written and no conflict arises.
      if ((first.body.data as Row).version > version) {
        const stale = await attempt(admin, entityCalls(entity).update, {
          params: { id },
          body: { version, values: again },
        });
        expect(stale).toMatchObject({ status: 409, body: { errorCode: 'CONFLICT', data: { id } } });
      }
      for (const [verb, archived] of [
        ['archive', true],
        ['restore', false],
      ] as const) {
        const { body } = await admin('POST', `${base}/${id}/${verb}`);
        expect(((body.data as Row).archivedAt !== null) === archived).toBe(true);
      }
      expect((await attempt(admin, entityCalls(entity).list, { query: { ids: [id] } })).body.meta.total).toBe(1);
    });
});
