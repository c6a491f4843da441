/** Takes an erased person out of the earlier entries of the audit trail (docs/decisions/0320). */
import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import { keysOf } from '@signpost/contract/define/objects.ts';
import { flatFeeContact } from '@signpost/contract/entities/flat-fee-contact.ts';
import { type PersonKey, phoneKey } from '@signpost/contract/leads/lead.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable, Trx } from '../database.ts';
import { readRows } from '../platform/rows.ts';
import { namesOfTable } from '../records/merge.ts';

type Values = Record<string, unknown>;

/** A record whose entries name the person. */
export interface TrailRecord {
  entity: EntityDefinition;
  id: number;
  /** Whether the person is a contact of it now, so that all entries of a record that is a person are about this one. */
  isCurrent: boolean;
  /** The rows in it that are the person now, under whatever address they are in earlier entries. */
  rowIds: ReadonlySet<number>;
}

/** What stands in the place of a name that has to be there. */
export const ERASED_NAME = 'Erased person';

const recordRow = z.object({ recordId: z.number() });
const answerRow = z.object({ userId: z.number(), key: z.string(), answer: z.record(z.string(), z.unknown()) });
const entryRow = z.object({
  id: z.number(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
});

/** The entries of a record that name the person, without the person. */
async function entriesWithout(db: Queryable, record: TrailRecord, person: PersonKey) {
  const entries = await readRows(
    db,
    entryRow,
    sql`SELECT id, before, after FROM audit WHERE entity = ANY (${namesOfTable(record.entity)}) AND record_id = ${record.id}`,
  );
  return entries.flatMap(({ id, ...values }) => {
    const emptied = {
      before: values.before && without(values.before, record, person),
      after: values.after && without(values.after, record, person),
    };
    return isSame(emptied, values) ? [] : [{ id, ...emptied }];
  });
}

/** The records of these entities that name the person in earlier entries, whoever is their contact now. */
export async function findInTrail<Of extends string>(
  db: Queryable,
  entities: Readonly<Record<Of, EntityDefinition>>,
  person: PersonKey,
): Promise<{ of: Of; id: number }[]> {
  const text = sql`lower(concat(before::text, after::text))`;
  const searched = person.kind === 'email' ? text : sql`regexp_replace(${text}, '[\\s().\\-/]', '', 'g')`;
  const found: { of: Of; id: number }[] = [];
  for (const of of keysOf(entities)) {
    const entity = entities[of];
    const candidates = await readRows(
      db,
      recordRow,
      sql`SELECT DISTINCT record_id FROM audit
        WHERE entity = ANY (${namesOfTable(entity)}) AND position(${person.key} IN ${searched}) > 0 ORDER BY 1`,
    );
    for (const { recordId: id } of candidates) {
      // The address may be a part of another one.
      const record = { entity, id, isCurrent: false, rowIds: new Set<number>() };
      if ((await entriesWithout(db, record, person)).length > 0) found.push({ of, id });
    }
  }
  return found;
}

/**
 * Empties the person's values in all entries of a record, and in the answers that are kept for repeated calls. `at` is the
 * time of the event that notes the erasure.
 */
export async function eraseFromTrail(trx: Trx, at: Date, record: TrailRecord, person: PersonKey): Promise<void> {
  for (const { id, before, after } of await entriesWithout(trx, record, person))
    await sql`UPDATE audit SET before = ${before && JSON.stringify(before)}, after = ${after && JSON.stringify(after)},
      erased_at = ${at} WHERE id = ${id}`.execute(trx);
  const answers = await readRows(
    trx,
    answerRow,
    sql`SELECT user_id, key, answer FROM idempotency WHERE answer ->> 'id' = ${String(record.id)}`,
  );
  for (const { userId, key, answer } of answers) {
    // Records of other kinds may have the same id.
    if (!Object.keys(record.entity.fields).every((name) => name in answer)) continue;
    const emptied = without(answer, record, person);
    if (isSame(emptied, answer)) continue;
    await sql`UPDATE idempotency SET answer = ${JSON.stringify(emptied)} WHERE user_id = ${userId} AND key = ${key}`.execute(
      trx,
    );
  }
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

function without(values: Values, { entity, isCurrent, rowIds }: TrailRecord, person: PersonKey): Values {
  const isPerson = (row: Values): boolean =>
    rowIds.has(Number(row.id)) || isAddress(row.email, person) || isNumber(row.phone, person);
  if (entity.table === flatFeeContact.table) return isCurrent || isPerson(values) ? anonymous(values) : values;
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (name === 'contactEmail' && isAddress(value, person)) return [name, null];
      if (name !== 'contacts' || !Array.isArray(value)) return [name, value];
      return [name, value.map((row: Values) => (isPerson(row) ? anonymous(row) : row))];
    }),
  );
}

/** Keeps which values there were, so that an entry still says what was changed. */
const anonymous = (row: Values): Values => ({
  ...row,
  ...('name' in row && { name: ERASED_NAME }),
  ...Object.fromEntries(['email', 'phone', 'note', 'notes'].filter((name) => name in row).map((name) => [name, null])),
});

const isAddress = (value: unknown, { kind, key }: PersonKey): boolean =>
  kind === 'email' && typeof value === 'string' && value.toLowerCase() === key;

/** Numbers are as people typed them, so they are compared by their digits. */
const isNumber = (value: unknown, { kind, key }: PersonKey): boolean =>
  kind === 'phone' &&
  typeof value === 'string' &&
  value.replaceAll(/[\s().\-/]/g, '').replace(/^(?:00|\+)/, '') === phoneKey(key);
