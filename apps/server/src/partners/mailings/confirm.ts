/**
 * The steps that people take with a mail: confirm, pause, resume, cancel, decide about uncertain recipients, and allow
 * sending after a restore.
 */
import type { CallInput } from '@signpost/contract/calls/define-call.ts';
import type { actOnMailing, confirmMailing } from '@signpost/contract/calls/mailings.ts';
import { publisherMail } from '@signpost/contract/entities/publisher-mail.ts';
import { AppError, invalid } from '@signpost/contract/errors.ts';
import { type MAIL_TOPICS, MAILING_LIMITS, MAILING_STATES } from '@signpost/contract/partners/mailings/mailing.ts';
import { runInstant } from '@signpost/contract/workplace/jobs/schedule.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Trx } from '../../database.ts';
import { idRow, readRow, readRows } from '../../platform/rows.ts';
import { authorOf, changeRecord, recordEvent, type WriteContext } from '../../workplace/records/change.ts';
import { masked } from '../../workplace/records/secrets.ts';
import { audienceOf, type Member } from './audience.ts';
import { peopleAt, suppressedAmong } from './people.ts';
import { writtenMail } from './read.ts';
import { problemsOf } from './render.ts';
import { changeMailing, TOLD } from './states.ts';

const storedSchema = writtenMail.loose().extend({
  archivedAt: z.string().nullable(),
  state: z.enum(MAILING_STATES),
  sendAt: z.string().nullable(),
});

const DAY_MS = 86_400_000;

/** The instant of a local time. Errors: VALIDATION for the past, or too far ahead. */
function instantOf(at: CallInput<typeof confirmMailing>['body']['at'], zone: string, now: Date): Date {
  if (at === null) return now;
  const instant = runInstant({ time: at.time, zone }, at.day);
  if (instant <= now) throw invalid('at', 'This time has passed. Choose a later one, or send now.');
  if (instant.getTime() - now.getTime() > MAILING_LIMITS.daysAhead * DAY_MS)
    throw invalid('at', `Choose a time within ${MAILING_LIMITS.daysAhead} days.`);
  return instant;
}

/** Fixes the recipients of a draft and sends it, now or later. Errors: VALIDATION, CONFLICT. */
export async function confirmIn(
  ctx: WriteContext,
  id: number,
  { version, recipients, at }: CallInput<typeof confirmMailing>['body'],
): Promise<{ recipients: number; sendAt: string }> {
  const { trx, actor, clock } = ctx;
  const now = clock.now();
  const sendAt = instantOf(at, actor.viewer.timeZone, now);
  await changeRecord(trx, authorOf(ctx), {
    entity: publisherMail,
    id,
    told: TOLD,
    write: async (before) => {
      const mail = storedSchema.parse(before);
      if (mail.archivedAt !== null) throw invalid('', 'This e-mail is archived. Restore it first.');
      if (mail.state !== 'draft') throw invalid('', 'This e-mail has been sent or scheduled already.');
      if (mail.version !== version) throw new AppError('CONFLICT', { data: masked(publisherMail, before) });
      const { problem, unknownPlaces } = problemsOf(mail);
      if (problem !== '') throw invalid('html', problem);
      const [unknown] = unknownPlaces;
      if (unknown !== undefined) throw invalid('html', `{{ ${unknown} }} stands for nothing. Remove it or correct it.`);
      const { members } = await audienceOf(trx, actor.viewer, mail);
      const planned = await plan(trx, id, members, { topic: mail.topic, sendAt, now });
      if (planned !== recipients)
        throw invalid(
          'recipients',
          `It would reach ${planned} people now, not ${recipients}. Look at the preview again.`,
        );
      const confirmed = { recipientCount: members.length, confirmedById: actor.viewer.id, sendAt };
      if (at === null) return { ...confirmed, state: 'sending', startedAt: now };
      return { ...confirmed, state: 'scheduled', startedAt: null };
    },
  });
  return { recipients, sendAt: sendAt.toISOString() };
}

/** Stores one row a person, those who are suppressed included. Returns how many will get the mail. */
async function plan(
  trx: Trx,
  mailId: number,
  members: readonly Member[],
  { topic, sendAt, now }: { topic: (typeof MAIL_TOPICS)[number]; sendAt: Date; now: Date },
): Promise<number> {
  const addresses = members.map(({ address }) => address);
  const people = await peopleAt(trx, addresses, now);
  const suppressed = await suppressedAmong(trx, addresses, topic, now);
  const rows = members.map(({ publisherId, name, address, places }) => {
    const key = address.toLowerCase();
    return { publisherId, name, places, personId: people.get(key), isOut: suppressed.has(key) };
  });
  await sql`INSERT INTO mail_recipients (mail_id, person_id, publisher_id, name, places, state, next_try_at, log)
    SELECT ${mailId}, (row ->> 'personId')::bigint, (row ->> 'publisherId')::bigint, row ->> 'name', row -> 'places',
      CASE WHEN (row ->> 'isOut')::boolean THEN 'suppressed' ELSE 'planned' END,
      CASE WHEN (row ->> 'isOut')::boolean THEN NULL ELSE ${sendAt}::timestamptz END,
      CASE WHEN (row ->> 'isOut')::boolean THEN jsonb_build_array(jsonb_build_object('at', ${now.toISOString()}::text,
        'text', 'Not sent, because the address is suppressed.')) ELSE '[]' END
    FROM jsonb_array_elements(${JSON.stringify(rows)}::jsonb) AS row`.execute(trx);
  return rows.filter(({ isOut }) => !isOut).length;
}

