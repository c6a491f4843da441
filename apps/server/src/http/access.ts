/**
 * Denies by default: every API route declares who may call it and whose rows it touches, or is on the short public list
 * (docs/product/access.md#calls).
 */
import { mayCall, mayDo, seesOwnPublisherOnly, type Viewer } from '@signpost/contract/access/access.ts';
import { KEY_LIMITS, KEY_SCOPE_LABELS, mayUseKey } from '@signpost/contract/calls/api-key-access.ts';
import type { CallAccess, CallRows, Repeat } from '@signpost/contract/calls/define-call.ts';
import { AppError } from '@signpost/contract/errors.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SessionUser } from '../session-user.ts';

export interface ApiRoute {
  method: string;
  url: string;
  access: CallAccess | undefined;
  rows: CallRows | undefined;
  /** Why it is safe to repeat; only a POST says it. */
  repeat: Repeat | undefined;
  pattern: RegExp;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: CallAccess;
    rows?: CallRows;
    repeat?: Repeat;
    /** For calls from other servers, which do not send the ticket header. */
    noTicket?: boolean;
  }
  interface FastifyInstance {
    apiRoutes: ApiRoute[];
    /** The methods that an address accepts. */
    methodsOf(path: string): string[];
  }
  interface FastifyRequest {
    user: SessionUser | null;
  }
}

/** The person who makes the call. Routes that are not public always have one. */
export function viewerOf(request: FastifyRequest): SessionUser {
  if (!request.user) throw new AppError('UNAUTHORIZED');
  return request.user;
}

/** Whether a person may make a call, before any record is read. */
export function mayMake(viewer: Viewer, access: CallAccess | undefined, rows: CallRows | undefined): boolean {
  if (access === 'public') return true;
  if (access === undefined || rows === undefined) return false;
  if (rows === 'staff' && seesOwnPublisherOnly(viewer)) return false;
  if (access === 'signedIn') return true;
  if ('grades' in access && access.grades?.includes(viewer.grade) === false) return false;
  if ('record' in access) return mayDo(viewer, access.record, access.verb);
  return mayCall(viewer, access.routes, access.action);
}

export function checkAccess(request: FastifyRequest): void {
  const { access, rows } = request.routeOptions.config;
  if (access === 'public' || request.is404) return;
  const viewer = viewerOf(request);
  if (!mayMake(viewer, access, rows)) throw new AppError('FORBIDDEN');
  const { method, routeOptions } = request;
  if (viewer.keyScope !== null && !mayUseKey(viewer.keyScope, { method, url: routeOptions.url ?? '', access, rows }))
    throw new AppError('FORBIDDEN', {
      message: `This API key may not do this: its scope is “${KEY_SCOPE_LABELS[viewer.keyScope]}”. ${KEY_LIMITS}`,
    });
}

/**
 * Refuses to start with an API route that does not declare who may call it or whose rows it touches. Keeps the list of
 * routes, which tells a 405 from a 404 and lets the tests call every route.
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
        repeat: route.config?.repeat,
        pattern: new RegExp(`^${route.url.replaceAll(/:[^/]+/g, '[^/]+')}$`),
      });
    if (route.url.startsWith('/api/') && route.config?.access === undefined)
      throw new Error(`${String(route.method)} ${route.url} declares no access rule.`);
    if (route.url.startsWith('/api/') && route.config?.access !== 'public' && route.config?.rows === undefined)
      throw new Error(`${String(route.method)} ${route.url} does not say whose rows it touches.`);
  });
}
