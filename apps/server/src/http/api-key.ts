/** Keys of the API: opaque, 256 bits, stored as a hash; each call with one is its person's, with the grade they have now. */
import { createHash, randomBytes } from 'node:crypto';
import { API_KEY_PREFIX } from '@signpost/contract/api-keys.ts';
import type { Deps } from '../deps.ts';
import type { SessionUser } from './session-user.ts';

/** The last use is written at most this often. */
const TOUCH_MS = 60_000;

/** A key's text; kept nowhere. */
export const newApiKey = (): string => `${API_KEY_PREFIX}${randomBytes(32).toString('base64url')}`;

export const hashOfApiKey = (key: string): Buffer => createHash('sha256').update(key).digest();

/** The person behind a key, or null when it is unknown, expired, revoked, or theirs no more. */
export async function findByApiKey(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  key: string,
): Promise<SessionUser | null> {
  const now = clock.now();
  const row = await db
    .selectFrom('apiKeys')
    .innerJoin('users', 'users.id', 'apiKeys.userId')
    .select([
      'apiKeys.id as keyId',
      'apiKeys.lastUsedAt',
      'users.id',
      'users.name',
      'users.email',
      'users.grade',
      'users.includedPaths',
      'users.excludedPaths',
      'users.publisherId',
      'users.timeZone',
      'users.homeTab',
    ])
    .where('apiKeys.tokenHash', '=', hashOfApiKey(key))
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
