/** A person's API keys: created and revoked by the person who is signed in, and also revoked by an Admin. */
import { mayDo } from '@signpost/contract/access/access.ts';
import {
  type ApiKeyRow,
  type KeyNetwork,
  MAX_API_KEYS,
  NEW_NETWORK_DAYS,
} from '@signpost/contract/calls/api-key-access.ts';
import { endApiKey, endOwnApiKey, listApiKeys, listOwnApiKeys, makeApiKey } from '@signpost/contract/calls/api-keys.ts';
import { user as userEntity } from '@signpost/contract/entities/user.ts';
import { AppError, invalid } from '@signpost/contract/errors.ts';
import type { FastifyRequest } from 'fastify';
import type { Queryable, Trx } from '../../../database.ts';
import type { Deps } from '../../../deps.ts';
import { viewerOf } from '../../../http/access.ts';
import { newApiKey } from '../../../http/api-key.ts';
import type { App } from '../../../http/app-type.ts';
import { handle } from '../../../http/handle.ts';
import { newId } from '../../../platform/ids.ts';
import { hashOfToken } from '../../../platform/tokens.ts';
import { tellAccess } from '../../records/access-audit.ts';

const DAY_MS = 86_400_000;
const HINT = 4;

/** The signed-in person. A key cannot create or end keys, which limits the damage of a leaked one. */
function inPerson(request: FastifyRequest) {
  const viewer = viewerOf(request);
  if (viewer.sessionId === null) throw new AppError('FORBIDDEN', { message: 'Sign in to manage keys.' });
  return viewer;
}

/** The networks that keys were used from, most recently used first. */
async function networksOf(db: Queryable, keys: string[], at: Date): Promise<Map<string, KeyNetwork[]>> {
  if (keys.length === 0) return new Map();
  const rows = await db
    .selectFrom('apiKeyNetworks')
    .selectAll()
    .where('keyId', 'in', keys)
    .orderBy('lastUsedAt', 'desc')
    .execute();
  const newSince = at.getTime() - NEW_NETWORK_DAYS * DAY_MS;
  const byKey = Map.groupBy(rows, ({ keyId }) => keyId);
  return new Map(
    [...byKey].map(([keyId, ofKey]) => {
      const first = Math.min(...ofKey.map(({ firstUsedAt }) => firstUsedAt.getTime()));
      const networks = ofKey.map(({ network, firstUsedAt, lastUsedAt }) => ({
        network,
        firstUsedAt: firstUsedAt.toISOString(),
        lastUsedAt: lastUsedAt.toISOString(),
        isNew: firstUsedAt.getTime() > newSince && firstUsedAt.getTime() > first,
      }));
      return [keyId, networks];
    }),
  );
}

/** The keys of a person that are valid at an instant, newest first. */
async function keysOf(db: Queryable, userId: number, at: Date): Promise<ApiKeyRow[]> {
  const rows = await db
    .selectFrom('apiKeys')
    .select(['id', 'name', 'hint', 'scope', 'addressRanges', 'createdAt', 'lastUsedAt', 'expiresAt'])
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', at)
    .orderBy('createdAt', 'desc')
    .execute();
  const networks = await networksOf(
    db,
    rows.map(({ id }) => id),
    at,
  );
  return rows.map((row) => ({
    ...row,
    networks: networks.get(row.id) ?? [],
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    expiresAt: row.expiresAt.toISOString(),
  }));
}

/** Locks the person, so that concurrent requests cannot exceed the maximum number of keys. */
async function lockPerson(trx: Trx, userId: number): Promise<void> {
  const person = await trx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().executeTakeFirst();
  if (person === undefined) throw new AppError('ITEM_NOT_FOUND');
}

async function revoke(deps: Deps, userId: number, id: string, request: FastifyRequest): Promise<void> {
  const by = inPerson(request).id;
  const at = deps.clock.now();
  await deps.db.transaction().execute(async (trx) => {
    await lockPerson(trx, userId);
    const ended = await trx
      .updateTable('apiKeys')
      .set({ revokedAt: at })
      .where('id', '=', id)
      .where('userId', '=', userId)
      .where('revokedAt', 'is', null)
      .returning('name')
      .executeTakeFirst();
    if (ended === undefined) throw new AppError('ITEM_NOT_FOUND');
    await tellAccess(trx, deps, request, { userId, by, event: { event: 'keyEnded', key: ended.name } });
  });
}

export function apiKeyRoutes(app: App, deps: Deps): void {
  handle(app, listOwnApiKeys, ({ viewer }) => keysOf(deps.db, viewer.id, deps.clock.now()));

  handle(app, makeApiKey, async ({ body: { name, days, scope, addressRanges }, request, reply }) => {
    const { id: userId } = inPerson(request);
    const key = newApiKey();
    const at = deps.clock.now();
    const row = {
      id: newId(deps.clock),
      name,
      hint: key.slice(-HINT),
      scope,
      addressRanges,
      createdAt: at,
      lastUsedAt: null,
      expiresAt: new Date(at.getTime() + days * DAY_MS),
    };
    await deps.db.transaction().execute(async (trx) => {
      await lockPerson(trx, userId);
      if ((await keysOf(trx, userId, at)).length >= MAX_API_KEYS)
        throw invalid('', `At most ${MAX_API_KEYS} keys. Revoke one that is no longer needed.`);
      await trx
        .insertInto('apiKeys')
        .values({ ...row, userId, tokenHash: hashOfToken(key), revokedAt: null })
        .execute();
      await tellAccess(trx, deps, request, { userId, by: userId, event: { event: 'keyMade', key: name } });
    });
    reply.code(201);
    return { ...row, key, networks: [], createdAt: at.toISOString(), expiresAt: row.expiresAt.toISOString() };
  });

  handle(app, endOwnApiKey, async ({ params, viewer, request }) => {
    await revoke(deps, viewer.id, params.id, request);
    return null;
  });

  handle(app, listApiKeys, ({ params }) => keysOf(deps.db, params.user, deps.clock.now()));

  handle(app, endApiKey, async ({ params, viewer, request }) => {
    if (!mayDo(viewer, userEntity, 'edit')) throw new AppError('FORBIDDEN');
    await revoke(deps, params.user, params.id, request);
    return null;
  });
}
