import { mayOpen } from '@signpost/contract/access/access.ts';
import { ROUTES, type RouteName } from '@signpost/contract/routes/index.ts';

/** The route if it exists and this person can open it. */
export function openRoute(viewer: Parameters<typeof mayOpen>[0], name: RouteName | undefined): RouteName | undefined {
  if (name !== undefined && mayOpen(viewer, ROUTES[name])) return name;
  return undefined;
}
