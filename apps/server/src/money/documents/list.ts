/** Lists of documents with what is open of them, and how long it has been due. */
import { addDays } from '@signpost/contract/dates/dates.ts';
import { SIDES } from '@signpost/contract/money/document.ts';
import { AGE_DAYS, AGES, type Age, ageOf, type DocumentState, settledState } from '@signpost/contract/money/state.ts';
import {
  type DocumentListRow,
  type DocumentSum,
  type DocumentsAsk,
  documentListRowSchema,
  OVERDUE,
  sumsSchema,
} from '@signpost/contract/money/views.ts';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../../database.ts';
import { readRow, readRows } from '../../platform/rows.ts';
import type { SessionUser } from '../../session-user.ts';

/** The documents (`d`) of a person's own publisher, or of the publishers they look after. */
export function ownDocuments(viewer: SessionUser): RawBuilder<unknown> {
  if (viewer.grade === 'Publisher') return sql`d.publisher_id = ${viewer.publisherId}`;
  return sql`d.publisher_id IN (SELECT id FROM publishers WHERE manager_id = ${viewer.id})`;
}

export const ALL_DOCUMENTS = sql`true`;

/** Sums of what settles the document `d`. A credit note is settled by the invoices that it reduced. */
const SETTLED = sql`LATERAL (
  SELECT coalesce(sum(a.amount), 0) AS settled, coalesce(sum(a.amount) FILTER (WHERE a.kind = 'credit'), 0) AS credited,
    coalesce(sum(a.amount) FILTER (WHERE a.kind = 'writeOff'), 0) AS written_off
  FROM allocations a WHERE a.document_id = d.id OR a.credit_note_id = d.id) s`;
const IS_SETTLED = sql`(d.state = 'issued' AND s.settled >= d.total AND s.settled > 0)`;

const PAID = sql`(s.settled - s.credited - s.written_off)`;

const inState: Readonly<Record<DocumentState, RawBuilder<unknown>>> = {
  draft: sql`d.state = 'draft'`,
  proposed: sql`d.state = 'proposed'`,
  approved: sql`d.state = 'approved'`,
  issued: sql`d.state = 'issued' AND (s.settled <= 0 OR (s.settled < d.total AND ${PAID} <= 0))`,
  partPaid: sql`d.state = 'issued' AND s.settled > 0 AND s.settled < d.total AND ${PAID} > 0`,
  paid: sql`${IS_SETTLED} AND s.written_off <= 0 AND s.credited < d.total`,
  credited: sql`${IS_SETTLED} AND s.written_off <= 0 AND s.credited >= d.total`,
  writtenOff: sql`${IS_SETTLED} AND s.written_off > 0`,
};

/** Invoices with an open amount that has been due for as long as this age says. */
function ofAge(age: Age | typeof OVERDUE, today: string): RawBuilder<unknown> {
  const { from, to } = age === OVERDUE ? { from: 1, to: null } : AGE_DAYS[age];
  const newest = from === null ? null : addDays(today, -from);
  const oldest = to === null ? null : addDays(today, -to);
  return sql`d.state = 'issued' AND d.kind <> 'creditNote' AND s.settled < d.total
    AND (${newest}::date IS NULL OR d.due_date <= ${newest}::date)
    AND (${oldest}::date IS NULL OR d.due_date >= ${oldest}::date)`;
}

const FROM = sql`documents d JOIN legal_entities e ON e.id = d.legal_entity_id
  LEFT JOIN partners p ON p.id = d.partner_id LEFT JOIN publishers u ON u.id = d.publisher_id
  LEFT JOIN documents i ON i.id = d.credits_id CROSS JOIN ${SETTLED}`;

const listRow = documentListRowSchema.omit({ state: true, age: true }).extend({
  stored: z.enum(['draft', 'proposed', 'approved', 'issued']),
  settled: z.string(),
  credited: z.string(),
  writtenOff: z.string(),
});

const COLUMNS = sql`d.id, d.kind, d.side, e.name AS legal_entity, coalesce(d.partner_id, d.publisher_id) AS party_id,
  coalesce(p.name, u.name) AS party, d.number, d.external_number, d.issue_date::text AS issue_date,
  d.due_date::text AS due_date, substr(d.payload #>> '{period,end}', 1, 7) AS month, d.currency, d.total, d.base_total,
  d.state AS stored, s.settled::text AS settled, s.credited::text AS credited, s.written_off::text AS written_off,
  (d.total - s.settled)::text AS open, d.payload_hash, i.number AS credits_number,
  (SELECT count(*)::integer FROM disputes x WHERE x.document_id = d.id AND x.state = 'open') AS disputes`;

function toRow(row: z.infer<typeof listRow>, today: string): DocumentListRow {
  const { stored, settled, credited, writtenOff, ...rest } = row;
  const state = stored === 'issued' ? settledState(rest.total, { settled, credited, writtenOff }) : stored;
  const isOpen = (state === 'issued' || state === 'partPaid') && rest.kind !== 'creditNote';
  return { ...rest, state, age: isOpen && rest.dueDate !== null ? ageOf(rest.dueDate, today) : null };
}

