/** Keys of the API: opaque, 256 bits, stored as a hash; each call with one is its person's, with the grade they have now. */
import { API_KEY_PREFIX } from '@signpost/contract/api-keys.ts';
import type { Deps } from '../deps.ts';
import { hashOfToken, newToken } from '../platform/tokens.ts';
import { type SessionUser, USER_COLUMNS } from './session-user.ts';

/** The last use is written at most this often. */
const TOUCH_MS = 60_000;

/** A key's text; kept nowhere. */
export const newApiKey = (): string => `${API_KEY_PREFIX}${newToken()}`;

/** The person behind a key, or null when it is unknown, expired, revoked, or theirs no more. */
export async function findByApiKey(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  key: string,
): Promise<SessionUser | null> {
  const now = clock.now();
  const row = await db
    .selectFrom('apiKeys')
    .innerJoin('users', 'users.id', 'apiKeys.userId')
    .select(['apiKeys.id as keyId', 'apiKeys.lastUsedAt', ...USER_COLUMNS])
    .where('apiKeys.tokenHash', '=', hashOfToken(key))
    .where('apiKeys.revokedAt', 'is', null)
    .where('apiKeys.expiresAt', '>', now)
    .where('users.archivedAt', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  const { keyId, lastUsedAt, ...user } = row;
  if (lastUsedAt === null || now.getTime() - lastUsedAt.getTime() > TOUCH_MS)
    await db.updateTable('apiKeys').set({ lastUsedAt: now }).where('id', '=', keyId).execute();
  return { ...user, sessionId: null };
}
