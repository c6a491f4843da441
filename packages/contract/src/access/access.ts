/** The screens that a person may open and the calls that they may make (docs/product/access.md). */
import type { EntityDefinition, EntityRoutes } from '../define/entity.ts';
import { ALL_ROUTES, ROUTES, type Route, type RouteName } from '../routes/index.ts';
import { REFERENCE_LISTS, referencePath } from '../routes/reference-lists.ts';
import type { MenuAction, RouteGroup, RoutePermissions } from '../routes/shape.ts';
import { ROUTE_GROUPS } from '../routes/shape.ts';
import { TAB_NAMES, TAB_PERMISSIONS, type TabName } from '../routes/tab-names.ts';
import { GRADE_CODE, type Grade } from './grades.ts';

/** The facts about a person that the access rule needs (`fePermissions`). */
export type Viewer = Readonly<{
  grade: Grade;
  /** Route paths as in the route table, or `/stats?tab=seo` for a single tab. */
  includedPaths: readonly string[];
  excludedPaths: readonly string[];
}>;

/**
 * Normalises a path of the permission lists: no hash, no trailing slash, and `{id}`, `:id` and `$partnerId` all mean "any
 * segment", so that a list survives the renaming of a parameter.
 */
export function normalisePath(path: string): string {
  const [pathname = '', search] = path.trim().replace(/^\/?#/, '').split('?');
  const parts = pathname.split('/').filter((part) => part !== '');
  const plain = `/${parts.map((part) => (/^(\$.*|:.+|\{.*\})$/.test(part) ? '$' : part)).join('/')}`;
  if (search === undefined || search === '') return plain;
  return `${plain}?${search}`;
}

const lists = (paths: readonly string[], path: string): boolean => {
  const wanted = normalisePath(path);
  return paths.some((candidate) => normalisePath(candidate) === wanted);
};

const inGradeList = (grade: Grade, permissions: RoutePermissions): boolean => {
  if (grade === 'Admin') return true;
  const code = GRADE_CODE[grade];
  if (code === null || permissions === 'adminOnly') return false;
  return permissions === 'any' || permissions.includes(code);
};

/** The entry for a stats tab in the lists of included and excluded paths. */
export function tabPath(tab: TabName): string {
  return `${ROUTES.stats.path}?tab=${tab}`;
}

/**
 * Whether a person may open a stats tab. The rule is that of a route whose path is {@link tabPath}. Excluding `/stats`
 * denies all tabs. Including it opens the tabs for most grades; restricted tabs must be included by their own path.
 */
export function mayOpenTab(viewer: Viewer, tab: TabName): boolean {
  if (viewer.grade === 'Admin') return true;
  const own = tabPath(tab);
  const stats = ROUTES.stats.path;
  if (lists(viewer.excludedPaths, stats) || lists(viewer.excludedPaths, own)) return false;
  if (inGradeList(viewer.grade, TAB_PERMISSIONS[tab]) || lists(viewer.includedPaths, own)) return true;
  return lists(viewer.includedPaths, stats) && inGradeList('Default User', TAB_PERMISSIONS[tab]);
}

/** The tabs a person may open, in their fixed order. */
export function visibleTabs(viewer: Viewer): TabName[] {
  return TAB_NAMES.filter((tab) => mayOpenTab(viewer, tab));
}

/**
 * Whether a person may open a route. Admin opens everything; an excluded path denies; the grade's code or an included
 * path allows. For Home, the entry of the seo-view in the lists decides, and for a record's page the entry of its form.
 * Stats is open if any tab is open.
 */
export function mayOpen(viewer: Viewer, route: Route): boolean {
  if (viewer.grade === 'Admin' || route.flags.disabledForPermissionSystem) return true;
  if (route.flags.activateIfAnyStatsTab) return visibleTabs(viewer).length > 0;
  const entry = route.name === 'home' ? ROUTES.seoView.path : ROUTES[route.follows ?? route.name].path;
  if (lists(viewer.excludedPaths, entry)) return false;
  if (inGradeList(viewer.grade, route.permissions) || lists(viewer.includedPaths, entry)) return true;
  return route.name === 'home' && viewer.grade === 'Starter Profile';
}

/**
 * Whether a person may make an API call that belongs to these screens. `view` needs one of the screens to be open;
 * `add` needs one of those that write. A call that names no screen is refused.
 */
export function mayCall(viewer: Viewer, routeNames: readonly RouteName[], action: MenuAction): boolean {
  return routeNames.some((name) => {
    const route: Route = ROUTES[name];
    return (action === 'view' || route.menu.includes('add')) && mayOpen(viewer, route);
  });
}

/** Actions on records of an entity. `read` is one record with its history; `edit` includes archiving. */
export const RECORD_VERBS = ['list', 'read', 'create', 'edit', 'reverse'] as const;
export type RecordVerb = (typeof RECORD_VERBS)[number];

type Screened = { routes: EntityRoutes; adminWrites?: boolean };

/**
 * The screens that make a call on records: a list lists, exports and reads; an edit screen reads and edits; an add screen
 * only creates. Empty if no screen makes the call.
 */
export function screensFor({ routes }: Screened, verb: RecordVerb): RouteName[] {
  const { list, add, edit, copy, view, also = {} } = routes;
  const all: Record<RecordVerb, readonly (RouteName | undefined)[]> = {
    list: [list, ...(also.list ?? [])],
    read: [list, ...(also.list ?? []), edit, ...(also.edit ?? []), copy, view],
    create: [add, copy, ...(also.create ?? [])],
    edit: [edit, ...(also.edit ?? [])],
    reverse: [add, copy, ...(also.create ?? [])],
  };
  return [...new Set(all[verb].filter((name) => name !== undefined))];
}

/** Whether an entity is edited on its add screen. Then that screen alone must not permit editing. */
const editsOnAddScreen = ({ routes: { add, edit, list } }: Screened): boolean =>
  edit !== undefined && edit === add && edit !== list;

/**
 * Whether a person may do this with records of an entity; the row filter decides which records. Reversing is done from the
 * list by those who may add. Some entities are written by the grade Admin only.
 */
export function mayDo(viewer: Viewer, entity: Screened, verb: RecordVerb): boolean {
  const writes = verb !== 'list' && verb !== 'read';
  if (writes && entity.adminWrites && viewer.grade !== 'Admin') return false;
  const needsList = verb === 'reverse' || (verb === 'edit' && editsOnAddScreen(entity));
  if (needsList && !mayDo(viewer, entity, 'list')) return false;
  return mayCall(viewer, screensFor(entity, verb), writes ? 'add' : 'view');
}

/** Whether a person sees only rows of their own publisher, whatever screens they may open. */
export function seesOwnPublisherOnly(viewer: Pick<Viewer, 'grade'>): boolean {
  return viewer.grade === 'Publisher';
}

/**
 * Whether a person may choose records of an entity at all. A Publisher may choose their own, and those that are offered
 * to publishers by name.
 */
export function mayChoose(
  viewer: Pick<Viewer, 'grade'>,
  target: Pick<EntityDefinition, 'scope' | 'publishersChoose'>,
): boolean {
  return (
    !seesOwnPublisherOnly(viewer) || target.scope?.publisher !== undefined || target.publishersChoose !== undefined
  );
}

/** The screen shown on `/`. For Operations it is Campaign boxes, unless they are excluded for the person. */
export function homeScreenFor(viewer: Viewer): 'home' | 'campaignBoxes' {
  const replaced = viewer.grade === 'Operations' && mayOpen(viewer, ROUTES.campaignBoxes);
  if (replaced) return 'campaignBoxes';
  return 'home';
}

const hasParameters = (route: Route): boolean => route.path.includes('$');

/** The screen after signing in: Home, else the first screen the person may open, else their profile. */
export function landingFor(viewer: Viewer): { path: string; title: string } {
  if (mayOpen(viewer, ROUTES.home)) return { path: ROUTES.home.path, title: ROUTES[homeScreenFor(viewer)].title };
  const [item] = visibleMenu(viewer).flatMap(({ items }) => items);
  if (item !== undefined) return { path: item.path, title: item.title };
  const only = ALL_ROUTES.find(
    (route) =>
      !hasParameters(route) &&
      route.redirectTo === undefined &&
      !route.flags.disabledForPermissionSystem &&
      mayOpen(viewer, route),
  );
  const { path, title } = only ?? ROUTES.profile;
  return { path, title };
}

/** One line of the sidebar, with its add form if the viewer may open it. */
export type MenuItem = Readonly<{
  name: RouteName;
  path: string;
  title: string;
  icon: string;
  add?: RouteName;
  /** The list that the entry opens, where several share a route. */
  kind?: string;
}>;

/** A sidebar group that is not empty. */
export type MenuGroup = Readonly<{ group: RouteGroup; items: readonly MenuItem[] }>;

const isMenuItem = (viewer: Viewer, route: Route): boolean =>
  !route.flags.hideFromSidebar && !route.flags.neverMenuItem && mayOpen(viewer, route);

const menuItem = (viewer: Viewer, route: Route): MenuItem => {
  const add = ALL_ROUTES.find((it) => it.parent === route.name && it.extraProps.add === true && mayOpen(viewer, it));
  const shown = { name: route.name, path: route.path, title: route.title, icon: route.icon ?? 'point' };
  if (add === undefined) return shown;
  return { ...shown, add: add.name };
};

/** Entries of their own for the lists that share a route. */
const listItems = ({ name, path }: Route): MenuItem[] => {
  if (name !== 'tags') return [];
  return REFERENCE_LISTS.map((one) => ({
    name,
    path: referencePath(path, one),
    title: one.title,
    icon: one.icon,
    kind: one.kind,
  }));
};

/** The sidebar of a person: groups in their fixed order, without empty ones. */
export function visibleMenu(viewer: Viewer): MenuGroup[] {
  return ROUTE_GROUPS.map((group) => ({
    group,
    items: ALL_ROUTES.filter((route) => route.group === group && isMenuItem(viewer, route)).flatMap((route) => [
      menuItem(viewer, route),
      ...listItems(route),
    ]),
  })).filter((group) => group.items.length > 0);
}
