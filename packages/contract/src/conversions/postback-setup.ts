/** How a partner's postbacks are set up: what its form shows and sets. */
import { z } from 'zod';
import { type PostbackSettings, PROTECTIONS, type Protection } from './postback.ts';

export interface PostbackSetup {
  /** Null until the first set-up. */
  key: string | null;
  protection: Protection;
  secret: string | null;
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

/** The path that a partner's postbacks come to, on the host of visitors' links. */
export const postbackPath = (key: string): string => `/postback/${key}`;
