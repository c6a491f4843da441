/** Sends mails by SMTP. The address of the server is configuration, so it may be in a private network. */
import { isIP } from 'node:net';
import { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import MailComposer from 'nodemailer/lib/mail-composer';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { errorCode } from './error-text.ts';
import { within } from './within.ts';

export interface OutgoingMail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The part of the Message-ID before the @; the same mail has the same one whenever it is sent. */
  id: string;
  /** The same for all mails of a conversation, so that mail programs show them together. */
  thread: string | null;
  replyTo?: string | null | undefined;
  attachments?: readonly { name: string; contentType: string; content: Buffer }[] | undefined;
  /**
   * For mails to lists: what the list is called, and the address with which a person leaves it by one click (RFC 8058).
   */
  list?: { id: string; unsubscribe: string };
}

/** Why a mail was not accepted. `isFinal` means that sending it again would not help. */
export class MailError extends Error {
  readonly isFinal: boolean;

  constructor(message: string, { isFinal, cause }: { isFinal: boolean; cause: unknown }) {
    super(message, { cause });
    this.name = 'MailError';
    this.isFinal = isFinal;
  }
}

export interface Mailer {
  /** Resolves when the mail server has accepted the mail. Errors: MailError. */
  send(mail: OutgoingMail): Promise<void>;
  /** Opens a connection of its own, for mails that must never be sent twice. Errors: MailError. */
  connect(): Promise<MailConnection>;
  close(): void;
}

/**
 * The result of handing a mail to the server. `refused` is an answer of the server, so the mail was certainly not
 * taken. `unsent`: the connection ended before the text was handed over, so it was certainly not taken either.
 * `unknown`: it ended while or after the text was handed over, so the server may have taken it.
 */
export type Handed =
  | { state: 'accepted'; answer: string }
  | { state: 'refused'; answer: string; isTemporary: boolean }
  | { state: 'unsent' | 'unknown'; problem: string };

export interface MailConnection {
  /** Whether another mail can be handed over. */
  readonly isOpen: boolean;
  /** Hands over one mail; the next one may follow when this is done. Never rejects for what the server does. */
  hand(mail: OutgoingMail): Promise<Handed>;
  close(): void;
}

const CONNECT_MS = 10_000;
const SILENCE_MS = 30_000;
/** A mail that takes longer than this, from the first command to the answer, is given up. */
export const LONGEST_HAND_MS = 60_000;
const CONNECTIONS = 5;

export interface MailOptions {
  url: string;
  /** The sender's address; by default `signpost@` and the host of the app. */
  from: string | undefined;
  publicUrl: URL | undefined;
}

export function openMail({ url, from, publicUrl }: MailOptions): Mailer {
  const sender = from ?? `signpost@${senderHost(publicUrl)}`;
  const domain = sender.slice(sender.lastIndexOf('@') + 1);
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: CONNECTIONS,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    ...NO_ACCESS,
  });
  return {
    async send(mail) {
      try {
        // A server that answers byte by byte is never silent, so the limits of silence do not end it.
        const signal = AbortSignal.timeout(LONGEST_HAND_MS);
        await within(LONGEST_HAND_MS + CONNECT_MS, transport.sendMail({ ...messageOf(mail, sender, domain), signal }));
      } catch (error) {
        throw mailError(error);
      }
    },
    connect: () => connectTo(url, sender, domain),
    close: () => transport.close(),
  };
}

const NO_ACCESS = { disableFileAccess: true, disableUrlAccess: true } as const;

