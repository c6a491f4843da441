/** E-mails to publishers beside their records: preview, sending, delivery log, suppression (docs/product/publisher-mail.md). */
import { z } from 'zod';
import { publisherMail } from '../entities/publisher-mail.ts';
import {
  AUDIENCES,
  bounceReportSchema,
  checkedMailLinkSchema,
  MAIL_TOPICS,
  MAILING_LIMITS,
  mailingPreviewSchema,
  mailingSchema,
  mailingStatusSchema,
  mailingSummarySchema,
  RECIPIENT_STATES,
  recipientSchema,
  SUPPRESSED_TOPICS,
  suppressionSchema,
} from '../partners/mailings/mailing.ts';
import { testOutcomeSchema } from '../workplace/notifications/settings.ts';
import { defineCall, idParams } from './define-call.ts';

export const tag = 'E-mail to publishers';
const group = publisherMail.name;
const routes = ['emailPublisher'] as const;
const view = { access: { routes, action: 'view' }, rows: 'staff' } as const;
const write = { access: { routes, action: 'add' }, rows: 'staff' } as const;

/** The data that are needed to render a mail, saved or not. */
const draft = z.strictObject({
  subject: z.string().max(MAILING_LIMITS.subject),
  topic: z.enum(MAIL_TOPICS),
  html: z.string().max(MAILING_LIMITS.html),
  audience: z.enum(AUDIENCES),
  publishers: z.array(z.int().positive()).max(MAILING_LIMITS.publishers),
  savedViewId: z.int().positive().nullable(),
  allContacts: z.boolean(),
});
export type MailDraft = z.infer<typeof draft>;

export const readMailingStatus = defineCall({
  name: 'readMailingStatus',
  summary: 'Whether e-mails to publishers can be sent here, and why not.',
  tag,
  group,
  method: 'GET',
  path: 'mailings/status',
  ...view,
  answer: mailingStatusSchema,
});

export const listMailings = defineCall({
  name: 'listMailings',
  summary: 'The e-mails to publishers with the states of their recipients, the newest first.',
  tag,
  group,
  method: 'GET',
  path: 'mailings',
  ...view,
  query: z.object({ before: z.coerce.number<number>().int().positive().optional() }),
  answer: z.array(mailingSummarySchema),
});

export const readMailing = defineCall({
  name: 'readMailing',
  summary: 'An e-mail to publishers with its progress and what the person who calls may do with it.',
  tag,
  group,
  method: 'GET',
  path: 'mailings/:id',
  ...view,
  params: idParams,
  answer: mailingSchema,
});

export const previewMailing = defineCall({
  name: 'previewMailing',
  summary:
    'A draft as up to three real recipients would get it, and how many people it would reach. Nothing is stored.',
  tag,
  group: 'mailingPreview',
  method: 'POST',
  repeat: 'reads',
  path: 'mailings/preview',
  ...view,
  body: draft,
  answer: mailingPreviewSchema,
});

export const checkMailingLinks = defineCall({
  name: 'checkMailingLinks',
  summary: 'Opens the links of a draft and says where each of them ends.',
  tag,
  method: 'POST',
  repeat: 'reads',
  path: 'mailings/links',
  ...write,
  body: draft,
  answer: z.array(checkedMailLinkSchema),
});

export const testMailing = defineCall({
  name: 'testMailing',
  summary: 'Sends a draft to the person who calls, with the data of the first recipient.',
  tag,
  method: 'POST',
  repeat: 'anew',
  path: 'mailings/test',
  ...write,
  body: draft.extend({ replyTo: z.email().max(254).nullable() }),
  answer: testOutcomeSchema,
});

export const confirmMailing = defineCall({
  name: 'confirmMailing',
  summary:
    'Fixes the recipients of a draft and sends it, now or at a local time of the person who calls. Refused when the number of recipients is not the one that was shown.',
  tag,
  group,
  method: 'POST',
  repeat: 'key',
  path: 'mailings/:id/confirm',
  ...write,
  params: idParams,
  body: z.strictObject({
    version: z.int().positive(),
    recipients: z.int().positive('Choose at least one publisher with an e-mail address.'),
    /** The local day and time in the zone of the person; null means now. */
    at: z
      .strictObject({
        day: z.iso.date('Enter a date.'),
        time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time such as 08:00.'),
      })
      .nullable(),
  }),
  answer: z.object({ recipients: z.number(), sendAt: z.iso.datetime() }),
});

