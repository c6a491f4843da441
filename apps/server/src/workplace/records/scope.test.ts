/** The records that each person may read and write, and the values that nobody sees. */

import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { gamblingLink } from '@signpost/contract/entities/gambling-link.ts';
import { entities } from '@signpost/contract/entities/index.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { attempt, call, refusal } from '@signpost/testkit/call.ts';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { partner } from './testing/partners.ts';

const gamblingLinkCalls = entityCalls(gamblingLink);
const partnerCalls = entityCalls(entities.partner);
const publisherCalls = entityCalls(entities.publisher);

const world = await testApp();
const admin = await world.signIn('Admin');

describe('Access to records', () => {
  it('lets a grade read and write according to its screens', async () => {
    const seo = await world.signIn('Seo User');
    expect((await refusal(seo, partnerCalls.list, {})).status).toBe(403);
    const starter = await world.signIn('Starter Profile', { includedPaths: ['/partners'] });
    expect((await attempt(starter, partnerCalls.list, {})).status).toBe(200);
    expect((await refusal(starter, partnerCalls.create, { body: partner() })).status).toBe(403);
    expect((await refusal(world.anonymous, partnerCalls.list, {})).status).toBe(401);
  });

  it('shows a publisher only its own rows, even when other ids are requested', async () => {
    const publisher = async (name: string) =>
      await call(admin, publisherCalls.create, { body: { name: `${name} ${Math.random()}` } });
    const [own, other] = [await publisher('own'), await publisher('other')];
    const person = await world.signIn('Publisher', {
      publisherId: own.id,
      includedPaths: ['/publisher-list', '/publisher/edit/$id'],
    });
    expect((await call(person, publisherCalls.list, { query: {} })).map(({ id }) => id)).toEqual([own.id]);
    expect((await refusal(person, publisherCalls.read, { params: { id: other.id } })).status).toBe(404);
    expect((await refusal(person, publisherCalls.history, { params: { id: other.id } })).status).toBe(404);
    expect(
      (
        await refusal(person, publisherCalls.update, {
          params: { id: other.id },
          body: { version: 1, values: { name: 'mine' } },
        })
      ).status,
    ).toBe(404);
    expect(await call(person, publisherCalls.options, { query: { ids: [other.id] } })).toEqual([]);
  });
});

describe('Secrets', () => {
  it('are masked in answers, survive a save of the mask, and are not stored in the audit trail', async () => {
    const values = {
      name: `Masked ${Math.random()}`,
      currency: 'EUR',
      status: 'active',
      paymentAccount: 'AT611904300234573201',
      terms: [],
      contacts: [],
    };
    const made = await attempt(admin, publisherCalls.create, { body: values });
    expect(made.body.data).toMatchObject({ paymentAccount: '•••• 3201' });
    const { id } = made.body.data;
    const saved = await attempt(admin, publisherCalls.update, {
      params: { id },
      body: {
        version: 1,
        values: { ...values, paymentAccount: '•••• 3201', notes: 'new' },
      },
    });
    expect(saved.body.data).toMatchObject({ paymentAccount: '•••• 3201', notes: 'new' });
    const { rows } = await sql<{
      paymentAccount: string;
    }>`SELECT payment_account FROM publishers WHERE id = ${id}`.execute(world.db);
    expect(rows).toEqual([{ paymentAccount: 'AT611904300234573201' }]);
    const { list, read, history, export: exportAll } = publisherCalls;
    for (const definition of [list, read, history, exportAll]) {
      const query = definition === exportAll ? { format: 'csv' } : {};
      const answer = await attempt(admin, definition, { params: { id }, query });
      expect([answer.status, answer.text.includes('AT6119')]).toEqual([200, false]);
    }
    const conflict = await attempt(admin, publisherCalls.update, { params: { id }, body: { version: 1, values } });
    expect([conflict.status, conflict.text.includes('AT6119')]).toEqual([409, false]);
  });

  it('shows owned records only to their owner, even when another owner is requested', async () => {
    const [one, other] = [await world.signIn('Default User'), await world.signIn('Default User')];
    const link = { name: 'L', partnerId: 820, geoId: 14, targetUrl: 'https://example.com' };
    const made = await attempt(one, gamblingLinkCalls.create, { body: link });
    expect(made.body.data).toMatchObject({ managerId: one.userId });
    expect((await refusal(one, gamblingLinkCalls.create, { body: { ...link, managerId: other.userId } })).status).toBe(
      400,
    );
    expect((await refusal(other, gamblingLinkCalls.read, { params: { id: made.body.data.id } })).status).toBe(404);
    expect(await call(other, gamblingLinkCalls.list, { query: {} })).toEqual([]);
  });
});
