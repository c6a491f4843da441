/** The text, the recipients and the settings of an e-mail while it is written. */
import type { MailDraft } from '@signpost/contract/calls/mailings.ts';
import type { Mailing } from '@signpost/contract/partners/mailings/mailing.ts';

export interface Draft extends MailDraft {
  replyTo: string;
  perMinute: number | null;
}

const DEFAULT_RATE = 120;

export const EMPTY: Draft = {
  subject: '',
  html: '',
  topic: 'news',
  audience: 'chosen',
  publishers: [],
  savedViewId: null,
  allContacts: false,
  replyTo: '',
  perMinute: DEFAULT_RATE,
};

export function draftOf(mail: Mailing): Draft {
  const { subject, html, topic, audience, publishers, savedViewId, allContacts, replyTo, perMinute } = mail;
  return { subject, html, topic, audience, publishers, savedViewId, allContacts, replyTo: replyTo ?? '', perMinute };
}

/** The part of a draft that decides what its recipients get. */
export function contentOf({ replyTo: _replyTo, perMinute: _rate, ...content }: Draft): MailDraft {
  return content;
}

/** The fields of the stored record. */
export const valuesOf = ({ replyTo, ...draft }: Draft) => ({
  ...draft,
  replyTo: replyTo.trim() === '' ? null : replyTo.trim(),
});
