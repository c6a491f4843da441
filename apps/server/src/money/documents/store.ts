/** Reads and writes documents, their lines and their history. */
import { createHash } from 'node:crypto';
import { AppError } from '@signpost/contract/errors.ts';
import {
  DOCUMENT_KINDS,
  type DocumentPayload,
  documentPayloadSchema,
  SIDES,
} from '@signpost/contract/money/document.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable, Trx } from '../../database.ts';
import { idRow, readRow, readRows, sqlIf } from '../../platform/rows.ts';
import { canonical } from '../../workplace/records/audit-values.ts';
import { storeClaims } from './claims.ts';
import { partyOf } from './sides.ts';

/** The hash to which approvals are bound. */
export const hashOf = (value: unknown): string => createHash('sha256').update(canonical(value)).digest('hex');

/** The hashes that this content has had or would have had at each revision until now. */
export const hashesOfContent = (payload: DocumentPayload): string[] =>
  Array.from({ length: (payload.revision ?? 0) + 1 }, (_, revision) =>
    hashOf({ ...payload, revision: revision || undefined }),
  );

const documentRow = z.object({
  id: z.number(),
  kind: z.enum(DOCUMENT_KINDS),
  side: z.enum(SIDES),
  legalEntityId: z.number(),
  partyId: z.number(),
  currency: z.string(),
  state: z.enum(['draft', 'proposed', 'approved', 'issued']),
  payload: documentPayloadSchema,
  payloadHash: z.string(),
  net: z.string(),
  vat: z.string(),
  total: z.string(),
  baseTotal: z.string(),
  creditsId: z.number().nullable(),
  externalNumber: z.string().nullable(),
  number: z.string().nullable(),
  issueDate: z.string().nullable(),
  dueDate: z.string().nullable(),
  previousHash: z.string().nullable(),
  documentHash: z.string().nullable(),
  proposedAt: z.date().nullable(),
  version: z.number(),
});
export type StoredDocument = z.infer<typeof documentRow>;

/** One document; `lock` keeps it as it is until the transaction ends. Errors: ITEM_NOT_FOUND. */
export async function readDocument(db: Queryable, id: number, { lock = false } = {}): Promise<StoredDocument> {
  const [row] = await readRows(
    db,
    documentRow,
    sql`SELECT id, kind, side, legal_entity_id, coalesce(partner_id, publisher_id) AS party_id, currency, state, payload,
        payload_hash, net, vat, total, base_total, credits_id, external_number, number, issue_date::text AS issue_date,
        due_date::text AS due_date, previous_hash, document_hash, proposed_at, version
      FROM documents WHERE id = ${id} ${sqlIf(lock, sql`FOR UPDATE`)}`,
  );
  if (row === undefined) throw new AppError('ITEM_NOT_FOUND');
  return row;
}

/** Errors: CONFLICT if the document has been issued; nothing issued is ever changed. */
export function refuseIssued({ state, number }: StoredDocument): void {
  if (state === 'issued')
    throw new AppError('CONFLICT', {
      message: `${number} has been issued and is never changed. Make a credit note instead.`,
    });
}

/** Errors: CONFLICT if a step towards issuing comes after it. */
export function refuseStepAfterIssue({ state, number }: StoredDocument): void {
  if (state === 'issued')
    throw new AppError('CONFLICT', {
      message: `The document has been issued already, as ${number}. Nothing is left to do here.`,
    });
}

/** The person who did something, and the time. */
export interface By {
  userId: number | null;
  at: Date;
}

/** Adds an entry to the history of a document. */
export async function addEvent(
  trx: Trx,
  documentId: number,
  by: By,
  event: { what: string; detail?: Record<string, unknown> },
): Promise<void> {
  await sql`INSERT INTO document_events (document_id, at, what, detail, user_id)
    VALUES (${documentId}, ${by.at}, ${event.what}, ${JSON.stringify(event.detail ?? {})}::jsonb, ${by.userId})`.execute(
    trx,
  );
}

/** Everybody who writes or proposes a part of a document is its author and cannot approve it. */
export async function addAuthor(trx: Trx, documentId: number, userId: number | null): Promise<void> {
  if (userId === null) return;
  await sql`INSERT INTO document_authors (document_id, user_id) VALUES (${documentId}, ${userId})
    ON CONFLICT DO NOTHING`.execute(trx);
}

