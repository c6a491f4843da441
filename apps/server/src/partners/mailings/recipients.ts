/** The steps of one recipient. Each is one statement, and only the holder of the lease stores an answer. */
import { randomUUID } from 'node:crypto';
import { MAIL_TOPICS } from '@signpost/contract/partners/mailings/mailing.ts';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../../database.ts';
import { LONGEST_HAND_MS } from '../../platform/mail.ts';
import { idRow, readRows } from '../../platform/rows.ts';
import { isSuppressed } from './people.ts';

/** Longer than a mail can take, so that no lease ends while its holder still waits for the answer. */
const LEASE_MS = LONGEST_HAND_MS + 30_000;

const takenRow = z.object({
  id: z.number(),
  personId: z.number(),
  address: z.string(),
  places: z.record(z.string(), z.string()),
  tries: z.number(),
  counter: z.coerce.number(),
  topic: z.enum(MAIL_TOPICS),
});
export type TakenRecipient = z.infer<typeof takenRow> & { lease: string };

/** An entry of a recipient's delivery log, as SQL. */
const logged = (at: Date, text: string): RawBuilder<unknown> =>
  sql`log || jsonb_build_array(jsonb_build_object('at', ${at.toISOString()}::text, 'text', ${text}::text))`;

/**
 * Takes the next recipient of a mail, and counts it, in one statement: `sending` is committed before anything leaves. Null
 * if nobody is due, or if the send was paused or sending was stopped meanwhile.
 */
export async function takeRecipient(
  db: Queryable,
  mailId: number,
  epoch: string,
  now: Date,
): Promise<TakenRecipient | null> {
  const lease = randomUUID();
  const [taken] = await readRows(
    db,
    takenRow,
    sql`WITH picked AS (
        UPDATE mail_recipients r SET state = 'sending', next_try_at = NULL, lease = ${lease}, sent_at = ${now},
          lease_until = ${new Date(now.getTime() + LEASE_MS)}, ${sql.ref('log')} = r.${logged(now, 'Handed to the mail server.')}
        FROM publisher_mails m, mail_people q
        WHERE r.id = (SELECT d.id FROM mail_recipients d JOIN mail_people p ON p.id = d.person_id
              JOIN publisher_mails o ON o.id = d.mail_id
            WHERE d.mail_id = ${mailId} AND d.state = 'planned' AND d.next_try_at <= ${now}
              AND NOT ${isSuppressed(sql`o.topic`, now)}
            ORDER BY d.next_try_at, d.id LIMIT 1 FOR UPDATE OF d SKIP LOCKED)
          AND m.id = r.mail_id AND m.state = 'sending' AND q.id = r.person_id
          AND EXISTS (SELECT 1 FROM mail_sender WHERE epoch = ${epoch} AND halted_at IS NULL)
        RETURNING r.id, r.person_id, q.address, r.places, r.tries, m.topic
      ), counted AS (
        UPDATE mail_sender SET counter = counter + 1 WHERE EXISTS (SELECT 1 FROM picked) RETURNING counter
      ) SELECT picked.*, counted.counter FROM picked, counted`,
  );
  if (taken === undefined) return null;
  return { ...taken, lease };
}

/** People who left the topic after the send was confirmed get nothing. */
export async function skipSuppressed(db: Queryable, mailId: number, now: Date): Promise<void> {
  await sql`UPDATE mail_recipients r SET state = 'suppressed', next_try_at = NULL, answered_at = ${now},
      ${sql.ref('log')} = r.${logged(now, 'Not sent, because the address is suppressed.')}
    FROM publisher_mails m, mail_people p
    WHERE r.mail_id = ${mailId} AND r.state = 'planned' AND m.id = r.mail_id AND p.id = r.person_id
      AND ${isSuppressed(sql`m.topic`, now)}`.execute(db);
}

/** Attempts whose worker ended without an answer. Nobody knows whether these mails arrived, so they are not sent again. */
export async function endLostAttempts(db: Queryable, now: Date): Promise<number[]> {
  const lost = await readRows(
    db,
    idRow,
    sql`UPDATE mail_recipients SET state = 'uncertain', lease = NULL, lease_until = NULL, answered_at = ${now},
        answer = 'The worker ended before the mail server answered.',
        ${sql.ref('log')} = ${logged(now, 'Uncertain: the worker ended before the mail server answered.')}
      WHERE state = 'sending' AND lease_until < ${now} RETURNING id`,
  );
  return lost.map(({ id }) => id);
}

/** How an attempt ended. */
export type AttemptEnd =
  | { state: 'accepted' | 'refused' | 'uncertain' | 'bounced'; code: string | null; answer: string }
  | { state: 'planned'; nextTryAt: Date; code: string | null; answer: string; isTry: boolean };

const SAID = {
  accepted: 'Accepted',
  refused: 'Refused',
  bounced: 'Refused for ever',
  uncertain: 'Uncertain',
  planned: 'To be tried again',
} as const;

const LONGEST_ANSWER = 500;

/** Stores how an attempt ended, unless its lease ran out meanwhile: then the recipient is uncertain and stays so. */
export async function storeEnd(
  db: Queryable,
  { id, lease }: Pick<TakenRecipient, 'id' | 'lease'>,
  end: AttemptEnd,
  { now, isReputation }: { now: Date; isReputation: boolean },
): Promise<void> {
  const answer = end.answer.replaceAll(/[\p{Cc}\s]+/gu, ' ').slice(0, LONGEST_ANSWER);
  const again = end.state === 'planned' ? end : { nextTryAt: null, isTry: false };
  await sql`UPDATE mail_recipients SET state = ${end.state}, lease = NULL, lease_until = NULL, code = ${end.code}, answer = ${answer},
      answered_at = ${now}, next_try_at = ${again.nextTryAt},
      tries = tries + ${Number(again.isTry)}, is_reputation = is_reputation OR ${isReputation},
      ${sql.ref('log')} = ${logged(now, `${SAID[end.state]}: ${answer}`)}
    WHERE id = ${id} AND lease = ${lease}`.execute(db);
}
