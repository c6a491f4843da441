/** The steps that the worker takes with whole mails: start, pause, finish, and stop everything after a restore. */
import { mayOpen } from '@signpost/contract/access/access.ts';
import { publisherMail } from '@signpost/contract/entities/publisher-mail.ts';
import { ROUTES } from '@signpost/contract/routes/index.ts';
import type { Severity } from '@signpost/contract/workplace/notifications/topics.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db, Trx } from '../../database.ts';
import { stopOutgoing } from '../../platform/arming.ts';
import { readRow, readRows } from '../../platform/rows.ts';
import { personOf } from '../../session-user.ts';
import { notify } from '../../workplace/notifications/notify.ts';
import { type Author, changeRecord, systemAuthor } from '../../workplace/records/change.ts';
import { halt } from './mark.ts';

export const TOLD = [
  'state',
  'problem',
  'sendAt',
  'startedAt',
  'finishedAt',
  'recipientCount',
  'confirmedById',
] as const;

/**
 * Changes the state of a mail and records the change in the audit trail. `columns` gets the stored state and returns the
 * columns to write, or null if nothing is left to change.
 */
export async function changeMailing(
  trx: Trx,
  author: Author,
  id: number,
  columns: (state: unknown) => Readonly<Record<string, unknown>> | null,
): Promise<void> {
  await changeRecord(trx, author, {
    entity: publisherMail,
    id,
    told: TOLD,
    write: async ({ state }) => columns(state),
  });
}

const mailRow = z.object({ id: z.number(), subject: z.string(), confirmedById: z.number() });

interface News {
  step: string;
  severity: Severity;
  title: string;
  lines: string[];
}

async function tell(trx: Trx, id: number, now: Date, { step, severity, title, lines }: News): Promise<void> {
  const mail = await readRow(
    trx,
    mailRow,
    sql`SELECT id, subject, confirmed_by_id FROM publisher_mails WHERE id = ${id}`,
  );
  await notify(trx, now, {
    topic: 'mailings',
    dedupeKey: `mailing ${id} ${step}`,
    threadKey: `mailing ${id}`,
    severity,
    title: `${title}: ${mail.subject}`,
    body: { lines, link: { route: 'emailPublisher', search: { mail: id }, label: 'Open the e-mail' } },
    userIds: [mail.confirmedById],
  });
}

/** Pauses a send that is under way, and tells the person who confirmed it. */
export async function pauseMailing(trx: Trx, id: number, problem: string, now: Date): Promise<void> {
  let isPaused = false;
  await changeMailing(trx, systemAuthor(now), id, (state) => {
    isPaused = state === 'sending' || state === 'scheduled';
    if (isPaused) return { state: 'paused', problem };
    return null;
  });
  if (isPaused)
    await tell(trx, id, now, {
      step: `paused ${now.toISOString()}`,
      severity: 'error',
      title: 'E-mail paused',
      lines: [problem],
    });
}

/** Starts the sends that are due. Whoever may no longer open the screen sends nothing: the send is paused. */
export async function startDue(db: Db, now: Date): Promise<void> {
  const due = await readRows(
    db,
    mailRow,
    sql`SELECT id, subject, confirmed_by_id FROM publisher_mails WHERE state = 'scheduled' AND send_at <= ${now}`,
  );
  for (const { id, confirmedById } of due)
    await db.transaction().execute(async (trx) => {
      const person = await personOf(trx, confirmedById);
      if (person === undefined || !mayOpen(person, ROUTES.emailPublisher))
        return await pauseMailing(
          trx,
          id,
          'The person who scheduled it may no longer send e-mails to publishers.',
          now,
        );
      await changeMailing(trx, systemAuthor(now), id, (state) =>
        state === 'scheduled' ? { state: 'sending', startedAt: now } : null,
      );
    });
}

const endRow = z.object({
  open: z.number(),
  accepted: z.number(),
  failed: z.number(),
  uncertain: z.number(),
});

/** Ends a send that has nothing left to do, and tells the person who confirmed it. */
export async function finishMailing(db: Db, id: number, now: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const counts = await readRow(
      trx,
      endRow,
      sql`SELECT count(*) FILTER (WHERE state IN ('planned', 'sending'))::integer AS open,
          count(*) FILTER (WHERE state = 'accepted')::integer AS accepted,
          count(*) FILTER (WHERE state IN ('refused', 'bounced'))::integer AS failed,
          count(*) FILTER (WHERE state = 'uncertain' AND decided_at IS NULL)::integer AS uncertain
        FROM mail_recipients WHERE mail_id = ${id}`,
    );
    if (counts.open > 0) return;
    let isEnded = false;
    await changeMailing(trx, systemAuthor(now), id, (state) => {
      isEnded = state === 'sending';
      if (isEnded) return { state: 'sent', problem: null, finishedAt: now };
      return null;
    });
    if (!isEnded) return;
    const { accepted, failed, uncertain } = counts;
    const lines = [`${accepted} accepted, ${failed} refused.`];
    if (uncertain > 0) lines.push(`${uncertain} uncertain: decide whether they are sent again.`);
    await tell(trx, id, now, {
      step: `sent ${now.toISOString()}`,
      severity: uncertain > 0 ? 'warning' : 'success',
      title: 'E-mail sent',
      lines,
    });
  });
}

/** Stops all sending, once, and tells the people whose sends are open and all Admins. */
export async function haltSending(db: Db, reason: string, now: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await halt(trx, reason, now))) return;
    // The original installation may already have sent everything that this copy would send.
    await stopOutgoing(trx, reason, now);
    const people = await readRows(
      trx,
      z.object({ id: z.number() }),
      sql`SELECT u.id FROM users u WHERE u.archived_at IS NULL AND (u.grade = 'Admin'
        OR u.id IN (SELECT confirmed_by_id FROM publisher_mails WHERE state IN ('scheduled', 'sending')))`,
    );
    await notify(trx, now, {
      topic: 'mailings',
      dedupeKey: `mailings halted ${now.toISOString()}`,
      threadKey: 'mailings halted',
      severity: 'error',
      title: 'E-mails to publishers have stopped',
      body: {
        lines: [reason, 'Check what was sent, then allow sending again.'],
        link: { route: 'emailPublisher', label: 'Open e-mails to publishers' },
      },
      userIds: people.map(({ id }) => id),
    });
  });
}
