/** A document as a file, for everybody who sees it. Rendered files are made when they are asked for (docs/decisions/0203). */
import { downloadDocument } from '@signpost/contract/calls/document-files.ts';
import { AppError } from '@signpost/contract/errors.ts';
import type { IssuedHead } from '@signpost/contract/money/document.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../../database.ts';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app-type.ts';
import { handle } from '../../http/handle.ts';
import { readRows } from '../../platform/rows.ts';
import { renderCsv } from '../render/lines-csv.ts';
import { renderPdf } from '../render/pdf.ts';
import { renderUbl } from '../render/ubl.ts';
import { readDocument, type StoredDocument } from '../store.ts';
import { findSeen } from '../view.ts';

interface Rendered {
  name: string;
  type: string;
  body: Buffer | string;
}

/** What issuing added to the content; null for a draft. */
function headOf(document: StoredDocument): IssuedHead | null {
  const { id, number, issueDate, dueDate, payloadHash, previousHash, documentHash } = document;
  if (number === null || issueDate === null || dueDate === null || documentHash === null) return null;
  return { id, number, issueDate, dueDate, payloadHash, previousHash: previousHash ?? '', documentHash };
}

const attachedRow = z.object({ name: z.string(), mediaType: z.string(), body: z.instanceof(Buffer) });

async function readAttached(db: Queryable, id: number): Promise<Rendered> {
  const [file] = await readRows(
    db,
    attachedRow,
    sql`SELECT name, media_type, body FROM document_files WHERE document_id = ${id} AND purpose = 'received'`,
  );
  if (file === undefined) throw new AppError('ITEM_NOT_FOUND');
  return { name: file.name, type: file.mediaType, body: file.body };
}

const refusal = (message: string) => new AppError('VALIDATION', { errors: [{ path: 'form', message }] });

/** The XML of an issued document. Errors: VALIDATION where EN 16931 demands what the document lacks. */
function xmlOf(document: StoredDocument, head: IssuedHead | null): string {
  if (head === null) throw refusal('Only an issued document has an electronic form.');
  try {
    return renderUbl(document.payload, head);
  } catch (error) {
    if (error instanceof RangeError) throw refusal(error.message);
    throw error;
  }
}

async function fileOf(document: StoredDocument, form: 'pdf' | 'xml' | 'csv'): Promise<Rendered> {
  const head = headOf(document);
  const base = head?.number ?? `draft-${document.id}`;
  if (form === 'xml') return { name: `${base}.xml`, type: 'application/xml', body: xmlOf(document, head) };
  if (form === 'pdf')
    return { name: `${base}.pdf`, type: 'application/pdf', body: await renderPdf(document.payload, head) };
  const body = renderCsv(document.payload, { number: head?.number ?? '', issueDate: head?.issueDate ?? '' });
  return { name: `${base}.csv`, type: 'text/csv; charset=utf-8', body };
}

/** A file name without characters that end a header or lead out of a folder. */
const safeName = (name: string): string => name.replaceAll(/[^\w. ()-]/g, '_').slice(0, 120);

export function documentFileRoutes(app: App, { db, clock }: Deps): void {
  handle(app, downloadDocument, async ({ params: { id, form }, viewer, reply }) => {
    await findSeen(db, viewer, id, clock.now().toISOString().slice(0, 10));
    const file = form === 'attached' ? await readAttached(db, id) : await fileOf(await readDocument(db, id), form);
    return await reply
      .type(file.type)
      .header('content-disposition', `attachment; filename="${safeName(file.name)}"`)
      .header('cache-control', 'private, no-store')
      // A file of a stranger is never run in the app's origin.
      .header('content-security-policy', "sandbox; default-src 'none'")
      .send(file.body);
  });
}
