/** Contacts, accounts and e-mails to publishers, by the address or number of one person. */
import type { exportPerson, findStoredPerson } from '@signpost/contract/calls/data-protection.ts';
import { flatFeeContact } from '@signpost/contract/entities/flat-fee-contact.ts';
import { user } from '@signpost/contract/entities/user.ts';
import { whitelistEntry } from '@signpost/contract/entities/whitelist-entry.ts';
import type { PersonKey } from '@signpost/contract/partners/leads/lead.ts';
import { phoneForms } from '@signpost/contract/reading/phone-forms.ts';
import type { AuditEvent } from '@signpost/contract/records/audit-events.ts';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Queryable, Trx } from '../../database.ts';
import { addressForms } from '../../platform/address-forms.ts';
import { idRow, keyIn, readRows } from '../../platform/rows.ts';
import { type Author, changeMany, recordEvent } from '../../workplace/records/change.ts';
import { closeAccount } from './accounts.ts';
import { addressContacts, eraseAddresses, WITH_ADDRESSES } from './addresses.ts';
import { ERASED_NAME, eraseFromTrail, findInTrail, readFromTrail } from './trail.ts';

const ENTITIES = { ...WITH_ADDRESSES, flatFeeContact, user, whitelistEntry } as const;

type Found = z.output<typeof findStoredPerson.answer>['contacts'];
type Contact = Omit<Found[number], 'isCurrent'>;
type Exported = Pick<z.output<typeof exportPerson.answer>, 'contacts' | 'earlier' | 'mails'>;

/**
 * Stored numbers are as people typed them, with an extension, a word or a second number, so each number of the text is
 * compared with every form of the person's.
 */
function isOf({ kind, key }: PersonKey): RawBuilder<boolean> {
  if (kind === 'email') return sql`lower(c.email) = ANY(${addressForms(key)}::text[])`;
  return sql`string_to_array(phone_numbers(c.phone), ' ') && ${phoneForms(key)}::text[]`;
}

const CONTACTS = sql`SELECT 'publisher' AS of, publisher_id AS id, name, role, email, phone, note FROM publisher_contacts
  UNION ALL ${addressContacts()}
  UNION ALL SELECT 'partner', partner_id, name, role, email, phone, note FROM partner_contacts
  UNION ALL SELECT 'flatFeeContact', id, name, company, email, phone, notes FROM flat_fee_contacts
  UNION ALL SELECT 'user', id, name, grade, email, NULL, NULL FROM users
  UNION ALL SELECT 'whitelistEntry', id, '', NULL, pattern, NULL, notes FROM sign_in_whitelist`;

const nameRow = z.object({ name: z.string() });
const foundRow = z.object({ of: keyIn(ENTITIES), id: z.number(), record: z.string() });
const contactRow = foundRow.extend({
  name: z.string(),
  role: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  note: z.string().nullable(),
});
const mailRow = z.object({ subject: z.string(), state: z.string(), sentAt: z.date().nullable() });

const RECORD = sql`coalesce((SELECT name FROM publishers WHERE c.of = 'publisher' AND id = c.id),
  (SELECT name FROM partners WHERE c.of = 'partner' AND id = c.id),
  (SELECT name FROM clients WHERE c.of = 'client' AND id = c.id),
  (SELECT name FROM legal_entities WHERE c.of = 'legalEntity' AND id = c.id),
  (SELECT subject FROM publisher_mails WHERE c.of = 'publisherMail' AND id = c.id),
  CASE WHEN c.of = 'whitelistEntry' THEN c.email END, c.name) AS record`;

/** The records of which this person is a contact, or was one according to their history. */
export async function findContacts(db: Queryable, person: PersonKey): Promise<Found> {
  const current = await currentContacts(db, person);
  const former = await formerContacts(db, person, current);
  return [
    ...current.map((one) => ({ ...one, isCurrent: true })),
    ...former.map((one) => ({ ...one, isCurrent: false })),
  ];
}

const currentContacts = (db: Queryable, person: PersonKey): Promise<Contact[]> =>
  readRows(
    db,
    foundRow,
    sql`SELECT DISTINCT c.of, c.id, ${RECORD} FROM (${CONTACTS}) c WHERE ${isOf(person)} ORDER BY 1, 2`,
  );

async function formerContacts(db: Queryable, person: PersonKey, current: readonly Contact[]): Promise<Contact[]> {
  const inTrail = await findInTrail(db, ENTITIES, person);
  const former = inTrail.filter(({ of, id }) => !current.some((one) => one.of === of && one.id === id));
  return await Promise.all(
    former.map(async ({ of, id }) => {
      const names = await readRows(
        db,
        nameRow,
        sql`SELECT ${sql.ref(ENTITIES[of].title)} AS name FROM ${sql.table(ENTITIES[of].table)} WHERE id = ${id}`,
      );
      return { of, id, record: names[0]?.name ?? '' };
    }),
  );
}

