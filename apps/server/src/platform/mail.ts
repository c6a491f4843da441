/** Sends mails by SMTP. The address of the server is configuration, so it may be in a private network. */
import { isIP } from 'node:net';
import { createTransport } from 'nodemailer';

export interface OutgoingMail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The part of the Message-ID before the @; the same mail has the same one whenever it is sent. */
  id: string;
  /** The same for all mails of a conversation, so that mail programs show them together. */
  thread: string | null;
  replyTo?: string | null;
  attachments?: readonly { name: string; contentType: string; content: Buffer }[];
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
  close(): void;
}

const CONNECT_MS = 10_000;
const SILENCE_MS = 30_000;
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
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, subject, text, html, id, thread, replyTo, attachments = [] }) {
      try {
        await transport.sendMail({
          from: { name: 'Signpost', address: sender },
          to: { name: '', address: to },
          subject,
          text,
          html,
          messageId: `<${id}@${domain}>`,
          ...(thread !== null && { inReplyTo: `<${thread}@${domain}>`, references: `<${thread}@${domain}>` }),
          ...(replyTo !== null && replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
          headers: { 'Auto-Submitted': 'auto-generated', 'List-Id': `Signpost <notifications.${domain}>` },
          attachments: attachments.map(({ name, contentType, content }) => ({ filename: name, contentType, content })),
        });
      } catch (error) {
        throw mailError(error);
      }
    },
    close: () => transport.close(),
  };
}

function senderHost(publicUrl: URL | undefined): string {
  const host = publicUrl?.hostname ?? 'localhost';
  return isIP(host.replace(/^\[|\]$/g, '')) === 0 ? host : 'localhost';
}

const PERMANENT = 500;

/** The server's own words are kept for refused mails, because they name what is wrong with the address. */
function mailError(cause: unknown): MailError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const response = cause instanceof Error && 'responseCode' in cause ? Number(cause.responseCode) : 0;
  if (code === 'EAUTH') return new MailError('The mail server refused the sign-in.', { isFinal: false, cause });
  // Whoever may not send now may send later, so only a refused recipient or message is final.
  if ((code === 'EENVELOPE' || code === 'EMESSAGE') && response >= PERMANENT)
    return new MailError(`The mail server refused the mail (${response}).`, { isFinal: true, cause });
  return new MailError(
    response > 0 ? `The mail server did not take the mail (${response}).` : 'The mail server could not be reached.',
    { isFinal: false, cause },
  );
}
