/**
 * Sends what is due: at most once a person (docs/decisions/0250). One worker sends at a time, over a few connections, and
 * each connection has at most one mail whose fate is unknown when something dies.
 */
import type { MailTopic } from '@signpost/contract/partners/mailings/mailing.ts';
import { REPUTATION_LEAST, REPUTATION_LIMIT } from '@signpost/contract/partners/mailings/mailing.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../database.ts';
import { runAlone } from '../../platform/locks.ts';
import type { Log } from '../../platform/log.ts';
import { type Handed, type MailConnection, MailError, type Mailer } from '../../platform/mail.ts';
import { readRow, readRows } from '../../platform/rows.ts';
import { sameToken } from '../../platform/tokens.ts';
import type { Vault } from '../../platform/vault.ts';
import { hashId } from '../../workplace/notifications/message.ts';
import { classOf, enhancedCode } from './answers.ts';
import { doubt, type OpenMark, openMark } from './mark.ts';
import { score, suppress } from './people.ts';
import {
  type AttemptEnd,
  endLostAttempts,
  skipSuppressed,
  storeEnd,
  type TakenRecipient,
  takeRecipient,
} from './recipients.ts';
import { type Places, type RenderedMail, renderMail } from './render.ts';
import { finishMailing, haltSending, pauseMailing, startDue } from './states.ts';
import { unsubscribeLink } from './unsubscribe.ts';

export interface MailingDeps {
  db: Db;
  log: Log;
  /** Null without SMTP_URL. */
  mail: Mailer | null;
  publicUrl: URL | undefined;
  vault: () => Promise<Vault>;
  dataDir: string;
}

const CONNECTIONS = 5;
const MINUTE_MS = 60_000;
/** A round ends after this long, so that the job shows signs of life. */
const LONGEST_ROUND_MS = 20_000;
/** Seconds before each further attempt after a temporary refusal. */
const WAITS = [300, 1_800, 7_200] as const;
/** A mail that could not even be handed over waits this long; it counts as no attempt. */
const RECONNECT_MS = 15_000;

const openRow = z.object({
  id: z.number(),
  subject: z.string(),
  html: z.string(),
  replyTo: z.string().nullable(),
  perMinute: z.number(),
  due: z.number(),
  lastMinute: z.number(),
});
type OpenMail = z.infer<typeof openRow> & { left: number };

interface Round extends MailingDeps {
  mail: Mailer;
  publicUrl: URL;
  mark: OpenMark;
  mails: OpenMail[];
  safe: Vault;
  until: number;
  stopping: AbortSignal;
}

/**
 * One round of sending. Returns how many mails were handed over; 0 means that nothing is due, or that nothing can be sent
 * now.
 */
export async function sendDue(deps: MailingDeps, stopping: AbortSignal): Promise<number> {
  const { db, mail, publicUrl } = deps;
  return (
    (await runAlone(db, 'sendPublisherMail', async () => {
      const now = new Date();
      const lost = await endLostAttempts(db, now);
      if (!(await hasOpen(db, now))) return 0;
      if (mail === null || publicUrl === undefined) return 0;
      const mark = await openMark(db, deps.dataDir);
      if ('halt' in mark) {
        if (await doubt(db, false, now)) await haltSending(db, mark.halt, now);
        return 0;
      }
      await doubt(db, true, now);
      try {
        await startDue(db, now);
        const mails = await openMails(db, now);
        const round = { ...deps, mail, publicUrl, mark, mails, safe: await deps.vault(), stopping };
        const sent = await sendRound({ ...round, until: Date.now() + LONGEST_ROUND_MS });
        for (const { id } of mails) await finishMailing(db, id, new Date());
        return Math.max(sent, lost.length);
      } finally {
        await mark.close();
      }
    })) ?? 0
  );
}

async function hasOpen(db: Db, now: Date): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM publisher_mails
    WHERE state = 'sending' OR (state = 'scheduled' AND send_at <= ${now}) LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** The mails that are being sent, each with how many recipients may get it now. */
async function openMails(db: Db, now: Date): Promise<OpenMail[]> {
  const open = await readRows(
    db,
    z.object({ id: z.number() }),
    sql`SELECT id FROM publisher_mails WHERE state = 'sending' ORDER BY send_at, id`,
  );
  for (const { id } of open) await skipSuppressed(db, id, now);
  const rows = await readRows(
    db,
    openRow,
    sql`SELECT m.id, m.subject, m.html, m.reply_to, m.per_minute,
        (SELECT count(*)::integer FROM mail_recipients r WHERE r.mail_id = m.id AND r.state = 'planned' AND r.next_try_at <= ${now}) AS due,
        (SELECT count(*)::integer FROM mail_recipients r WHERE r.mail_id = m.id
          AND r.sent_at > ${new Date(now.getTime() - MINUTE_MS)}) AS last_minute
      FROM publisher_mails m WHERE m.id = ANY(${open.map(({ id }) => id)}::bigint[]) ORDER BY m.send_at, m.id`,
  );
  return rows.map((row) => ({ ...row, left: Math.min(row.due, Math.max(0, row.perMinute - row.lastMinute)) }));
}

async function sendRound(round: Round): Promise<number> {
  const total = round.mails.reduce((sum, { left }) => sum + left, 0);
  const connections = Math.min(CONNECTIONS, total);
  const results = await Promise.allSettled(Array.from({ length: connections }, () => sendOver(round)));
  const failure = results.find((one) => one.status === 'rejected');
  if (failure !== undefined && !(failure.reason instanceof MailError)) throw failure.reason;
  const sent = results.reduce((sum, one) => sum + (one.status === 'fulfilled' ? one.value : 0), 0);
  const problem = sent === 0 && failure?.reason instanceof MailError ? failure.reason.message : null;
  if (connections > 0)
    await sql`UPDATE mail_sender SET server_problem = ${problem} WHERE server_problem IS DISTINCT FROM ${problem}`.execute(
      round.db,
    );
  return sent;
}

