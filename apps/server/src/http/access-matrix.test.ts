import { TICKET_HEADER, TICKET_VALUE } from '@signpost/contract/api.ts';
import { GRADES } from '@signpost/contract/grades.ts';
import { testApp } from '@signpost/testkit/app.ts';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { mayMake, requireAccessRules } from './access.ts';

/** Every call of the server × every grade: refused exactly where the access rule refuses, and never a 5xx. */
const world = await testApp();
const routes = world.app.apiRoutes.filter(
  ({ method, url }) => url.startsWith('/api/') && method !== 'HEAD' && method !== 'OPTIONS',
);
const addressOf = (url: string) => url.replaceAll(/:\w+/g, '999999999');
type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
const callOf = (method: string, url: string): [Method, string, unknown] => [
  method as Method,
  addressOf(url),
  method === 'GET' || method === 'DELETE' ? undefined : {},
];
/** Signing out would end the session that the next call needs. */
const isSignOut = (method: string, url: string) => method === 'DELETE' && url === '/api/auth/session';

describe('every call', () => {
  it('stands under an access rule, and only these are public', () => {
    const open = routes.filter(({ access }) => access === 'public').map(({ method, url }) => `${method} ${url}`);
    expect(open.sort()).toEqual([
      'GET /api/auth/config',
      'GET /api/health',
      'GET /api/openapi.json',
      'POST /api/auth/demo',
      'POST /api/auth/google',
      'POST /api/public/leads',
    ]);
    expect(routes.length).toBeGreaterThan(150);
  });

  it.each(GRADES)('answers %s as the access rule says', async (grade) => {
    const call = await world.signIn(grade);
    const viewer = { grade, includedPaths: [], excludedPaths: [] };
    const wrong: string[] = [];
    for (const { method, url, access, rows } of routes) {
      if (isSignOut(method, url)) continue;
      const { status } = await call(...callOf(method, url));
      const allowed = mayMake(viewer, access, rows);
      const isRefused = status === 403;
      if (
        access === 'public'
          ? status >= 500 && url !== '/api/health'
          : allowed
            ? status === 401 || isRefused || status >= 500
            : !isRefused
      )
        wrong.push(`${method} ${url}: ${status}, allowed ${allowed}`);
    }
    expect(wrong).toEqual([]);
  });

  it('refuses without a token, with one that is unknown, revoked or expired, and without the ticket', async () => {
    const admin = await world.signIn('Admin');
    const as = (headers: Record<string, string>) => world.app.inject({ url: '/api/profile', headers });
    const ticket = { [TICKET_HEADER]: TICKET_VALUE };
    expect((await as({ ...ticket })).statusCode).toBe(401);
    expect((await as({ ...ticket, authorization: `Bearer ${'x'.repeat(43)}` })).statusCode).toBe(401);
    expect((await as({ authorization: `Bearer ${admin.token}` })).statusCode).toBe(403);
    const mine = { ...ticket, authorization: `Bearer ${admin.token}` };
    expect((await as(mine)).statusCode).toBe(200);
    await world.db
      .updateTable('sessions')
      .set({ expiresAt: new Date(0) })
      .where('userId', '=', admin.userId)
      .execute();
    expect((await as(mine)).statusCode).toBe(401);
    const other = await world.signIn('Admin');
    expect((await other('DELETE', '/api/auth/session')).status).toBe(200);
    const gone = await other('GET', '/api/profile');
    expect([gone.status, gone.body.message]).toEqual([
      401,
      'Unauthorized Request. Please re-login. You can sign out using the button in the upper right corner.',
    ]);
  });

  it('lets nobody but Admin change a grade, whatever paths are included', async () => {
    const included = await world.signIn('Default User', {
      includedPaths: ['/users', '/users/$id', '/manual-users/add'],
    });
    expect((await included('GET', '/api/users')).status).toBe(200);
    const raise = { version: 1, values: { name: 'Me', email: 'me@example.test', grade: 'Admin', timeZone: 'UTC' } };
    expect((await included('PATCH', `/api/users/${included.userId}`, raise)).status).toBe(403);
    expect((await included('POST', '/api/users', raise.values)).status).toBe(403);
    expect(
      (
        await included('POST', '/api/users/bulk', {
          action: 'edit',
          ids: [included.userId],
          values: { grade: 'Admin' },
        })
      ).status,
    ).toBe(403);
  });
});

describe('the server', () => {
  it('does not start with a call that declares no access rule', () => {
    const app = Fastify();
    requireAccessRules(app);
    expect(() => app.get('/api/secret', () => 1)).toThrow('declares no access rule');
  });

  it('tells an unknown address from a wrong method', async () => {
    const call = await world.signIn('Admin');
    const wrong = await call('DELETE', '/api/partners');
    expect([wrong.status, wrong.body.status, wrong.headers.allow]).toEqual([
      405,
      'METHOD_NOT_ALLOWED',
      'GET, HEAD, POST',
    ]);
    const unknown = await call('GET', '/api/nothing');
    expect([unknown.status, unknown.body.status, unknown.body.message]).toEqual([
      404,
      'ITEM_NOT_FOUND',
      'Item not found',
    ]);
  });

  it('shows no stack, SQL or path when it fails', async () => {
    const call = await world.signIn('Admin');
    await world.db.schema.alterTable('partners').renameTo('partnersGone').execute();
    const failed = await call('GET', '/api/partners');
    await world.db.schema.alterTable('partnersGone').renameTo('partners').execute();
    expect([failed.status, failed.body.status, failed.body.message]).toEqual([500, 'SERVER_ERROR', 'Server Error.']);
    expect(failed.text).not.toMatch(/partners|select|\.ts|stack/i);
    expect(failed.body.meta.requestId).toMatch(/^[0-9a-f-]{36}$/);
  });
});
