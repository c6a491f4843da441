/** E-mails to publishers: states, topics, places and what screens read of them (docs/product/publisher-mail.md). */
import { z } from 'zod';
import { memberOf } from '../../objects.ts';
import { VERDICTS } from '../../traffic/clicks/link-verdict.ts';

export const MAILING_STATES = ['draft', 'scheduled', 'sending', 'paused', 'sent', 'cancelled'] as const;
export type MailingState = (typeof MAILING_STATES)[number];

export const MAILING_STATE_LABELS = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  sending: 'Sending',
  paused: 'Paused',
  sent: 'Sent',
  cancelled: 'Cancelled',
} as const satisfies Record<MailingState, string>;

/**
 * The states of one recipient. `uncertain` means that the connection ended after the mail was handed over and before the
 * answer came, so that nobody knows whether it was accepted.
 */
export const RECIPIENT_STATES = [
  'planned',
  'sending',
  'accepted',
  'refused',
  'uncertain',
  'bounced',
  'complained',
  'suppressed',
  'cancelled',
] as const;
export type RecipientState = (typeof RECIPIENT_STATES)[number];

/** The topics of mails. People unsubscribe from one topic, not from everything. */
export const MAIL_TOPICS = ['offers', 'news', 'account'] as const;
export type MailTopic = (typeof MAIL_TOPICS)[number];

export const MAIL_TOPIC_LABELS = {
  offers: 'Offers and promotions',
  news: 'News and tips',
  account: 'Terms and payments',
} as const satisfies Record<MailTopic, string>;

/** A suppression of this topic covers all topics. */
export const EVERY_TOPIC = 'every';
export const SUPPRESSED_TOPICS = [EVERY_TOPIC, ...MAIL_TOPICS] as const;

export const topicLabel = (topic: string): string => {
  const known = memberOf(MAIL_TOPICS, topic);
  if (known === undefined) return 'Every topic';
  return MAIL_TOPIC_LABELS[known];
};

export const SUPPRESSION_REASONS = ['unsubscribed', 'bounced', 'complained', 'staff'] as const;
export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number];

export const AUDIENCES = ['chosen', 'view', 'active'] as const;

/** The places that a mail can have, with the meaning of each. */
export const MAIL_PLACES = {
  name: 'Name of the contact, or of the publisher',
  publisher: 'Name of the publisher',
  publisher_id: 'Id of the publisher',
  commission: 'Commission in percent',
  currency: 'Currency in which the publisher is paid',
  manager: 'Name of the manager',
  manager_email: 'E-mail of the manager',
  sender: 'Name of the person who sends',
  year: 'Current year',
} as const;
export type MailPlace = keyof typeof MAIL_PLACES;

export const MAILING_LIMITS = {
  subject: 200,
  html: 100_000,
  publishers: 1_000,
  perMinute: 60_000,
  /** Publishers whose real data the preview shows. */
  samples: 3,
  links: 40,
  recipientsPage: 100,
  bounceBytes: 1024 * 1024,
  /** A send can be scheduled at most this many days ahead. */
  daysAhead: 365,
} as const;

/** The share of answers about our reputation above which a send is paused. */
export const REPUTATION_LIMIT = 0.02;
/** A smaller send counts as this many recipients, so that one refusal alone does not pause it. */
export const REPUTATION_LEAST = 50;

const person = z.object({ id: z.number(), name: z.string() });
const instant = z.iso.datetime().nullable();

export const recipientCountsSchema = z.record(z.enum(RECIPIENT_STATES), z.number());

/** A mail as the list shows it. */
export const mailingSummarySchema = z.object({
  id: z.number(),
  subject: z.string(),
  topic: z.enum(MAIL_TOPICS),
  state: z.enum(MAILING_STATES),
  recipientCount: z.number(),
  counts: recipientCountsSchema,
  createdBy: person.nullable(),
  confirmedBy: person.nullable(),
  sendAt: instant,
  startedAt: instant,
  finishedAt: instant,
  updatedAt: z.iso.datetime(),
  /** Why it is paused. */
  problem: z.string().nullable(),
  isArchived: z.boolean(),
});
export type MailingSummary = z.infer<typeof mailingSummarySchema>;

