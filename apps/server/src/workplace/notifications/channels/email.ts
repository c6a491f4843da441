/** Mails. A worker that ends after the server took a mail sends it again under the same Message-ID. */
import { MailError, type Mailer } from '../../../platform/mail.ts';
import { hashId, htmlOf, subjectOf, textOf } from '../message.ts';
import { DELIVERED, type Outcome, type Parcel } from './channel.ts';

/** The content that only a mail to an address outside has. */
export interface MailContent {
  html: string | null;
  plain: string | null;
  replyTo: string | null;
  attachments: readonly { name: string; contentType: string; content: Buffer }[];
}

export async function sendEmail(mail: Mailer, to: string, parcel: Parcel, own: MailContent | null): Promise<Outcome> {
  try {
    await mail.send({
      to,
      subject: subjectOf(parcel),
      text: own?.plain ?? textOf(parcel),
      html: own?.html ?? htmlOf(parcel),
      id: parcel.id,
      thread: hashId('thread', parcel.threadKey, to),
      replyTo: own?.replyTo,
      attachments: own?.attachments,
    });
    return DELIVERED;
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    return { state: error.isFinal ? 'failed' : 'retry', problem: error.message };
  }
}
