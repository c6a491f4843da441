/** The data that the script of a site sends to the click port. Everything from outside is checked here. */
import { z } from 'zod';
import { isTimeZone } from '../../dates/dates.ts';
import { PUSH_LIMITS } from './limits.ts';

const base64url = (longest: number) =>
  z
    .string()
    .max(longest)
    .regex(/^[\w-]+={0,2}$/);
/** An address as a browser writes it: without spaces and control characters. */
const endpoint = z
  .string()
  .min(1)
  .max(PUSH_LIMITS.endpoint)
  .regex(/^[\x21-\x7e]+$/);

export const pushTopicSchema = z
  .string()
  .max(PUSH_LIMITS.topicLength)
  .regex(/^[a-z0-9-]+$/);

/** A subscription of a browser, new or confirmed. */
export const pushSubscribeSchema = z.object({
  /** The id of the website. */
  site: z.int().positive(),
  /** The public key with which the subscription was made. */
  key: base64url(100),
  endpoint,
  p256dh: base64url(100),
  auth: base64url(40),
  /** The time zone of the browser; UTC if it is unknown here. */
  zone: z
    .string()
    .max(64)
    .transform((zone) => (isTimeZone(zone) ? zone : 'UTC'))
    .default('UTC'),
  /** Topics of this site. Without them, the subscription keeps the topics that it has. */
  topics: z.array(pushTopicSchema).max(PUSH_LIMITS.topics).optional(),
  /** The subscription that this one takes the place of, and its secret, which proves whose it was. */
  replaces: z.object({ endpoint, auth: base64url(40) }).optional(),
});
export type PushSubscribe = z.output<typeof pushSubscribeSchema>;

/** The end of a subscription. Its secret proves whose it is. */
export const pushUnsubscribeSchema = z.object({ endpoint, auth: base64url(40) });

/** A report that a message was shown or clicked. Its token identifies the message, because no other message has it. */
export const pushReportSchema = z.object({ token: z.uuid() });

/** The addresses of the click port, below `/push/`. */
export const PUSH_PATHS = {
  siteScript: '/push/site.js',
  worker: '/push/worker.js',
  key: '/push/key',
  subscribe: '/push/subscribe',
  unsubscribe: '/push/unsubscribe',
  shown: '/push/shown',
  clicked: '/push/clicked',
} as const;

/** The content of a message that a browser shows; it arrives encrypted. */
export interface PushPayload {
  title: string;
  body: string;
  icon?: string;
  image?: string;
  /** Two messages with the same tag are shown as one. */
  tag: string;
  /** A path on the click port. */
  url: string;
  token: string;
}
