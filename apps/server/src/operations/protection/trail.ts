/** Takes an erased person out of the earlier entries of the audit trail (docs/decisions/0283). */
import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import { flatFeeContact } from '@signpost/contract/entities/flat-fee-contact.ts';
import { user } from '@signpost/contract/entities/user.ts';
import { whitelistEntry } from '@signpost/contract/entities/whitelist-entry.ts';
import { keysOf } from '@signpost/contract/objects.ts';
import type { PersonKey } from '@signpost/contract/partners/leads/lead.ts';
import { hasNumber, phoneForms } from '@signpost/contract/reading/phone-forms.ts';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Queryable, Trx } from '../../database.ts';
import { addressForms } from '../../platform/address-forms.ts';
import { readRows, sqlIf } from '../../platform/rows.ts';
import { namesOfTable } from '../../workplace/records/merge.ts';
import { addressFieldsOf } from './addresses.ts';

type Values = Record<string, unknown>;

/** A record whose audit entries name the person. */
export interface TrailRecord {
  entity: EntityDefinition;
  id: number;
  /** Whether the person is a contact of the record now. A contact of flat fees is then the person in all its entries. */
  isCurrent: boolean;
  /** The contacts of the record that are the person now. Earlier entries may have them with another address. */
  rowIds: ReadonlySet<number>;
}

/** Replaces the name in records that have to have one. */
export const ERASED_NAME = 'Erased person';

const text = z.string().nullable().default(null);
/** Contacts have a role and a note; those of flat fees a company and notes; an address alone has neither. */
const trailContact = z
  .object({
    name: z.string().default(''),
    role: text,
    company: text,
    email: text,
    phone: text,
    note: text,
    notes: text,
  })
  .transform(({ company, notes, role, note, ...contact }) => ({
    ...contact,
    role: role ?? company,
    note: note ?? notes,
  }));
type TrailContact = z.output<typeof trailContact>;

