/**
 * Notes, reasons and other texts of records that name a person, now and in the history of the records. A text keeps what
 * does not name the person, and its history says that a person was erased.
 */
import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import type { Field } from '@signpost/contract/define/field.ts';
import { entityList } from '@signpost/contract/entities/index.ts';
import { partner } from '@signpost/contract/entities/partner.ts';
import { publisher } from '@signpost/contract/entities/publisher.ts';
import { keysOf } from '@signpost/contract/objects.ts';
import { freeTextsOf, isFreeText, lengthOf } from '@signpost/contract/operations/free-texts.ts';
import { phoneForms } from '@signpost/contract/reading/phone-forms.ts';
import type { AuditEvent } from '@signpost/contract/records/audit-events.ts';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Queryable, Trx } from '../../database.ts';
import { addressForms } from '../../platform/address-forms.ts';
import { readRows } from '../../platform/rows.ts';
import { type Author, changeMany, recordEvent } from '../../workplace/records/change.ts';
import { ERASED, patternOf, type Traced } from './pattern.ts';

interface TextColumn {
  entity: EntityDefinition;
  table: string;
  column: string;
  /** The column with the record to which a row belongs. */
  recordId: string;
  length: number;
}

/** The free texts of each table. A table that several entities share is listed once. */
const OF_RECORDS: readonly TextColumn[] = [
  ...new Map(entityList.map((entity) => [entity.table, entity])).values(),
].flatMap((entity) =>
  freeTextsOf(entity).map((column) => ({
    entity,
    table: entity.table,
    column,
    recordId: 'id',
    length: lengthOf(entity, column),
  })),
);
/** Notes about other contacts, which may name the person too. */
const NOTE_LENGTH = 500;
const OF_CONTACTS: readonly TextColumn[] = [
  { entity: publisher, table: 'publisher_contacts', column: 'note', recordId: 'publisher_id', length: NOTE_LENGTH },
  { entity: partner, table: 'partner_contacts', column: 'note', recordId: 'partner_id', length: NOTE_LENGTH },
];
const COLUMNS = [...OF_RECORDS, ...OF_CONTACTS];

const textRow = z.object({ of: z.string(), id: z.number(), text: z.string() });
type RecordText = z.output<typeof textRow>;

/** The texts that name the person now. */
export async function readTexts(db: Queryable, traced: Traced): Promise<RecordText[]> {
  const parts = COLUMNS.map(
    ({ entity, table, column, recordId }) =>
      sql`SELECT ${entity.name}::text AS of, ${sql.ref(recordId)}::bigint AS id, ${sql.ref(column)} AS text FROM ${sql.table(table)}
        WHERE ${sql.ref(column)} ~* ${patternOf(traced)}`,
  );
  return await readRows(db, textRow, sql`${sql.join(parts, sql` UNION ALL `)} ORDER BY 1, 2, 3`);
}

const keyOf = ({ of, id }: { of: string; id: number }): string => `${of} ${id}`;

/** How many records have a text that names the person, or had one. */
export async function countTexts(db: Queryable, traced: Traced): Promise<number> {
  const entries = await namingEntries(db, traced);
  return new Set([...(await readTexts(db, traced)), ...entries].map(keyOf)).size;
}

type Values = Record<string, unknown>;
const valuesSchema = z.record(z.string(), z.unknown());
const entryRow = z.object({
  entry: z.number(),
  of: z.string(),
  id: z.number(),
  before: valuesSchema.nullable(),
  after: valuesSchema.nullable(),
});

/** Whether JSON may name the person. Line breaks between words are escaped there. */
function mayName({ person, names }: Traced, json: RawBuilder<unknown>): RawBuilder<boolean> {
  const text = sql`lower(replace(${json}, '\\n', ' '))`;
  const keys = person.kind === 'email' ? addressForms(person.key) : [];
  const words = [...keys, ...names.flatMap((name) => name.split(/\s+/).slice(-1))].map((word) => word.toLowerCase());
  const digits = sql`regexp_replace(${text}, '\\D', '', 'g')`;
  const found = words.map((word) => sql<boolean>`position(${word} IN ${text}) > 0`);
  const forms = person.kind === 'phone' ? phoneForms(person.key) : [];
  for (const form of forms) found.push(sql<boolean>`position(${form.replace('+', '')} IN ${digits}) > 0`);
  return sql`(${sql.join(found, sql` OR `)})`;
}

