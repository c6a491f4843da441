/** Audit entries for events that change no field. */
import { z } from 'zod';
import { RETENTION, retentionDays, retentionKind } from '../operations/retention.ts';
import { topicLabel } from '../partners/mailings/mailing.ts';

const signedIn = z.object({ event: z.literal('signedIn'), provider: z.enum(['Google', 'the demo']) });
const signInRefused = z.object({
  event: z.literal('signInRefused'),
  reason: z.enum(['archived', 'notInvited', 'otherAccount']),
  /** For an unknown person, only the domain of the e-mail address. */
  domain: z.string().optional(),
});
const signedOut = z.object({ event: z.literal('signedOut') });
const sessionEnded = z.object({ event: z.literal('sessionEnded') });
const googleUnlinked = z.object({ event: z.literal('googleUnlinked') });
const keyMade = z.object({ event: z.literal('keyMade'), key: z.string() });
const keyEnded = z.object({ event: z.literal('keyEnded'), key: z.string() });
const accessEvents = [signedIn, signInRefused, signedOut, sessionEnded, googleUnlinked, keyMade, keyEnded] as const;
const accessEventSchema = z.discriminatedUnion('event', accessEvents);
/** Events that concern somebody's access. They change no record. */
export const ACCESS_EVENTS = accessEvents.map(({ shape }) => shape.event.value);
/** A sign-in, a session or a key; stored with the address and the user agent of its request. */
export type AccessEvent = z.infer<typeof accessEventSchema>;

/** `personId` stands for an address of a person outside; only the list of suppressed addresses shows the address. */
const ofAddress = { personId: z.number(), topic: z.string() };
const mailSuppressed = z.object({ event: z.literal('mailSuppressed'), ...ofAddress });
const mailSuppressionLifted = z.object({ event: z.literal('mailSuppressionLifted'), ...ofAddress });
/** Somebody stopped e-mails to an address, or allowed them again. */
export type SuppressionEvent = z.infer<typeof mailSuppressed> | z.infer<typeof mailSuppressionLifted>;

const outgoingAllowed = z.object({ event: z.literal('outgoingAllowed') });
/** Somebody let mails, postbacks and the like leave a restored copy. */
export type OutgoingEvent = z.infer<typeof outgoingAllowed>;
const personExported = z.object({ event: z.literal('personExported') });
/** `asked`: an Admin erased the person; `retention`: the daily run did. */
const personErased = z.object({ event: z.literal('personErased'), because: z.enum(['asked', 'retention']) });
const retentionSet = z.object({
  event: z.literal('retentionSet'),
  kind: retentionKind,
  days: retentionDays.nullable(),
});

const ofAddition = { addition: z.number(), transactions: z.number() };
const transactionsAdded = z.object({ event: z.literal('transactionsAdded'), ...ofAddition });
const transactionsTakenOut = z.object({ event: z.literal('transactionsTakenOut'), ...ofAddition });
/** Somebody added lines of a partner's list as transactions, or took them out again. */
export type AdditionEvent = z.infer<typeof transactionsAdded> | z.infer<typeof transactionsTakenOut>;

const origin = { address: z.string(), userAgent: z.string() };
export const auditEventSchema = z.discriminatedUnion('event', [
  z.object({ event: z.literal('personSeen') }),
  personExported,
  personErased,
  retentionSet,
  mailSuppressed,
  mailSuppressionLifted,
  outgoingAllowed,
  transactionsAdded,
  transactionsTakenOut,
  signedIn.extend(origin),
  signInRefused.extend(origin),
  signedOut.extend(origin),
  sessionEnded.extend(origin),
  googleUnlinked.extend(origin),
  keyMade.extend(origin),
  keyEnded.extend(origin),
]);
export type AuditEvent = z.infer<typeof auditEventSchema>;

/** The event of an entry; null if the entry is a change of fields. */
export function auditEventOf(after: unknown): AuditEvent | null {
  const parsed = auditEventSchema.safeParse(after);
  if (parsed.success) return parsed.data;
  return null;
}

const REFUSED = {
  archived: 'refused a sign-in of this archived person',
  notInvited: 'refused a sign-in',
  otherAccount: 'refused a sign-in of another Google account with the address of this person',
} as const;

const transactionCount = (count: number): string => {
  if (count === 1) return '1 transaction';
  return `${count} transactions`;
};

function actionText(event: AuditEvent): string {
  switch (event.event) {
    case 'personSeen':
      return 'viewed the person behind this lead';
    case 'personExported':
      return 'exported what is stored about the person behind this lead';
    case 'personErased':
      if (event.because === 'asked') return 'erased the person behind this lead';
      return 'erased the person behind this lead, because it had been kept long enough';
    case 'retentionSet':
      return `set how long data is kept (${RETENTION[event.kind].label}): ${event.days === null ? 'for ever' : `${event.days} days`}`;
    case 'mailSuppressed':
      return `suppressed e-mails to address ${event.personId}: ${topicLabel(event.topic)}`;
    case 'mailSuppressionLifted':
      return `allowed e-mails to address ${event.personId} again: ${topicLabel(event.topic)}`;
    case 'outgoingAllowed':
      return 'allowed mails, postbacks and the like to leave this copy';
    case 'transactionsAdded':
      return `added ${transactionCount(event.transactions)} from a list of this partner`;
    case 'transactionsTakenOut':
      return `took out ${transactionCount(event.transactions)} that had been added from a list of this partner`;
    case 'signedIn':
      return `signed in with ${event.provider}`;
    case 'signInRefused':
      return REFUSED[event.reason];
    case 'signedOut':
      return 'signed out';
    case 'sessionEnded':
      return 'ended a session';
    case 'googleUnlinked':
      return 'let another Google account sign in as this person';
    case 'keyMade':
      return `created the API key “${event.key}”`;
    case 'keyEnded':
      return `revoked the API key “${event.key}”`;
  }
}

/** Describes what the person did and from where, as the end of a sentence that starts with their name. */
export function eventText(event: AuditEvent): string {
  if ('address' in event) return `${actionText(event)} from ${event.address}`;
  return actionText(event);
}
