/** The audience of a push, and what is known of its progress. */
import { z } from 'zod';
import { FORMAT_VALIDATORS } from '../../define/validators.ts';
import { PUSH_LIMITS } from './limits.ts';
import { pushTopicSchema } from './subscribe.ts';

const ids = z.array(z.int().positive()).max(1_000).default([]);
const days = z.int().min(0).max(PUSH_LIMITS.ageDays).nullable().default(null);

/** The fields of a push that choose its audience. An empty list means everybody. */
export const pushAudienceSchema = z.object({
  websites: ids,
  geos: ids,
  devices: z.array(z.string().max(20)).max(10).default([]),
  topics: z
    .string()
    .max(400)
    .nullable()
    .default(null)
    .superRefine((text, context) => {
      const message = text === null || text === '' ? null : FORMAT_VALIDATORS.topics(text);
      if (message !== null) context.addIssue({ code: 'custom', message });
    }),
  minAgeDays: days,
  maxAgeDays: days,
});
export type PushAudience = z.output<typeof pushAudienceSchema>;

/** The topics of a text such as `news, bonus`. */
export const topicsIn = (text: string | null): string[] =>
  (text ?? '')
    .split(',')
    .map((word) => word.trim())
    .filter((word) => pushTopicSchema.safeParse(word).success);

export const pushAudienceCountSchema = z.object({
  /** All subscriptions that can be reached. */
  subscribers: z.number(),
  matching: z.number(),
  /** How many of the matching subscriptions have reached their cap for today. */
  capped: z.number(),
});
export type PushAudienceCount = z.infer<typeof pushAudienceCountSchema>;

export const PUSH_SEND_STATES = [
  'waiting',
  'accepted',
  'gone',
  'refused',
  'too_large',
  'unreachable',
  'expired',
  'capped',
] as const;
export type PushSendState = (typeof PUSH_SEND_STATES)[number];

/** The states of the messages, in the words of the screen. */
export const PUSH_SEND_WORDS: Readonly<Record<PushSendState, string>> = {
  waiting: 'Waiting for their time',
  accepted: 'Accepted by the push service',
  gone: 'Subscription ended',
  refused: 'Refused; the browser subscribes again at its next visit',
  too_large: 'Refused as too large',
  unreachable: 'Push service not reached',
  expired: 'Not sent: the offer had ended',
  capped: 'Not sent: enough messages that day',
};

export const pushProgressSchema = z.object({
  state: z.string(),
  /** The job that sends now or next; null if there is none. */
  runId: z.number().nullable(),
  /** When the next messages are due, if none is due now. */
  nextAt: z.string().nullable(),
  counts: z.record(z.enum(PUSH_SEND_STATES), z.number()),
  accepted: z.number(),
  shown: z.number(),
  clicked: z.number(),
});
export type PushProgress = z.infer<typeof pushProgressSchema>;

/** The keys, the subscribers, and the sites of web push. */
export const pushSetupSchema = z.object({
  keys: z.array(
    z.object({
      id: z.number(),
      publicKey: z.string(),
      createdAt: z.string(),
      subscribers: z.number(),
      isCurrent: z.boolean(),
    }),
  ),
  subscribers: z.number(),
  /** Subscriptions whose browser has to subscribe again, which it does at its next visit. */
  toRenew: z.number(),
  sites: z.array(z.object({ id: z.number(), name: z.string(), subscribers: z.number() })),
  topics: z.array(z.object({ topic: z.string(), subscribers: z.number() })),
});
export type PushSetup = z.infer<typeof pushSetupSchema>;
