/** Routes for a person's own settings: time zone, home tab, sessions, saved choices. */
import { mayDo } from '@signpost/contract/access/access.ts';
import { user as userEntity } from '@signpost/contract/entities/user.ts';
import { AppError } from '@signpost/contract/errors.ts';
import { profilePatch, type SessionRow } from '@signpost/contract/people/profile.ts';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { viewerOf } from '../../http/access.ts';
import type { App } from '../../http/app-type.ts';
import { ok } from '../../http/envelope.ts';
import { tellAccess } from '../../records/access-audit.ts';
import { readRecord } from '../../records/read.ts';
import { updateIn } from '../../records/write.ts';

const key = z.object({ key: z.string().regex(/^[a-zA-Z0-9:_-]{1,120}$/) });
const MAX_PREFERENCE_BYTES = 16_384;

/** The sessions of a person that still hold, the last used first. */
async function sessionsOf({ db, clock }: Deps, userId: number, current: string | null): Promise<SessionRow[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'createdAt', 'lastUsedAt', 'userAgent'])
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', clock.now())
    .orderBy('lastUsedAt', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt.toISOString(),
    userAgent: row.userAgent,
    current: row.id === current,
  }));
}

/** Ends a person's session at once. Errors: ITEM_NOT_FOUND where that person has no such session. */
async function revoke(deps: Deps, request: FastifyRequest, userId: number, id: string): Promise<void> {
  const viewer = viewerOf(request);
  // A leaked key must not create others.
  if (viewer.sessionId === null) throw new AppError('FORBIDDEN', { message: 'Sign in to end sessions.' });
  await deps.db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('sessions')
      .set({ revokedAt: deps.clock.now() })
      .where('id', '=', id)
      .where('userId', '=', userId)
      .where('revokedAt', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new AppError('ITEM_NOT_FOUND');
    await tellAccess(trx, deps, request, { userId, by: viewer.id, event: { event: 'sessionEnded' } });
  });
}

export function profileRoutes(app: App, deps: Deps): void {
  const tags = ['Profile'];
  const config = { access: 'signedIn', rows: 'own' } as const;
  const { db } = deps;

  app.get('/api/profile', { config, schema: { tags } }, async (request) => {
    const { sessionId: _session, keyScope: _keyScope, publisherId: _publisher, ...person } = viewerOf(request);
    return ok(person);
  });

  app.patch('/api/profile', { config, schema: { tags, body: profilePatch } }, async (request) => {
    const viewer = viewerOf(request);
    const actor = { viewer, requestId: request.id };
    // A change like another's of this person: their version, their history, and a conflict for who has the form open.
    const { timeZone, homeTab } = await db.transaction().execute(async (trx) => {
      await trx.selectFrom('users').select('id').where('id', '=', viewer.id).forUpdate().execute();
      const { version } = await readRecord(trx, userEntity, viewer.id);
      return await updateIn(
        { trx, clock: deps.clock, actor },
        { entity: userEntity, id: viewer.id, change: request.body, version },
      );
    });
    return ok({ timeZone, homeTab });
  });

  app.get('/api/profile/sessions', { config, schema: { tags } }, async (request) => {
    const { id, sessionId } = viewerOf(request);
    return ok(await sessionsOf(deps, id, sessionId));
  });

  app.delete(
    '/api/profile/sessions/:id',
    { config, schema: { tags, params: z.object({ id: z.uuid() }) } },
    async (request) => {
      await revoke(deps, request, viewerOf(request).id, request.params.id);
      return ok(null);
    },
  );

  // Another person's, on the screen of people.
  const user = z.object({ user: z.coerce.number().int().positive() });
  const routes = ['usersEdit'] as const;
  const rows = { of: userEntity, parameter: 'user' };
  app.get(
    '/api/users/:user/sessions',
    { config: { access: { routes, action: 'view' }, rows }, schema: { tags, params: user } },
    async (request) => ok(await sessionsOf(deps, request.params.user, viewerOf(request).sessionId)),
  );
  app.delete(
    '/api/users/:user/sessions/:id',
    { config: { access: { routes, action: 'add' }, rows }, schema: { tags, params: user.extend({ id: z.uuid() }) } },
    async (request) => {
      // Only Admin may revoke, the one grade that may change people.
      if (!mayDo(viewerOf(request), userEntity, 'edit')) throw new AppError('FORBIDDEN');
      await revoke(deps, request, request.params.user, request.params.id);
      return ok(null);
    },
  );

  app.get('/api/preferences/:key', { config, schema: { tags, params: key } }, async (request) => {
    const row = await db
      .selectFrom('preferences')
      .select('value')
      .where('userId', '=', viewerOf(request).id)
      .where('key', '=', request.params.key)
      .executeTakeFirst();
    return ok(row?.value ?? null);
  });

  app.put(
    '/api/preferences/:key',
    { config, schema: { tags, params: key, body: z.strictObject({ value: z.json() }) } },
    async (request) => {
      const value = JSON.stringify(request.body.value);
      if (value.length > MAX_PREFERENCE_BYTES) throw new AppError('TOO_LARGE');
      await db
        .insertInto('preferences')
        .values({ userId: viewerOf(request).id, key: request.params.key, value })
        .onConflict((conflict) => conflict.columns(['userId', 'key']).doUpdateSet({ value }))
        .execute();
      return ok(null);
    },
  );
}
