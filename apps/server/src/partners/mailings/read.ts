/** Mails, their recipients and the suppressed addresses, as screens show them. */

import { AppError } from '@signpost/contract/errors.ts';
import { recordOf } from '@signpost/contract/objects.ts';
import {
  AUDIENCES,
  EVERY_TOPIC,
  MAIL_TOPICS,
  MAILING_LIMITS,
  MAILING_STATES,
  type Mailing,
  type MailingSummary,
  type MailRecipient,
  RECIPIENT_STATES,
  type RecipientState,
  SUPPRESSED_TOPICS,
  SUPPRESSION_REASONS,
  type Suppression,
} from '@signpost/contract/partners/mailings/mailing.ts';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../../database.ts';
import { readRow, readRows, sqlIf } from '../../platform/rows.ts';

const PAGE = 50;
const person = z.object({ id: z.number(), name: z.string() });
const iso = (value: Date | null): string | null => value?.toISOString() ?? null;

/** The text and the audience of a mail, as a person wrote them. */
export const writtenMail = z.object({
  id: z.number(),
  version: z.number(),
  subject: z.string(),
  html: z.string(),
  topic: z.enum(MAIL_TOPICS),
  audience: z.enum(AUDIENCES),
  publishers: z.array(z.number()),
  savedViewId: z.number().nullable(),
  allContacts: z.boolean(),
});

const mailRow = writtenMail.extend({
  replyTo: z.string().nullable(),
  perMinute: z.number(),
  state: z.enum(MAILING_STATES),
  recipientCount: z.number(),
  counts: z.partialRecord(z.enum(RECIPIENT_STATES), z.number()),
  createdBy: person.nullable(),
  confirmedBy: person.nullable(),
  sendAt: z.date().nullable(),
  startedAt: z.date().nullable(),
  finishedAt: z.date().nullable(),
  updatedAt: z.date(),
  problem: z.string().nullable(),
  isArchived: z.boolean(),
});

const who = (column: string) => sql`(SELECT jsonb_build_object('id', u.id, 'name', u.name) FROM users u
  WHERE u.id = ${sql.ref(`m.${column}`)})`;

const mailsWhere = (db: Queryable, where: RawBuilder<unknown>) =>
  readRows(
    db,
    mailRow,
    sql`SELECT m.*, ${who('created_by_id')} AS created_by, ${who('confirmed_by_id')} AS confirmed_by,
        m.archived_at IS NOT NULL AS is_archived,
        coalesce((SELECT jsonb_object_agg(c.state, c.count) FROM (SELECT r.state, count(*) FROM mail_recipients r
          WHERE r.mail_id = m.id GROUP BY r.state) c), '{}') AS counts,
        ARRAY(SELECT l.target_id FROM publisher_mails_publishers l WHERE l.record_id = m.id ORDER BY l.position) AS publishers
      FROM publisher_mails m WHERE ${where} ORDER BY m.id DESC LIMIT ${PAGE}`,
  );

type MailRow = z.infer<typeof mailRow>;

function summary(row: MailRow): MailingSummary {
  const { id, subject, topic, state, recipientCount, createdBy, confirmedBy, problem, isArchived } = row;
  return {
    id,
    subject,
    topic,
    state,
    recipientCount,
    counts: recordOf(RECIPIENT_STATES, (one) => row.counts[one] ?? 0),
    createdBy,
    confirmedBy,
    sendAt: iso(row.sendAt),
    startedAt: iso(row.startedAt),
    finishedAt: iso(row.finishedAt),
    updatedAt: row.updatedAt.toISOString(),
    problem,
    isArchived,
  };
}

/** A page of mails that are not archived, the newest first. */
export async function listMailings(db: Queryable, before: number | undefined): Promise<MailingSummary[]> {
  const older = sqlIf(before !== undefined, sql`AND m.id < ${before}`);
  return (await mailsWhere(db, sql`m.archived_at IS NULL ${older}`)).map(summary);
}

/** One mail. Errors: ITEM_NOT_FOUND. */
export async function readMailing(db: Queryable, id: number, mayWrite: boolean): Promise<Mailing> {
  const [row] = await mailsWhere(db, sql`m.id = ${id}`);
  if (row === undefined) throw new AppError('ITEM_NOT_FOUND');
  const { version, html, audience, publishers, savedViewId, allContacts, replyTo, perMinute, state } = row;
  const isOpen = state === 'scheduled' || state === 'sending';
  return {
    ...summary(row),
    version,
    html,
    audience,
    publishers,
    savedViewId,
    allContacts,
    replyTo,
    perMinute,
    may: {
      edit: mayWrite && state === 'draft' && !row.isArchived,
      pause: mayWrite && isOpen,
      resume: mayWrite && state === 'paused',
      cancel: mayWrite && (isOpen || state === 'paused'),
    },
  };
}

