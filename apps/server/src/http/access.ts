/** Deny by default: every API route says who may call it and whose rows it touches, or stands on the short public list. */
import { mayCall, mayDo, type RecordVerb, seesOwnPublisherOnly, type Viewer } from '@signpost/contract/access.ts';
import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import { AppError } from '@signpost/contract/errors.ts';
import type { MenuAction } from '@signpost/contract/routes/shape.ts';
import type { RouteName } from '@signpost/contract/routes.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SessionUser } from './session-user.ts';

/** Who may call: anybody, anybody signed in, who may open one of these screens, or who may do this with such records. */
export type Access =
  | 'public'
  | 'signedIn'
  | { routes: readonly RouteName[]; action: MenuAction }
  | { record: EntityDefinition; verb: RecordVerb };

/**
 * Whose rows a call touches, for those who see only rows of their own publisher:
 * - `own`: the handler filters by the viewer itself, or touches nothing but what is the viewer's own;
 * - `staff`: it touches everybody's, so a Publisher is refused, whatever paths are included;
 * - `of`: it belongs to the record whose id stands in the address (`:id`, or the parameter named); the call is refused
 *   with ITEM_NOT_FOUND exactly where reading that record is.
 */
export type Rows = 'own' | 'staff' | { of: EntityDefinition; parameter?: string };

/** The two rules of a call beside a record: allowed when the viewer may do this with such records, for the viewer's rows. */
export function beside(entity: EntityDefinition, verb: RecordVerb): { access: Access; rows: Rows } {
  return { access: { record: entity, verb }, rows: { of: entity } };
}

export interface ApiRoute {
  method: string;
  url: string;
  access: Access | undefined;
  rows: Rows | undefined;
  pattern: RegExp;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    rows?: Rows;
    /** Called by other servers, which know no ticket. */
    noTicket?: boolean;
  }
  interface FastifyInstance {
    apiRoutes: ApiRoute[];
    /** The methods an address accepts. */
    methodsOf(path: string): string[];
  }
  interface FastifyRequest {
    user: SessionUser | null;
  }
}

/** The person who calls; on a route that is not public there always is one. */
export function viewerOf(request: FastifyRequest): SessionUser {
  if (!request.user) throw new AppError('UNAUTHORIZED');
  return request.user;
}

/** Whether the rules of a call allow it to a person, before any record is looked at. */
export function mayMake(viewer: Viewer, access: Access | undefined, rows: Rows | undefined): boolean {
  if (access === 'public') return true;
  if (access === undefined || rows === undefined) return false;
  if (rows === 'staff' && seesOwnPublisherOnly(viewer)) return false;
  if (access === 'signedIn') return true;
  return 'record' in access ? mayDo(viewer, access.record, access.verb) : mayCall(viewer, access.routes, access.action);
}

export function checkAccess(request: FastifyRequest): void {
  const { access, rows } = request.routeOptions.config;
  if (access === 'public' || request.is404) return;
  if (!mayMake(viewerOf(request), access, rows)) throw new AppError('FORBIDDEN');
}

/**
 * Refuses to start with an API route that does not say who may call it, or whose rows it touches. Keeps the list of routes, by which a 405 is told from
 * a 404 and the tests walk every call.
 */
export function requireAccessRules(app: FastifyInstance): void {
  const seen: ApiRoute[] = [];
  app.decorate('apiRoutes', seen);
  app.decorate('methodsOf', (path) => [
    ...new Set(seen.filter((route) => route.pattern.test(path)).map((route) => route.method)),
  ]);
  app.addHook('onRoute', (route) => {
    for (const method of [route.method].flat())
      seen.push({
        method,
        url: route.url,
        access: route.config?.access,
        rows: route.config?.rows,
        pattern: new RegExp(`^${route.url.replaceAll(/:[^/]+/g, '[^/]+')}$`),
      });
    if (route.url.startsWith('/api/') && route.config?.access === undefined)
      throw new Error(`${String(route.method)} ${route.url} declares no access rule.`);
    if (route.url.startsWith('/api/') && route.config?.access !== 'public' && route.config?.rows === undefined)
      throw new Error(`${String(route.method)} ${route.url} does not say whose rows it touches.`);
  });
}
