/**
 * Reads messages about deliveries that came back: delivery reports (RFC 3464), complaints (RFC 5965), automatic replies
 * (RFC 3834), and the words of mail systems that send no report, such as qmail, Exim and Exchange.
 */
import type { BounceKind } from '@signpost/contract/partners/mailings/mailing.ts';
import type { MailParts } from '../../platform/parsing/kinds.ts';
import { enhancedCode, saysWhy } from './answers.ts';

export interface BounceMessage {
  kind: BounceKind;
  code: string | null;
  /** The answer of the mail server. */
  answer: string;
  /** The Message-ID that is quoted, without its brackets. */
  about: string | null;
}

const UNKNOWN: BounceMessage = { kind: 'unknown', code: null, answer: '', about: null };

/** Reads one message, as its parts are told by `parseMail`. */
export function readBounce(message: MailParts): BounceMessage {
  const part = (type: string) => message.parts.find((one) => one.type === type)?.text;
  const original = part('message/rfc822') ?? part('text/rfc822-headers') ?? part('message/rfc822-headers');
  const about = idIn(fieldIn(original ?? '', 'message-id')) ?? quotedId(message);
  if (part('message/feedback-report') !== undefined) return { ...UNKNOWN, kind: 'complained', about };
  const status = part('message/delivery-status');
  if (status !== undefined) return { ...readStatus(status), about };
  const said = isFromMailSystem(message) ? readWords(wordsOf(message)) : undefined;
  if (said !== undefined) return { ...said, about };
  if (isAutomatic(message)) return { ...UNKNOWN, kind: 'automatic' };
  return UNKNOWN;
}

const headerOf = ({ headers }: MailParts, name: string): string => headers.find(({ key }) => key === name)?.value ?? '';

/** The value of a header field in a block of header lines, unfolded; null if it is not there. */
function fieldIn(block: string, name: string): string | null {
  const lines = block
    .replaceAll('\r\n', '\n')
    .replaceAll(/\n[ \t]+/g, ' ')
    .split('\n');
  const start = `${name.toLowerCase()}:`;
  const line = lines.find((one) => one.toLowerCase().startsWith(start));
  if (line === undefined) return null;
  return line.slice(start.length).trim();
}

const idIn = (text: string | null): string | null => /<([^<>\s]{1,200})>/.exec(text ?? '')?.[1] ?? null;

/** The Message-ID that a message quotes in its text, or that it answers. */
function quotedId(message: MailParts): string | null {
  const texts = [message.text, ...message.parts.filter(({ type }) => type.startsWith('text/')).map(({ text }) => text)];
  const quoted = texts.map((text) => /^[> \t]{0,8}message-id:\s{0,8}<([^<>\s]{1,200})>/im.exec(text)?.[1]);
  const found = quoted.find((id) => id !== undefined);
  return found ?? idIn(headerOf(message, 'in-reply-to')) ?? idIn(headerOf(message, 'references'));
}

function isAutomatic(message: MailParts): boolean {
  const submitted = headerOf(message, 'auto-submitted').toLowerCase();
  if (submitted !== '' && submitted !== 'no') return true;
  if (headerOf(message, 'x-autoreply') !== '' || headerOf(message, 'x-auto-response-suppress') !== '') return true;
  return headerOf(message, 'precedence').toLowerCase() === 'auto_reply';
}

function readStatus(block: string): Omit<BounceMessage, 'about'> {
  const diagnostic = fieldIn(block, 'diagnostic-code') ?? '';
  const status = enhancedCode(fieldIn(block, 'status') ?? '');
  // Some servers report a class alone and put the reason into the text.
  const code = status === null || status.endsWith('.0.0') ? (enhancedCode(diagnostic) ?? status) : status;
  const answer = diagnostic.replace(/^smtp;\s*/i, '');
  switch ((fieldIn(block, 'action') ?? '').toLowerCase()) {
    case 'failed':
      return { kind: 'bounced', code, answer };
    case 'delayed':
      return { kind: 'delayed', code, answer };
    default:
      return { kind: 'unknown', code, answer };
  }
}

const MAIL_SYSTEM =
  /mailer-?daemon|postmaster|mail(?:er)? ?(?:delivery|administrator|system|gateway|router)|undeliverable/i;
const RETURNED =
  /undeliver|not (?:be )?delivered|deliver(?:y|ing)\b.{0,30}\b(?:fail|problem|status|error|notification)|(?:fail|error)\w{0,5} .{0,30}\bdeliver|failure notice|return(?:ed|ing) (?:mail|message|to sender)|mail (?:failure|system error)/i;

/** A person's automatic reply has the person as its sender, and a subject of its own. */
const isFromMailSystem = (message: MailParts): boolean =>
  MAIL_SYSTEM.test(headerOf(message, 'from')) || RETURNED.test(headerOf(message, 'subject'));

/** Lines with which the copy of the mail begins, behind what the mail system says. */
const COPY = /^[> \t]{0,8}(?:return-path|received|message-id|mime-version):/im;

function wordsOf(message: MailParts): string {
  const start = COPY.exec(message.text)?.index ?? message.text.length;
  return `${headerOf(message, 'subject')}\n${message.text.slice(0, start)}`;
}

const GOES_ON =
  /\bwill (?:continue|keep|be retried|retry|try)|still being (?:tried|retried)|no action is required|delay(?:ed)?\b|has not yet been delivered/i;

/** A reply of a mail server, or what the mail system says instead; undefined if it does not say that a delivery failed. */
function readWords(words: string): Omit<BounceMessage, 'about'> | undefined {
  const answer = replyIn(words);
  if (answer === undefined && !RETURNED.test(words)) return undefined;
  const code = answer === undefined ? null : enhancedCode(answer);
  const kind = GOES_ON.test(words) ? 'delayed' : 'bounced';
  return { kind, code, answer: answer ?? '' };
}

const REPLY = /(?:^|[\s:<("'])([45]\d\d[ -](?:#?[45]\.\d{1,3}\.\d{1,3}\b)?[^\r\n]{0,300})/m;

/** The line that gives the reason: the reply of a mail server, an enhanced status code, or a known phrase. */
function replyIn(words: string): string | undefined {
  const reply = REPLY.exec(words)?.[1];
  if (reply !== undefined) return reply.replaceAll('#', '').trim();
  return words
    .split(/\r?\n/)
    .find((line) => enhancedCode(line) !== null || saysWhy(line))
    ?.trim();
}
