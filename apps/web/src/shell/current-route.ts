import { ALL_ROUTES, isRouteName, ROUTES, type Route } from '@signpost/contract/routes/index.ts';
import { useMatches } from '@tanstack/react-router';

const byPath = new Map<string, Route>(ALL_ROUTES.map((route) => [route.path, route]));

/** The route of a pattern in the route table. */
export const routeAt = (pattern: string): Route | undefined => byPath.get(pattern);

/** The route that is open; undefined on an unknown path. */
export function useCurrentRoute(): Route | undefined {
  const matches = useMatches();
  return routeAt(matches.at(-1)?.fullPath ?? '');
}

/** The route and its parents, nearest first. */
export function lineage(route: Route | undefined): Route[] {
  if (route === undefined) return [];
  const parent = route.parent !== undefined && isRouteName(route.parent) ? ROUTES[route.parent] : undefined;
  return [route, ...lineage(parent)];
}
