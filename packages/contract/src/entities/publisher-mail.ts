import { defineEntity } from '../define/entity.ts';
import { fields } from '../define/field.ts';
import { MAIL_TOPIC_LABELS, MAIL_TOPICS, MAILING_LIMITS, MAILING_STATE_LABELS } from '../partners/mailings/mailing.ts';
import { NEWEST_FIRST, READ_ONLY } from './shared/fields.ts';

/** An e-mail to many publishers. Its recipients are fixed when a person confirms the send. */
export const publisherMail = defineEntity({
  name: 'publisherMail',
  path: 'publisher-mails',
  table: 'publisher_mails',
  one: 'E-mail',
  many: 'E-mails to publishers',
  title: 'subject',
  routes: { list: 'emailPublisher', add: 'emailPublisher', edit: 'emailPublisher' },
  lockedWhen: { field: 'state', is: ['scheduled', 'sending', 'paused', 'sent', 'cancelled'] },
  fields: fields({
    subject: { kind: 'text', label: 'Subject', max: MAILING_LIMITS.subject, required: true, search: true },
    topic: {
      kind: 'choice',
      label: 'Topic',
      required: true,
      default: 'news',
      options: MAIL_TOPICS.map((value) => ({ value, label: MAIL_TOPIC_LABELS[value] })),
      help: 'People who unsubscribe do so from this topic.',
    },
    html: {
      kind: 'text',
      label: 'Text',
      max: MAILING_LIMITS.html,
      required: true,
      multiline: true,
      mono: true,
      hideInList: true,
    },
    audience: {
      kind: 'choice',
      label: 'Recipients',
      required: true,
      default: 'chosen',
      options: [
        { value: 'chosen', label: 'Chosen publishers' },
        { value: 'view', label: 'A saved filter' },
        { value: 'active', label: 'All active publishers' },
      ],
    },
    publishers: { kind: 'references', label: 'Publishers', to: 'publisher' },
    savedViewId: {
      kind: 'integer',
      label: 'Saved filter',
      min: 1,
      max: 2_147_483_647,
      hideInList: true,
      help: 'A saved filter of the list of publishers. It is read again when the send is confirmed.',
    },
    allContacts: {
      kind: 'toggle',
      label: 'All contacts',
      default: false,
      help: 'If No, each publisher gets one e-mail, at the contact e-mail.',
    },
    replyTo: { kind: 'text', label: 'Replies to', max: 254, format: 'email', hideInList: true },
    perMinute: {
      kind: 'integer',
      label: 'E-mails a minute',
      min: 1,
      max: MAILING_LIMITS.perMinute,
      required: true,
      default: 120,
      help: 'At most this many are handed to the mail server within a minute.',
    },
    state: {
      kind: 'choice',
      label: 'State',
      ...READ_ONLY,
      options: [
        { value: 'draft', label: MAILING_STATE_LABELS.draft, tone: 'neutral' },
        { value: 'scheduled', label: MAILING_STATE_LABELS.scheduled, tone: 'accent' },
        { value: 'sending', label: MAILING_STATE_LABELS.sending, tone: 'accent' },
        { value: 'paused', label: MAILING_STATE_LABELS.paused, tone: 'attention' },
        { value: 'sent', label: MAILING_STATE_LABELS.sent, tone: 'good' },
        { value: 'cancelled', label: MAILING_STATE_LABELS.cancelled, tone: 'neutral' },
      ],
    },
    recipientCount: { kind: 'integer', label: 'Recipients', min: 0, max: 2_147_483_647, ...READ_ONLY },
    problem: { kind: 'text', label: 'Paused because', max: 500, readOnly: true, hideInList: true },
    sendAt: { kind: 'instant', label: 'Send at', readOnly: true },
    startedAt: { kind: 'instant', label: 'Started', readOnly: true },
    finishedAt: { kind: 'instant', label: 'Finished', readOnly: true },
    createdById: { kind: 'reference', label: 'Created by', to: 'user', readOnly: true },
    confirmedById: { kind: 'reference', label: 'Sent by', to: 'user', readOnly: true },
  }),
  defaultSort: NEWEST_FIRST,
});