const recipientRow = z.object({
  id: z.number(),
  state: z.enum(RECIPIENT_STATES),
  name: z.string(),
  address: z.string(),
  publisher: person,
  sentAt: z.date().nullable(),
  answeredAt: z.date().nullable(),
  nextTryAt: z.date().nullable(),
  tries: z.number(),
  code: z.string().nullable(),
  answer: z.string().nullable(),
  decidedAt: z.date().nullable(),
  log: z.array(z.object({ at: z.string(), text: z.string() })),
});

const totalRow = z.object({ total: z.number() });

/** Recipients about whom a person must decide come first, then failures, then the others. */
const ORDER = sql`array_position(ARRAY['uncertain', 'complained', 'bounced', 'refused', 'sending', 'planned', 'accepted',
  'suppressed', 'cancelled'], r.state), r.id`;

/** A page of the delivery log of a mail. */
export async function listRecipients(
  db: Queryable,
  mailId: number,
  { state, offset }: { state?: RecipientState | undefined; offset: number },
): Promise<{ recipients: MailRecipient[]; total: number }> {
  const where = sql`r.mail_id = ${mailId} ${sqlIf(state !== undefined, sql`AND r.state = ${state}`)}`;
  const rows = await readRows(
    db,
    recipientRow,
    sql`SELECT r.id, r.state, r.name, p.address, r.sent_at, r.answered_at, r.next_try_at, r.tries, r.code, r.answer, r.decided_at, r.log,
        jsonb_build_object('id', u.id, 'name', u.name) AS publisher
      FROM mail_recipients r JOIN mail_people p ON p.id = r.person_id JOIN publishers u ON u.id = r.publisher_id
      WHERE ${where} ORDER BY ${ORDER} LIMIT ${MAILING_LIMITS.recipientsPage} OFFSET ${offset}`,
  );
  const { total } = await readRow(
    db,
    totalRow,
    sql`SELECT count(*)::integer AS total FROM mail_recipients r WHERE ${where}`,
  );
  return {
    total,
    recipients: rows.map((row) => ({
      ...row,
      sentAt: iso(row.sentAt),
      answeredAt: iso(row.answeredAt),
      nextTryAt: iso(row.nextTryAt),
      decidedAt: iso(row.decidedAt),
    })),
  };
}

const suppressionRow = z.object({
  personId: z.number(),
  address: z.string(),
  topic: z.enum(SUPPRESSED_TOPICS),
  reason: z.enum(SUPPRESSION_REASONS),
  at: z.date(),
});

/** A page of the suppressed addresses, the newest first. */
export async function listSuppressions(
  db: Queryable,
  { q, offset }: { q?: string | undefined; offset: number },
): Promise<{ suppressions: Suppression[]; total: number }> {
  const where = q === undefined || q === '' ? sql`true` : sql`strpos(p.address, ${q.toLowerCase()}) > 0`;
  const rows = await readRows(
    db,
    suppressionRow,
    sql`SELECT x.person_id, p.address, x.topic, x.reason, x.at FROM mail_suppressions x JOIN mail_people p ON p.id = x.person_id
      WHERE ${where} ORDER BY x.at DESC, x.person_id, x.topic LIMIT ${MAILING_LIMITS.recipientsPage} OFFSET ${offset}`,
  );
  const { total } = await readRow(
    db,
    totalRow,
    sql`SELECT count(*)::integer AS total FROM mail_suppressions x JOIN mail_people p ON p.id = x.person_id WHERE ${where}`,
  );
  return {
    total,
    suppressions: rows.map((row) => ({ ...row, at: row.at.toISOString(), mayLift: isLiftable(row.reason) })),
  };
}

/** Only the person may take back what the person decided. */
export const isLiftable = (reason: string): boolean => reason === 'staff' || reason === 'bounced';

/** The topics that reach an address; null if nobody has ever written to it. */
export async function topicsAt(
  db: Queryable,
  address: string,
): Promise<{ topic: (typeof MAIL_TOPICS)[number]; isOn: boolean }[] | null> {
  const [known] = await readRows(
    db,
    z.object({ topics: z.array(z.string()) }),
    sql`SELECT ARRAY(SELECT x.topic FROM mail_suppressions x WHERE x.person_id = p.id) AS topics
      FROM mail_people p WHERE p.address = ${address.toLowerCase()}`,
  );
  if (known === undefined) return null;
  const isOff = (topic: string) => known.topics.includes(topic) || known.topics.includes(EVERY_TOPIC);
  return MAIL_TOPICS.map((topic) => ({ topic, isOn: !isOff(topic) }));
}
