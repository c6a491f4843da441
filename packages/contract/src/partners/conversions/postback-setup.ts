/** The setup of a partner's postbacks, as its form shows and saves it. */
import { z } from 'zod';
import { PROTECTIONS, postbackSettingsSchema, REFUSAL_CODES } from './postback.ts';

export const postbackSetupSchema = z.object({
  /** Null until the first set-up. */
  key: z.string().nullable(),
  protection: z.enum(PROTECTIONS),
  /** In clear text only in the answer that created it. */
  secret: z.string().nullable(),
  /** The last characters of the secret; null if there is none. */
  secretMask: z.string().nullable(),
  /** The integration whose settings read the postbacks. */
  integrationId: z.number().nullable(),
  settings: postbackSettingsSchema,
});
export type PostbackSetup = z.infer<typeof postbackSetupSchema>;

export const postbackSetupBody = z.strictObject({
  protection: z.enum(PROTECTIONS),
  /** The old key stops working. */
  newKey: z.boolean().default(false),
  newSecret: z.boolean().default(false),
});

/** The path of a partner's postbacks, on the host of visitors' links. */
export const postbackPath = (key: string): string => `/postback/${key}`;

/** A test: the query as a partner would send it, without key and proof. */
export const postbackTestBody = z.strictObject({ query: z.string().max(4000) });

export const postbackTestSchema = z.object({
  /** Null if the click port did not answer. */
  http: z.number().nullable(),
  answer: z.string(),
});
export type PostbackTest = z.infer<typeof postbackTestSchema>;

/** A refused postback. */
export const refusedPostbackSchema = z.object({
  id: z.number(),
  at: z.string(),
  reason: z.enum(REFUSAL_CODES),
  parameters: z.array(z.tuple([z.string(), z.string()])),
  /** Whether it can be read again: it was kept whole, and proved that the partner sent it. */
  canReplay: z.boolean(),
  /** When it was read again and stored. */
  replayedAt: z.string().nullable(),
});

/** The result of reading a partner's refused postbacks again. */
export const replayedPostbacksSchema = z.object({
  stored: z.number(),
  stillRefused: z.number(),
  /** Whether more are waiting than one call reads. */
  hasMore: z.boolean(),
});
export type ReplayedPostbacks = z.infer<typeof replayedPostbacksSchema>;