type Action = CallInput<typeof actOnMailing>['body']['action'];

/** Pauses, resumes or cancels a send. Errors: VALIDATION where it is in another state. */
export async function actIn(ctx: WriteContext, id: number, action: Action): Promise<void> {
  const { trx, clock } = ctx;
  const now = clock.now();
  const { sendAt } = storedSchema.pick({ sendAt: true }).parse(await readMail(trx, id));
  await changeMailing(trx, authorOf(ctx), id, (state) => {
    switch (action) {
      case 'pause':
        if (state !== 'sending' && state !== 'scheduled') throw invalid('', 'Only an open send can be paused.');
        return { state: 'paused', problem: 'Paused by a person.' };
      case 'resume':
        if (state !== 'paused') throw invalid('', 'Only a paused send can be resumed.');
        if (sendAt !== null && new Date(sendAt) > now) return { state: 'scheduled', problem: null };
        return { state: 'sending', problem: null, startedAt: now };
      case 'cancel':
        if (state !== 'sending' && state !== 'scheduled' && state !== 'paused')
          throw invalid('', 'Only an open send can be cancelled.');
        return { state: 'cancelled', problem: null, finishedAt: now };
    }
  });
  if (action === 'cancel')
    await sql`UPDATE mail_recipients SET state = 'cancelled', next_try_at = NULL, answered_at = ${now}
      WHERE mail_id = ${id} AND state = 'planned'`.execute(trx);
}

async function readMail(trx: Trx, id: number): Promise<{ sendAt: string | null }> {
  const [row] = await readRows(
    trx,
    z.object({ sendAt: z.date().nullable() }),
    sql`SELECT send_at FROM publisher_mails WHERE id = ${id}`,
  );
  if (row === undefined) throw new AppError('ITEM_NOT_FOUND');
  return { sendAt: row.sendAt?.toISOString() ?? null };
}

/** A person decides about an uncertain recipient. Errors: ITEM_NOT_FOUND; VALIDATION where it is not uncertain. */
export async function decideIn(
  ctx: WriteContext,
  { mailId, recipientId, decision }: { mailId: number; recipientId: number; decision: 'sendAgain' | 'leave' },
): Promise<void> {
  const { trx, actor } = ctx;
  const author = authorOf(ctx);
  const isAgain = decision === 'sendAgain';
  const { state, nextTryAt, decidedAt, words } = {
    sendAgain: { state: 'planned', nextTryAt: author.at, decidedAt: null, words: 'send it again' },
    leave: { state: 'uncertain', nextTryAt: null, decidedAt: author.at, words: 'leave it as it is' },
  }[decision];
  const text = `${actor.viewer.name} decided to ${words}.`;
  const [row] = await readRows(
    trx,
    z.object({ state: z.string(), mailState: z.string(), decidedAt: z.date().nullable() }),
    sql`SELECT r.state, m.state AS mail_state, r.decided_at FROM publisher_mails m JOIN mail_recipients r ON r.mail_id = m.id
      WHERE m.id = ${mailId} AND r.id = ${recipientId} FOR UPDATE`,
  );
  if (row === undefined) throw new AppError('ITEM_NOT_FOUND');
  if (row.state !== 'uncertain' || row.decidedAt !== null)
    throw invalid('', 'Nothing is left to decide about this recipient.');
  if (isAgain && row.mailState === 'cancelled') throw invalid('', 'This send was cancelled, so nothing is sent again.');
  await sql`UPDATE mail_recipients SET decided_by_id = ${actor.viewer.id},
      state = ${state}, next_try_at = ${nextTryAt}, decided_at = ${decidedAt},
      log = log || jsonb_build_array(jsonb_build_object('at', ${author.at.toISOString()}::text, 'text', ${text}::text))
    WHERE id = ${recipientId}`.execute(trx);
  if (isAgain)
    await changeMailing(trx, author, mailId, (before) =>
      before === 'sent' ? { state: 'sending', finishedAt: null } : null,
    );
  await recordEvent(trx, author, { entity: publisherMail, id: mailId, after: { recipient: recipientId, decision } });
}

/** Lets sending go on after a restore. Every open send is paused, because it may have been sent already. */
export async function armIn(ctx: WriteContext): Promise<void> {
  if (!(await armMailIn(ctx))) throw invalid('', 'Sending has not stopped.');
}

/** As {@link armIn}; returns whether sending had stopped. */
export async function armMailIn(ctx: WriteContext): Promise<boolean> {
  const { trx, actor } = ctx;
  const author = authorOf(ctx);
  const { count } = await readRow(
    trx,
    z.object({ count: z.number() }),
    sql`WITH armed AS (UPDATE mail_sender SET epoch = gen_random_uuid(), is_mark_due = true, halted_at = NULL,
        halt_reason = NULL, doubted_at = NULL, armed_at = ${author.at}, armed_by_id = ${actor.viewer.id} WHERE halted_at IS NOT NULL RETURNING 1)
      SELECT count(*)::integer AS count FROM armed`,
  );
  if (count === 0) return false;
  const open = await readRows(
    trx,
    idRow,
    sql`SELECT id FROM publisher_mails WHERE state IN ('scheduled', 'sending') ORDER BY id`,
  );
  for (const { id } of open)
    await changeMailing(trx, author, id, (state) =>
      state === 'scheduled' || state === 'sending'
        ? { state: 'paused', problem: 'The database was restored or moved. Resume it only if it was not sent before.' }
        : null,
    );
  return true;
}
