/** Leads of which one contact cannot be read: they are kept, their text is marked, and nobody gets it as a contact. */

import { findStoredPerson } from '@signpost/contract/calls/data-protection.ts';
import { searchLeadPerson, showLeadPerson } from '@signpost/contract/calls/leads.ts';
import { REQUIRED_CONTACTS } from '@signpost/contract/partners/leads/adapter.ts';
import { UNREAD_FIELDS } from '@signpost/contract/partners/leads/unread.ts';
import { attempt, call } from '@signpost/testkit/call.ts';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { legacyBytes } from '../../platform/testing/legacy-bytes.ts';
import { leadWorld } from './testing/world.ts';

const world = await leadWorld();
const { admin, buyers, click, db, leadOf, outcomesOf, postBytes, send, storyOf } = world;

describe('A lander', () => {
  it.each([
    ['call me', 'call me'],
    [' 12-34 ', '12-34'],
    ['{phone}', '{phone}'],
    ['{{lead.phone}}', '{{lead.phone}}'],
    ['+', '+'],
    ['000000000', '000000000'],
    ['jo@other.example', 'jo@other.example'],
    ['+43 660 123456789012345', '+43 660 123456789012345'],
    ['8,8E+11', '8,8E+11'],
    ['x'.repeat(300), 'x'.repeat(300)],
  ])(
    'keeps a lead with an e-mail address whose phone number is %j, which no buyer gets as a number',
    async (phone, text) => {
      buyers.mood = { acme: 'accept', bolt: 'accept' };
      const { id, notes, status } = await send({ email: 'kept@example.com', phone, country: 'AT' });
      expect([status, notes]).toEqual(['accepted', [{ path: 'phone', message: UNREAD_FIELDS.phone.note }]]);
      expect(buyers.asked.map(({ body }) => JSON.parse(body).phone)).toEqual(['']);
      const person = await attempt(admin, showLeadPerson, { params: { id } });
      expect(person.body.data).toMatchObject({ email: 'kept@example.com', phone: null, extra: { phone_text: text } });
      expect(await leadOf(id)).toMatchObject({ emailHint: 'k•••@example.com', phoneHint: '' });
    },
  );

  it.each([
    ['no address', 'no address'],
    ['jo@', 'jo@'],
    ['{email}', '{email}'],
    ['+43 660 1234567', '+43 660 1234567'],
  ])('keeps a lead with a phone number whose e-mail address is %j', async (email, text) => {
    buyers.mood = { acme: 'accept', bolt: 'accept' };
    const { id, notes } = await send({ email, phone: '+43 660 1234567', country: 'AT' });
    expect(notes).toEqual([{ path: 'email', message: UNREAD_FIELDS.email.note }]);
    expect(JSON.parse(buyers.asked[0]?.body ?? '')).toMatchObject({ user: { mail: '' }, phone: '+436601234567' });
    const person = await attempt(admin, showLeadPerson, { params: { id } });
    expect(person.body.data).toMatchObject({ email: null, phone: '+436601234567', extra: { email_text: text } });
  });

  it.each(['+43 660 1234567, +43 660 7654321', '0660 1234567; 0660 7654321'])(
    'keeps the whole text of %j, and is told that the first number was taken',
    async (phone) => {
      buyers.mood = { acme: 'accept', bolt: 'accept' };
      const { id, notes, status } = await send({ phone, country: 'AT' });
      expect([status, notes]).toEqual(['accepted', [{ path: 'phone', message: UNREAD_FIELDS.phones.note }]]);
      expect(JSON.parse(buyers.asked[0]?.body ?? '')).toMatchObject({ phone: '+436601234567' });
      const person = await attempt(admin, showLeadPerson, { params: { id } });
      expect(person.body.data).toMatchObject({ phone: '+436601234567', extra: { phones_text: phone } });
    },
  );

  it.each(['(646) 558-8656,,820445398#', 'tel:+1-646-558-8656,1234', '+1 646 558 8656;1234', '646-558-8656 x12'])(
    'keeps the whole text of %j, whose digits behind the number nobody gets',
    async (phone) => {
      buyers.mood = { acme: 'accept', bolt: 'accept' };
      const { id, notes } = await send({ phone, country: 'US' });
      expect(notes).toEqual([{ path: 'phone', message: UNREAD_FIELDS.extension.note }]);
      const person = await attempt(admin, showLeadPerson, { params: { id } });
      expect(person.body.data).toMatchObject({ phone: '+16465588656', extra: { phone_extension_text: phone } });
    },
  );

  it.each(['ENG', 'POR', '12', 'ja_JA'])('is told that %j is no country, and the text is kept', async (country) => {
    buyers.mood = { acme: 'accept', bolt: 'accept' };
    const { id, notes } = await send({ email: 'kept@example.com', country });
    expect(notes).toEqual([{ path: 'country', message: UNREAD_FIELDS.country.note }]);
    const person = await attempt(admin, showLeadPerson, { params: { id } });
    expect(person.body.data).toMatchObject({ extra: { country_text: country } });
  });

  it.each([
    ['2028675309', 'US', '+12028675309', ['202-867-5309', '(202) 867-5309', '1 202 867 5309', '+1 202 867 5309']],
    ['8 926 123-45-67', 'RU', '+79261234567', ['8 926 1234567', '9261234567', '79261234567', '+7 926 123 45 67']],
    ['512345678', 'PL', '+48512345678', ['512 345 678', '48512345678', '+48 512-345-678']],
    ['41 23 45 67', 'NO', '+4741234567', ['41234567', '+47 41 23 45 67']],
  ])('sends the number %s (%s), which is found by each spelling of it', async (phone, country, stored, spellings) => {
    buyers.mood = { acme: 'accept', bolt: 'accept' };
    const { id } = await send({ phone, country });
    expect(await call(admin, showLeadPerson, { params: { id } })).toMatchObject({ phone: stored });
    for (const text of spellings) {
      const found = await attempt(admin, searchLeadPerson, { body: { text } });
      expect([text, found.body.data]).toEqual([text, expect.arrayContaining([id])]);
      const person = await attempt(admin, findStoredPerson, { body: { text } });
      const leads = person.body.data.leads.map((one) => one.id);
      expect([text, leads]).toEqual([text, expect.arrayContaining([id])]);
    }
    const other = await attempt(admin, searchLeadPerson, { body: { text: `+${Number(stored.slice(1)) + 1}` } });
    expect(other.body.data).toEqual([]);
  });

  // Reported by outsiders and in issues of libphonenumber: a silent change, and numbers without a plan.
  it.each([
    ['+1 123 123 12321', 'US', 'phoneChanged', 'phone_changed_text'],
    ['+234 703 240', 'NG', 'phoneShort', 'phone_short_text'],
    ['+33 6 12 34 56', 'FR', 'phoneShort', 'phone_short_text'],
    ['+44 7400 1234567', 'GB', 'phoneLong', 'phone_long_text'],
    ['+1 (212) 736-50001', 'US', 'phoneLong', 'phone_long_text'],
    ['+999 123 4567', 'AT', 'phoneCode', 'phone_code_text'],
    ['+0569741390735', 'US', 'phoneCode', 'phone_code_text'],
    ['+01 608 271 9003', 'US', 'phoneCode', 'phone_code_text'],
    ['00999 123 4567', 'AT', 'phoneCode', 'phone_code_text'],
  ] as const)(
    'keeps a lead whose number is %j (%s) as it came, which no buyer gets',
    async (phone, country, field, answer) => {
      buyers.mood = { acme: 'accept', bolt: 'accept' };
      const { id, notes, status } = await send({ email: 'kept@example.com', phone, country });
      expect([status, notes]).toEqual([
        buyers.asked.length === 0 ? 'received' : 'accepted',
        [{ path: 'phone', message: UNREAD_FIELDS[field].note }],
      ]);
      for (const { body } of buyers.asked) expect(JSON.parse(body).phone).toBe('');
      const person = await attempt(admin, showLeadPerson, { params: { id } });
      expect(person.body.data).toMatchObject({ email: 'kept@example.com', phone: null, extra: { [answer]: phone } });
      // As the only contact it is handed on as it was written, because a form is sent once.
      const alone = await send({ phone, country });
      expect(alone.notes).toEqual([{ path: 'phone', message: UNREAD_FIELDS[field].note }]);
      const caller = await attempt(admin, showLeadPerson, { params: { id: alone.id } });
      const digits = phone.replaceAll(/[ ()-]/g, '').replace(/^\+(?=0)/, '');
      expect(caller.body.data).toMatchObject({ phone: digits, extra: { [answer]: phone } });
      const found = await attempt(admin, searchLeadPerson, { body: { text: phone } });
      expect(found.body.data).toContain(alone.id);
    },
  );

  it.each([
    ['+6086178113', 'MY', '+6086178113'],
    ['+60 86 178 113', '', '+6086178113'],
    ['0096777866463', 'YE', '0096777866463'],
    ['+967 77866463', 'AT', '+96777866463'],
  ])(
    'hands a number of a range that no plan has on as it was written (%j), with a note',
    async (phone, country, right) => {
      const { id, notes } = await send({ email: 'jo@example.com', phone, country });
      expect(notes).toEqual([{ path: 'phone', message: UNREAD_FIELDS.phoneRange.note }]);
      const person = await attempt(admin, showLeadPerson, { params: { id } });
      expect(person.body.data).toMatchObject({ phone: right, extra: { phone_range_text: phone } });
      for (const text of [right, right.replace(/^00/, '+'), right.replace('+', '00')])
        expect(await call(admin, searchLeadPerson, { body: { text } })).toContain(id);
    },
  );

  it.each<[lead: Record<string, unknown>, contact: Record<string, unknown>, path: string, answer: string]>([
    [{ email: 'a@x.example;b@y.example' }, { email: 'a@x.example' }, 'email', 'emails_text'],
    [{ email: 'a@x.example b@y.example' }, { email: 'a@x.example' }, 'email', 'emails_text'],
    [{ email: 'Jo <a@x.example>, Max <b@y.example>' }, { email: 'a@x.example' }, 'email', 'emails_text'],
    [{ email: 'jo@, b@y.example' }, { email: 'b@y.example' }, 'email', 'emails_text'],
    [{ phone: '+1 514-754-8645 ext. 1234' }, { phone: '+15147548645' }, 'phone', 'phone_extension_text'],
    [{ phone: '+1 514-754-8645 x5' }, { phone: '+15147548645' }, 'phone', 'phone_extension_text'],
    [{ phone: '+1 514-754-8645x61914' }, { phone: '+15147548645' }, 'phone', 'phone_extension_text'],
    [{ phone: '+1 514-754-8645 extension 5' }, { phone: '+15147548645' }, 'phone', 'phone_extension_text'],
    [{ phone: '+1 514-754-8645;ext=5' }, { phone: '+15147548645' }, 'phone', 'phone_extension_text'],
    [{ phone: '+1 514-754-8645 #5' }, { phone: '+15147548645' }, 'phone', 'phone_extension_text'],
  ])('keeps the whole text of %j, of which a part is taken', async (lead, contact, path, answer) => {
    const { id, notes } = await send(lead);
    expect(notes.map((note) => note.path)).toEqual([path]);
    const person = await attempt(admin, showLeadPerson, { params: { id } });
    expect(person.body.data).toMatchObject({ ...contact, extra: { [answer]: Object.values(lead)[0] } });
  });

  it.each([
    [{ clickId: '{click_id}' }, 'clickId', { click_id_text: '{click_id}' }],
    [{ clickId: '01a21f70-b89a-7b13-968a-c7efb938029' }, 'clickId', {}],
    [{ firstName: 'A'.repeat(90) }, 'firstName', { first_name_text: 'A'.repeat(90) }],
    [{ extra: { exactText: 'x' } }, 'extra.exactText', { exact_text: 'x' }],
    [{ clickId: '01a21f70-b89a-7b13-968a-c7efb9380298' }, 'clickId', {}],
  ])('is taken with %j and a note', async (fields, path, extra) => {
    const { id, notes } = await send({ email: 'jo@example.com', ...fields });
    expect(notes.map((note) => note.path)).toEqual([path]);
    const person = await attempt(admin, showLeadPerson, { params: { id } });
    expect(person.body.data).toMatchObject({ extra });
  });

  it('gives nothing where an optional field is null', async () => {
    const nothing = { firstName: null, lastName: null, country: null, clickId: null, productId: null, extra: null };
    expect((await send({ email: 'jo@example.com', phone: null, ...nothing })).notes).toEqual([]);
    expect((await send({ email: 'jo@example.com', extra: { x: null } })).notes).toEqual([]);
  });

  it.each([
    (id: string) => id.replaceAll('-', ''),
    (id: string) => id.toUpperCase(),
    (id: string) => `{${id}}`,
    (id: string) => `"${id}"`,
    (id: string) => `${id}\u200b`,
  ])('belongs to its click, however its id is written (%#)', async (write) => {
    const clickId = await click({ at: '2026-06-01T00:00:00.000Z' });
    const { id, notes } = await send({ email: 'jo@example.com', clickId: write(clickId) });
    expect([notes, await leadOf(id)]).toMatchObject([[], { clickId }]);
  });

  it.each(['', ' ', 'n/a', 'null', '-', null])('hears of no problem if the other contact is %j', async (none) => {
    expect((await send({ email: none, phone: '+43 660 1234567' })).notes).toEqual([]);
    expect((await send({ email: 'jo@example.com', phone: none })).notes).toEqual([]);
  });

  it('may send a phone number as a number', async () => {
    buyers.mood = { acme: 'accept', bolt: 'accept' };
    expect((await send({ phone: 436_601_234_567, country: 'AT' })).notes).toEqual([]);
    expect(JSON.parse(buyers.asked[0]?.body ?? '')).toMatchObject({ phone: '+436601234567' });
    const { notes } = await send({ phone: 1.5e30, email: 'jo@example.com' });
    expect(notes.map(({ path }) => path)).toEqual(['phone']);
  });

  it('loses neither its own answer nor a text that cannot be read if both have one name', async () => {
    const { id } = await send({ email: 'jo@example.com', phone: 'call me', extra: { phone_text: 'in the evening' } });
    const person = await attempt(admin, showLeadPerson, { params: { id } });
    expect(person.body.data).toMatchObject({ extra: { phone_text: 'in the evening', phone_text_2: 'call me' } });
  });
});

