/** Routes for a person's own settings: time zone, home tab, sessions, saved choices. */
import { mayDo } from '@signpost/contract/access/access.ts';
import {
  changeProfile,
  endOwnSession,
  endSession,
  listOwnSessions,
  listSessions,
  readGoogleAccount,
  readPreference,
  readProfile,
  savePreference,
  unlinkGoogleAccount,
} from '@signpost/contract/calls/profile.ts';
import { user as userEntity } from '@signpost/contract/entities/user.ts';
import { AppError } from '@signpost/contract/errors.ts';
import type { SessionRow } from '@signpost/contract/workplace/people/profile.ts';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../../deps.ts';
import { viewerOf } from '../../../http/access.ts';
import type { App } from '../../../http/app-type.ts';
import { handle } from '../../../http/handle.ts';
import { hasRate } from '../../../platform/base-currency.ts';
import { tellAccess } from '../../records/access-audit.ts';
import { readRecord } from '../../records/read.ts';
import { updateIn } from '../../records/write.ts';
import { readGoogleLink, unlinkGoogle } from '../google-accounts.ts';

const MAX_PREFERENCE_BYTES = 16_384;

/** The valid sessions of a person, most recently used first. */
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

/** Ends a person's session at once. Errors: ITEM_NOT_FOUND if the person has no such session. */
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
  const { db } = deps;

  handle(app, readProfile, ({ viewer }) => {
    const { sessionId: _session, keyScope: _keyScope, publisherId: _publisher, ...person } = viewer;
    return person;
  });

  handle(app, changeProfile, async ({ body, viewer, request }) => {
    const { displayCurrency } = body;
    if (typeof displayCurrency === 'string' && !(await hasRate(db, displayCurrency))) {
      const message = `No exchange rate of ${displayCurrency} is known. Choose another currency.`;
      throw new AppError('VALIDATION', { message, errors: [{ path: 'displayCurrency', message }] });
    }
    const actor = { viewer, requestId: request.id };
    // Changes of one's own settings are changes of the person's record: they raise the version, appear in the history,
    // and conflict with a form that somebody has open.
    const changed = await db.transaction().execute(async (trx) => {
      await trx.selectFrom('users').select('id').where('id', '=', viewer.id).forUpdate().execute();
      const { version } = await readRecord(trx, userEntity, viewer.id);
      return await updateIn(
        { trx, clock: deps.clock, actor },
        { entity: userEntity, id: viewer.id, change: body, version },
      );
    });
    return changeProfile.answer.parse(changed);
  });

  handle(app, listOwnSessions, ({ viewer: { id, sessionId } }) => sessionsOf(deps, id, sessionId));

  handle(app, endOwnSession, async ({ params, viewer, request }) => {
    await revoke(deps, request, viewer.id, params.id);
    return null;
  });

  handle(app, listSessions, ({ params, viewer }) => sessionsOf(deps, params.user, viewer.sessionId));

  handle(app, endSession, async ({ params, viewer, request }) => {
    // Keys can be revoked by people who may change the person, which is the grade Admin alone.
    if (!mayDo(viewer, userEntity, 'edit')) throw new AppError('FORBIDDEN');
    await revoke(deps, request, params.user, params.id);
    return null;
  });

  handle(app, readGoogleAccount, async ({ params }) => {
    const linkedAt = await readGoogleLink(db, params.user);
    return { linkedAt: linkedAt?.toISOString() ?? null };
  });

  handle(app, unlinkGoogleAccount, async ({ params, viewer, request }) => {
    if (!mayDo(viewer, userEntity, 'edit')) throw new AppError('FORBIDDEN');
    // A leaked key must not let another account in.
    if (viewer.sessionId === null) throw new AppError('FORBIDDEN', { message: 'Sign in to change who may sign in.' });
    await db.transaction().execute(async (trx) => {
      if (!(await unlinkGoogle(trx, params.user))) throw new AppError('ITEM_NOT_FOUND');
      const event = { event: 'googleUnlinked' } as const;
      await tellAccess(trx, deps, request, { userId: params.user, by: viewer.id, event });
    });
    return null;
  });

  handle(app, readPreference, async ({ params, viewer }) => {
    const row = await db
      .selectFrom('preferences')
      .select('value')
      .where('userId', '=', viewer.id)
      .where('key', '=', params.key)
      .executeTakeFirst();
    return readPreference.answer.parse(row?.value ?? null);
  });

  handle(app, savePreference, async ({ params, body, viewer }) => {
    const value = JSON.stringify(body.value);
    if (value.length > MAX_PREFERENCE_BYTES) throw new AppError('TOO_LARGE');
    await db
      .insertInto('preferences')
      .values({ userId: viewer.id, key: params.key, value })
      .onConflict((conflict) => conflict.columns(['userId', 'key']).doUpdateSet({ value }))
      .execute();
    return null;
  });
}