const recordRow = z.object({ recordId: z.number() });
const answerRow = z.object({ userId: z.number(), key: z.string(), answer: z.record(z.string(), z.unknown()) });
const entryRow = z.object({
  id: z.number(),
  recordId: z.number(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
});

interface PersonalEntry {
  id: number;
  /** The entry with the values of the person removed. */
  before: Values | null;
  after: Values | null;
  /** The values that were removed. */
  removed: Values[];
}

/**
 * The entries of a record that name the person. For an account, these include the ends of other people's sessions and keys
 * that the person caused, because such entries hold the person's IP address.
 */
async function personalEntries(db: Queryable, record: TrailRecord, person: PersonKey): Promise<PersonalEntry[]> {
  const { id: own, isCurrent, entity } = record;
  const isAccount = isCurrent && entity.table === user.table;
  const ofOthers = sql`user_id = ${own} AND after ? 'event' AND after ? 'address'`;
  const entries = await readRows(
    db,
    entryRow,
    sql`SELECT id, record_id, before, after FROM audit WHERE entity = ANY (${namesOfTable(entity)})
      AND (record_id = ${own} ${sqlIf(isAccount, sql`OR ${ofOthers}`)})`,
  );
  return entries
    .map(({ id, recordId, before, after }) => {
      const removed: Values[] = [];
      const rest = (values: Values | null) => {
        if (values === null) return null;
        if (recordId === own) return removePerson(values, record, person, removed);
        return withoutOrigin(values, removed);
      };
      return { id, before: rest(before), after: rest(after), removed };
    })
    .filter(({ removed }) => removed.length > 0);
}

/** The values about the person in the history of a record: each set of values once. */
export async function readFromTrail(db: Queryable, record: TrailRecord, person: PersonKey): Promise<TrailContact[]> {
  const entries = await personalEntries(db, record, person);
  const contacts = entries.flatMap(({ removed }) => removed).map((values) => trailContact.parse(values));
  return [...new Map(contacts.map((contact) => [JSON.stringify(contact), contact])).values()];
}

/** Whether the text of an entry of the trail may name the person. */
function mayName({ kind, key }: PersonKey): RawBuilder<unknown> {
  const text = sql`concat(before::text, after::text)`;
  if (kind === 'email')
    return sql`EXISTS (SELECT FROM unnest(${addressForms(key)}::text[]) AS form WHERE position(form IN lower(${text})) > 0)`;
  return sql`position('"phone"' IN ${text}) > 0
    AND string_to_array(phone_numbers(${text}), ' ') && ${phoneForms(key)}::text[]`;
}

/** The records whose history names the person, even if they have another contact now. */
export async function findInTrail<Of extends string>(
  db: Queryable,
  entities: Readonly<Record<Of, EntityDefinition>>,
  person: PersonKey,
): Promise<{ of: Of; id: number }[]> {
  const isNamed = mayName(person);
  const found: { of: Of; id: number }[] = [];
  for (const of of keysOf(entities)) {
    const entity = entities[of];
    const candidates = await readRows(
      db,
      recordRow,
      sql`SELECT DISTINCT record_id FROM audit
        WHERE entity = ANY (${namesOfTable(entity)}) AND ${isNamed} ORDER BY 1`,
    );
    for (const { recordId: id } of candidates) {
      // The text may only contain a longer address, such as joann@example.com for ann@example.com.
      const record = { entity, id, isCurrent: false, rowIds: new Set<number>() };
      if ((await personalEntries(db, record, person)).length > 0) found.push({ of, id });
    }
  }
  return found;
}

/**
 * Removes the values of the person from all entries of a record, and from answers that are stored for repeated calls. `at`
 * has to be the time of the event that records the erasure, because `verify-audit` looks for an event of this time.
 */
export async function eraseFromTrail(trx: Trx, at: Date, record: TrailRecord, person: PersonKey): Promise<void> {
  for (const { id, before, after } of await personalEntries(trx, record, person))
    await sql`UPDATE audit SET before = ${before && JSON.stringify(before)}, after = ${after && JSON.stringify(after)},
      erased_at = ${at} WHERE id = ${id}`.execute(trx);
  const answers = await readRows(
    trx,
    answerRow,
    sql`SELECT user_id, key, answer FROM idempotency WHERE answer ->> 'id' = ${String(record.id)}`,
  );
  for (const { userId, key, answer } of answers) {
    // A record of another entity may have the same id.
    if (!Object.keys(record.entity.fields).every((name) => name in answer)) continue;
    const rest = removePerson(answer, record, person, []);
    await sql`UPDATE idempotency SET answer = ${JSON.stringify(rest)} WHERE user_id = ${userId} AND key = ${key}`.execute(
      trx,
    );
  }
}

/** Returns the values without those of the person, which are added to `removed`. */
function removePerson(
  values: Values,
  { entity, isCurrent, rowIds }: TrailRecord,
  person: PersonKey,
  removed: Values[],
): Values {
  const isPerson = (row: Values): boolean =>
    rowIds.has(Number(row.id)) || isAddress(row.email, person) || isNumber(row.phone, person);
  const erase = (row: Values): Values => {
    // An earlier erasure has left nothing.
    if (PERSONAL.every((name) => (row[name] ?? null) === null) && row.name === ERASED_NAME) return row;
    removed.push(row);
    return anonymous(row);
  };
  if (entity.table === flatFeeContact.table && (isCurrent || isPerson(values))) return erase(values);
  if (entity.table === flatFeeContact.table) return values;
  if (entity.table === user.table) {
    if (isCurrent && 'event' in values) return withoutOrigin(values, removed);
    const isPersonal = 'name' in values || 'email' in values;
    if (isPersonal && (isCurrent || isPerson(values))) return erase(values);
    return values;
  }
  if (entity.table === whitelistEntry.table && (isCurrent || isAddress(values.pattern, person)))
    return withoutPattern(values, removed);
  if (entity.table === whitelistEntry.table) return values;
  const addresses = addressFieldsOf(entity);
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (addresses.includes(name) && isAddress(value, person)) {
        removed.push({ email: value });
        return [name, null];
      }
      if (name !== 'contacts' || !Array.isArray(value)) return [name, value];
      return [name, value.map((row: Values) => (isPerson(row) ? erase(row) : row))];
    }),
  );
}

/** Removes the address, and the note about it, from an entry of the whitelist for the address. */
function withoutPattern(values: Values, removed: Values[]): Values {
  const { pattern, notes } = values;
  if ((pattern ?? notes ?? null) === null) return values;
  removed.push({ email: pattern ?? null, note: notes ?? null });
  return { ...values, ...('pattern' in values && { pattern: null }), ...('notes' in values && { notes: null }) };
}

/** A sign-in, a session or a key of the person: the entry stays without the address and the browser of its request. */
function withoutOrigin(values: Values, removed: Values[]): Values {
  const { event, address, userAgent } = values;
  if (address === undefined || address === '') return values;
  removed.push({ note: [event, address, userAgent].join(' ') });
  return { ...values, address: '', userAgent: '' };
}

const PERSONAL = ['email', 'phone', 'note', 'notes'] as const;

/** Removes the values but keeps their fields, so that an entry still says which fields were changed. */
const anonymous = (row: Values): Values => ({
  ...row,
  ...('name' in row && { name: ERASED_NAME }),
  ...Object.fromEntries(PERSONAL.filter((name) => name in row).map((name) => [name, null])),
});

const isAddress = (value: unknown, { kind, key }: PersonKey): boolean =>
  kind === 'email' && typeof value === 'string' && addressForms(key).includes(value.toLowerCase());

const isNumber = (value: unknown, { kind, key }: PersonKey): boolean =>
  kind === 'phone' && typeof value === 'string' && hasNumber(value, key);
