/** Who may read and write which records, and which values nobody sees. */
import { testApp } from '@signpost/testkit/app.ts';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { partner, type Saved } from './testing/partners.ts';

const world = await testApp();
const admin = await world.signIn('Admin');

describe('Access to records', () => {
  it('lets a grade read and write according to its screens', async () => {
    const seo = await world.signIn('Seo User');
    expect((await seo('GET', '/api/partners')).status).toBe(403);
    const starter = await world.signIn('Starter Profile', { includedPaths: ['/partners'] });
    expect((await starter('GET', '/api/partners')).status).toBe(200);
    expect((await starter('POST', '/api/partners', partner())).status).toBe(403);
    expect((await world.anonymous('GET', '/api/partners')).status).toBe(401);
  });

  it('shows a publisher only its own rows, even when other ids are requested', async () => {
    const publisher = async (name: string) =>
      (await admin('POST', '/api/publishers', { name: `${name} ${Math.random()}` })).body.data as Saved;
    const [own, other] = [await publisher('own'), await publisher('other')];
    const person = await world.signIn('Publisher', {
      publisherId: own.id,
      includedPaths: ['/publisher-list', '/publisher/edit/$id'],
    });
    expect(((await person('GET', '/api/publishers')).body.data as Saved[]).map(({ id }) => id)).toEqual([own.id]);
    expect((await person('GET', `/api/publishers/${other.id}`)).status).toBe(404);
    expect((await person('GET', `/api/publishers/${other.id}/history`)).status).toBe(404);
    expect(
      (await person('PATCH', `/api/publishers/${other.id}`, { version: 1, values: { name: 'mine' } })).status,
    ).toBe(404);
    expect((await person('GET', `/api/options/publishers?ids[0]=${other.id}`)).body.data).toEqual([]);
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
    const made = await admin('POST', '/api/publishers', values);
    expect(made.body.data).toMatchObject({ paymentAccount: '•••• 3201' });
    const { id } = made.body.data as Saved;
    const saved = await admin('PATCH', `/api/publishers/${id}`, {
      version: 1,
      values: { ...values, paymentAccount: '•••• 3201', notes: 'new' },
    });
    expect(saved.body.data).toMatchObject({ paymentAccount: '•••• 3201', notes: 'new' });
    const { rows } = await sql<{
      paymentAccount: string;
    }>`SELECT payment_account FROM publishers WHERE id = ${id}`.execute(world.db);
    expect(rows).toEqual([{ paymentAccount: 'AT611904300234573201' }]);
    for (const path of ['', `/${id}`, `/${id}/history`, '/export?format=csv'])
      expect((await admin('GET', `/api/publishers${path}`)).text).not.toContain('AT6119');
    const conflict = await admin('PATCH', `/api/publishers/${id}`, { version: 1, values });
    expect([conflict.status, conflict.text.includes('AT6119')]).toEqual([409, false]);
  });

  it('shows owned records only to their owner, even when another owner is requested', async () => {
    const [one, other] = [await world.signIn('Default User'), await world.signIn('Default User')];
    const link = { name: 'L', partnerId: 820, geoId: 14, targetUrl: 'https://example.com' };
    const made = await one('POST', '/api/gambling-links', link);
    expect(made.body.data).toMatchObject({ managerId: one.userId });
    expect((await one('POST', '/api/gambling-links', { ...link, managerId: other.userId })).status).toBe(400);
    expect((await other('GET', `/api/gambling-links/${(made.body.data as Saved).id}`)).status).toBe(404);
    expect((await other('GET', '/api/gambling-links')).body.data).toEqual([]);
  });
});
