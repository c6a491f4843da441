/** Words and texts of the screens of e-mails to publishers. */
import type { RecipientState, SuppressionReason } from './mailing.ts';

export const RECIPIENT_STATE_LABELS = {
  planned: 'Waiting',
  sending: 'Being sent',
  accepted: 'Accepted',
  refused: 'Refused',
  uncertain: 'Uncertain',
  bounced: 'Bounced',
  complained: 'Complained',
  suppressed: 'Not sent: suppressed',
  cancelled: 'Not sent: cancelled',
} as const satisfies Record<RecipientState, string>;

export const SUPPRESSION_REASON_LABELS = {
  unsubscribed: 'Unsubscribed',
  bounced: 'Address does not exist',
  complained: 'Reported as spam',
  staff: 'Entered by staff',
} as const satisfies Record<SuppressionReason, string>;

/** Texts to begin with. */
export const STARTING_TEXTS = [
  {
    id: 'offer',
    name: 'New offer',
    topic: 'offers',
    subject: 'A new offer for {{ publisher }}',
    html: `<p>Hello {{ name }},</p>
<p>a new offer is open for your traffic. Write down here what it pays, in which countries, and from which day.</p>
<p><a href="https://example.com/">See the offer</a></p>
<p>Questions? Reply to this e-mail{% if manager != "" %} or write to {{ manager }} at {{ manager_email }}{% endif %}.</p>
<p>{{ sender }}</p>`,
  },
  {
    id: 'terms',
    name: 'Change of terms',
    topic: 'account',
    subject: 'Your terms change, {{ publisher }}',
    html: `<p>Hello {{ name }},</p>
<p>your commission is {{ commission | default: "agreed individually" }}{% if commission != "" %} %{% endif %} today, paid in {{ currency }}. Write down here what changes, and from which day.</p>
<p>{{ sender }}</p>`,
  },
  {
    id: 'note',
    name: 'Plain note',
    topic: 'news',
    subject: 'A note for {{ publisher }}',
    html: `<p>Hello {{ name }},</p>
<p>…</p>
<p>{{ sender }}</p>`,
  },
] as const;
