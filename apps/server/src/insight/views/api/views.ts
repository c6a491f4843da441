/** Saved views: read by their owner and, if shared, by everyone who may open the screen; changed by their owner. */
import { mayCall, mayDo, mayOpenTab } from '@signpost/contract/access/access.ts';
import { deleteSavedView, getSavedView, listSavedViews, saveView } from '@signpost/contract/calls/saved-views.ts';
import { entityList } from '@signpost/contract/entities/index.ts';
import { AppError } from '@signpost/contract/errors.ts';
import { isKeyOf } from '@signpost/contract/objects.ts';
import type { RouteName } from '@signpost/contract/routes/index.ts';
import { isTabName } from '@signpost/contract/routes/tab-names.ts';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { handle } from '../../../http/handle.ts';
import type { SessionUser } from '../../../session-user.ts';
import { refuseUnshown, tabNameOf } from './readable.ts';

const MAX_VIEWS = 200;
/** Screens with views that are neither a list of records nor a stats tab, and the routes that show them. */
const SCREENS = {
  'all-invoices': ['allInvoices'],
  'credit-notes': ['creditNotes'],
  'my-invoices': ['myInvoices'],
  'campaign-stats': ['campaignStats', 'campaignStatsPreset'],
  'event-reporter': ['eventReporter'],
  'lifetime-view': ['lifetimeView'],
  'show-offers': ['showOffers'],
  marketplace: ['marketplace'],
  'users-management': ['usersManagement'],
} as const satisfies Record<string, readonly RouteName[]>;

function mayOpenScreen(viewer: SessionUser, screen: string): boolean {
  const tab = tabNameOf(screen);
  if (isKeyOf(SCREENS, screen)) return mayCall(viewer, SCREENS[screen], 'view');
  if (tab === null) return entityList.some((entity) => entity.path === screen && mayDo(viewer, entity, 'list'));
  return isTabName(tab) && mayOpenTab(viewer, tab);
}

/** Refuses people who may not open the screen, because its views show what others search for there. */
function refuseOutsiders(viewer: SessionUser, screen: string): void {
  if (!mayOpenScreen(viewer, screen)) throw new AppError('FORBIDDEN');
}

export function viewRoutes(app: App, { db, clock }: Deps): void {
  const views = () =>
    db
      .selectFrom('savedViews')
      .innerJoin('users', 'users.id', 'savedViews.userId')
      .select([
        'savedViews.id',
        'savedViews.screen',
        'savedViews.name',
        'savedViews.query',
        'savedViews.shared',
        'savedViews.userId',
        'users.name as owner',
      ]);

  /** The viewer's own views of a screen, and those that are shared. */
  const viewsFor = (viewerId: number, screen: string) =>
    views()
      .where('screen', '=', screen)
      .where((where) => where.or([where('savedViews.userId', '=', viewerId), where('shared', '=', true)]));

  handle(app, listSavedViews, async ({ query: { screen }, viewer }) => {
    if (screen === undefined) {
      const own = views().where('savedViews.userId', '=', viewer.id).orderBy('savedViews.name').limit(MAX_VIEWS);
      const rows = await own.execute();
      return rows
        .filter((row) => mayOpenScreen(viewer, row.screen))
        .map(({ userId: _userId, ...row }) => ({ ...row, own: true }));
    }
    refuseOutsiders(viewer, screen);
    const rows = await viewsFor(viewer.id, screen).orderBy('savedViews.name').limit(MAX_VIEWS).execute();
    return rows.map(({ userId, ...row }) => ({ ...row, own: userId === viewer.id }));
  });

  handle(app, getSavedView, async ({ params, query: { screen }, viewer }) => {
    refuseOutsiders(viewer, screen);
    const row = await viewsFor(viewer.id, screen).where('savedViews.id', '=', params.id).executeTakeFirst();
    if (row === undefined) throw new AppError('ITEM_NOT_FOUND');
    const { userId, ...view } = row;
    return { ...view, own: userId === viewer.id };
  });

  handle(app, saveView, async ({ body: { screen, name, query, shared }, viewer }) => {
    refuseOutsiders(viewer, screen);
    refuseUnshown(screen, query, viewer, clock.now());
    return await db
      .insertInto('savedViews')
      .values({ userId: viewer.id, screen, name, query, shared })
      .onConflict((conflict) => conflict.columns(['userId', 'screen', 'name']).doUpdateSet({ query, shared }))
      .returning('id')
      .executeTakeFirstOrThrow();
  });

  handle(app, deleteSavedView, async ({ params, viewer }) => {
    const { numDeletedRows } = await db
      .deleteFrom('savedViews')
      .where('id', '=', params.id)
      .where('userId', '=', viewer.id)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw new AppError('ITEM_NOT_FOUND');
    return null;
  });
}
