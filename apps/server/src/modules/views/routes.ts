/** Saved views: a named question of a screen, one's own or shared by its owner with whoever may open that screen. */
import { mayCall, mayDo, mayOpenTab } from '@signpost/contract/access.ts';
import { entityList } from '@signpost/contract/entities/index.ts';
import { AppError } from '@signpost/contract/errors.ts';
import { type SavedView, savedViewBody } from '@signpost/contract/records/saved-view.ts';
import { isTabName } from '@signpost/contract/stats/tab-names.ts';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { viewerOf } from '../../http/access.ts';
import type { App } from '../../http/app-type.ts';
import { ok } from '../../http/envelope.ts';
import type { SessionUser } from '../../http/session-user.ts';

const MAX_VIEWS = 200;
const ofScreen = z.object({ screen: z.string().max(64) });
const byId = z.object({ id: z.coerce.number().int() });

const STATS = 'stats-';

/** Refuses whoever may not open the screen: its views tell what others ask there. */
function refuseOutsiders(viewer: SessionUser, screen: string): void {
  const tab = screen.startsWith(STATS) ? screen.slice(STATS.length) : null;
  const isOpen =
    screen === 'campaign-stats'
      ? mayCall(viewer, ['campaignStats', 'campaignStatsPreset'], 'view')
      : tab === null
        ? entityList.some((entity) => entity.path === screen && mayDo(viewer, entity, 'list'))
        : isTabName(tab) && mayOpenTab(viewer, tab);
  if (!isOpen) throw new AppError('FORBIDDEN');
}

export function viewRoutes(app: App, deps: Deps): void {
  const tags = ['Saved views'];
  const config = { access: 'signedIn', rows: 'own' } as const;
  const { db } = deps;

  /** The viewer's own views of a screen, and those that are shared. */
  const viewsFor = (viewerId: number, screen: string) =>
    db
      .selectFrom('savedViews')
      .innerJoin('users', 'users.id', 'savedViews.userId')
      .select([
        'savedViews.id',
        'savedViews.name',
        'savedViews.query',
        'savedViews.shared',
        'savedViews.userId',
        'users.name as owner',
      ])
      .where('screen', '=', screen)
      .where((where) => where.or([where('savedViews.userId', '=', viewerId), where('shared', '=', true)]));

  app.get('/api/views', { config, schema: { tags, querystring: ofScreen } }, async (request) => {
    const viewer = viewerOf(request);
    refuseOutsiders(viewer, request.query.screen);
    const rows = await viewsFor(viewer.id, request.query.screen).orderBy('savedViews.name').limit(MAX_VIEWS).execute();
    return ok(rows.map(({ userId, ...row }): SavedView => ({ ...row, own: userId === viewer.id })));
  });

  app.get('/api/views/:id', { config, schema: { tags, querystring: ofScreen, params: byId } }, async (request) => {
    const viewer = viewerOf(request);
    refuseOutsiders(viewer, request.query.screen);
    const row = await viewsFor(viewer.id, request.query.screen)
      .where('savedViews.id', '=', request.params.id)
      .executeTakeFirst();
    if (row === undefined) throw new AppError('ITEM_NOT_FOUND');
    const { userId, ...view } = row;
    return ok<SavedView>({ ...view, own: userId === viewer.id });
  });

  app.put('/api/views', { config, schema: { tags, body: savedViewBody } }, async (request) => {
    const { screen, name, query, shared } = request.body;
    const viewer = viewerOf(request);
    refuseOutsiders(viewer, screen);
    const row = await db
      .insertInto('savedViews')
      .values({ userId: viewer.id, screen, name, query, shared })
      .onConflict((conflict) => conflict.columns(['userId', 'screen', 'name']).doUpdateSet({ query, shared }))
      .returning('id')
      .executeTakeFirstOrThrow();
    return ok({ id: row.id });
  });

  app.delete('/api/views/:id', { config, schema: { tags, params: byId } }, async (request) => {
    const { numDeletedRows } = await db
      .deleteFrom('savedViews')
      .where('id', '=', request.params.id)
      .where('userId', '=', viewerOf(request).id)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw new AppError('ITEM_NOT_FOUND');
    return ok(null);
  });
}