function headersOf(list: OutgoingMail['list'], domain: string) {
  if (list === undefined)
    return { 'Auto-Submitted': 'auto-generated', 'List-Id': `Signpost <notifications.${domain}>` };
  return {
    'List-Id': `<${list.id}.${domain}>`,
    'List-Unsubscribe': `<${list.unsubscribe}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    Precedence: 'bulk',
  };
}

function messageOf(mail: OutgoingMail, sender: string, domain: string) {
  const { to, subject, text, html, id, thread, replyTo, attachments = [], list } = mail;
  const headers = headersOf(list, domain);
  return {
    from: { name: 'Signpost', address: sender },
    to: { name: '', address: to },
    subject,
    text,
    html,
    messageId: `<${id}@${domain}>`,
    ...(thread !== null && { inReplyTo: `<${thread}@${domain}>`, references: `<${thread}@${domain}>` }),
    ...(replyTo !== null && replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
    headers,
    attachments: attachments.map(({ name, contentType, content }) => ({ filename: name, contentType, content })),
  };
}

async function connectTo(url: string, sender: string, domain: string): Promise<MailConnection> {
  const { auth, ...options } = parseConnectionUrl(url);
  const connection = new SMTPConnection({
    ...options,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
  });
  let isOpen = true;
  const end = () => {
    isOpen = false;
  };
  connection.on('end', end);
  connection.on('error', end);
  const step = (work: (done: (error?: Error | null) => void) => void) => {
    const done = new Promise<void>((resolve, reject) => {
      // A connection that fails while it is being opened says so by an event alone.
      connection.once('error', reject);
      work((error) => {
        connection.off('error', reject);
        if (error) reject(error);
        else resolve();
      });
    });
    return within(SILENCE_MS, done, () => connection.close());
  };
  try {
    await step((done) => connection.connect(done));
    if (auth !== undefined) await step((done) => connection.login(auth, done));
  } catch (error) {
    connection.close();
    throw mailError(error);
  }
  return {
    get isOpen() {
      return isOpen;
    },
    async hand(mail) {
      const raw = await new MailComposer({ ...messageOf(mail, sender, domain), ...NO_ACCESS }).compile().build();
      const handed = await handOver(connection, { from: sender, to: [mail.to] }, raw);
      if (handed.state === 'refused' && isOpen)
        await step((done) => connection.reset(done)).catch(() => connection.close());
      if (handed.state === 'unknown' || handed.state === 'unsent') connection.close();
      return handed;
    },
    close: () => (isOpen ? connection.quit() : connection.close()),
  };
}

function handOver(connection: SMTPConnection, envelope: { from: string; to: string[] }, raw: Buffer): Promise<Handed> {
  let hasBegun = false;
  // The text is read from this only after the server has asked for it, so reading tells the two kinds of failures apart.
  const text = Readable.from(
    (function* () {
      hasBegun = true;
      yield raw;
    })(),
  );
  return new Promise((resolve) => {
    const giveUp = (problem: string) => resolve({ state: hasBegun ? 'unknown' : 'unsent', problem });
    const timer = setTimeout(() => giveUp('The mail server did not answer in time.'), LONGEST_HAND_MS);
    connection.send(envelope, text, (error, info) => {
      clearTimeout(timer);
      if (error === null || error === undefined) {
        resolve({ state: 'accepted', answer: info?.response ?? '' });
        return;
      }
      const { code, responseCode, response } = error;
      const isAnswer = (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode !== undefined;
      if (isAnswer)
        resolve({
          state: 'refused',
          answer: String(response ?? responseCode),
          isTemporary: responseCode < PERMANENT,
        });
      else giveUp('The connection to the mail server ended.');
    });
  });
}

function senderHost(publicUrl: URL | undefined): string {
  const host = publicUrl?.hostname ?? 'localhost';
  if (isIP(host.replace(/^\[|\]$/g, '')) === 0) return host;
  return 'localhost';
}

const PERMANENT = 500;

/** The server's own words are kept for refused mails, because they name what is wrong with the address. */
function mailError(cause: unknown): MailError {
  const code = errorCode(cause);
  const response = cause instanceof Error && 'responseCode' in cause ? Number(cause.responseCode) : 0;
  if (code === 'EAUTH') return new MailError('The mail server refused the sign-in.', { isFinal: false, cause });
  // A sender that may not send now may be allowed later, so only a refused recipient or message is final.
  if ((code === 'EENVELOPE' || code === 'EMESSAGE') && response >= PERMANENT)
    return new MailError(`The mail server refused the mail (${response}).`, { isFinal: true, cause });
  return new MailError(
    response > 0 ? `The mail server did not take the mail (${response}).` : 'The mail server could not be reached.',
    { isFinal: false, cause },
  );
}
