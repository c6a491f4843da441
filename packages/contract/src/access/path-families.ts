/** The include and exclude lists of a person: their valid paths, and the families of screens among them. */

import { byCount } from '../define/words.ts';
import { ALL_ROUTES, type Route } from '../routes/index.ts';
import { TAB_NAMES, TAB_TITLES } from '../routes/tab-names.ts';
import { mayOpen, normalisePath, tabPath, type Viewer } from './access.ts';

export interface GovernedPath {
  path: string;
  title: string;
}

const governed: readonly Route[] = ALL_ROUTES.filter(
  (route) => !route.flags.disabledForPermissionSystem && route.follows === undefined,
);

/** The valid paths of include and exclude lists: every governed path and the path of each tab. */
export function governedPaths(): GovernedPath[] {
  return [
    ...governed.map(({ path, title }) => ({ path, title })),
    ...TAB_NAMES.map((tab) => ({ path: tabPath(tab), title: `Stats tab: ${TAB_TITLES[tab]}` })),
  ];
}

const bySpelling = new Map(governedPaths().map(({ path }) => [normalisePath(path), path]));

/** The stored spelling of a path such as `/partners/edit/{id}`. An unknown path stays unchanged. */
export function storedPath(path: string): string {
  return bySpelling.get(normalisePath(path)) ?? path;
}

/** A screen with its forms and views. */
export interface PathFamily {
  title: string;
  paths: readonly string[];
}

const familyOf = (route: Route): readonly Route[] => {
  const root = route.parent ?? route.name;
  return governed.filter(({ name, parent }) => name === root || parent === root);
};

const named = (paths: readonly string[]): ReadonlySet<string> => new Set(paths.map(storedPath));

/** The families that are only partly in the list, with their missing paths. */
export function incompleteFamilies(paths: readonly string[]): PathFamily[] {
  const chosen = named(paths);
  const families = new Map<string, PathFamily>();
  for (const route of governed.filter(({ path }) => chosen.has(path))) {
    const family = familyOf(route);
    const missing = family.filter(({ path }) => !chosen.has(path)).map(({ path }) => path);
    const [root = route] = family;
    if (missing.length > 0) families.set(root.name, { title: root.title, paths: missing });
  }
  return [...families.values()];
}

const listed = (titles: readonly string[]): string => {
  if (titles.length < 2) return titles.join('');
  return `${titles.slice(0, -1).join(', ')} and ${titles.at(-1)}`;
};

const areOrIs = (titles: readonly string[]): string => `${listed(titles)} ${byCount(titles.length, 'is', 'are')}`;

/**
 * Describes screens that are only partly open, such as a blocked list whose forms still work, because that is rarely
 * intended. Only families named in the lists are checked, because partial families of a grade are intended.
 */
export function halfOpenFamilies(viewer: Viewer): string[] {
  if (viewer.grade === 'Admin') return [];
  const chosen = named([...viewer.includedPaths, ...viewer.excludedPaths]);
  const roots = governed.filter((route) => route.parent === undefined);
  return roots.flatMap((root) => {
    const family = familyOf(root);
    if (family.length < 2 || !family.some(({ path }) => chosen.has(path))) return [];
    const rest = family.filter((route) => route !== root);
    const open = rest.filter((route) => mayOpen(viewer, route)).map(({ title }) => title);
    const closed = rest.filter((route) => !mayOpen(viewer, route)).map(({ title }) => title);
    if (!mayOpen(viewer, root)) return open.length === 0 ? [] : [`${root.path} is blocked but ${areOrIs(open)} open.`];
    if (closed.length === 0) return [];
    return [`${root.path} is open but ${areOrIs(closed)} blocked.`];
  });
}