export const actOnMailing = defineCall({
  name: 'actOnMailing',
  summary: 'Pauses a send, resumes it, or cancels what has not been sent.',
  tag,
  group,
  method: 'POST',
  repeat: 'state',
  path: 'mailings/:id/actions',
  ...write,
  params: idParams,
  body: z.strictObject({ action: z.enum(['pause', 'resume', 'cancel']) }),
});

export const listMailRecipients = defineCall({
  name: 'listMailRecipients',
  summary: 'A page of the delivery log: recipients that need a person first.',
  tag,
  group,
  method: 'GET',
  path: 'mailings/:id/recipients',
  ...view,
  params: idParams,
  query: z.object({
    state: z.enum(RECIPIENT_STATES).optional(),
    offset: z.coerce.number<number>().int().min(0).max(10_000_000).default(0),
  }),
  answer: z.array(recipientSchema),
  meta: z.object({ total: z.number() }),
});

export const decideMailRecipient = defineCall({
  name: 'decideMailRecipient',
  summary: 'Decides about an uncertain recipient: send again, or leave it as it is.',
  tag,
  group,
  method: 'POST',
  repeat: 'state',
  path: 'mailings/:id/recipients/:recipientId/decision',
  ...write,
  params: idParams.extend({ recipientId: z.coerce.number<number>().int().positive() }),
  body: z.strictObject({ decision: z.enum(['sendAgain', 'leave']) }),
});

export const armMailings = defineCall({
  name: 'armMailings',
  summary:
    'Lets sending go on after the database was restored or moved. Every open send stays paused until it is resumed.',
  tag,
  group,
  method: 'POST',
  repeat: 'state',
  path: 'mailings/arm',
  access: { routes, action: 'add', grades: ['Admin', 'Management'] },
  rows: 'staff',
});

export const listSuppressions = defineCall({
  name: 'listSuppressions',
  summary: 'The addresses that get no mail of a topic, with the reason, the newest first.',
  tag,
  group,
  method: 'GET',
  path: 'mail-suppressions',
  ...view,
  query: z.object({
    q: z.string().trim().max(200).optional(),
    offset: z.coerce.number<number>().int().min(0).max(10_000_000).default(0),
  }),
  answer: z.array(suppressionSchema),
  meta: z.object({ total: z.number() }),
});

export const addSuppression = defineCall({
  name: 'addSuppression',
  summary: 'Stops mails of a topic, or of every topic, to an address.',
  tag,
  group,
  method: 'POST',
  repeat: 'state',
  path: 'mail-suppressions',
  ...write,
  body: z.strictObject({ address: z.email('Enter an e-mail address.').max(254), topic: z.enum(SUPPRESSED_TOPICS) }),
});

export const liftSuppression = defineCall({
  name: 'liftSuppression',
  summary: 'Lets mails reach an address again. Refused where the person decided otherwise.',
  tag,
  group,
  method: 'POST',
  repeat: 'state',
  path: 'mail-suppressions/lift',
  ...write,
  body: z.strictObject({ personId: z.int().positive(), topic: z.enum(SUPPRESSED_TOPICS) }),
});

export const reportBounce = defineCall({
  name: 'reportBounce',
  summary: 'Reads a pasted or uploaded delivery-status mail and applies it.',
  tag,
  group,
  method: 'POST',
  repeat: 'state',
  path: 'mailings/bounces',
  ...write,
  body: z.strictObject({ message: z.string().min(1, 'Paste the whole message.').max(MAILING_LIMITS.bounceBytes) }),
  answer: bounceReportSchema,
});

/** Mail servers post returned messages unchanged. This header contains their signature, made with our secret. */
export const BOUNCE_SIGNATURE_HEADER = 'x-signpost-signature';

export const postBounce = defineCall({
  name: 'postBounce',
  summary: 'A mail server posts a delivery-status mail as it is, signed with HMAC-SHA256 in hexadecimal digits.',
  tag,
  method: 'POST',
  repeat: 'state',
  path: 'public/mail-bounces',
  access: 'public',
  /** The bytes of the message, one character each. */
  body: z.string().min(1).max(MAILING_LIMITS.bounceBytes),
  answer: bounceReportSchema,
});
