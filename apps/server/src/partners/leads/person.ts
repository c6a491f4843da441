/** Stores the personal data of leads: encrypted, and searchable by keyed hashes. */
import { type leadPerson, type PersonKey, phoneKey } from '@signpost/contract/partners/leads/lead.ts';
import { internationalForms } from '@signpost/contract/reading/phone-forms.ts';
import { nationalForm, toE164 } from '@signpost/contract/reading/phone-number.ts';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Queryable, Trx } from '../../database.ts';
import { addressForms, addressKey } from '../../platform/address-forms.ts';
import { networkOf } from '../../platform/networks.ts';
import { readRows } from '../../platform/rows.ts';
import { PURPOSES } from '../../platform/sealed.ts';
import { holdKey, type Vault } from '../../platform/vault.ts';

const personSchema = z.object({
  email: z.string().nullable(),
  phone: z.string().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  ip: z.string(),
  country: z.string(),
  extra: z.record(z.string(), z.string()),
});
export type Person = z.infer<typeof personSchema>;

const SEALED = PURPOSES.leadPerson;
const INDEXED = { email: PURPOSES.leadEmail, phone: PURPOSES.leadPhone } as const;

/** The personal data in the posted fields. The phone number is one of the person's country unless it names its own. */
export function personOf(input: Partial<ReturnType<typeof leadPerson>>, ip: string, country: string): Person {
  const { email = null, firstName = null, lastName = null, extra = {} } = input;
  const phone = input.phone === undefined ? null : toE164(input.phone, country);
  return { email, phone, firstName, lastName, ip, country, extra };
}

/** Stores a lead's personal data within the lead's transaction. */
export async function storePerson(trx: Trx, vault: Vault, leadId: number, person: Person): Promise<void> {
  const { email, phone } = person;
  const emailIndex = email === null ? null : vault.index(addressKey(email), INDEXED.email);
  const phoneIndex = phone === null ? null : vault.index(phoneKey(phone), INDEXED.phone);
  await holdKey(trx, vault);
  await sql`INSERT INTO lead_persons (lead_id, sealed, email_index, phone_index) VALUES (${leadId},
    ${vault.seal(JSON.stringify(person), SEALED)}, ${emailIndex}, ${phoneIndex})`.execute(trx);
}

/** Whether the person behind a lead is stored; false after it was erased. */
export async function hasPerson(db: Queryable, leadId: number): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM lead_persons WHERE lead_id = ${leadId}`.execute(db);
  return rows.length > 0;
}

const personRow = z.object({ sealed: z.instanceof(Buffer) });

/** Reads a lead's personal data; undefined if there is none, 'sealed' if this key cannot open it. */
export async function readPerson(db: Queryable, vault: Vault, leadId: number): Promise<Person | 'sealed' | undefined> {
  const rows = await readRows(db, personRow, sql`SELECT sealed FROM lead_persons WHERE lead_id = ${leadId}`);
  const [row] = rows;
  if (row === undefined) return undefined;
  let opened: string;
  try {
    opened = vault.open(row.sealed, SEALED);
  } catch {
    // The key is different or the bytes are damaged. The caller decides what to do, since one such lead must not stop
    // all others.
    return 'sealed';
  }
  return personSchema.parse(JSON.parse(opened));
}

/**
 * Removes the last part of the addresses that are sealed with these leads, in the caller's transaction. A person that
 * this key cannot open keeps its address until the right key is back. Returns how many were cut.
 */
export async function cutAddresses(trx: Trx, vault: Vault, leadIds: readonly number[]): Promise<number> {
  let cut = 0;
  await holdKey(trx, vault);
  for (const leadId of leadIds) {
    await sql`SELECT 1 FROM lead_persons WHERE lead_id = ${leadId} FOR UPDATE`.execute(trx);
    const person = await readPerson(trx, vault, leadId);
    if (person === undefined || person === 'sealed') continue;
    const sealed = vault.seal(JSON.stringify({ ...person, ip: networkOf(person.ip) ?? '' }), SEALED);
    await sql`UPDATE lead_persons SET sealed = ${sealed}, address_cut = true WHERE lead_id = ${leadId}`.execute(trx);
    cut += 1;
  }
  return cut;
}

const leadIdRow = z.object({ leadId: z.number() });

/** The leads of one person, newest first; at most so many, or all of them. */
export async function findPerson(
  db: Queryable,
  vault: Vault,
  { kind, key }: PersonKey,
  most: number | null,
): Promise<number[]> {
  if (kind === 'email') {
    // Leads that were stored before hold the hash of the form in which the address was sent.
    const hashes = addressForms(key).map((form) => vault.index(form, INDEXED.email));
    return await leadsBy(db, sql`email_index = ANY(${hashes}::bytea[])`, most);
  }
  const hashes = internationalForms(key).map((form) => vault.index(form, INDEXED.phone));
  const found = await leadsBy(db, sql`phone_index = ANY(${hashes}::bytea[])`, most);
  const older = await findNational(db, vault, `+${phoneKey(key)}`);
  return [...found, ...older].toSorted((one, other) => other - one).slice(0, most ?? undefined);
}

async function leadsBy(db: Queryable, condition: RawBuilder<unknown>, most: number | null): Promise<number[]> {
  const rows = await readRows(
    db,
    leadIdRow,
    sql`SELECT lead_id FROM lead_persons WHERE ${condition} ORDER BY lead_id DESC LIMIT ${most}::integer`,
  );
  return rows.map(({ leadId }) => leadId);
}

/**
 * The leads that were stored with a number as it is dialled within its country, before numbers were stored in E.164.
 * Another country may have the same digits, so each is opened and read with its own country.
 */
async function findNational(db: Queryable, vault: Vault, number: string): Promise<number[]> {
  const national = nationalForm(number);
  if (national === null) return [];
  const found: number[] = [];
  for (const leadId of await leadsBy(db, sql`phone_index = ${vault.index(national, INDEXED.phone)}`, null)) {
    const person = await readPerson(db, vault, leadId);
    if (person === undefined || person === 'sealed' || person.phone === null) continue;
    if (toE164(person.phone, person.country) === number) found.push(leadId);
  }
  return found;
}
