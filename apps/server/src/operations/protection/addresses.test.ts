/** E-mail addresses without a name, such as the one for invoices, are found, exported and erased like contacts. */

import { erasePerson, exportPerson, findStoredPerson } from '@signpost/contract/calls/data-protection.ts';
import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import { entities, entityList } from '@signpost/contract/entities/index.ts';
import { keysOf } from '@signpost/contract/objects.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { attempt, call } from '@signpost/testkit/call.ts';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { partner } from '../../workplace/records/testing/partners.ts';
import { verifyAudit } from '../../workplace/records/verify-audit.ts';
import { addressFieldsOf, WITH_ADDRESSES } from './addresses.ts';

const world = await testApp();
const { db } = world;
const admin = await world.signIn('Admin');
const ADDRESS = 'Rita.Rechnung@example.com';

async function make(entity: EntityDefinition, values: object, changes: object): Promise<number> {
  const calls = entityCalls(entity);
  const created = await attempt(admin, calls.create, { body: values });
  expect([created.status, created.body.errors]).toEqual([201, undefined]);
  const { id, version } = created.body.data;
  const changed = await attempt(admin, calls.update, { params: { id }, body: { version, values: changes } });
  expect([changed.status, changed.body.errors]).toEqual([200, undefined]);
  return id;
}

it('finds, exports and erases an address for invoices and for replies, now and in histories', async () => {
  await make(entities.partner, { ...partner({ name: 'Payer' }), billingEmail: ADDRESS }, { name: 'Payer Ltd' });
  await make(entities.publisher, { name: 'Seller', billingEmail: ADDRESS }, { billingEmail: 'office@example.com' });
  await make(
    entities.publisherMail,
    { subject: 'News', html: '<p>x</p>', audience: 'active', replyTo: ADDRESS },
    { subject: 'Good news' },
  );
  const body = { text: ADDRESS };
  const { contacts } = await call(admin, findStoredPerson, { body });
  expect(contacts.map(({ of, record, isCurrent }) => [of, record, isCurrent])).toEqual([
    ['partner', 'Payer Ltd', true],
    ['publisherMail', 'Good news', true],
    ['publisher', 'Seller', false],
  ]);
  const exported = await call(admin, exportPerson, { body });
  expect(exported.contacts.map(({ of, email }) => [of, email])).toEqual([
    ['partner', ADDRESS],
    ['publisherMail', ADDRESS],
  ]);
  expect(exported.earlier.map(({ of }) => of).toSorted()).toEqual(['partner', 'publisher', 'publisherMail']);
  expect(await call(admin, erasePerson, { body })).toMatchObject({ contacts: 3 });
  const { rows } = await sql<{ text: string }>`SELECT concat(before::text, after::text) AS text FROM audit
    UNION ALL SELECT answer::text FROM idempotency UNION ALL SELECT billing_email FROM partners
    UNION ALL SELECT billing_email FROM publishers UNION ALL SELECT reply_to FROM publisher_mails`.execute(db);
  const stored = rows.map(({ text }) => text).join('\n');
  expect(stored).not.toMatch(/rechnung/i);
  expect(stored).toContain('office@example.com');
  expect((await call(admin, findStoredPerson, { body })).contacts).toEqual([]);
  expect(await verifyAudit(db)).toMatchObject({ broken: null });
});

it.each([
  ['Grete@Käse.example', 'grete@xn--kse-qla.example'],
  ['otto@xn--kse-qla.example', 'otto@käse.example'],
  ['Ame\u0301lie@nfd.example', 'amélie@nfd.example'],
])('finds and erases %j by %j: contacts, histories, notes and accounts', async (address, typed) => {
  const name = 'Anna Formsmith';
  const contacts = [{ name, role: null, email: address, phone: null }];
  const notes = `Ask ${address.toLowerCase()}, or x${address.toLowerCase()}`;
  const values = { ...partner({ name: `Forms ${typed.length}`, contacts }), billingEmail: address };
  const id = await make(entities.partner, values, { name: `Forms ${typed.length} Ltd` });
  await make(entities.publisher, { name: `Noted ${typed.length}`, notes }, { name: `Noted ${typed.length} Ltd` });
  await sql`INSERT INTO users (name, email, grade) VALUES ('Anna', lower(${address}), 'Operations')`.execute(db);
  const body = { text: typed };
  const found = await call(admin, findStoredPerson, { body });
  expect(found.contacts.map(({ of }) => of)).toEqual(['partner', 'user']);
  expect(found.traces.texts).toBe(1);
  expect(await call(admin, erasePerson, { body })).toMatchObject({ contacts: 2 });
  const { rows } = await sql<{ text: string }>`SELECT concat(before::text, after::text) AS text FROM audit
    UNION ALL SELECT concat(name, billing_email) FROM partners UNION ALL SELECT notes FROM publishers
    UNION ALL SELECT concat(name, email) FROM partner_contacts WHERE partner_id = ${id}
    UNION ALL SELECT concat(name, email) FROM users`.execute(db);
  const stored = rows.map(({ text }) => (text ?? '').toLowerCase()).join('\n');
  expect(stored.replaceAll(`x${address.toLowerCase()}`, '')).not.toContain(address.toLowerCase());
  expect(stored).toContain('[erased], or x');
  expect(await verifyAudit(db)).toMatchObject({ broken: null });
});

/** Entities whose e-mail addresses other code finds and erases. */
const OTHERWISE = ['flatFeeContact', 'user'];

it('covers every entity of the contract that has such an address', () => {
  const withAddress = entityList.filter((entity) => addressFieldsOf(entity).length > 0);
  expect(withAddress.map(({ name }) => name).toSorted()).toEqual([...keysOf(WITH_ADDRESSES), ...OTHERWISE].toSorted());
});
