import type { SavedView } from '@signpost/contract/calls/saved-views.ts';
import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import { entityList } from '@signpost/contract/entities/index.ts';
import { tabOf } from '@signpost/contract/insight/stats/tabs/index.ts';
import { buildQuery } from '@signpost/contract/reading/brackets.ts';
import { ROUTES } from '@signpost/contract/routes/index.ts';
import { path } from '@signpost/contract/routes/paths.ts';
import { isTabName } from '@signpost/contract/routes/tab-names.ts';
import { defined } from '../ui/defined.ts';

/** The screens with views that are neither a list of records nor a tab of the statistics. */
const SCREENS: Readonly<Record<string, { path: string; title: string }>> = {
  'all-invoices': ROUTES.allInvoices,
  'credit-notes': ROUTES.creditNotes,
  'my-invoices': ROUTES.myInvoices,
  'campaign-stats': ROUTES.campaignStats,
  'event-reporter': ROUTES.eventReporter,
  'lifetime-view': ROUTES.lifetimeView,
  'show-offers': ROUTES.showOffers,
  marketplace: ROUTES.marketplace,
  'users-management': ROUTES.usersManagement,
};

/** The screen that shows an entity's list. */
function listOf(screen: string): { path: string; title: string } | undefined {
  const entity: EntityDefinition | undefined = entityList.find((one) => one.path === screen);
  if (entity === undefined) return undefined;
  const kind = buildQuery({ ...defined({ kind: entity.listKind }), ...entity.listWith });
  const { path: list } = ROUTES[entity.routes.list];
  return { path: kind === '' ? list : `${list}?${kind}`, title: entity.many };
}

function screenOf(screen: string): { path: string; title: string } | undefined {
  const tab = /^stats-(.+)$/.exec(screen)?.[1];
  if (isTabName(tab)) return { path: `${path.stats()}?tab=${tab}`, title: `Stats › ${tabOf(tab).title}` };
  return SCREENS[screen] ?? listOf(screen);
}

/** Where a saved view opens, and the title of that screen; undefined for a screen that no longer exists. */
export function viewTarget({ screen, query }: SavedView): { path: string; title: string } | undefined {
  const target = screenOf(screen);
  if (target === undefined || query === '') return target;
  return { ...target, path: `${target.path}${target.path.includes('?') ? '&' : '?'}${query}` };
}
