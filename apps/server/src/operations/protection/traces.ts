/**
 * Where a person is named beside leads and contacts: messages to the address, notes, statuses that partners reported, and
 * the history of documents. Texts keep what does not name the person.
 */
import type { exportPerson } from '@signpost/contract/calls/data-protection.ts';
import type { TraceCounts } from '@signpost/contract/operations/erasure.ts';
import type { PersonKey } from '@signpost/contract/partners/leads/lead.ts';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Queryable, Trx } from '../../database.ts';
import { addressForms } from '../../platform/address-forms.ts';
import { readRow, readRows } from '../../platform/rows.ts';
import type { Author } from '../../workplace/records/change.ts';
import { contactPattern, ERASED, patternOf, type Traced } from './pattern.ts';
import { countTexts, eraseTexts, readTexts } from './record-texts.ts';

/** The only change that the database allows in the history of documents. */
const ERASED_RECIPIENT = ERASED;

/** Mails of their own to the address; those to people of the company are notifications to many. */
const toAddress = ({ kind, key }: PersonKey): RawBuilder<unknown> => {
  if (kind === 'email') return sql`(d.channel = 'email' AND lower(d.recipient) = ANY(${addressForms(key)}::text[]))`;
  return sql`false`;
};

/** Whether the text of a mail names the person. */
const isMailText = (traced: Traced): RawBuilder<unknown> => sql`concat(html, ' ', plain) ~* ${patternOf(traced)}`;

/** Messages to the address, and messages to others that name the person. */
const isMessage = (traced: Traced): RawBuilder<unknown> =>
  sql`(EXISTS (SELECT FROM deliveries d WHERE d.notification_id = n.id AND ${toAddress(traced.person)})
    OR concat(n.title, ' ', n.body::text) ~* ${patternOf(traced)}
    OR EXISTS (SELECT FROM mails m WHERE m.notification_id = n.id AND ${isMailText(traced)}))`;
const isNote = (traced: Traced): RawBuilder<unknown> => sql`body ~* ${patternOf(traced)}`;
const isTransaction = ({ person }: Traced): RawBuilder<unknown> => sql`status ~* ${contactPattern(person)}`;
const isEvent = ({ person }: Traced): RawBuilder<unknown> => {
  if (person.kind === 'email') return sql`lower(detail ->> 'to') = ANY(${addressForms(person.key)}::text[])`;
  return sql`false`;
};

/** How many messages, notes, records, transactions and entries of documents name the person. */
export async function countTraces(db: Queryable, traced: Traced): Promise<TraceCounts> {
  const counts = await readRow(
    db,
    z.object({ messages: z.number(), notes: z.number(), transactions: z.number(), documents: z.number() }),
    sql`SELECT (SELECT count(*) FROM notifications n WHERE ${isMessage(traced)}) AS messages,
      (SELECT count(*) FROM notes WHERE ${isNote(traced)}) AS notes,
      (SELECT count(*) FROM affiliate_transactions WHERE ${isTransaction(traced)}) AS transactions,
      (SELECT count(*) FROM document_events WHERE ${isEvent(traced)}) AS documents`,
  );
  return { ...counts, texts: await countTexts(db, traced) };
}

type Exported = z.output<typeof exportPerson.answer>['traces'];
const instant = z.date().transform((at) => at.toISOString());

/** The content of the messages, notes, records, transactions and entries of documents that name the person. */
export async function readTraces(db: Queryable, traced: Traced): Promise<Exported> {
  return {
    messages: await readRows(
      db,
      z.object({ subject: z.string(), text: z.string(), at: instant }),
      sql`SELECT n.title AS subject, coalesce(m.plain, n.body::text) AS text, n.at FROM notifications n
        LEFT JOIN mails m ON m.notification_id = n.id WHERE ${isMessage(traced)} ORDER BY n.id`,
    ),
    notes: await readRows(
      db,
      z.object({ text: z.string(), at: instant }),
      sql`SELECT body AS text, created_at AS at FROM notes WHERE ${isNote(traced)} ORDER BY id`,
    ),
    texts: await readTexts(db, traced),
    transactions: await readRows(
      db,
      z.object({ id: z.number(), status: z.string(), at: instant }),
      sql`SELECT id, status, received_at AS at FROM affiliate_transactions WHERE ${isTransaction(traced)} ORDER BY id`,
    ),
    documents: await readRows(
      db,
      z.object({ documentId: z.number(), what: z.string(), at: instant }),
      sql`SELECT document_id, what, at FROM document_events WHERE ${isEvent(traced)} ORDER BY id`,
    ),
  };
}

/** Takes the person out of all of them, in the caller's transaction. A message that has not left yet is never sent. */
export async function eraseTraces(trx: Trx, author: Author, traced: Traced): Promise<TraceCounts> {
  const { at } = author;
  const found = await countTraces(trx, traced);
  await eraseTexts(trx, author, traced);
  const pattern = patternOf(traced);
  const without = (text: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`regexp_replace(${text}, ${pattern}, ${ERASED}, 'gi')`;
  // Mails that go to this address alone were written to the person, so nothing of them stays but their subject.
  const own = sql`SELECT d.notification_id FROM deliveries d JOIN mails m ON m.notification_id = d.notification_id
    WHERE ${toAddress(traced.person)}`;
  await sql`DELETE FROM mail_attachments WHERE notification_id IN (${own})`.execute(trx);
  await sql`UPDATE notifications SET body = '{"lines": []}' WHERE id IN (${own})`.execute(trx);
  await sql`UPDATE mails SET html = NULL, plain = NULL, reply_to = NULL WHERE notification_id IN (${own})`.execute(trx);
  if (traced.person.kind === 'email')
    await sql`UPDATE mails SET reply_to = NULL WHERE lower(reply_to) = ANY(${addressForms(traced.person.key)}::text[])`.execute(
      trx,
    );
  await sql`UPDATE mails SET html = ${without(sql`html`)}, plain = ${without(sql`plain`)}
    WHERE ${isMailText(traced)}`.execute(trx);
  await sql`UPDATE notifications n SET title = ${without(sql`title`)}, body = ${without(sql`body::text`)}::jsonb
    WHERE ${isMessage(traced)}`.execute(trx);
  await sql`UPDATE deliveries d SET recipient = 'erased-' || id || '@erased.invalid', problem = NULL, lease = NULL,
      finished_at = CASE WHEN state = 'waiting' THEN ${at} ELSE finished_at END, next_try_at = NULL,
      state = CASE WHEN state = 'waiting' THEN 'dropped' ELSE state END
    WHERE ${toAddress(traced.person)}`.execute(trx);
  await sql`UPDATE notes SET body = left(${without(sql`body`)}, 2000) WHERE ${isNote(traced)}`.execute(trx);
  // The number keeps two reports of one transaction apart that had different statuses.
  const status = (column: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`regexp_replace(${column}, ${contactPattern(traced.person)}, 'erased-' || id, 'gi')`;
  await sql`UPDATE affiliate_transactions SET event = ${status(sql`event`)}, status = ${status(sql`status`)}
    WHERE ${isTransaction(traced)}`.execute(trx);
  await sql`UPDATE document_events SET detail = jsonb_set(detail, '{to}', to_jsonb(${ERASED_RECIPIENT}::text))
    WHERE ${isEvent(traced)}`.execute(trx);
  return found;
}
