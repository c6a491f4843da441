/** Takes an erased person out of the earlier entries of the audit trail (docs/decisions/0320). */
import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import { flatFeeContact } from '@signpost/contract/entities/flat-fee-contact.ts';
import { type PersonKey, phoneKey } from '@signpost/contract/leads/lead.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Trx } from '../database.ts';
import { readRows } from '../platform/rows.ts';
import { namesOfTable } from '../records/merge.ts';

type Values = Record<string, unknown>;

/** A record of which the person was a contact, with the ids of the rows in it that were the person. */
export interface ErasedRecord {
  entity: EntityDefinition;
  id: number;
  rowIds: ReadonlySet<number>;
}

/** What stands in the place of a name that has to be there. */
export const ERASED_NAME = 'Erased person';

const answerRow = z.object({ userId: z.number(), key: z.string(), answer: z.record(z.string(), z.unknown()) });
const entryRow = z.object({
  id: z.number(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
});

/**
 * Empties the person's values in all entries of a record, and in the answers that are kept for repeated calls. `at` is the
 * time of the event that notes the erasure.
 */
export async function eraseFromTrail(trx: Trx, at: Date, record: ErasedRecord, person: PersonKey): Promise<void> {
  const entries = await readRows(
    trx,
    entryRow,
    sql`SELECT id, before, after FROM audit WHERE entity = ANY (${namesOfTable(record.entity)}) AND record_id = ${record.id}`,
  );
  for (const { id, ...values } of entries) {
    const before = values.before && without(values.before, record, person);
    const after = values.after && without(values.after, record, person);
    if (isSame([before, after], [values.before, values.after])) continue;
    await sql`UPDATE audit SET before = ${before && JSON.stringify(before)}, after = ${after && JSON.stringify(after)},
      erased_at = ${at} WHERE id = ${id}`.execute(trx);
  }
  const answers = await readRows(
    trx,
    answerRow,
    sql`SELECT user_id, key, answer FROM idempotency WHERE answer ->> 'id' = ${String(record.id)}`,
  );
  for (const { userId, key, answer } of answers) {
    // Records of other kinds may have the same id.
    if (!Object.keys(record.entity.fields).every((name) => name in answer)) continue;
    const erased = without(answer, record, person);
    if (isSame(erased, answer)) continue;
    await sql`UPDATE idempotency SET answer = ${JSON.stringify(erased)} WHERE user_id = ${userId} AND key = ${key}`.execute(
      trx,
    );
  }
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

function without(values: Values, { entity, rowIds }: ErasedRecord, person: PersonKey): Values {
  // The whole record is this person, also in entries that hold an earlier address.
  if (entity.table === flatFeeContact.table) return anonymous(values);
  const isPerson = (row: Values): boolean =>
    rowIds.has(Number(row.id)) || isAddress(row.email, person) || isNumber(row.phone, person);
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
