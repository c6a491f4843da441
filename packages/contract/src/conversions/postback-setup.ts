/** The setup of a partner's postbacks, as its form shows and saves it. */
import { z } from 'zod';
import { type PostbackSettings, PROTECTIONS, type Protection, type Refusal } from './postback.ts';

export interface PostbackSetup {
  /** Null until the first set-up. */
  key: string | null;
  protection: Protection;
  /** In clear text only in the answer that created it. */
  secret: string | null;
  /** The last characters of the secret; null if there is none. */
  secretMask: string | null;
  /** The integration whose settings read the postbacks. */
  integrationId: number | null;
  settings: PostbackSettings;
}

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

export interface PostbackTest {
  /** Null if the click port did not answer. */
  http: number | null;
  answer: string;
}

/** A refused postback. */
export interface RefusedPostback {
  id: number;
  at: string;
  reason: Refusal;
  parameters: [name: string, value: string][];
}
