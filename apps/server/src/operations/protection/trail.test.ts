/** An erasure removes the person from the history of records, and the chain of the audit trail stays intact. */

import { erasePerson, exportPerson, findStoredPerson } from '@signpost/contract/calls/data-protection.ts';
import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import { entities } from '@signpost/contract/entities/index.ts';
import { IDEMPOTENCY_HEADER } from '@signpost/contract/envelope.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { attempt, call } from '@signpost/testkit/call.ts';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { verifyAudit } from '../../workplace/records/verify-audit.ts';

const partnerCalls = entityCalls(entities.partner);

const world = await testApp();
const { db } = world;
const admin = await world.signIn('Admin');

async function make(entity: EntityDefinition, values: object, changes: object) {
  const calls = entityCalls(entity);
  const key = { [IDEMPOTENCY_HEADER]: crypto.randomUUID() };
  const create = () => attempt(admin, calls.create, { body: values }, key);
  const created = await create();
  expect([created.status, created.text]).toEqual([201, expect.anything()]);
  const { id, version } = created.body.data;
  const changed = await attempt(admin, calls.update, { params: { id }, body: { version, values: changes } });
  expect([changed.status, changed.body.errors]).toEqual([200, undefined]);
  return { id, create };
}

const historyOf = async (entity: EntityDefinition, id: number) =>
  (await attempt(admin, entityCalls(entity).history, { params: { id } })).text;
const ids = { contact: 0, client: 0, publisher: 0 };
let repeatContact: Awaited<ReturnType<typeof make>>['create'];

beforeAll(async () => {
  const contact = await make(
    entities.flatFeeContact,
    {
      name: 'Mia Muster',
      company: 'Muster Ltd',
      email: 'Mia@example.com',
      phone: '+43 660 1234567',
      notes: 'Likes tea',
    },
    { email: 'mia.muster@example.com' },
  );
  const client = await make(
    entities.client,
    { name: 'Media', contactEmail: 'mia.muster@example.com' },
    { name: 'Media Ltd' },
  );
  const max = { name: 'Max', email: 'max@example.com' };
  const mia = { name: 'Mia M.', email: 'MIA.muster@example.com', phone: '0660 1', note: 'Calls on Mondays' };
  const publisher = await make(entities.publisher, { name: 'Planet', contacts: [mia, max] }, { name: 'The Planet' });
  Object.assign(ids, { contact: contact.id, client: client.id, publisher: publisher.id });
  repeatContact = contact.create;
  const erased = await call(admin, erasePerson, { body: { text: 'mia.muster@example.com' } });
  expect(erased).toMatchObject({ leads: 0, contacts: 3, mails: 0 });
});

it('leaves nothing of the person in the trail, in histories or in kept answers, and all of everybody else', async () => {
  const { rows } = await sql<{ text: string }>`SELECT concat(before::text, after::text) AS text FROM audit
    UNION ALL SELECT answer::text FROM idempotency`.execute(db);
  const stored = rows.map(({ text }) => text).join('\n');
  const histories = [
    await historyOf(entities.flatFeeContact, ids.contact),
    await historyOf(entities.client, ids.client),
    await historyOf(entities.publisher, ids.publisher),
  ].join('\n');
  for (const text of [stored, histories]) {
    expect(text).not.toMatch(/mia|1234567|likes tea|mondays/i);
    for (const kept of ['Muster Ltd', 'Media Ltd', 'The Planet', 'max@example.com', 'Erased person'])
      expect(text).toContain(kept);
  }
});

it('does not do a repeated call a second time', async () => {
  const again = await repeatContact();
  expect([again.status, again.body.data]).toMatchObject([
    201,
    { id: ids.contact, name: 'Erased person', email: null, phone: null, notes: null, company: 'Muster Ltd' },
  ]);
  const { rows } = await sql`SELECT 1 FROM flat_fee_contacts`.execute(db);
  expect(rows).toHaveLength(1);
});