/** Entries of histories with a text that names the person, each with the values that stay. */
async function namingEntries(db: Queryable, traced: Traced) {
  const byName = new Map(entityList.map((entity) => [entity.name as string, entity]));
  const rows = await readRows(
    db,
    entryRow,
    sql`SELECT id AS entry, entity AS of, record_id AS id, before, after FROM audit
      WHERE entity = ANY(${[...byName.keys()]}::text[]) AND ${mayName(traced, sql`concat(before::text, after::text)`)} ORDER BY id`,
  );
  const pattern = new RegExp(patternOf(traced), 'gi');
  return rows.flatMap(({ before, after, ...place }) => {
    const entity = byName.get(place.of);
    if (entity === undefined) return [];
    const rest = { before: withoutPerson(before, entity, pattern), after: withoutPerson(after, entity, pattern) };
    if (rest.before === before && rest.after === after) return [];
    return [{ ...place, ...rest, entity }];
  });
}

/** The values without the person; the same object if no text names them. */
function withoutPerson(values: Values | null, entity: EntityDefinition, pattern: RegExp): Values | null {
  if (values === null) return null;
  let isChanged = false;
  const rest = Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const kept = withoutPersonInValue(name, entity.fields[name], value, pattern);
      if (JSON.stringify(kept) !== JSON.stringify(value)) isChanged = true;
      return [name, kept];
    }),
  );
  if (isChanged) return rest;
  return values;
}

function withoutPersonInValue(name: string, field: Field | undefined, value: unknown, pattern: RegExp): unknown {
  if (field?.kind === 'rows' && Array.isArray(value))
    return value.map((row: Values) => withoutPersonInRow(row, field.of, pattern));
  return withoutName(value, field !== undefined && isFreeText(name, field), pattern);
}

const withoutPersonInRow = (row: Values, fields: EntityDefinition['fields'], pattern: RegExp): Values =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      const field = fields[name];
      return [name, withoutName(value, field !== undefined && isFreeText(name, field), pattern)];
    }),
  );

const withoutName = (value: unknown, isText: boolean, pattern: RegExp): unknown => {
  if (isText && typeof value === 'string') return value.replaceAll(pattern, ERASED);
  return value;
};

/** Takes the person out of the texts and of their history, in the caller's transaction. */
export async function eraseTexts(trx: Trx, by: Author, traced: Traced): Promise<void> {
  // The contacts of the same entries are erased later, and the database lets an entry be emptied once at a time.
  const author = { ...by, at: new Date(by.at.getTime() - 1) };
  const now = await readTexts(trx, traced);
  const entries = await namingEntries(trx, traced);
  const pattern = patternOf(traced);
  for (const { table, column, length } of COLUMNS)
    await sql`UPDATE ${sql.table(table)}
      SET ${sql.ref(column)} = left(regexp_replace(${sql.ref(column)}, ${pattern}, ${ERASED}, 'gi'), ${length})
      WHERE ${sql.ref(column)} ~* ${pattern}`.execute(trx);
  for (const { entry, before, after } of entries)
    await sql`UPDATE audit SET before = ${before && JSON.stringify(before)}, after = ${after && JSON.stringify(after)},
      erased_at = ${author.at} WHERE id = ${entry}`.execute(trx);
  await eraseAnswers(trx, traced);
  const event: AuditEvent = { event: 'personErased', because: 'asked' };
  const records = new Map([...now, ...entries].map(({ of, id }) => [keyOf({ of, id }), { of, id }]));
  await changeMany(trx, async () => {
    for (const { of, id } of records.values()) {
      const entity = entityList.find(({ name }) => name === of);
      if (entity !== undefined) await recordEvent(trx, author, { entity, id, after: { ...event } });
    }
  });
}

const answerRow = z.object({ userId: z.number(), key: z.string(), answer: valuesSchema });

/** Answers that are kept for repeated calls have the texts of the record, too. */
async function eraseAnswers(trx: Trx, traced: Traced): Promise<void> {
  const answers = await readRows(
    trx,
    answerRow,
    sql`SELECT user_id, key, answer FROM idempotency
      WHERE jsonb_typeof(answer) = 'object' AND ${mayName(traced, sql`answer::text`)}`,
  );
  const pattern = new RegExp(patternOf(traced), 'gi');
  for (const { userId, key, answer } of answers) {
    const entity = entityList.find(({ fields }) => keysOf(fields).every((name) => name in answer));
    const rest = entity === undefined ? answer : withoutPerson(answer, entity, pattern);
    if (rest !== answer)
      await sql`UPDATE idempotency SET answer = ${JSON.stringify(rest)} WHERE user_id = ${userId} AND key = ${key}`.execute(
        trx,
      );
  }
}
