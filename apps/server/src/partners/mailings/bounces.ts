/**
 * Applies messages about deliveries that came back. A message counts for a recipient only if it quotes the Message-ID of
 * the mail, which nobody can guess (docs/decisions/0250).
 */
import { createHash } from 'node:crypto';
import type { BounceReport } from '@signpost/contract/partners/mailings/mailing.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db, Trx } from '../../database.ts';
import type { Asker } from '../../platform/fair-queue.ts';
import { parseMail } from '../../platform/parsing/parse.ts';
import { readRows } from '../../platform/rows.ts';
import type { Vault } from '../../platform/vault.ts';
import { classOf } from './answers.ts';
import { type BounceMessage, readBounce } from './bounce-message.ts';
import { score, suppress } from './people.ts';
import { isMessageId, pauseOverLimit } from './send.ts';

interface About {
  id: number;
  mailId: number;
  personId: number;
}

const recipientRow = z.object({ id: z.number(), mailId: z.number(), personId: z.number() });

/** The recipient whose mail a message quotes; undefined if the Message-ID is not one of ours. */
async function recipientOf(trx: Trx, safe: Vault, about: string | null): Promise<About | undefined> {
  const [local = ''] = (about ?? '').split('@');
  const id = Number(/^mail-(\d{1,15})-[0-9a-f]{40}$/.exec(local)?.[1] ?? 0);
  if (id === 0 || !isMessageId(safe, id, local)) return undefined;
  const [found] = await readRows(
    trx,
    recipientRow,
    sql`SELECT id, mail_id, person_id FROM mail_recipients WHERE id = ${id} FOR UPDATE`,
  );
  return found;
}

const IGNORED = {
  automatic: 'An automatic reply; it is ignored.',
  unknown: 'This message does not say that an e-mail came back, so nothing was done.',
} as const;

/** Reads a delivery-status message and applies it. The same message has no effect a second time. */
export async function applyBounce(
  { db, vault }: { db: Db; vault: () => Promise<Vault> },
  bytes: Buffer,
  asker: Asker,
  now: Date,
): Promise<BounceReport> {
  const read = readBounce(await parseMail(bytes, asker));
  const { kind, code } = read;
  const safe = await vault();
  return await db.transaction().execute(async (trx) => {
    const recipient = await recipientOf(trx, safe, read.about);
    const hash = createHash('sha256').update(bytes).digest();
    const { numAffectedRows } = await sql`INSERT INTO mail_bounces (hash, at, recipient_id, kind, code, effect)
      VALUES (${hash}, ${now}, ${recipient?.id ?? null}, ${kind}, ${code}, '') ON CONFLICT DO NOTHING`.execute(trx);
    if (numAffectedRows === 0n) return { kind, code, effect: 'This message was applied before.' };
    const effect = await apply(trx, read, recipient, now);
    await sql`UPDATE mail_bounces SET effect = ${effect} WHERE hash = ${hash}`.execute(trx);
    return { kind, code, effect };
  });
}

async function apply(trx: Trx, read: BounceMessage, recipient: About | undefined, now: Date): Promise<string> {
  const { kind } = read;
  if (kind === 'automatic' || kind === 'unknown') return IGNORED[kind];
  if (recipient === undefined) return 'It is not about an e-mail that was sent from here, so nothing was done.';
  const { personId } = recipient;
  if (kind === 'delayed') {
    await note(trx, recipient, read, { now, text: 'Delayed: the mail server goes on trying.', isReputation: false });
    return 'The delivery is delayed; the mail server goes on trying.';
  }
  if (kind === 'complained') {
    await note(trx, recipient, read, { now, state: 'complained', text: 'Reported as spam.', isReputation: false });
    await suppress(trx, { personId, topic: 'every', reason: 'complained', at: now });
    return 'The person reported the e-mail as spam and gets no more.';
  }
  const meaning = classOf(read.code ?? read.answer);
  const text = `Bounced: ${read.answer || read.code || 'no reason given'}`;
  await note(trx, recipient, read, { now, state: 'bounced', text, isReputation: meaning === 'reputation' });
  switch (meaning) {
    case 'address':
      await suppress(trx, { personId, topic: 'every', reason: 'bounced', at: now });
      return 'The address does not exist and gets no more e-mails.';
    case 'temporary':
      await score(trx, personId, now);
      return 'The mailbox could not take it; the person is written to again.';
    case 'reputation':
      await pauseOverLimit(trx, recipient.mailId, now);
      return 'It was refused because of our reputation; the person stays.';
    case 'other':
      return 'It was not delivered for another reason; the person stays.';
  }
}

interface Note {
  now: Date;
  text: string;
  state?: 'bounced' | 'complained';
  isReputation: boolean;
}

const LONGEST = 500;

/** Stores what came back. A recipient who waits to be sent to again goes on waiting. */
async function note(
  trx: Trx,
  { id }: About,
  { code, answer }: BounceMessage,
  { now, text, state, isReputation }: Note,
) {
  const entry = JSON.stringify([
    { at: now.toISOString(), text: text.replaceAll(/[\p{Cc}\s]+/gu, ' ').slice(0, LONGEST) },
  ]);
  await sql`UPDATE mail_recipients SET log = log || ${entry}::jsonb, is_reputation = is_reputation OR ${isReputation}
    WHERE id = ${id}`.execute(trx);
  if (state === undefined) return;
  await sql`UPDATE mail_recipients SET state = ${state}, code = ${code}, answer = ${answer.slice(0, LONGEST)}, answered_at = ${now}
    WHERE id = ${id} AND state IN ('accepted', 'uncertain', 'refused', 'bounced')`.execute(trx);
}
