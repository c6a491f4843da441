/**
 * Reads messages about deliveries that came back: delivery reports (RFC 3464), complaints (RFC 5965) and automatic replies
 * (RFC 3834). A message counts for a recipient only if it quotes the Message-ID of the mail, which nobody can guess
 * (docs/decisions/0253).
 */
import { createHash } from 'node:crypto';
import type { BounceKind, BounceReport } from '@signpost/contract/mailings/mailing.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db, Trx } from '../database.ts';
import type { Asker } from '../platform/fair-queue.ts';
import { parseMail } from '../platform/parsing/parse.ts';
import { readRows } from '../platform/rows.ts';
import type { Vault } from '../platform/vault.ts';
import { classOf, enhancedCode } from './answers.ts';
import { score, suppress } from './people.ts';
import { isMessageId, pauseOverLimit } from './send.ts';

interface Read {
  kind: BounceKind;
  code: string | null;
  /** What the mail server said. */
  answer: string;
  /** The Message-ID that is quoted, without its brackets. */
  about: string | null;
}

/** The value of a header field in a block of header lines, unfolded; null if it is not there. */
function fieldIn(block: string, name: string): string | null {
  const lines = block
    .replaceAll('\r\n', '\n')
    .replaceAll(/\n[ \t]+/g, ' ')
    .split('\n');
  const start = `${name.toLowerCase()}:`;
  const line = lines.find((one) => one.toLowerCase().startsWith(start));
  return line === undefined ? null : line.slice(start.length).trim();
}

const idIn = (text: string | null): string | null => /<([^<>\s]{1,200})>/.exec(text ?? '')?.[1] ?? null;

/** Reads one message. Errors: VALIDATION at `file` for a message that takes too much to be read. */
async function readMessage(bytes: Buffer, asker: Asker): Promise<Read> {
  const unknown: Read = { kind: 'unknown', code: null, answer: '', about: null };
  const parsed = await parseMail(bytes, asker);
  const part = (type: string) => parsed.parts.find((one) => one.type === type)?.text;
  const original = part('message/rfc822') ?? part('text/rfc822-headers') ?? part('message/rfc822-headers');
  const about = original === undefined ? null : idIn(fieldIn(original, 'message-id'));
  if (part('message/feedback-report') !== undefined) return { ...unknown, kind: 'complained', about };
  const status = part('message/delivery-status');
  if (status !== undefined) return { ...readStatus(status), about };
  const header = (name: string) => parsed.headers.find(({ key }) => key === name)?.value.toLowerCase() ?? '';
  const isAutomatic =
    (header('auto-submitted') !== '' && header('auto-submitted') !== 'no') ||
    header('x-autoreply') !== '' ||
    header('x-auto-response-suppress') !== '' ||
    header('precedence') === 'auto_reply';
  return isAutomatic ? { ...unknown, kind: 'automatic' } : unknown;
}

function readStatus(block: string): Omit<Read, 'about'> {
  const diagnostic = fieldIn(block, 'diagnostic-code') ?? '';
  const status = enhancedCode(fieldIn(block, 'status') ?? '');
  // Some servers report a class alone and put the reason into the text.
  const code = status === null || status.endsWith('.0.0') ? (enhancedCode(diagnostic) ?? status) : status;
  const action = (fieldIn(block, 'action') ?? '').toLowerCase();
  const kind = action === 'failed' ? 'bounced' : action === 'delayed' ? 'delayed' : 'unknown';
  return { kind, code, answer: diagnostic.replace(/^smtp;\s*/i, '') };
}

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
  unknown: 'There is no delivery report in this message, so nothing was done.',
} as const;

/** Reads a delivery-status message and applies it. The same message has no effect a second time. */
export async function applyBounce(
  { db, vault }: { db: Db; vault: () => Promise<Vault> },
  bytes: Buffer,
  asker: Asker,
  now: Date,
): Promise<BounceReport> {
  const read = await readMessage(bytes, asker);
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

async function apply(trx: Trx, read: Read, recipient: About | undefined, now: Date): Promise<string> {
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
async function note(trx: Trx, { id }: About, { code, answer }: Read, { now, text, state, isReputation }: Note) {
  const entry = JSON.stringify([
    { at: now.toISOString(), text: text.replaceAll(/[\p{Cc}\s]+/gu, ' ').slice(0, LONGEST) },
  ]);
  await sql`UPDATE mail_recipients SET log = log || ${entry}::jsonb, is_reputation = is_reputation OR ${isReputation}
    WHERE id = ${id}`.execute(trx);
  if (state === undefined) return;
  await sql`UPDATE mail_recipients SET state = ${state}, code = ${code}, answer = ${answer.slice(0, LONGEST)}, answered_at = ${now}
    WHERE id = ${id} AND state IN ('accepted', 'uncertain', 'refused', 'bounced')`.execute(trx);
}