/** A mail with the actions that the person who asks may take now. */
export const mailingSchema = mailingSummarySchema.extend({
  version: z.number(),
  html: z.string(),
  audience: z.enum(AUDIENCES),
  publishers: z.array(z.number()),
  savedViewId: z.number().nullable(),
  allContacts: z.boolean(),
  replyTo: z.string().nullable(),
  perMinute: z.number(),
  may: z.object({ edit: z.boolean(), pause: z.boolean(), resume: z.boolean(), cancel: z.boolean() }),
});
export type Mailing = z.infer<typeof mailingSchema>;

export const recipientSchema = z.object({
  id: z.number(),
  state: z.enum(RECIPIENT_STATES),
  name: z.string(),
  address: z.string(),
  publisher: person,
  sentAt: instant,
  answeredAt: instant,
  nextTryAt: instant,
  /** Answers so far that asked to try again later. */
  tries: z.number(),
  /** The enhanced status code of the answer or of the bounce (RFC 3463). */
  code: z.string().nullable(),
  answer: z.string().nullable(),
  /** When a person decided about an uncertain recipient. */
  decidedAt: instant,
  log: z.array(z.object({ at: z.string(), text: z.string() })),
});
export type MailRecipient = z.infer<typeof recipientSchema>;

export const suppressionSchema = z.object({
  personId: z.number(),
  address: z.string(),
  topic: z.enum(SUPPRESSED_TOPICS),
  reason: z.enum(SUPPRESSION_REASONS),
  at: z.iso.datetime(),
  /** Whether staff may lift it. They may not if it was the person's own decision. */
  mayLift: z.boolean(),
});
export type Suppression = z.infer<typeof suppressionSchema>;

/** Whether this installation can send, and why not. */
export const mailingStatusSchema = z.object({
  isMailOn: z.boolean(),
  hasPublicUrl: z.boolean(),
  /** Set while sending is stopped because the database and the data folder do not fit, as after a restore. */
  halt: z.object({ reason: z.string(), since: z.iso.datetime() }).nullable(),
  mayArm: z.boolean(),
  /** Why the mail server took nothing when it was tried last. */
  serverProblem: z.string().nullable(),
  /** Where a mail server posts its bounces, and the secret that signs them; only for Admins. */
  bounces: z.object({ address: z.string(), secret: z.string() }).nullable(),
});

export const mailingSampleSchema = z.object({
  name: z.string(),
  address: z.string(),
  publisher: z.string(),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
});
export const mailingPreviewSchema = z.object({
  /** People who would get it, those who are suppressed, and publishers without any address. */
  recipients: z.number(),
  suppressed: z.number(),
  withoutAddress: z.number(),
  /** Why it cannot be read; empty if it can. */
  problem: z.string(),
  isCut: z.boolean(),
  /** Places that no mail has. */
  unknownPlaces: z.array(z.string()),
  samples: z.array(mailingSampleSchema),
});
export type MailingPreview = z.infer<typeof mailingPreviewSchema>;

export const checkedMailLinkSchema = z.object({ url: z.string(), verdict: z.enum(VERDICTS), reason: z.string() });

/** The kinds of uploaded or posted messages. */
export const BOUNCE_KINDS = ['bounced', 'delayed', 'complained', 'automatic', 'unknown'] as const;
export type BounceKind = (typeof BOUNCE_KINDS)[number];
export const bounceReportSchema = z.object({
  kind: z.enum(BOUNCE_KINDS),
  code: z.string().nullable(),
  /** A sentence about the effect of the message. */
  effect: z.string(),
});
export type BounceReport = z.infer<typeof bounceReportSchema>;
