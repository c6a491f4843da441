/** A person is found and erased by a phone number, in whatever way it was typed and stored, and nobody else is. */
import { erasePerson, exportPerson, findStoredPerson } from '@signpost/contract/calls/data-protection.ts';
import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { flatFeeContact } from '@signpost/contract/entities/flat-fee-contact.ts';
import { attempt, call } from '@signpost/testkit/call.ts';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { leadWorld } from '../../partners/leads/testing/world.ts';
import { contactPattern } from './pattern.ts';

const flatFeeContactCalls = entityCalls(flatFeeContact);

const { admin, db, send } = await leadWorld();
const made = z.object({ data: z.object({ id: z.number(), version: z.number() }) });

async function withPhone(phone: string): Promise<number> {
  const { body } = await attempt(admin, flatFeeContactCalls.create, { body: { name: 'Max Muster', phone } });
  return made.parse(body).data.id;
}
const found = async (text: string) =>
  (await call(admin, findStoredPerson, { body: { text } })).contacts.map(({ id }) => id);

afterEach(async () => {
  await sql`DELETE FROM flat_fee_contacts`.execute(db);
});

const SPELLINGS = [
  '0176 123-45678',
  '0176/12345678',
  '+49 (0)176 12345678',
  '0049-176-12345678',
  '+49 176 12345678 ext. 9',
  'mobil: 0176 12345678, Fax 030 123456',
  '0660 7654321/0176 12345678',
  '٠١٧٦ ١٢٣٤٥٦٧٨',
  '＋４９ １７６ １２３４５６７８',
];

describe('A contact', () => {
  it.each(SPELLINGS)(
    'with the number %j is found by each spelling of it and erased, also from its history',
    async (phone) => {
      const id = await withPhone(phone);
      for (const text of ['+49 176 12345678', '0049 (0)176 12345678', 'tel:+49-176-12345678', '+49 0176 12345678'])
        expect([text, await found(text)]).toEqual([text, expect.arrayContaining([id])]);
      for (const text of ['+49 176 12345679', '+49 176 1234567', '+4917612345678 1'])
        expect([text, await found(text)]).toEqual([text, []]);
      expect((await call(admin, erasePerson, { body: { text: '+4917612345678' } })).contacts).toBeGreaterThan(0);
      expect(await found('+49 176 12345678')).toEqual([]);
      const { rows } = await sql<{ trail: string }>`SELECT concat(before::text, after::text) AS trail FROM audit
      WHERE entity = 'flatFeeContact' AND record_id = ${id}`.execute(db);
      for (const { trail } of rows) expect(trail).not.toContain('Max');
    },
  );

  it('of another country with the same digits is not taken for the person', async () => {
    const austrian = await withPhone('+43 176 12345678');
    expect(await found('+49 176 12345678')).toEqual([]);
    expect(await found('+43 176 12345678')).toEqual([austrian]);
  });

  it('is found by a number without its country code, which is asked for if several people have it', async () => {
    const german = await withPhone('+49 176 12345678');
    for (const text of ['0176 123-45678', '0176/12345678']) expect(await found(text)).toEqual([german]);
    const british = await send({ email: 'brit@example.com', phone: '+44 7400 123456' });
    const person = await call(admin, exportPerson, { body: { text: '07400 123456' } });
    expect(person.leads.map(({ id }) => id)).toEqual([british.id]);
    const french = await withPhone('+33 6 12 34 56 78');
    expect(await found('06 12 34 56 78')).toEqual([french]);
    await withPhone('+39 06 1234 5678');
    const { status, body } = await attempt(admin, erasePerson, { body: { text: '06 12 34 56 78' } });
    expect([status, body.errors]).toMatchObject([
      400,
      [{ path: 'text', message: expect.stringContaining('+33612345678') }],
    ]);
    expect(await found('+33 6 12 34 56 78')).toEqual([french]);
  });
});

describe('A text', () => {
  it.each([
    ['Call +49 176 12345678 today', true],
    ['Call 0176 123-45678 today', true],
    ['Call 0176/12345678.', true],
    ['(+49) (0)176 12345678', true],
    ['0049 176–12345678', true],
    ['order 4917612345678', true],
    ['Call +43 0176 12345678', false],
    ['Call +43 17612345678', false],
    ['order 99017612345678', false],
    ['order 0176123456789', false],
    ['+49 176 1234567', false],
  ])('%j names the person: %s', async (text, right) => {
    const pattern = contactPattern({ kind: 'phone', key: '4917612345678' });
    expect(new RegExp(pattern, 'i').test(text)).toBe(right);
    const { rows } = await sql<{ is: boolean }>`SELECT ${text}::text ~* ${pattern} AS is`.execute(db);
    expect(rows).toEqual([{ is: right }]);
  });
});
