/** Deny by default: every API route says who may call it, or stands on the short public list (reliability.md, rule 7). */
import { mayCall } from '@signpost/contract/access.ts';
import { AppError } from '@signpost/contract/errors.ts';
import type { MenuAction } from '@signpost/contract/routes/shape.ts';
import type { RouteName } from '@signpost/contract/routes.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SessionUser } from './session-user.ts';

/** Who may call: anybody, anybody signed in, or who may open one of these screens. */
export type Access = 'public' | 'signedIn' | { routes: readonly RouteName[]; action: MenuAction };

export interface ApiRoute {
  method: string;
  url: string;
  access: Access | undefined;
  pattern: RegExp;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
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

export function checkAccess(request: FastifyRequest): void {
  const { access } = request.routeOptions.config;
  if (access === 'public' || request.is404) return;
  const user = viewerOf(request);
  if (access === undefined) throw new AppError('FORBIDDEN');
  if (access !== 'signedIn' && !mayCall(user, access.routes, access.action)) throw new AppError('FORBIDDEN');
}

/**
 * Refuses to start with an API route that declares no access rule. Keeps the list of routes, by which a 405 is told from
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
        pattern: new RegExp(`^${route.url.replaceAll(/:[^/]+/g, '[^/]+')}$`),
      });
    if (route.url.startsWith('/api/') && route.config?.access === undefined)
      throw new Error(`${String(route.method)} ${route.url} declares no access rule.`);
  });
}