it('finds and erases who is only in the history, and leaves whoever took the place of the person', async () => {
  const former = { name: 'Ann Former', email: 'ann@example.com', phone: '+49 (170) 555-1234', notes: 'Left in May' };
  const contact = await make(entities.flatFeeContact, former, {
    name: 'Bea Next',
    email: 'bea@example.com',
    phone: null,
    notes: null,
  });
  await make(entities.client, { name: 'Ltd', contactEmail: 'ann@example.com' }, { contactEmail: 'hello@example.com' });
  await make(entities.client, { name: 'Joann', contactEmail: 'joann@example.com' }, { name: 'Joann Ltd' });
  const found = await call(admin, findStoredPerson, { body: { text: 'ann@example.com' } });
  expect(found.contacts.map(({ of, record, isCurrent }) => [of, record, isCurrent])).toEqual([
    ['client', 'Ltd', false],
    ['flatFeeContact', 'Bea Next', false],
  ]);
  expect((await call(admin, findStoredPerson, { body: { text: '0049 1705551234' } })).contacts).toHaveLength(1);
  const { contacts, earlier } = await call(admin, exportPerson, { body: { text: 'ann@example.com' } });
  const { notes, ...ann } = former;
  expect([contacts, earlier]).toEqual([
    [],
    [
      {
        of: 'client',
        id: expect.any(Number),
        record: 'Ltd',
        name: '',
        role: null,
        email: ann.email,
        phone: null,
        note: null,
      },
      { of: 'flatFeeContact', id: contact.id, record: 'Bea Next', ...ann, role: null, note: notes },
    ],
  ]);
  const erased = await call(admin, erasePerson, { body: { text: 'ann@example.com' } });
  expect(erased).toMatchObject({ leads: 0, contacts: 2, mails: 0 });
  const history = await historyOf(entities.flatFeeContact, contact.id);
  expect(history).not.toMatch(/ann|555|in May/i);
  for (const kept of ['Bea Next', 'bea@example.com']) expect(history).toContain(kept);
  const { rows } = await sql`SELECT 1 FROM audit WHERE after::text LIKE '%joann@example.com%'`.execute(db);
  expect(rows).toHaveLength(2);
  expect((await call(admin, findStoredPerson, { body: { text: 'ann@example.com' } })).contacts).toEqual([]);
});

it('tells contacts of partners from contacts of publishers that have the same id', async () => {
  const [eva, zoe] = [
    { name: 'Eva', email: 'eva@example.com' },
    { name: 'Zoe', email: 'zoe@example.com' },
  ];
  const publisher = await make(entities.publisher, { name: 'Gazette', contacts: [eva] }, { name: 'The Gazette' });
  const { id: partnerTypeId } = await db.selectFrom('partnerTypes').select('id').limit(1).executeTakeFirstOrThrow();
  const acme = { name: 'Acme', partnerTypeId, contacts: [zoe, eva] };
  const partner = await make(entities.partner, acme, { name: 'Acme Ltd' });
  // Each table has its own ids. Zoe gets the id that Eva has among the contacts of publishers.
  await sql`UPDATE partner_contacts SET id = (SELECT id FROM publisher_contacts WHERE email = ${eva.email})
    WHERE email = ${zoe.email}`.execute(db);
  const renamed = await attempt(admin, partnerCalls.update, {
    params: { id: partner.id },
    body: { version: 2, values: { name: 'Acme Group' } },
  });
  expect(renamed.status).toBe(200);
  const trail = async () => {
    const { rows } = await sql<{ text: string }>`SELECT concat(before::text, after::text) AS text FROM audit
      WHERE entity = 'partner' AND record_id = ${partner.id}`.execute(db);
    return rows.map(({ text }) => text).join('\n');
  };
  const timesOfZoe = (await trail()).split(zoe.email).length;
  await call(admin, erasePerson, { body: { text: eva.email } });
  expect(await historyOf(entities.publisher, publisher.id)).not.toMatch(/eva/i);
  expect(await trail()).not.toMatch(/eva/i);
  expect((await trail()).split(zoe.email).length).toBe(timesOfZoe);
});

it('keeps the chain whole, and shows who takes something else out of it', async () => {
  const whole = await verifyAudit(db);
  expect(whole.broken).toBeNull();
  expect(whole.entries).toBeGreaterThan(8);
  await expect(sql`UPDATE audit SET after = '{}' WHERE id = 1`.execute(db)).rejects.toThrow('append-only');
  await expect(sql`UPDATE audit SET erased_at = now(), user_id = NULL`.execute(db)).rejects.toThrow('append-only');
  const { id } = await db
    .selectFrom('audit')
    .select('id')
    .where('entity', '=', 'client')
    .orderBy('id')
    .executeTakeFirstOrThrow();
  // Somebody with access to the database can do this, but no event explains it.
  await sql`UPDATE audit SET after = '{}', erased_at = erased_at + interval '1 second' WHERE id = ${id}`.execute(db);
  expect((await verifyAudit(db)).broken).toEqual({
    id,
    problem: 'values of a person were taken out of it, and no entry says that the person was erased',
  });
});