describe('A lead whose JSON is not in UTF-8', () => {
  it.each([
    ['windows-1252', 'application/json', 'Zoë', 'Müller'],
    ['windows-1252', 'application/json; charset=iso-8859-1', 'Zoë', 'Müller'],
    ['windows-1251', 'application/json', 'Ольга', 'Иванова'],
    ['windows-1251', 'application/json; charset=windows-1251', 'Ян', 'Ли'],
    ['windows-1251', 'application/json; charset="windows-1251"', 'Ян', 'Ли'],
    ['windows-1250', 'application/json; charset=windows-1250', 'Łucja', 'Dąbrowska'],
    ['windows-1253', 'application/json;charset=Windows-1253', 'Ελένη', 'Νικολάου'],
    ['shift_jis', 'application/json; charset=Shift_JIS', '太郎', '山田'],
    ['windows-1252', 'application/json; charset=utf-8', 'Zoë', 'Müller'],
    ['windows-1252', 'application/json; charset=unknown-8', 'Zoë', 'Müller'],
  ] as const)('is read from %s under %j', async (encoding, type, firstName, lastName) => {
    const text = JSON.stringify({ email: 'jo@example.com', firstName, lastName, country: 'AT' });
    const { status, body } = await postBytes(legacyBytes(encoding, text), type);
    expect(status).toBe(201);
    const person = await attempt(admin, showLeadPerson, { params: { id: body.data.id } });
    expect(person.body.data).toMatchObject({ firstName, lastName });
  });

  it.each(['application/json', 'application/json; charset=windows-1251'])(
    'is in UTF-8 if its bytes are, under %j',
    async (type) => {
      const text = JSON.stringify({ email: 'jo@example.com', firstName: 'Zoë Łucja 太郎', country: 'AT' });
      const { body } = await postBytes(Buffer.from(`\uFEFF${text}`), type);
      const person = await attempt(admin, showLeadPerson, { params: { id: body.data.id } });
      expect(person.body.data).toMatchObject({ firstName: 'Zoë Łucja 太郎' });
    },
  );
});

