import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import {
  readCollection,
  readMetadata,
  readMetadataHashes,
  refreshCollection,
  refreshMetadata,
} from '@signpost/contract/calls/metadata.ts';
import { entities, entityList } from '@signpost/contract/entities/index.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { attempt, call, refusal } from '@signpost/testkit/call.ts';
import { describe, expect, it } from 'vitest';
import { isCollection } from './collections.ts';

const publisherCalls = entityCalls(entities.publisher);

const world = await testApp();
const admin = await world.signIn('Admin');
const readHashes = () => call(admin, readMetadataHashes, {});

describe('metadata', () => {
  it('contains every collection with its hash, and the status code', async () => {
    const whole = await call(admin, readMetadata, {});
    expect(whole.statusCode).toBe(200);
    expect(Object.keys(whole.data).sort()).toEqual(Object.keys(whole.hashes).sort());
    expect(whole.data.geos?.find(({ id }) => id === 14)).toMatchObject({
      id: 14,
      code: expect.any(String),
      country: expect.any(String),
    });
    expect(await readHashes()).toEqual(whole.hashes);
  });

  it('is announced by entities under names that exist', () => {
    const announced = entityList.flatMap((entity) => entity.metadata ?? []);
    expect(announced.filter((name) => !isCollection(name))).toEqual([]);
  });

  it('changes only the hashes of changed collections', async () => {
    const before = await readHashes();
    await call(admin, publisherCalls.create, { body: { name: `P ${Math.random()}` } });
    const after = await call(admin, refreshMetadata, {});
    expect(Object.keys(after).filter((name) => after[name] !== before[name])).toEqual(['publishers']);
  });

  it('sorts the six option collections by id, newest first, with value and label', async () => {
    for (const name of ['one', 'two'])
      await call(admin, publisherCalls.create, { body: { name: `${name} ${Math.random()}` } });
    const rows = await call(admin, refreshCollection, { params: { name: 'publishers' } });
    expect(rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => id).toSorted((a, b) => b - a));
    expect(rows[0]).toMatchObject({ value: rows[0]?.id, label: rows[0]?.name });
  });

  it('refuses an unknown collection, and shows a publisher nothing about other parties', async () => {
    expect((await refusal(admin, readCollection, { params: { name: 'nothing' } })).status).toBe(404);
    const publisher = await world.signIn('Publisher', { publisherId: 10001 });
    expect((await refusal(publisher, readCollection, { params: { name: 'partners' } })).status).toBe(404);
    expect(Object.keys(await call(publisher, readMetadataHashes, {}))).toEqual(['geos', 'categories', 'products']);
  });

  it('returns a collection only to people who may open a screen that uses it', async () => {
    const known = async (person: Awaited<ReturnType<typeof world.signIn>>) => {
      const hashes = Object.keys(await call(person, readMetadataHashes, {}));
      const whole = await call(person, readMetadata, {});
      expect([Object.keys(whole.data), Object.keys(whole.hashes)]).toEqual([hashes, hashes]);
      for (const name of Object.keys(await readHashes()))
        for (const definition of [readCollection, refreshCollection])
          expect([name, (await attempt(person, definition, { params: { name } })).status]).toEqual([
            name,
            hashes.includes(name) ? 200 : 404,
          ]);
      return hashes;
    };
    expect(await known(await world.signIn('Exclude All Pages'))).toEqual([]);
    expect(await known(await world.signIn('Starter Profile'))).toEqual([]);
    const rules = await world.signIn('Exclude All Pages', { includedPaths: ['/rules/add'] });
    expect(await known(rules)).toEqual(expect.arrayContaining(['geos', 'campaigns']));
    expect(await known(rules)).not.toContain('partners');
    const without = [
      '/clients',
      '/clients/add',
      '/clients/edit/{id}',
      '/clients/view/{id}',
      '/campaign',
      '/campaign/add',
    ];
    const excludedPaths = [...without, '/campaign/edit/{id}', '/affiliate-campaign/add'];
    expect(await known(await world.signIn('Management', { excludedPaths }))).not.toContain('clients');
    expect(await known(await world.signIn('Management'))).toEqual(Object.keys(await readHashes()));
  });
});
