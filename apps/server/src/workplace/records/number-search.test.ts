/** Lists and the palette find people by their phone number, in whatever way it was typed and stored. */

import type { EntityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { searchRecords } from '@signpost/contract/calls/search.ts';
import { flatFeeContact } from '@signpost/contract/entities/flat-fee-contact.ts';
import { entities } from '@signpost/contract/entities/index.ts';
import { publisher } from '@signpost/contract/entities/publisher.ts';
import { numbersIn } from '@signpost/contract/reading/phone.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { attempt, call } from '@signpost/testkit/call.ts';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { partner } from './testing/partners.ts';

const flatFeeContactCalls = entityCalls(flatFeeContact);
const partnerCalls = entityCalls(entities.partner);
const publisherCalls = entityCalls(publisher);

const world = await testApp();
const admin = await world.signIn('Admin');

const idsIn = async ({ list }: EntityCalls, query: { q: string; ids?: number[] }): Promise<number[]> =>
  (await call(admin, list, { query })).map(({ id }) => id);

const saved = z.object({ data: z.object({ id: z.number() }) });
const idOf = (body: unknown): number => saved.parse(body).data.id;

async function withPhone(phone: string): Promise<number> {
  const contacts = [{ name: 'Nora Findable', phone }];
  const { status, body } = await attempt(admin, partnerCalls.create, { body: partner({ contacts }) });
  expect([status, body.errors]).toEqual([201, undefined]);
  return idOf(body);
}

const found = async (q: string, id: number): Promise<boolean> =>
  (await idsIn(partnerCalls, { q, ids: [id] })).includes(id);

// Reported as issues 301 of khard, 61 of ocsms, 254 of Fossify Phone, 504 of Simple Contacts, 31 of carddavclient, 62 of
// phoneblock, 579 of react-native-contacts, 1323 of Signal-iOS and 1967 of whatsapp-web.js, among others.
const GERMAN = [
  '017612345678',
  '0176 12345678',
  '0176-12345678',
  '0176 123-45678',
  '0176/12345678',
  '(0176) 123 456 78',
  '+4917612345678',
  '+49 176 12345678',
  '+49 (0)176 12345678',
  '+49 (0) 176 / 123 456 78',
  '+49-(0)176-12345678',
  '+49 0176 12345678',
  '(+49) 176 12345678',
  '0049 176 12345678',
  '0049-0176-12345678',
  '49 176 12345678',
  '+49 176 12345678 ext. 9',
  '+49 176 12345678 / 0660 7654321',
  '0176 12345678, 0660 7654321',
  '\u202a+49 176 12345678\u202c',
  '＋４９ １７６ １２３４５６７８',
  '٠١٧٦ ١٢٣٤٥٦٧٨',
  '۰۱۷۶ ۱۲۳۴۵۶۷۸',
  '+49\u00a0176\u201112345678',
];

describe('A phone number of a contact', () => {
  it.each(GERMAN)('that is stored as %j is found by every other spelling of it, and by a part', async (stored) => {
    const id = await withPhone(stored);
    const missed: string[] = [];
    for (const q of [
      ...GERMAN.filter((one) => !one.includes('7654321')),
      'tel:+49-176-12345678',
      '12345678',
      '2 345-67',
    ])
      if (!(await found(q, id))) missed.push(q);
    expect(missed).toEqual([]);
    for (const other of ['0176 12345679', '+491761234567899', '+49 176 99'])
      expect([other, await found(other, id)]).toEqual([other, false]);
    // A number without its country code may be one of any country.
    const hasCode = numbersIn(stored)[0]?.startsWith('0') === false;
    expect(await found('+43 176 12345678', id)).toBe(!hasCode);
  });

  it.each([
    ['073 090 7685', '+46 73 090 76 85'],
    ['+46730907685', '073-090 76 85'],
    ['(212) 736-5000', '+1 212 736 5000'],
    ['+1 212 736 5000', '212.736.5000'],
    ['+1 212 736 5000', '1 (212) 736-5000'],
    ['+1 212 736 5000 x45', '+1 212 736 5000 ext. 99'],
    ['+1 212 736 5000', '011 1 212 736 5000'],
    ['8 (912) 345-67-89', '+7 912 345 67 89'],
    ['+7 912 345-67-89', '8 912 3456789'],
    ['06 30 123 4567', '+36 30 123 4567'],
    ['+36 30 123 4567', '06-30-123-4567'],
    ['02 1234 5678', '+39 02 1234 5678'],
    ['+39 02 1234 5678', '02 12345678'],
    ['+52 1 55 1732 9563', '+52 55 1732 9563'],
    ['+52 55 1732 9563', '+5215517329563'],
    ['+54 9 11 2345 6789', '+54 11 2345 6789'],
    ['+55 31 9688 3193', '+55 31 99688-3193'],
    ['+55 31 99688-3193', '55 31 9688 3193'],
    ['0660 1234567/0660 7654321', '+43 660 7654321'],
    ['+49 176 12345678 oder +43 660 7654321'.slice(0, 40), '0176 12345678'],
    ['0171 5551234', 'Nora 0171/555 12 34'],
    ['0171 5551234', '0171 555 nora'],
  ])('that is stored as %j is found by %j', async (stored, q) => {
    expect(await found(q, await withPhone(stored))).toBe(true);
  });

  it('is not found beside another name', async () => {
    expect(await found('Zoe 0171 5551234', await withPhone('0171 5551234'))).toBe(false);
  });

  it.each(['0176 12345678', '+49 176-12345678'])(
    'finds contacts of flat fees and of publishers by %s, in lists and in the palette, among the rows of the viewer',
    async (q) => {
      const mark = `${Math.random()}`.slice(2);
      const fee = await attempt(admin, flatFeeContactCalls.create, {
        body: { name: mark, phone: '0049 (0)176/123 45 678' },
      });
      const made = async (name: string) =>
        idOf((await attempt(admin, publisherCalls.create, { body: { name, currency: 'EUR' } })).body);
      const own = await made(`P ${mark}`);
      const other = await made(`Q ${mark}`);
      for (const id of [own, other])
        await sql`INSERT INTO publisher_contacts (publisher_id, position, name, phone)
          VALUES (${id}, 0, 'Pia', '0176.12345678')`.execute(world.db);
      expect(await idsIn(flatFeeContactCalls, { q })).toContain(idOf(fee.body));
      const publishers = await idsIn(publisherCalls, { q });
      expect(publishers).toEqual(expect.arrayContaining([own, other]));
      const palette = await call(admin, searchRecords, { query: { q } });
      expect(palette.map(({ title }) => title)).toEqual(expect.arrayContaining([mark, `P ${mark}`, `Q ${mark}`]));
      const person = await world.signIn('Publisher', { publisherId: own });
      const theirs = await call(person, searchRecords, { query: { q } });
      expect(theirs.map(({ title }) => title)).not.toContain(`Q ${mark}`);
      await sql`DELETE FROM publisher_contacts WHERE name = 'Pia'`.execute(world.db);
      await sql`DELETE FROM flat_fee_contacts WHERE name = ${mark}`.execute(world.db);
    },
  );
});

describe('The database', () => {
  it.each([
    ...GERMAN,
    "'0176 1234567",
    '="0176 1234567"',
    '+1 212 555 0123 #12',
    '+7 495 123-45-67 доб. 12',
    '0660 1234567/0660 7654321',
    '+43/660/1234567',
    '01761234567|01771234567',
    'tel:+436601234567;ext=12',
    '1\ufe0f\u20e37\ufe0f\u20e3 6 1234',
    '000-000-0000',
    '+0049 176 1234567',
    '+0660 1234567',
    '++43 660',
    'call me',
    '4.917612E+11',
    '0660·123\u2212456',
    '',
  ])('takes the numbers from %j as the product does', async (text) => {
    const { rows } = await sql<{ numbers: string }>`SELECT phone_numbers(${text}) AS numbers`.execute(world.db);
    expect(rows[0]?.numbers.split(' ').filter((number) => number !== '')).toEqual(numbersIn(text));
  });

  it('finds numbers by an index', async () => {
    const plan = await world.db.transaction().execute(async (trx) => {
      await sql`SET LOCAL enable_seqscan = off`.execute(trx);
      return await sql<Record<string, string>>`EXPLAIN SELECT id FROM publisher_contacts
        WHERE phone_numbers(phone) LIKE '%017612345678%' OR phone_numbers(phone) LIKE '%17612345678%'`.execute(trx);
    });
    expect(JSON.stringify(plan.rows)).toContain('publisher_contacts_numbers');
  });
});
