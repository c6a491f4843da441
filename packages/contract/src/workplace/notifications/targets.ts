/** Where a person is reached outside the app, beside their e-mail address. */
import { z } from 'zod';
import { url } from '../../define/validators.ts';

const label = z.string().trim().min(1, 'Enter a name.').max(60);

const SLACK_WEBHOOK = 'Enter an incoming webhook of Slack: https://hooks.slack.com/…';
const HTTPS_ONLY = 'Enter an address that starts with https://.';

/** The parts of an address that {@link url} refuses are named; a scheme that is not allowed has its own message. */
const address = (longest: number, wrongScheme: string) =>
  z
    .string()
    .trim()
    .max(longest, `An address has at most ${longest} characters.`)
    .refine((text) => /^https?:\/\//i.test(text), { error: wrongScheme, abort: true })
    .superRefine((text, context) => {
      const message = url(text);
      if (message !== null) context.addIssue({ code: 'custom', message });
    });

const isThisComputer = ({ hostname }: URL): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);

/** The secrets of each kind of target, as they are sealed. */
export const TARGETS = {
  slack: z.strictObject({
    url: z.url({ error: SLACK_WEBHOOK, abort: true }).max(500).startsWith('https://hooks.slack.com/', SLACK_WEBHOOK),
  }),
  telegram: z.strictObject({
    token: z
      .string()
      .regex(/^\d{3,20}:[A-Za-z0-9_-]{20,80}$/, 'Enter the token that BotFather gave you, such as 123456:ABC….'),
    chatId: z
      .string()
      .regex(/^(-?\d{1,20}|@[A-Za-z0-9_]{3,64})$/, 'Enter the number of the chat, or @ and the name of a channel.'),
  }),
  webhook: z.strictObject({
    url: z.url({ protocol: /^https?$/, error: HTTPS_ONLY, abort: true }).max(2000),
    /** Signs the requests; made by the server and shown once. */
    secret: z.string(),
  }),
  push: z.strictObject({
    endpoint: z.url({ protocol: /^https?$/ }).max(2000),
    keys: z.strictObject({ p256dh: z.base64url().min(80).max(100), auth: z.base64url().min(16).max(40) }),
  }),
} as const;

export const TARGET_KINDS = ['slack', 'telegram', 'webhook', 'push'] as const;
export type TargetKind = (typeof TARGET_KINDS)[number];
export type Target<Kind extends TargetKind> = z.output<(typeof TARGETS)[Kind]>;

/** On this computer http:// is enough, for development; elsewhere the server refuses such addresses as private. */
const isHttpsOrHere = (text: string): boolean => {
  const parsed = URL.parse(text);
  return parsed === null || parsed.protocol === 'https:' || isThisComputer(parsed);
};
/** The rules for new webhooks are stricter than the rules for webhooks that were stored earlier. */
const webhookUrl = address(2000, HTTPS_ONLY).refine(isHttpsOrHere, HTTPS_ONLY);
const slackUrl = address(500, SLACK_WEBHOOK).startsWith('https://hooks.slack.com/', SLACK_WEBHOOK);

/** A new target as a person enters it. */
export const newTargetSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('slack'), label, url: slackUrl }),
  z.strictObject({ kind: z.literal('telegram'), label, ...TARGETS.telegram.shape }),
  z.strictObject({ kind: z.literal('webhook'), label, url: webhookUrl }),
  z.strictObject({ kind: z.literal('push'), label, ...TARGETS.push.shape }),
]);
export type NewTarget = z.output<typeof newTargetSchema>;

/** How many targets a person may have. */
export const MOST_TARGETS = 20;

/** The headers of a signed webhook: docs/product/notifications.md#webhooks. */
export const WEBHOOK_HEADERS = {
  id: 'signpost-id',
  timestamp: 'signpost-timestamp',
  signature: 'signpost-signature',
} as const;