/** The documents that a person sees, and the day that ages are counted from. */
export interface ListScope {
  rows: RawBuilder<unknown>;
  today: string;
}

const MONTH = sql`substr(d.payload #>> '{period,end}', 1, 7)`;

function conditionOf(ask: Partial<DocumentsAsk>, { rows, today }: ListScope) {
  const { side, kind, state, age, partnerId, publisherId, legalEntityId, month, search = '' } = ask;
  const words = search.trim();
  const parts = [rows];
  if (partnerId !== undefined) parts.push(sql`d.partner_id = ${partnerId}`);
  if (publisherId !== undefined) parts.push(sql`d.publisher_id = ${publisherId}`);
  if (legalEntityId !== undefined) parts.push(sql`d.legal_entity_id = ${legalEntityId}`);
  if (month !== undefined) parts.push(sql`${MONTH} = ${month}`);
  if (side !== undefined) parts.push(sql`d.side = ${side}`);
  if (kind !== undefined) parts.push(sql`d.kind = ${kind}`);
  if (state !== undefined) parts.push(inState[state]);
  if (age !== undefined) parts.push(ofAge(age, today));
  if (words !== '')
    parts.push(
      sql`position(lower(${words}) IN lower(concat_ws(' ', d.number, d.external_number, p.name, u.name, d.currency))) > 0`,
    );
  return sql.join(parts, sql` AND `);
}

/** A page of documents, the newest first, and how many match. */
export async function listDocuments(
  db: Queryable,
  ask: DocumentsAsk,
  scope: ListScope,
): Promise<{ rows: DocumentListRow[]; total: number }> {
  const where = conditionOf(ask, scope);
  const rows = await readRows(
    db,
    listRow,
    sql`SELECT ${COLUMNS} FROM ${FROM} WHERE ${where}
      ORDER BY d.state <> 'issued' DESC, d.issue_date DESC NULLS FIRST, d.id DESC LIMIT ${ask.limit} OFFSET ${ask.offset}`,
  );
  const { total } = await readRow(
    db,
    z.object({ total: z.number() }),
    sql`SELECT count(*)::integer AS total FROM ${FROM} WHERE ${where}`,
  );
  return { rows: rows.map((row) => toRow(row, scope.today)), total };
}

/** Documents by a condition on `d`, in the form of the list. */
export async function findDocuments(
  db: Queryable,
  where: RawBuilder<unknown>,
  today: string,
): Promise<DocumentListRow[]> {
  const rows = await readRows(db, listRow, sql`SELECT ${COLUMNS} FROM ${FROM} WHERE ${where} ORDER BY d.id`);
  return rows.map((row) => toRow(row, today));
}

/** Totals of all documents that match, per side and currency. */
async function sumDocuments(db: Queryable, ask: Partial<DocumentsAsk>, scope: ListScope): Promise<DocumentSum[]> {
  const sign = sql`CASE WHEN d.kind = 'creditNote' THEN -1 ELSE 1 END`;
  return await readRows(
    db,
    sumsSchema.element,
    sql`SELECT d.side, d.currency, count(*)::integer AS count, sum(${sign} * d.total)::text AS total,
        coalesce(sum(${sign} * (d.total - s.settled)) FILTER (WHERE d.state = 'issued'), 0)::text AS open
      FROM ${FROM} WHERE ${conditionOf(ask, scope)} GROUP BY d.side, d.currency ORDER BY d.side DESC, d.currency`,
  );
}

const ageRow = z.object({ side: z.enum(SIDES), open: z.string(), count: z.number() });

/** Open amounts in base currency by side and age, over all documents that match the other filters. */
async function sumAges(db: Queryable, ask: Partial<DocumentsAsk>, scope: ListScope) {
  const sums = await Promise.all(
    AGES.map(async (age) => {
      const rows = await readRows(
        db,
        ageRow,
        sql`SELECT d.side, count(*)::integer AS count,
            coalesce(sum(round(d.base_total * (d.total - s.settled) / nullif(d.total, 0), scale(d.base_total))), 0)::text AS open
          FROM ${FROM} WHERE ${conditionOf({ ...ask, age, state: undefined }, scope)} GROUP BY d.side`,
      );
      return rows.map((row) => ({ ...row, age }));
    }),
  );
  return sums.flat();
}

/** A page of the list with what stands around it: how many there are, and their sums and ages. */
export async function readPage(db: Queryable, ask: DocumentsAsk, scope: ListScope) {
  const [{ rows, total }, ages, sums] = await Promise.all([
    listDocuments(db, ask, scope),
    sumAges(db, ask, scope),
    sumDocuments(db, ask, scope),
  ]);
  return { rows, total, ages, sums };
}