/** The full names that the person has as a contact, in an account and in e-mails; a single word could be anybody. */
export async function fullNames(db: Queryable, person: PersonKey): Promise<string[]> {
  const rows = await readRows(
    db,
    nameRow,
    sql`SELECT DISTINCT trim(name) AS name FROM (
        SELECT c.name FROM (${CONTACTS}) c WHERE ${isOf(person)}
        UNION SELECT r.name FROM mail_recipients r JOIN mail_people p ON p.id = r.person_id WHERE ${ofAddress(person)}) named
      WHERE trim(name) LIKE '% %' AND name <> ${ERASED_NAME} ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

const ofAddress = ({ kind, key }: PersonKey): RawBuilder<boolean> => {
  if (kind === 'email') return sql`p.address = ANY(${addressForms(key)}::text[])`;
  return sql`false`;
};

/**
 * The stored data about this person as a contact, now and in the history of records, and the e-mails to the address.
 */
export async function readContacts(db: Queryable, person: PersonKey): Promise<Exported> {
  const contacts = await readRows(
    db,
    contactRow,
    sql`SELECT c.*, ${RECORD} FROM (${CONTACTS}) c WHERE ${isOf(person)} ORDER BY c.of, c.id`,
  );
  const mails = await readRows(
    db,
    mailRow,
    sql`SELECT m.subject, r.state, r.sent_at FROM mail_recipients r JOIN mail_people p ON p.id = r.person_id
      JOIN publisher_mails m ON m.id = r.mail_id WHERE ${ofAddress(person)} ORDER BY r.id`,
  );
  const earlier = [];
  for (const { of, id, record, ...inTrail } of await recordsOf(db, person))
    for (const contact of await readFromTrail(db, { entity: ENTITIES[of], id, ...inTrail }, person))
      earlier.push({ of, id, record, ...contact });
  return {
    contacts,
    earlier,
    mails: mails.map(({ sentAt, ...mail }) => ({ ...mail, sentAt: sentAt?.toISOString() ?? null })),
  };
}

/**
 * Erases this person from all contacts, from their history and from the e-mails to publishers, in the caller's transaction.
 * The history of each record then says that a person was erased, but not who. Returns how many records and e-mails were
 * changed.
 */
export async function eraseContacts(
  trx: Trx,
  author: Author,
  person: PersonKey,
): Promise<{ contacts: number; mails: number }> {
  const records = await recordsOf(trx, person);
  for (const { of, record: _name, ...inTrail } of records)
    await eraseFromTrail(trx, author.at, { entity: ENTITIES[of], ...inTrail }, person);
  for (const { of, id } of records.filter(({ isCurrent }) => isCurrent)) {
    const { table } = ENTITIES[of];
    await sql`UPDATE ${sql.table(table)} SET version = version + 1, updated_at = ${author.at} WHERE id = ${id}`.execute(
      trx,
    );
  }
  await sql`DELETE FROM publisher_contacts c WHERE ${isOf(person)}`.execute(trx);
  await sql`DELETE FROM partner_contacts c WHERE ${isOf(person)}`.execute(trx);
  // Fees refer to their contact, so the record stays without the person.
  await sql`UPDATE flat_fee_contacts c SET name = ${ERASED_NAME}, email = NULL, phone = NULL, notes = NULL
    WHERE ${isOf(person)}`.execute(trx);
  if (person.kind === 'email') await eraseAddresses(trx, person.key);
  await closeAccount(trx, person, author);
  const event: AuditEvent = { event: 'personErased', because: 'asked' };
  await changeMany(trx, async () => {
    for (const { of, id } of records) await recordEvent(trx, author, { entity: ENTITIES[of], id, after: { ...event } });
  });
  return { contacts: records.length, mails: await eraseMails(trx, person) };
}

/** The records of {@link findContacts}, each with the ids of the contacts in it that are this person. */
async function recordsOf(db: Queryable, person: PersonKey) {
  const rowIds = await contactRows(db, person);
  return (await findContacts(db, person)).map((one) => ({ ...one, rowIds: rowIds[one.of] }));
}

/** The ids of the contacts that are this person, by entity. The same id of another entity is another person. */
async function contactRows(db: Queryable, person: PersonKey): Promise<Record<keyof typeof ENTITIES, Set<number>>> {
  const idsIn = async (table: 'publisher_contacts' | 'partner_contacts'): Promise<Set<number>> => {
    const rows = await readRows(db, idRow, sql`SELECT id FROM ${sql.table(table)} c WHERE ${isOf(person)}`);
    return new Set(rows.map(({ id }) => id));
  };
  return {
    publisher: await idsIn('publisher_contacts'),
    partner: await idsIn('partner_contacts'),
    client: new Set(),
    legalEntity: new Set(),
    publisherMail: new Set(),
    flatFeeContact: new Set(),
    user: new Set(),
    whitelistEntry: new Set(),
  };
}

/** Erases the recipient of e-mails; their counts and outcomes stay. Planned e-mails are not sent any more. */
async function eraseMails(trx: Trx, person: PersonKey): Promise<number> {
  const rows = await readRows(
    trx,
    idRow,
    sql`UPDATE mail_recipients r SET name = '', places = '{}', answer = NULL, log = '[]',
        state = CASE WHEN state = 'planned' THEN 'cancelled' ELSE state END,
        next_try_at = CASE WHEN state = 'planned' THEN NULL ELSE next_try_at END
      FROM mail_people p WHERE p.id = r.person_id AND ${ofAddress(person)} RETURNING r.id`,
  );
  await sql`UPDATE mail_people p SET address = 'erased-' || p.id || '@erased.invalid' WHERE ${ofAddress(person)}`.execute(
    trx,
  );
  return rows.length;
}