describe('A buyer that requires a contact', () => {
  const require = (name: string, contacts: readonly string[]) =>
    sql`UPDATE robot_partners SET settings_json = settings_json || ${JSON.stringify({ requires: contacts })}::jsonb
      WHERE name = ${name}`.execute(db);
  afterEach(async () => {
    await require('acme', []);
    await require('bolt', []);
  });

  it.each([
    ['phone', { email: 'jo@example.com', phone: 'call me' }, REQUIRED_CONTACTS.phone.unread],
    ['phone', { email: 'jo@example.com' }, REQUIRED_CONTACTS.phone.missing],
    ['email', { phone: '+43 660 1234567', email: 'jo@' }, REQUIRED_CONTACTS.email.unread],
    ['email', { phone: '+43 660 1234567' }, REQUIRED_CONTACTS.email.missing],
  ])('(%s) never gets the lead %j, and the attempt says why', async (contact, lead, sentence) => {
    buyers.mood = { acme: 'accept', bolt: 'accept' };
    await require('acme', [contact]);
    await require('bolt', [contact]);
    const { id, status } = await send({ ...lead, country: 'AT' });
    expect([status, buyers.asked]).toEqual(['received', []]);
    expect((await outcomesOf(id)).toSorted()).toEqual(['acme incomplete', 'bolt incomplete']);
    expect((await storyOf(id)).attempts.map(({ detail, http }) => [detail, http])).toEqual([
      [sentence, null],
      [sentence, null],
    ]);
    expect(await leadOf(id)).toMatchObject({ status: 'rejected', nextTryAt: null });
    const { rows } = await sql`SELECT 1 FROM lead_places WHERE lead_id = ${id}`.execute(db);
    expect(rows).toEqual([]);
  });

  it('leaves the lead to the next buyer at once, and gets leads that have the contact', async () => {
    buyers.mood = { acme: 'accept', bolt: 'accept' };
    await require('acme', ['phone', 'email']);
    const { id, status } = await send({ email: 'jo@example.com', phone: 'call me', country: 'AT' });
    expect([status, buyers.asked.map(({ path }) => path)]).toEqual(['accepted', ['/bolt']]);
    expect(await leadOf(id)).toMatchObject({ status: 'accepted', partnerId: 952 });
    await require('bolt', ['phone']);
    expect(await send()).toMatchObject({ status: 'accepted', notes: [] });
  });
});
