/** The forms of a document as files, made from its frozen content when they are asked for (docs/decisions/0201). */
import { invalid } from '@signpost/contract/errors.ts';
import type { IssuedHead } from '@signpost/contract/money/document.ts';
import { renderCsv } from './render/lines-csv.ts';
import type { StoredDocument } from './store.ts';

export interface Rendered {
  name: string;
  type: string;
  body: Buffer | string;
}

/** The values that issuing added to the content; null for a draft. */
function headOf(document: StoredDocument): IssuedHead | null {
  const { id, number, issueDate, dueDate, payloadHash, previousHash, documentHash } = document;
  if (number === null || issueDate === null || dueDate === null || documentHash === null) return null;
  return { id, number, issueDate, dueDate, payloadHash, previousHash: previousHash ?? '', documentHash };
}

/** The XML of an issued document. Errors: VALIDATION where EN 16931 demands what the document lacks. */
async function xmlOf(document: StoredDocument, head: IssuedHead | null): Promise<string> {
  if (head === null) throw invalid('form', 'Only an issued document has an electronic form.');
  // Both renderers are imported on first use, so that processes start faster (docs/decisions/0001).
  const { renderUbl } = await import('./render/ubl.ts');
  try {
    return renderUbl(document.payload, head);
  } catch (error) {
    if (error instanceof RangeError) throw invalid('form', error.message);
    throw error;
  }
}

/** A document as a file. Errors: VALIDATION for an XML that cannot be made. */
export async function fileOf(document: StoredDocument, form: 'pdf' | 'xml' | 'csv'): Promise<Rendered> {
  const head = headOf(document);
  const base = head?.number ?? `draft-${document.id}`;
  if (form === 'xml') return { name: `${base}.xml`, type: 'application/xml', body: await xmlOf(document, head) };
  if (form === 'pdf') {
    const { renderPdf } = await import('./render/pdf.ts');
    return { name: `${base}.pdf`, type: 'application/pdf', body: await renderPdf(document.payload, head) };
  }
  const body = renderCsv(document.payload, { number: head?.number ?? '', issueDate: head?.issueDate ?? '' });
  return { name: `${base}.csv`, type: 'text/csv; charset=utf-8', body };
}
