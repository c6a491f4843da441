import type { PermissionCode } from '../access/grades.ts';

/** Sidebar groups, in the order they are shown. */
export const ROUTE_GROUPS = [
  'Reports',
  'Click-out',
  'Campaign boxes',
  'Links & tests',
  'Clients & money',
  'Admin tools',
  'Manager portal',
] as const;

/** One sidebar group. */
export type RouteGroup = (typeof ROUTE_GROUPS)[number];

/** The actions on the server that a screen allows its viewer: `view` reads, `add` writes. */
export type MenuAction = 'view' | 'add';

/** Codes that can open a route, `any` for everyone with a grade, or `adminOnly`. */
export type RoutePermissions = readonly PermissionCode[] | 'any' | 'adminOnly';

/** Behaviour flags of a route. */
export type RouteFlags = Readonly<{
  hideFromSidebar: boolean;
  neverMenuItem: boolean;
  /** Open when at least one stats tab is open to the viewer. */
  activateIfAnyStatsTab: boolean;
  /** The route can be neither granted nor denied: signing in, signing out, and the own profile. */
  disabledForPermissionSystem: boolean;
}>;

/** Fixed extra properties that some routes pass to their screen. */
export type RouteExtraProps = Readonly<{
  mode?: 'form' | 'upload' | 'email';
  unprocessed?: true;
  add?: true;
  edit?: true;
  copy?: true;
}>;

/** One row of the route table before it gets its name and group. */
export type RouteRow<P extends `/${string}` = `/${string}`> = Readonly<{
  /** TanStack style: `/partners/edit/$id`. */
  path: P;
  title: string;
  /** The Tabler icon's name without its prefix; only for routes in the sidebar. */
  icon?: string;
  permissions: RoutePermissions;
  menu: readonly MenuAction[];
  flags: RouteFlags;
  extraProps: RouteExtraProps;
  /** The screen from which this one is reached; it sets the breadcrumb and the sidebar's highlight. */
  parent?: string;
  /**
   * The screen whose entry in the lists of included and excluded paths also decides about this one, which has no entry of
   * its own.
   */
  follows?: string;
  redirectTo?: Readonly<{ path: '/stats'; search: Readonly<{ tab?: string }> }>;
}>;

const noFlags: RouteFlags = {
  hideFromSidebar: false,
  neverMenuItem: false,
  activateIfAnyStatsTab: false,
  disabledForPermissionSystem: false,
};

type RowOptions<P extends `/${string}`> = Partial<Omit<RouteRow<P>, 'path' | 'title' | 'permissions' | 'flags'>> & {
  flags?: Partial<RouteFlags>;
};

/** Completes a row with the defaults: read only, in the sidebar, no extra properties. */
export function defineRoute<const P extends `/${string}`>(
  path: P,
  title: string,
  permissions: RoutePermissions,
  options: RowOptions<P> = {},
): RouteRow<P> {
  return {
    menu: ['view'],
    extraProps: {},
    ...options,
    path,
    title,
    permissions,
    flags: { ...noFlags, ...options.flags },
  };
}

/** A screen of the sidebar that only reads. */
export function list<const P extends `/${string}`>(
  path: P,
  title: string,
  permissions: RoutePermissions,
  icon: string,
) {
  return defineRoute(path, title, permissions, { icon });
}

/** A screen of the sidebar that reads and writes in one place. */
export function tool<const P extends `/${string}`>(
  path: P,
  title: string,
  permissions: RoutePermissions,
  { icon, extraProps = {} }: { icon: string; extraProps?: RouteExtraProps },
) {
  return defineRoute(path, title, permissions, { icon, menu: ['view', 'add'], extraProps });
}

type SubScreen = <const P extends `/${string}`>(
  path: P,
  title: string,
  permissions: RoutePermissions,
  parent: string,
) => RouteRow<P>;

const subScreen =
  (menu: readonly MenuAction[], extraProps: RouteExtraProps): SubScreen =>
  (path, title, permissions, parent) =>
    defineRoute(path, title, permissions, { menu, extraProps, parent, flags: { neverMenuItem: true } });

/** Form for a new record, reached from its list. */
export const add: SubScreen = subScreen(['add'], { add: true });
/** Form for an existing record. */
export const edit: SubScreen = subScreen(['view', 'add'], { edit: true });
/** Form for a new record filled from another. */
export const copy: SubScreen = subScreen(['add'], { copy: true });
/** A read-only view of a record or an answer. */
export const view: SubScreen = subScreen(['view'], {});
/**
 * The page of a record with its tabs, beside a form that the specification names. It is open to whoever may open that
 * form: lists of paths that were written before it existed keep their meaning (docs/decisions/0120).
 */
export function recordPage<const P extends `/${string}`>(
  path: P,
  title: string,
  permissions: RoutePermissions,
  { parent, follows }: { parent: string; follows: string },
) {
  return defineRoute(path, title, permissions, { parent, follows, flags: { neverMenuItem: true } });
}
