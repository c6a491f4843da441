/** Keys of the API: a program calls with one as the person who made it. */
import { z } from 'zod';

/** How a key begins, by which it is told from a session's token, and found where it leaked. */
export const API_KEY_PREFIX = 'sp_';

/** Days after which a key opens nothing any more. */
export const API_KEY_DAYS = [30, 90, 365] as const;

/** Most keys of one person that hold at a time. */
export const MAX_API_KEYS = 20;

export const MAX_API_KEY_NAME = 80;

export const apiKeyBody = z.strictObject({
  name: z.string().trim().min(1).max(MAX_API_KEY_NAME),
  days: z.literal(API_KEY_DAYS),
});

/** A key as it is listed: never the key itself. */
export interface ApiKeyRow {
  id: string;
  name: string;
  /** Its last four letters. */
  hint: string;
  createdAt: string;
  lastUsedAt: string | null;
  expiresAt: string;
}

/** A key just made; `key` is told this once. */
export interface MadeApiKey extends ApiKeyRow {
  key: string;
}