async function storeParts(trx: Trx, id: number, partyId: number, payload: DocumentPayload): Promise<void> {
  await sql`INSERT INTO document_lines (document_id, position, net, vat_category, vat_rate, credits_position)
    SELECT ${id}, l.position, l.net, l."vatCategory", l."vatRate", l."creditsPosition"
    FROM jsonb_to_recordset(${JSON.stringify(payload.lines)}::jsonb) AS l(position integer, net numeric,
      "vatCategory" text, "vatRate" numeric, "creditsPosition" integer)`.execute(trx);
  // A credit note claims nothing; the claims in its content are those of its invoice.
  if (payload.credits === null)
    await storeClaims(trx, id, { side: payload.side, partyId, currency: payload.currency }, payload.claims);
}

interface Draft {
  payload: DocumentPayload;
  legalEntityId: number;
  partyId: number;
}

/** Stores a new draft with its lines and claims, and returns its id. */
export async function insertDraft(trx: Trx, { payload, legalEntityId, partyId }: Draft, by: By): Promise<number> {
  const { kind, side, currency, totals, functional, credits, externalNumber } = payload;
  const { partnerId, publisherId } = partyOf({ side, partyId });
  const { id } = await readRow(
    trx,
    idRow,
    sql`INSERT INTO documents (kind, side, legal_entity_id, partner_id, publisher_id, currency, payload, payload_hash,
        net, vat, total, base_total, credits_id, external_number, created_by, created_at, updated_at)
      VALUES (${kind}, ${side}, ${legalEntityId}, ${partnerId}, ${publisherId}, ${currency}, ${JSON.stringify(payload)}::jsonb, ${hashOf(payload)},
        ${totals.net}, ${totals.vat}, ${totals.total}, ${functional.total}, ${credits?.id ?? null},
        ${externalNumber || null}, ${by.userId}, ${by.at}, ${by.at}) RETURNING id`,
  );
  await storeParts(trx, id, partyId, payload);
  await addAuthor(trx, id, by.userId);
  await addEvent(trx, id, by, { what: 'created', detail: { total: totals.total, currency } });
  return id;
}

/** Replaces the content of a document that is not issued. It is a draft again, because approvals are bound to the hash. */
export async function replaceContent(
  trx: Trx,
  document: StoredDocument,
  content: DocumentPayload,
  by: By & { what: string; detail?: Record<string, unknown> | undefined },
): Promise<void> {
  const { id, partyId } = document;
  refuseIssued(document);
  const payload = { ...content, revision: (document.payload.revision ?? 0) + 1 };
  const { totals, functional } = payload;
  await sql`DELETE FROM document_lines WHERE document_id = ${id}`.execute(trx);
  await sql`DELETE FROM claims WHERE document_id = ${id}`.execute(trx);
  await sql`UPDATE documents SET payload = ${JSON.stringify(payload)}::jsonb, payload_hash = ${hashOf(payload)},
      net = ${totals.net}, vat = ${totals.vat}, total = ${totals.total}, base_total = ${functional.total},
      external_number = ${payload.externalNumber || null}, state = 'draft', proposed_by = NULL, proposed_at = NULL,
      version = version + 1, updated_at = ${by.at} WHERE id = ${id}`.execute(trx);
  await storeParts(trx, id, partyId, payload);
  await addAuthor(trx, id, by.userId);
  await addEvent(trx, id, by, { what: by.what, detail: { ...by.detail, total: totals.total } });
}

const disputedRow = z.object({ isDisputed: z.boolean() });

/** Errors: CONFLICT if somebody disputes a fact of the draft, because the record of a dispute stays with its document. */
async function refuseDisputed(trx: Trx, id: number): Promise<void> {
  const { isDisputed } = await readRow(
    trx,
    disputedRow,
    sql`SELECT EXISTS (SELECT 1 FROM disputes WHERE document_id = ${id}) AS is_disputed`,
  );
  if (isDisputed)
    throw new AppError('CONFLICT', {
      message: 'A fact of this draft is disputed, so the draft stays. Decide the dispute, or hold the fact back.',
    });
}

/** Deletes a document that is not issued. Its claims are free again; its history stays. */
export async function deleteDraft(trx: Trx, id: number, by: By): Promise<void> {
  const document = await readDocument(trx, id, { lock: true });
  refuseIssued(document);
  await refuseDisputed(trx, id);
  await addEvent(trx, id, by, { what: 'deleted', detail: { total: document.total, currency: document.currency } });
  await sql`DELETE FROM documents WHERE id = ${id}`.execute(trx);
}