/** Sends over one connection after another until nothing is left to send. Errors: MailError if there is none to be had. */
async function sendOver(round: Round): Promise<number> {
  let connection: MailConnection | null = null;
  let sent = 0;
  try {
    while (!round.stopping.aborted && Date.now() < round.until) {
      const mail = round.mails.find(({ left }) => left > 0);
      if (mail === undefined) break;
      mail.left -= 1;
      // A connection comes first, so that no recipient is taken while the mail server is away.
      if (connection === null || !connection.isOpen) connection = await round.mail.connect();
      const taken = await takeRecipient(round.db, mail.id, round.mark.epoch, new Date());
      if (taken === null) {
        mail.left = 0;
        continue;
      }
      await sendTo(round, mail, taken, connection);
      sent += 1;
    }
  } finally {
    connection?.close();
  }
  return sent;
}

async function sendTo(round: Round, mail: OpenMail, taken: TakenRecipient, connection: MailConnection): Promise<void> {
  const { db, mark, safe, publicUrl } = round;
  const { topic, personId, address, id } = taken;
  const unsubscribe = unsubscribeLink(publicUrl, safe, personId, topic);
  let rendered: RenderedMail;
  try {
    rendered = renderMail({ ...mail, topic }, placesIn(taken), unsubscribe);
    await mark.store(taken.counter);
  } catch (error) {
    // Nothing has left yet, so this recipient simply goes on waiting.
    const end = endOf({ state: 'unsent', problem: 'It could not be prepared.' }, taken, new Date());
    await storeEnd(db, taken, end, { now: new Date(), isReputation: false });
    throw error;
  }
  const handed = await connection.hand({
    to: address,
    ...rendered,
    id: messageId(safe, id),
    thread: null,
    replyTo: mail.replyTo,
    list: { id: listId(topic), unsubscribe },
  });
  await db.transaction().execute(async (trx) => {
    const now = new Date();
    const meaning = handed.state === 'refused' ? classOf(handed.answer) : null;
    await storeEnd(trx, taken, endOf(handed, taken, now), { now, isReputation: meaning === 'reputation' });
    if (meaning === 'address') await suppress(trx, { personId, topic: 'every', reason: 'bounced', at: now });
    if (meaning === 'temporary') await score(trx, personId, now);
    if (meaning === 'reputation') await pauseOverLimit(trx, mail.id, now);
  });
}

// The places were stored whole when the send was confirmed.
const placesIn = ({ places }: TakenRecipient): Places => places as unknown as Places;

export const listId = (topic: MailTopic): string => `publishers-${topic}`;

/** The id by which bounces name a recipient. It cannot be guessed, so nobody can report bounces of others. */
export const messageId = (safe: Vault, recipientId: number): string =>
  idBy(recipientId, safe.index(String(recipientId), MESSAGE_ID));

/** Whether a bounce names a recipient by its id, under the present key or an earlier one. */
export const isMessageId = (safe: Vault, recipientId: number, id: string): boolean =>
  [safe.index(String(recipientId), MESSAGE_ID), ...safe.formerIndexes(String(recipientId), MESSAGE_ID)].some((hash) =>
    sameToken(id, idBy(recipientId, hash)),
  );

const MESSAGE_ID = 'message id';
const idBy = (recipientId: number, hash: Buffer): string =>
  `mail-${recipientId}-${hashId('mail', hash.toString('hex'))}`;

/** How an attempt ended, by what is known of it. */
function endOf(handed: Handed, { tries }: TakenRecipient, now: Date): AttemptEnd {
  const later = (seconds: number) => new Date(now.getTime() + seconds * 1_000);
  switch (handed.state) {
    case 'accepted':
      return { state: 'accepted', code: enhancedCode(handed.answer), answer: handed.answer };
    case 'unknown':
      return { state: 'uncertain', code: null, answer: handed.problem };
    case 'unsent':
      return {
        state: 'planned',
        nextTryAt: later(RECONNECT_MS / 1_000),
        code: null,
        answer: handed.problem,
        isTry: false,
      };
    case 'refused': {
      const { answer, isTemporary } = handed;
      const code = enhancedCode(answer);
      const wait = isTemporary ? WAITS[tries] : undefined;
      if (wait !== undefined) return { state: 'planned', nextTryAt: later(wait), code, answer, isTry: true };
      return { state: classOf(answer) === 'address' ? 'bounced' : 'refused', code, answer };
    }
  }
}

const shareRow = z.object({ reputation: z.number(), tried: z.number() });

/**
 * Pauses a send when too many answers are about our reputation: going on would make it worse. Answers that arrive over
 * several connections at once are counted one after the other. Otherwise each transaction would miss the others' answers.
 */
export async function pauseOverLimit(
  trx: Parameters<typeof pauseMailing>[0],
  mailId: number,
  now: Date,
): Promise<void> {
  await sql`SELECT 1 FROM publisher_mails WHERE id = ${mailId} FOR UPDATE`.execute(trx);
  const { reputation, tried } = await readRow(
    trx,
    shareRow,
    sql`SELECT count(*) FILTER (WHERE is_reputation)::integer AS reputation, count(*)::integer AS tried
      FROM mail_recipients WHERE mail_id = ${mailId} AND sent_at IS NOT NULL`,
  );
  if (reputation / Math.max(tried, REPUTATION_LEAST) <= REPUTATION_LIMIT) return;
  const problem = `${reputation} of ${tried} mail servers refused it because of our reputation (5.7.x or 4.7.x). Find out why before you resume.`;
  await pauseMailing(trx, mailId, problem, now);
}
