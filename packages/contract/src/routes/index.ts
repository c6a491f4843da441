import { keysOf } from '../objects.ts';
import { adminRoutes, managerRoutes } from './admin.ts';
import { boxRoutes } from './boxes.ts';
import { clickOutRoutes } from './click-out.ts';
import { entryRoutes } from './entry.ts';
import { moneyRoutes } from './money.ts';
import { reportRoutes } from './reports.ts';
import type { RouteGroup, RouteRow } from './shape.ts';
import { testRoutes } from './tests.ts';

const groups = {
  Reports: reportRoutes,
  'Click-out': clickOutRoutes,
  'Campaign boxes': boxRoutes,
  'Links & tests': testRoutes,
  'Clients & money': moneyRoutes,
  'Admin tools': adminRoutes,
  'Manager portal': managerRoutes,
} satisfies Record<RouteGroup, Record<string, RouteRow>>;

const rows = {
  ...entryRoutes,
  ...reportRoutes,
  ...clickOutRoutes,
  ...boxRoutes,
  ...testRoutes,
  ...moneyRoutes,
  ...adminRoutes,
  ...managerRoutes,
} satisfies Record<string, RouteRow>;

/** Every route of the product by name. */
export type RouteName = keyof typeof rows;

/** The path of a route, as a literal. */
export type RoutePath<N extends RouteName = RouteName> = (typeof rows)[N]['path'];

/** The old addresses, which only redirect. */
export type RedirectRouteName = 'seoView' | 'gamblingView' | 'parasitesView' | 'bannerBoxView' | 'publishersView';

/** A route with a screen of its own. */
export type ScreenName = Exclude<RouteName, RedirectRouteName>;

/** One row of the route table. */
export type Route<N extends RouteName = RouteName> = Omit<RouteRow, 'path' | 'parent' | 'follows'> &
  Readonly<{
    name: N;
    path: RoutePath<N>;
    group: RouteGroup | null;
    parent?: RouteName;
    follows?: RouteName;
  }>;

const groupOf = (name: string): RouteGroup | null => {
  return keysOf(groups).find((group) => name in groups[group]) ?? null;
};

/** The table of routes, which the router, the sidebar, the command palette and the server's access check read. */
export const ROUTES = Object.fromEntries(
  Object.entries<RouteRow>(rows).map(([name, row]) => [name, { ...row, name, group: groupOf(name) }]),
) as unknown as { readonly [N in RouteName]: Route<N> };

/** The names of all routes, in the order of the table. */
export const ROUTE_NAMES = keysOf(rows);

/** The names of all routes with a screen, in the order of the table. */
export const SCREEN_NAMES = ROUTE_NAMES.filter((name): name is ScreenName => ROUTES[name].redirectTo === undefined);

/** All routes, in the order of the table. */
export const ALL_ROUTES: readonly Route[] = ROUTE_NAMES.map((name): Route => ROUTES[name]);

/** Whether a string is a route name. */
export function isRouteName(value: string): value is RouteName {
  return Object.hasOwn(rows, value);
}
