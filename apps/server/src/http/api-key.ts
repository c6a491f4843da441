/**
 * API keys: opaque, 256 bits, stored as a hash. Each call with a key is made as the key's owner, within the scope of
 * the key.
 */
import { API_KEY_PREFIX, MAX_KEY_NETWORKS } from '@signpost/contract/calls/api-key-access.ts';
import { AppError } from '@signpost/contract/errors.ts';
import { sql } from 'kysely';
import type { Deps } from '../deps.ts';
import { isInRanges, networkOf } from '../platform/networks.ts';
import { hashOfToken, newToken } from '../platform/tokens.ts';
import { type SessionUser, USER_COLUMNS } from '../session-user.ts';

/** The last use of a key is stored at most this often. */
const TOUCH_MS = 60_000;

/** The text of a new key, which is not stored anywhere. */
export const newApiKey = (): string => `${API_KEY_PREFIX}${newToken()}`;

/** Records that a key was used from a network; only the most recently used networks are kept. */
async function noteNetwork({ db }: Pick<Deps, 'db'>, keyId: string, network: string, at: Date): Promise<void> {
  await sql`INSERT INTO api_key_networks (key_id, network, first_used_at, last_used_at)
    VALUES (${keyId}, ${network}, ${at}, ${at})
    ON CONFLICT (key_id, network) DO UPDATE SET last_used_at = excluded.last_used_at`.execute(db);
  await sql`DELETE FROM api_key_networks WHERE key_id = ${keyId} AND network IN (
    SELECT network FROM api_key_networks WHERE key_id = ${keyId}
    ORDER BY last_used_at DESC, network OFFSET ${MAX_KEY_NETWORKS})`.execute(db);
}

/**
 * The person behind a key, or null if the key is unknown, expired or revoked, or the person may no longer use it.
 * Errors: FORBIDDEN if the key may not be used from this address.
 */
export async function findByApiKey(
  deps: Pick<Deps, 'db' | 'clock'>,
  key: string,
  address: string,
): Promise<SessionUser | null> {
  const now = deps.clock.now();
  const network = networkOf(address);
  const row = await deps.db
    .selectFrom('apiKeys')
    .innerJoin('users', 'users.id', 'apiKeys.userId')
    .leftJoin('apiKeyNetworks', (join) =>
      join.onRef('apiKeyNetworks.keyId', '=', 'apiKeys.id').on('apiKeyNetworks.network', '=', network ?? ''),
    )
    .select(['apiKeys.id as keyId', 'apiKeys.scope', 'apiKeys.addressRanges', 'apiKeys.lastUsedAt'])
    .select(['apiKeyNetworks.lastUsedAt as networkUsedAt', ...USER_COLUMNS])
    .where('apiKeys.tokenHash', '=', hashOfToken(key))
    .where('apiKeys.revokedAt', 'is', null)
    .where('apiKeys.expiresAt', '>', now)
    .where('users.archivedAt', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  const { keyId, scope, addressRanges, lastUsedAt, networkUsedAt, ...user } = row;
  if (addressRanges.length > 0 && !isInRanges(address, addressRanges))
    throw new AppError('FORBIDDEN', { message: 'This API key may not be used from this address.' });
  const isDue = (last: Date | null): boolean => last === null || now.getTime() - last.getTime() > TOUCH_MS;
  if (isDue(lastUsedAt))
    await deps.db.updateTable('apiKeys').set({ lastUsedAt: now }).where('id', '=', keyId).execute();
  if (network !== null && isDue(networkUsedAt)) await noteNetwork(deps, keyId, network, now);
  return { ...user, sessionId: null, keyScope: scope };
}
