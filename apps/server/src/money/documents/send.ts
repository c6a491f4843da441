/** Sends issued documents by e-mail, through the outbox of notifications. */
import { AppError } from '@signpost/contract/errors.ts';
import type { Party } from '@signpost/contract/money/document.ts';
import { DOCUMENT_TEXTS } from '@signpost/contract/money/document-texts.ts';
import type { Trx } from '../../database.ts';
import { newId } from '../../platform/ids.ts';
import { sendMail } from '../../workplace/notifications/outbox.ts';
import { fileOf, type Rendered } from './forms.ts';
import { addEvent, type By, type StoredDocument } from './store.ts';

/** Our company on the document; its address takes the answers. */
const issuerOf = ({ payload: { seller, buyer } }: StoredDocument): Party => {
  if (seller.kind === 'legalEntity') return seller;
  return buyer;
};

const WORDS = {
  en: (kind: string, number: string, total: string, due: string) =>
    `${kind} ${number} over ${total} is attached. It is due on ${due}.`,
  de: (kind: string, number: string, total: string, due: string) =>
    `${kind} ${number} über ${total} liegt bei, fällig am ${due}.`,
} as const;

/** The attachments. They are made before the transaction that puts the mail into the outbox. */
export async function attachmentsOf(document: StoredDocument, { hasXml }: { hasXml: boolean }): Promise<Rendered[]> {
  if (document.number === null || document.kind === 'received')
    throw new AppError('CONFLICT', { message: 'Only documents that we have issued are sent.' });
  const pdf = await fileOf(document, 'pdf');
  if (hasXml) return [pdf, await fileOf(document, 'xml')];
  return [pdf];
}

/** Puts the mail into the outbox and notes it in the history. The sender is told if it does not arrive. */
export async function sendDocument(
  trx: Trx,
  document: StoredDocument,
  { to, message, attachments }: { to: string; message: string; attachments: readonly Rendered[] },
  by: By,
): Promise<void> {
  const { id, kind, number, dueDate, total, currency, payload } = document;
  const title = DOCUMENT_TEXTS[payload.language].kinds[kind];
  const issuer = issuerOf(document);
  const own = message === '' ? [] : message.split(/\n{2,}/);
  const said = WORDS[payload.language](title, number ?? '', `${total} ${currency}`, dueDate ?? '');
  await sendMail(trx, by.at, {
    dedupeKey: `document ${id} ${newId()}`,
    threadKey: `document ${id}`,
    senderId: by.userId ?? undefined,
    to,
    subject: `${title} ${number} · ${issuer.name}`,
    content: { body: { lines: [...own, said] } },
    replyTo: issuer.email || undefined,
    attachments: attachments.map(({ name, type, body }) => ({ name, contentType: type, content: Buffer.from(body) })),
  });
  await addEvent(trx, id, by, { what: 'sent', detail: { to, files: attachments.map(({ name }) => name) } });
}
