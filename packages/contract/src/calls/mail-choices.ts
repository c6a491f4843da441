/** The choices of people about e-mails that reach them: unsubscribing by link, and topics in their profile. */
import { z } from 'zod';
import { MAIL_TOPICS } from '../partners/mailings/mailing.ts';
import { defineCall, FILE } from './define-call.ts';
import { tag } from './mailings.ts';

/** A damaged link is answered with a page too, so the schema refuses no text. */
const unsubscribeParams = z.object({ person: z.string(), topic: z.string(), token: z.string() });

export const showUnsubscribe = defineCall({
  name: 'showUnsubscribe',
  summary: 'The page behind the unsubscribe link of a mail. It changes nothing.',
  tag,
  method: 'GET',
  path: 'public/unsubscribe/:person/:topic/:token',
  access: 'public',
  params: unsubscribeParams,
  answer: FILE,
});

export const unsubscribe = defineCall({
  name: 'unsubscribe',
  summary: 'Unsubscribes the person of the link from the topic, at once and without cookies (RFC 8058).',
  tag,
  method: 'POST',
  repeat: 'state',
  path: 'public/unsubscribe/:person/:topic/:token',
  access: 'public',
  params: unsubscribeParams,
  answer: FILE,
});

const mailChoices = z.object({
  /** Null for people who never got a mail to publishers. */
  topics: z.array(z.object({ topic: z.enum(MAIL_TOPICS), isOn: z.boolean() })).nullable(),
});

export const readMailChoices = defineCall({
  name: 'readMailChoices',
  summary: 'The topics of e-mails to publishers that reach the address of the person who calls.',
  tag,
  group: 'mailChoices',
  method: 'GET',
  path: 'profile/mail-topics',
  access: 'signedIn',
  rows: 'own',
  answer: mailChoices,
});

export const chooseMailTopic = defineCall({
  name: 'chooseMailTopic',
  summary: 'Switches a topic of e-mails to publishers on or off for the address of the person who calls.',
  tag,
  group: 'mailChoices',
  method: 'POST',
  repeat: 'state',
  path: 'profile/mail-topics',
  access: 'signedIn',
  rows: 'own',
  body: z.strictObject({ topic: z.enum(MAIL_TOPICS), isOn: z.boolean() }),
});
