/** Bearer tokens: opaque, 256 bits, stored as a hash, 8 hours idle, 24 hours at most (docs/product/access.md#sessions). */

import { API_KEY_PREFIX } from '@signpost/contract/calls/api-key-access.ts';
import { TICKET_HEADER, TICKET_VALUE } from '@signpost/contract/envelope.ts';
import { AppError } from '@signpost/contract/errors.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Queryable } from '../database.ts';
import type { Deps } from '../deps.ts';
import { clientAddress } from '../platform/client-address.ts';
import { newId } from '../platform/ids.ts';
import { hashOfToken, newToken } from '../platform/tokens.ts';
import { type SessionUser, USER_COLUMNS } from '../session-user.ts';
import { checkAccess } from './access.ts';
import { findByApiKey } from './api-key.ts';

const IDLE_MS = 8 * 3600_000;
const LONGEST_MS = 24 * 3600_000;
/** The sliding expiry is written at most this often, so that not every read causes a write. */
const TOUCH_MS = 60_000;

/** Opens a session and returns its token, which cannot be read again later. */
export async function openSession(
  deps: Pick<Deps, 'clock'>,
  db: Queryable,
  userId: number,
  userAgent: string,
): Promise<string> {
  const token = newToken();
  const now = deps.clock.now();
  await db
    .insertInto('sessions')
    .values({
      id: newId(deps.clock),
      userId,
      tokenHash: hashOfToken(token),
      createdAt: now,
      lastUsedAt: now,
      expiresAt: new Date(now.getTime() + IDLE_MS),
      revokedAt: null,
      userAgent: userAgent.slice(0, 300),
    })
    .execute();
  return token;
}

/**
 * The person behind a token, or null if the token is unknown, expired or revoked, or the person may no longer sign in.
 * `isUse` is false when a long-running call checks whether it is still allowed, because such a check must not keep the
 * session alive.
 */
export async function findSession(
  deps: Pick<Deps, 'db' | 'clock'>,
  token: string,
  isUse = true,
): Promise<SessionUser | null> {
  const now = deps.clock.now();
  const row = await deps.db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select(['sessions.id as sessionId', 'sessions.createdAt', 'sessions.lastUsedAt', ...USER_COLUMNS])
    .where('sessions.tokenHash', '=', hashOfToken(token))
    .where('sessions.revokedAt', 'is', null)
    .where('sessions.expiresAt', '>', now)
    .where('users.archivedAt', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  const { createdAt, lastUsedAt, ...user } = { ...row, keyScope: null };
  if (isUse && now.getTime() - lastUsedAt.getTime() > TOUCH_MS) {
    const end = Math.min(now.getTime() + IDLE_MS, createdAt.getTime() + LONGEST_MS);
    await deps.db
      .updateTable('sessions')
      .set({ lastUsedAt: now, expiresAt: new Date(end) })
      .where('id', '=', user.sessionId)
      .execute();
    await deps.db.updateTable('users').set({ lastSeenAt: now }).where('id', '=', user.id).execute();
  }
  return user;
}

function bearerOf(header: string | undefined): string | null {
  return /^Bearer ((?:sp_)?[A-Za-z0-9_-]{43})$/.exec(header ?? '')?.[1] ?? null;
}

/** The token of a session has 43 characters, even if it happens to begin like an API key. */
const isApiKey = (token: string) => token.length > 43 && token.startsWith(API_KEY_PREFIX);

/** The person whose session or key this is. */
async function findUser(
  deps: Pick<Deps, 'db' | 'clock' | 'env'>,
  request: FastifyRequest,
  token: string,
  isUse = true,
): Promise<SessionUser | null> {
  if (!isApiKey(token)) return await findSession(deps, token, isUse);
  return await findByApiKey(deps, token, clientAddress(request.raw, deps.env.trustedProxies));
}

/**
 * Whether a call that is still running would be allowed now: its session or key is valid, and its access rule allows
 * it.
 */
export async function isStillAllowed(
  deps: Pick<Deps, 'db' | 'clock' | 'env'>,
  request: FastifyRequest,
): Promise<boolean> {
  const token = bearerOf(request.headers.authorization);
  if (token === null) return false;
  try {
    request.user = await findUser(deps, request, token, false);
    checkAccess(request);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/** Every call passes three steps: the ticket, then the session, then the access rule. */
export function sessions(app: FastifyInstance, deps: Deps): void {
  app.decorateRequest('user', null);
  app.addHook('onRequest', async (request) => {
    // The route decides, not the address as it was sent: "/%61pi/users" reaches the same route as "/api/users". An
    // address without a route is answered as a file that does not exist.
    const { url = '', config } = request.routeOptions;
    if (!url.startsWith('/api/') || request.is404) return;
    const { access, noTicket } = config;
    if (access !== 'public' && !noTicket && request.headers[TICKET_HEADER] !== TICKET_VALUE)
      throw new AppError('FORBIDDEN', {
        message: `Send the header ${TICKET_HEADER}: ${TICKET_VALUE} with every call. It keeps pages of other sites from calling on your behalf.`,
      });
    const token = access === 'public' ? null : bearerOf(request.headers.authorization);
    request.user = token === null ? null : await findUser(deps, request, token);
    checkAccess(request);
  });
}
