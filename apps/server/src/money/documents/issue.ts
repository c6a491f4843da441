/** Issues approved documents: one transaction takes the next number of the series and extends the hash chain. */
import { addDays, dayIn } from '@signpost/contract/dates/dates.ts';
import { AppError } from '@signpost/contract/errors.ts';
import type { DocumentKind } from '@signpost/contract/money/document.ts';
import { issuePostings } from '@signpost/contract/money/postings.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable, Trx } from '../../database.ts';
import { idRow, readRow, readRows } from '../../platform/rows.ts';
import { settleCreditNote } from './credit.ts';
import { postJournal } from './ledger.ts';
import { compareHash, refuseUnapproved } from './lifecycle.ts';
import { readLegalEntity } from './parties.ts';
import { refuseUnprintable } from './render/printable.ts';
import { partyOf } from './sides.ts';
import { addEvent, type By, hashOf, readDocument, refuseStepAfterIssue, type StoredDocument } from './store.ts';
import { refuseWrongVat } from './vat-problem.ts';

const CODES: Readonly<Record<DocumentKind, string>> = {
  invoice: 'INV',
  selfBilled: 'SB',
  received: 'REC',
  creditNote: 'CN',
};
const DIGITS = 5;

/** The fiscal year of a day: the calendar year in which it begins. */
export function fiscalYearOf(day: string, firstMonth: number): number {
  const [year = 0, month = 1] = day.split('-').map(Number);
  if (month < firstMonth) return year - 1;
  return year;
}

/** The part of a document that its hash covers, beside its content and the document before. */
export interface HashedHead {
  seriesId: number;
  number: string;
  issueDate: string;
  dueDate: string;
  payloadHash: string;
  previousHash: string;
}

export const documentHashOf = (head: HashedHead): string => hashOf(head);

const numberedRow = z.object({ number: z.string() });
const lastRow = z.object({ lastIssueDate: z.string() });

async function ensureSeries(
  db: Queryable,
  key: { legalEntityId: number; kind: DocumentKind; year: number },
): Promise<number> {
  await sql`INSERT INTO number_series (legal_entity_id, kind, fiscal_year)
    VALUES (${key.legalEntityId}, ${key.kind}, ${key.year}) ON CONFLICT DO NOTHING`.execute(db);
  const { id } = await readRow(
    db,
    idRow,
    sql`SELECT id FROM number_series WHERE legal_entity_id = ${key.legalEntityId} AND kind = ${key.kind}
      AND fiscal_year = ${key.year}`,
  );
  return id;
}

/** Everything that does not need the series happens before its row is locked. */
async function postIssue(trx: Trx, document: StoredDocument, day: string, by: By): Promise<void> {
  const { id, kind, side, payload, legalEntityId, currency } = document;
  const isCredit = kind === 'creditNote';
  await postJournal(
    trx,
    {
      legalEntityId,
      day,
      kind: isCredit ? 'credit' : 'issue',
      text: `document ${id}`,
      documentId: id,
      ...partyOf(document),
      postings: issuePostings({ side, isCredit, currency, totals: payload.totals, functional: payload.functional }),
    },
    by.at,
  );
  await addEvent(trx, id, by, { what: 'issued' });
}

interface Numbered {
  number: string;
  issueDate: string;
  /** The reading of `performance.now` when the series was locked, which it is until the commit. */
  lockedAt: number;
}

/**
 * Takes the next number and issues the document in one statement, so that the series is locked for few exchanges with the
 * database: the stored answer and the commit. The statement computes {@link documentHashOf}; `verify.ts` compares every
 * document with it.
 */
async function takeNumber(
  trx: Trx,
  document: StoredDocument,
  ask: { seriesId: number; issueDate: string; prefix: string; year: number },
  by: By,
): Promise<Numbered> {
  const { seriesId, issueDate, prefix, year } = ask;
  const { id, kind, payload, payloadHash } = document;
  const dueDate = addDays(issueDate, payload.paymentTermsDays);
  const stem = `${prefix}-${CODES[kind]}-${year}-`;
  const [row] = await readRows(
    trx,
    numberedRow,
    sql`WITH locked AS (
        SELECT id, last_number + 1 AS value, last_hash FROM number_series
        WHERE id = ${seriesId} AND coalesce(last_issue_date, ${issueDate}::date) <= ${issueDate}::date FOR UPDATE
      ), head AS (
        SELECT id, value, last_hash, ${stem}::text || lpad(value::text, greatest(${DIGITS}, length(value::text)), '0') AS number
        FROM locked
      ), hashed AS (
        SELECT *, encode(sha256(convert_to('{"dueDate":"' || ${dueDate}::text || '","issueDate":"' || ${issueDate}::text
          || '","number":"' || number || '","payloadHash":"' || ${payloadHash}::text || '","previousHash":"' || last_hash
          || '","seriesId":' || id || '}', 'UTF8')), 'hex') AS hash FROM head
      ), numbered AS (
        UPDATE number_series s SET last_number = h.value, last_issue_date = ${issueDate}::date, last_hash = h.hash
        FROM hashed h WHERE s.id = h.id RETURNING s.id
      )
      UPDATE documents SET state = 'issued', series_id = h.id, number_value = h.value, number = h.number,
        issue_date = ${issueDate}::date, due_date = ${dueDate}::date, previous_hash = h.last_hash,
        document_hash = h.hash, issued_at = ${by.at}, issued_by = ${by.userId}, version = version + 1,
        updated_at = ${by.at} FROM hashed h JOIN numbered n ON n.id = h.id
      WHERE documents.id = ${id} RETURNING documents.number`,
  );
  const lockedAt = performance.now();
  if (row !== undefined) return { number: row.number, issueDate, lockedAt };
  const { lastIssueDate } = await readRow(
    trx,
    lastRow,
    sql`SELECT last_issue_date::text AS last_issue_date FROM number_series WHERE id = ${seriesId}`,
  );
  throw new AppError('CONFLICT', {
    message: `The last document of this series has the date ${lastIssueDate}. Dates never go backwards.`,
  });
}

/**
 * Issues a document exactly as it was approved and returns its number. The caller commits at once, because the series is
 * locked until then. Errors: CONFLICT if the content changed, approvals
 * are missing, or the day is before the last one of the series.
 */
export async function issueDocument(trx: Trx, ask: { id: number; payloadHash: string }, by: By): Promise<Numbered> {
  const before = await readDocument(trx, ask.id);
  refuseStepAfterIssue(before);
  await refuseUnprintable(before.payload);
  const entity = await readLegalEntity(trx, before.legalEntityId);
  const issueDate = dayIn(by.at, entity.timeZone);
  const year = fiscalYearOf(issueDate, entity.fiscalYearMonth);
  const seriesId = await ensureSeries(trx, { legalEntityId: before.legalEntityId, kind: before.kind, year });
  const document = await readDocument(trx, ask.id, { lock: true });
  refuseStepAfterIssue(document);
  compareHash(document, ask.payloadHash);
  await refuseUnapproved(trx, document);
  await refuseWrongVat(trx, document);
  await postIssue(trx, document, issueDate, by);
  if (document.creditsId !== null) await settleCreditNote(trx, document, { day: issueDate, by });
  // Journals are checked here and not at the commit, while the series would be locked.
  await sql`SET CONSTRAINTS ALL IMMEDIATE`.execute(trx);
  return await takeNumber(trx, document, { seriesId, issueDate, prefix: entity.numberPrefix, year }, by);
}
