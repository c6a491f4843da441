/** E-mails to publishers: two that were sent, one of them with a bounce and an uncertain recipient, and a draft. */
import { STARTING_TEXTS } from '@signpost/contract/partners/mailings/labels.ts';
import type { MailTopic, RecipientState } from '@signpost/contract/partners/mailings/mailing.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Trx } from '../../../database.ts';
import { peopleAt, suppress } from '../../../partners/mailings/people.ts';
import { idRow, readRow, readRows } from '../../../platform/rows.ts';
import { demoEmail } from '../../../workplace/people/demo-email.ts';

const HOUR_MS = 3_600_000;
/** The mails of a send leave one after the other. */
const STEP_MS = 400;

const publisherRow = z.object({ id: z.number(), name: z.string(), contactEmail: z.string(), currency: z.string() });
type DemoPublisher = z.infer<typeof publisherRow>;

interface DemoEnd {
  state: RecipientState;
  code: string | null;
  answer: string;
}

interface DemoMail {
  subject: string;
  html: string;
  topic: MailTopic;
  hoursAgo: number;
  sender: string;
  publishers: readonly DemoPublisher[];
  /** How it ended for the publisher at a position; all others accepted it. */
  ends: ReadonlyMap<number, DemoEnd>;
}

const BOUNCE = {
  state: 'bounced',
  code: '5.1.1',
  answer: '550 5.1.1 The account that you tried to reach does not exist.',
} as const;
const LOST = { state: 'uncertain', code: null, answer: 'The connection to the mail server ended.' } as const;
const LEFT = { state: 'suppressed', code: null, answer: 'The address is suppressed.' } as const;

const userId = async (trx: Trx, email: string): Promise<number> =>
  (await readRow(trx, idRow, sql`SELECT id FROM users WHERE email = ${email}`)).id;

async function storeSent(trx: Trx, mail: DemoMail, now: Date): Promise<void> {
  const { subject, html, topic, publishers } = mail;
  const startedAt = new Date(now.getTime() - mail.hoursAgo * HOUR_MS);
  const finishedAt = new Date(startedAt.getTime() + publishers.length * STEP_MS);
  const sender = await userId(trx, mail.sender);
  const { id } = await readRow(
    trx,
    idRow,
    sql`INSERT INTO publisher_mails (subject, html, topic, audience, state, recipient_count, send_at, started_at, finished_at,
        created_by_id, confirmed_by_id, version, created_at, updated_at)
      VALUES (${subject}, ${html}, ${topic}, 'active', 'sent', ${publishers.length}, ${startedAt}, ${startedAt}, ${finishedAt},
        ${sender}, ${sender}, 3, ${startedAt}, ${finishedAt}) RETURNING id`,
  );
  const people = await peopleAt(
    trx,
    publishers.map(({ contactEmail }) => contactEmail),
    startedAt,
  );
  for (const [at, { id: publisherId, name, contactEmail, currency }] of publishers.entries()) {
    const end = mail.ends.get(at) ?? {
      state: 'accepted',
      code: '2.0.0',
      answer: `250 2.0.0 Ok: queued as ${4_217 + at}F`,
    };
    const sentAt = end.state === 'suppressed' ? null : new Date(startedAt.getTime() + at * STEP_MS);
    const steps = [{ at: (sentAt ?? startedAt).toISOString(), text: end.answer }];
    if (sentAt !== null) steps.unshift({ at: sentAt.toISOString(), text: 'Handed to the mail server.' });
    const places = {
      name,
      publisher: name,
      publisher_id: String(publisherId),
      commission: '',
      currency,
      manager: '',
      manager_email: '',
      sender: '',
    };
    await sql`INSERT INTO mail_recipients (mail_id, person_id, publisher_id, name, places, state, sent_at, answered_at, code, answer, log)
      VALUES (${id}, ${people.get(contactEmail.toLowerCase())}, ${publisherId}, ${name}, ${JSON.stringify(places)}::jsonb,
        ${end.state}, ${sentAt}, ${sentAt ?? startedAt}, ${end.code}, ${end.answer}, ${JSON.stringify(steps)}::jsonb)`.execute(
      trx,
    );
  }
}

/** Comes after the records, whose publishers are written to. */
export async function storePublisherMails(trx: Trx, now: Date): Promise<void> {
  const publishers = await readRows(
    trx,
    publisherRow,
    sql`SELECT id, name, contact_email, currency FROM publishers WHERE contact_email IS NOT NULL AND status = 'active'
      AND archived_at IS NULL ORDER BY id LIMIT 40`,
  );
  const [offer, terms] = STARTING_TEXTS;
  const [gone, , left] = publishers;
  await storeSent(
    trx,
    {
      subject: 'Higher commission for autumn traffic, {{ publisher }}',
      html: offer.html,
      topic: 'offers',
      hoursAgo: 26 * 24,
      sender: demoEmail('Management'),
      publishers,
      ends: new Map(),
    },
    now,
  );
  await storeSent(
    trx,
    {
      subject: 'What changes on the first of next month',
      html: terms.html,
      topic: 'news',
      hoursAgo: 41,
      sender: demoEmail('Management'),
      publishers,
      ends: new Map<number, DemoEnd>([
        [0, BOUNCE],
        [2, LEFT],
        [5, LOST],
      ]),
    },
    now,
  );
  const people = await peopleAt(
    trx,
    publishers.map(({ contactEmail }) => contactEmail),
    now,
  );
  const at = new Date(now.getTime() - 41 * HOUR_MS);
  const idOf = (one: DemoPublisher | undefined) => people.get(one?.contactEmail.toLowerCase() ?? '');
  const goneId = idOf(gone);
  const leftId = idOf(left);
  if (goneId !== undefined) await suppress(trx, { personId: goneId, topic: 'every', reason: 'bounced', at });
  if (leftId !== undefined)
    await suppress(trx, {
      personId: leftId,
      topic: 'news',
      reason: 'unsubscribed',
      at: new Date(at.getTime() - 20 * 24 * HOUR_MS),
    });
  const { id } = await readRow(
    trx,
    idRow,
    sql`INSERT INTO publisher_mails (subject, html, topic, audience, created_by_id, created_at, updated_at)
      VALUES (${offer.subject}, ${offer.html}, 'offers', 'chosen', ${await userId(trx, demoEmail('Default User'))}, ${now}, ${now})
      RETURNING id`,
  );
  for (const [position, { id: publisherId }] of publishers.slice(3, 9).entries())
    await sql`INSERT INTO publisher_mails_publishers (record_id, target_id, position) VALUES (${id}, ${publisherId}, ${position})`.execute(
      trx,
    );
}
