/** Checks for every reference of every entity that the referring records are shown before a record is archived. */

import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { isErrorData } from '@signpost/contract/calls/error-data.ts';
import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import { isVisible } from '@signpost/contract/define/parse.ts';
import { entities, entityList } from '@signpost/contract/entities/index.ts';
import { fieldAt, type ReferringField, referringFields } from '@signpost/contract/records/used-by.ts';
import type { UsedBy } from '@signpost/contract/records/used-by-schema.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { attempt, call, refusal } from '@signpost/testkit/call.ts';
import { buildOffer } from '@signpost/testkit/factories.ts';
import { describe, expect, it } from 'vitest';
import { isWritten as isWrittenEntity } from './scope.ts';
import { type Input, inputs } from './testing/inputs.ts';

const campaignBoxCalls = entityCalls(entities.campaignBox);
const exchangeRateCalls = entityCalls(entities.exchangeRate);
const partnerCalls = entityCalls(entities.partner);
const websiteCalls = entityCalls(entities.website);

const world = await testApp();
const admin = await world.signIn('Admin');
const { inputFor, rowFor } = inputs(admin);
interface Row {
  id: number;
  version: number;
}
await call(admin, exchangeRateCalls.create, { body: { currency: 'USD', day: '2020-01-01', perEuro: '1.1' } });

const isWritten = ({ routes }: ReferringField['entity']) => isWrittenEntity({ routes } as never);
const made = async (target: EntityDefinition, input: Input): Promise<Row> => {
  const { status, body } = await attempt(admin, entityCalls(target).create, { body: input });
  expect([target.name, status, body.errors ?? []]).toEqual([target.name, 201, []]);
  return body.data;
};

/** An input whose field points to that record; null if that field cannot be written. */
async function pointing({ entity, name }: ReferringField, id: number): Promise<Input | null> {
  const input = await inputFor(entity);
  const [outer = '', inner] = name.split('.');
  const field = entity.fields[outer];
  if (field === undefined || field.readOnly || !isVisible(field, input)) return null;
  if (field.kind === 'json' && inner !== undefined) {
    const named = { field: inner, is: false, values: [id] };
    return { ...input, [outer]: { match: 'all', items: [{ match: 'any', items: [named] }] } };
  }
  if (field.kind === 'rows' && inner !== undefined)
    return {
      ...input,
      [outer]: [{ ...(await rowFor(field.of)), [inner]: id, ...(field.allocation && { weight: 100 }) }],
    };
  return { ...input, [outer]: field.kind === 'reference' ? id : [id] };
}

const used = async (target: EntityDefinition, id: number): Promise<UsedBy[]> => {
  const { status, body } = await attempt(admin, entityCalls(target).usedBy, { query: { ids: [id] } });
  expect(status).toBe(200);
  return body.data;
};

const writtenBy = (name: string) =>
  referringFields(name).filter(({ entity }) => isWritten(entity) && entity.name !== 'user');
const targets = entityList.filter(
  (entity) => isWritten(entity) && !entity.ledger && entity.name !== 'user' && writtenBy(entity.name).length > 0,
);

describe.each(targets.map((target) => [target.name, target] as const))('a %s', (_name, target) => {
  it.each(writtenBy(target.name).map((field) => [`${field.entity.name}.${field.name}`, field] as const))(
    'that %s refers to is reported as in use, listed, and archived only when no active record needs it',
    async (_path, field) => {
      const { id } = await made(target, await inputFor(target));
      expect(await used(target, id)).toEqual([]);
      const input = await pointing(field, id);
      if (input === null) return;
      const { entity, name, keeps } = field;
      const referrer = await made(entity, input);
      expect(await used(target, id)).toEqual([
        { entity: entity.name, field: name, records: 1, keeping: keeps ? 1 : 0 },
      ]);
      const listed = await attempt(admin, entityCalls(entity).list, { query: { filters: { [name]: [id] } } });
      expect(listed.body.data.map((row) => row.id)).toEqual([referrer.id]);

      const answer = await attempt(admin, entityCalls(target).archive, { params: { id } });
      if (!keeps) {
        expect(answer.status).toBe(200);
        return;
      }
      expect(answer).toMatchObject({ status: 409, body: { errorCode: 'IN_USE' } });
      expect(answer.body.errors[0]?.message).toMatch(/^Still used by 1 .*Pause or change that first\.$/);
      expect(isErrorData('IN_USE', answer.body.data)).toBe(true);
      const many = await attempt(admin, entityCalls(target).bulk, { body: { action: 'archive', ids: [id] } });
      expect(many).toMatchObject({ status: 409, body: { errorCode: 'IN_USE', data: { id } } });
      const pause = { version: referrer.version, values: { ...input, status: 'paused' } };
      expect(
        (await attempt(admin, entityCalls(entity).update, { params: { id: referrer.id }, body: pause })).status,
      ).toBe(200);
      expect((await used(target, id))[0]).toMatchObject({ records: 1, keeping: 0 });
      expect((await attempt(admin, entityCalls(target).archive, { params: { id } })).status).toBe(200);
    },
  );
});

describe('The list of records that refer to a record', () => {
  it('does not count archived records', async () => {
    const { id } = await made(entities.website, await inputFor(entities.website));
    const box = await made(entities.campaignBox, { ...(await inputFor(entities.campaignBox)), websiteId: id });
    expect(await used(entities.website, id)).toHaveLength(1);
    await call(admin, campaignBoxCalls.archive, { params: { id: box.id } });
    expect(await used(entities.website, id)).toEqual([]);
  });

  it('prevents archiving an offer that an active campaign leads to', async () => {
    const { id: partnerId } = await made(entities.partner, await inputFor(entities.partner));
    const { id: productId } = await made(entities.product, await inputFor(entities.product));
    const offer = await buildOffer(world.db, { partnerId, productId });
    await made(entities.campaign, { ...(await inputFor(entities.campaign)), offerId: offer.id });
    expect(fieldAt(entities.campaign.fields, 'offerId')).toMatchObject({ keeps: true });
    expect((await used(entities.partner, partnerId)).map(({ entity }) => entity)).toEqual(['offer']);
  });

  it('shows only rows that the person may see, and only to people who may archive', async () => {
    const reader = await world.signIn('Publisher', { includedPaths: ['/websites'] });
    const { id } = await made(entities.website, await inputFor(entities.website));
    expect((await refusal(reader, websiteCalls.usedBy, { query: { ids: [id] } })).status).toBe(403);
    expect((await refusal(world.anonymous, websiteCalls.usedBy, { query: { ids: [id] } })).status).toBe(401);
    expect((await refusal(admin, websiteCalls.usedBy, {})).status).toBe(400);
    expect(await used(entities.website, 999_999_999)).toEqual([]);
  });

  it('filters lists by references only, including those of child rows', async () => {
    for (const name of ['deals.weight', 'deals.nope', 'nope.geoId', 'deals', '__proto__.x'])
      expect((await refusal(admin, partnerCalls.list, { query: { filters: { [name]: ['1'] } } })).status).toBe(400);
    expect(
      (await attempt(admin, partnerCalls.list, { query: { filters: { 'deals.geoId': { from: '1' } } } })).body.meta
        .total,
    ).toBe(0);
  });
});
