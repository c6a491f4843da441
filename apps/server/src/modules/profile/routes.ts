/** What a person sees and sets about themselves: time zone, home tab, sessions, kept choices. */
import { AppError } from '@signpost/contract/errors.ts';
import { profilePatch, type SessionRow } from '@signpost/contract/profile.ts';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { viewerOf } from '../../http/access.ts';
import type { App } from '../../http/app-type.ts';
import { ok } from '../../http/envelope.ts';

const key = z.object({ key: z.string().regex(/^[a-zA-Z0-9:_-]{1,120}$/) });
const MAX_PREFERENCE_BYTES = 16_384;

export function profileRoutes(app: App, deps: Deps): void {
  const tags = ['Profile'];
  const config = { access: 'signedIn' } as const;
  const { db, clock } = deps;

  app.get('/api/profile', { config, schema: { tags } }, async (request) => {
    const { sessionId: _session, publisherId: _publisher, ...person } = viewerOf(request);
    return ok(person);
  });

  app.patch('/api/profile', { config, schema: { tags, body: profilePatch } }, async (request) => {
    const viewer = viewerOf(request);
    const { timeZone = viewer.timeZone, homeTab = viewer.homeTab } = request.body;
    await db.updateTable('users').set({ timeZone, homeTab }).where('id', '=', viewer.id).execute();
    return ok({ timeZone, homeTab });
  });

  app.get('/api/profile/sessions', { config, schema: { tags } }, async (request) => {
    const viewer = viewerOf(request);
    const rows = await db
      .selectFrom('sessions')
      .select(['id', 'createdAt', 'lastUsedAt', 'userAgent'])
      .where('userId', '=', viewer.id)
      .where('revokedAt', 'is', null)
      .where('expiresAt', '>', clock.now())
      .orderBy('lastUsedAt', 'desc')
      .execute();
    return ok(
      rows.map(
        (row): SessionRow => ({
          id: row.id,
          createdAt: row.createdAt.toISOString(),
          lastUsedAt: row.lastUsedAt.toISOString(),
          userAgent: row.userAgent,
          current: row.id === viewer.sessionId,
        }),
      ),
    );
  });

  app.delete(
    '/api/profile/sessions/:id',
    { config, schema: { tags, params: z.object({ id: z.uuid() }) } },
    async (request) => {
      const { numUpdatedRows } = await db
        .updateTable('sessions')
        .set({ revokedAt: clock.now() })
        .where('id', '=', request.params.id)
        .where('userId', '=', viewerOf(request).id)
        .where('revokedAt', 'is', null)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw new AppError('ITEM_NOT_FOUND');
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
