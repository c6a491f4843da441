import { GRADES, type Grade } from '@signpost/contract/access/grades.ts';
import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import { entities, entityList } from '@signpost/contract/entities/index.ts';
import { TICKET_HEADER, TICKET_VALUE } from '@signpost/contract/envelope.ts';
import { ROUTES } from '@signpost/contract/routes/index.ts';
import { testApp } from '@signpost/testkit/app.ts';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { requireAccessRules } from './access.ts';
import { PUBLIC_CALLS, unusedRows, writtenGrades } from './testing/access-table.ts';

/**
 * Makes every call of the server with every grade. A call is refused exactly when the written table says so
 * (`testing/access-table.ts`), and never fails with 5xx.
 */
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
/** The letter of each grade in the table. */
const LETTER_OF: Readonly<Record<Grade, string>> = {
  Admin: 'A',
  Management: 'M',
  'Default User': 'D',
  Publisher: 'P',
  'Seo User': 'S',
  'Cost User': 'C',
  'Exclude All Pages': 'X',
  'Starter Profile': 'N',
  Operations: 'O',
};
const guarded = routes.filter(({ access }) => access !== 'public');
/** Allowed calls may still be refused for other reasons: the record does not exist, or the body is wrong. */
function isAsWritten(status: number, allowed: boolean): boolean {
  if (!allowed) return status === 403;
  return status !== 401 && status !== 403 && status < 500;
}
/** Streams until the client leaves (`notifications/bell.test.ts`). */
const STREAM = '/api/notifications/live';

describe('Every call', () => {
  it('has an access rule unless it is on the list of public calls', () => {
    const open = routes.filter(({ access }) => access === 'public').map(({ method, url }) => `${method} ${url}`);
    expect(open.sort()).toEqual(PUBLIC_CALLS);
    expect(routes.length).toBeGreaterThan(150);
  });

  it('stands in the written table, which has no row that fits no call', () => {
    const unwritten = guarded.filter(({ method, url }) => writtenGrades(method, url)?.length !== GRADES.length);
    expect(unwritten.map(({ method, url }) => `${method} ${url}`)).toEqual([]);
    expect(unusedRows(guarded)).toEqual([]);
  });

  it.each(GRADES)('is allowed or refused for %s as the written table says', async (grade) => {
    const call = await world.signIn(grade);
    const letter = LETTER_OF[grade];
    const wrong: string[] = [];
    for (const { method, url } of guarded) {
      if (isSignOut(method, url) || url === STREAM) continue;
      const { status } = await call(...callOf(method, url));
      const allowed = writtenGrades(method, url)?.includes(letter) === true;
      if (!isAsWritten(status, allowed)) wrong.push(`${method} ${url}: ${status}, allowed ${allowed}`);
    }
    for (const { method, url } of routes.filter(({ access }) => access === 'public')) {
      const { status } = await call(...callOf(method, url));
      if (status >= 500 && url !== '/api/health') wrong.push(`${method} ${url}: ${status}, public`);
    }
    expect(wrong).toEqual([]);
  });

  it('refuses a missing, unknown, revoked or expired token and a missing ticket header', async () => {
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

  it('allows only Admin to change a grade, even when other people have all paths included', async () => {
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

/** The calls that each screen of an entity allows, stated independently of the code that decides it. */
type Call = 'list' | 'read' | 'create' | 'edit' | 'reverse';
type Screen = 'list' | 'add' | 'edit' | 'copy' | 'view';
const LETS: Record<Screen, readonly Call[]> = {
  list: ['list', 'read'],
  add: ['create'],
  edit: ['read', 'edit'],
  copy: ['read', 'create'],
  view: ['read'],
};

type OneCall = readonly [Call, Method, string];
const callsOf = (entity: EntityDefinition): OneCall[] => {
  const base = `/api/${entity.path}`;
  const one = `${base}/999999999`;
  const changes: OneCall[] = entity.ledger
    ? [['reverse', 'POST', `${one}/reverse`]]
    : [
        ['edit', 'PATCH', one],
        ['edit', 'POST', `${one}/archive`],
        ['edit', 'POST', `${one}/restore`],
        ['edit', 'POST', `${base}/bulk`],
        ['edit', 'GET', `${base}/used-by?ids[0]=999999999`],
      ];
  return [
    ['list', 'GET', base],
    ['list', 'GET', `${base}/export?format=csv`],
    ['read', 'GET', one],
    ['read', 'GET', `${one}/history`],
    ['create', 'POST', base],
    ...changes,
  ];
};

const SCREENS = ['list', 'add', 'edit', 'copy', 'view'] as const;
const pathOf = ({ routes: its }: EntityDefinition, screen: Screen) => {
  const name = its[screen];
  return name === undefined ? [] : [ROUTES[name].path];
};
/** Whether a screen has no entry of its own in the lists of paths, because that of another screen decides. */
const isWithoutEntry = ({ routes: its }: EntityDefinition, screen: Screen): boolean => {
  const name = its[screen];
  return name !== undefined && ROUTES[name].follows !== undefined;
};
/** Entities with a separate screen for each action, so that one path opens one screen and nothing else. */
const simple = entityList.filter(({ routes: its, adminWrites }) => {
  const own = SCREENS.map((screen) => its[screen]).filter((name) => name !== undefined);
  return its.add !== undefined && new Set(own).size === own.length && its.also === undefined && !adminWrites;
});

async function allowedCalls(entity: EntityDefinition, more: { includedPaths?: string[]; excludedPaths?: string[] }) {
  const call = await world.signIn(more.includedPaths ? 'Exclude All Pages' : 'Management', more);
  const answers = await Promise.all(
    callsOf(entity).map(async ([verb, method, url]) => {
      const { status } = await call(method, url, method === 'GET' ? undefined : {});
      expect([method, url, status < 500, status === 401]).toEqual([method, url, true, false]);
      return status === 403 ? [] : [verb];
    }),
  );
  return [...new Set(answers.flat())].sort();
}
const offered = (entity: EntityDefinition, calls: readonly Call[]) => {
  const there = new Set(callsOf(entity).map(([verb]) => verb));
  return [...new Set(calls)].filter((verb) => there.has(verb)).sort();
};

describe.each(simple.map((entity) => [entity.name, entity] as const))('the calls of %s', (_, entity) => {
  it.each(SCREENS.filter((screen) => pathOf(entity, screen).length > 0))(
    'allow only the actions of the %s screen when only that screen is included, and none for a screen without an entry',
    async (screen) => {
      const includedPaths = pathOf(entity, screen).map((path) => path.replaceAll(/\$(\w+)/g, '{$1}'));
      const allowed = isWithoutEntry(entity, screen) ? [] : offered(entity, LETS[screen]);
      expect(await allowedCalls(entity, { includedPaths })).toEqual(allowed);
    },
  );

  it('allow the actions of the other screens when one screen is excluded', async () => {
    for (const closed of SCREENS) {
      const excludedPaths = pathOf(entity, closed);
      if (excludedPaths.length === 0) continue;
      const open = SCREENS.filter((screen) => screen !== closed && pathOf(entity, screen).length > 0);
      const calls = new Set(open.flatMap((screen) => LETS[screen]));
      // People who may add entries reverse them from the list.
      if (entity.ledger && calls.has('list') && calls.has('create')) calls.add('reverse');
      expect([closed, await allowedCalls(entity, { excludedPaths })]).toEqual([closed, offered(entity, [...calls])]);
    }
  });

  it('are refused when the whole path family is excluded, even if it is also included', async () => {
    const family = SCREENS.flatMap((screen) => pathOf(entity, screen));
    expect(await allowedCalls(entity, { excludedPaths: family })).toEqual([]);
    expect(await allowedCalls(entity, { includedPaths: family, excludedPaths: family })).toEqual([]);
  });

  it('offer the options of the form, but no own records, when only the add screen is included', async () => {
    const call = await world.signIn('Exclude All Pages', { includedPaths: pathOf(entity, 'add') });
    const chosen = new Set(
      Object.values(entity.fields).flatMap((field) =>
        field.kind === 'reference' || field.kind === 'references' ? [field.to] : [],
      ),
    );
    for (const to of chosen)
      expect([to, (await call('GET', `/api/options/${entities[to].path}`)).status]).toEqual([to, 200]);
    // All kinds of reference data share one add screen, which offers options of each kind.
    const shares = entityList.some(({ name, routes: its }) => name !== entity.name && its.add === entity.routes.add);
    const choosesItself = [...chosen].some((to) => to === entity.name);
    if (!shares && !choosesItself) expect((await call('GET', `/api/options/${entity.path}`)).status).toBe(403);
  });
});

describe('A single included path', () => {
  it('does not allow editing through a form whose list is not included', async () => {
    const link = { name: 'L', partnerId: 820, geoId: 14, targetUrl: 'https://example.com' };
    const adds = await world.signIn('Exclude All Pages', { includedPaths: ['/gambling-links/add'] });
    const made = await adds('POST', '/api/gambling-links', link);
    expect([made.status, made.body.data]).toMatchObject([201, { may: { edit: false, archive: false } }]);
    const { id } = made.body.data as { id: number };
    expect((await adds('PATCH', `/api/gambling-links/${id}`, { version: 1, values: { name: 'M' } })).status).toBe(403);
    expect((await adds('GET', '/api/gambling-links')).status).toBe(403);
    const both = await world.signIn('Exclude All Pages', { includedPaths: ['/gambling-links', '/gambling-links/add'] });
    const own = (await both('POST', '/api/gambling-links', link)).body.data as { id: number };
    const change = { version: 1, values: { name: 'M' } };
    expect((await both('PATCH', `/api/gambling-links/${own.id}`, change)).status).toBe(200);
  });

  it('does not reveal the secret of a partner or archive it when it is the add screen', async () => {
    const adds = await world.signIn('Exclude All Pages', { includedPaths: ['/partners/add'] });
    for (const [method, url] of [
      ['GET', '/api/partners'],
      ['GET', '/api/partners/820'],
      ['PATCH', '/api/partners/820'],
      ['POST', '/api/partners/820/archive'],
      ['GET', '/api/partners/820/postback'],
      ['PUT', '/api/partners/820/postback'],
    ] as const)
      expect([method, url, (await adds(method, url, method === 'GET' ? undefined : {})).status]).toEqual([
        method,
        url,
        403,
      ]);
  });

  it('is accepted in both spellings and stored in one', async () => {
    const admin = await world.signIn('Admin');
    const values = { name: 'Both', email: 'both@example.test', grade: 'Exclude All Pages', timeZone: 'UTC' };
    const includedPaths = ['/partners/edit/{id}', '/partners/edit/$id', '#/rules/view/:id', '/stats?tab=seo'];
    const made = await admin('POST', '/api/users', { ...values, includedPaths, excludedPaths: ['/campaign-box/{id}'] });
    expect([made.status, made.body.data]).toMatchObject([
      201,
      {
        includedPaths: ['/partners/edit/$id', '/rules/view/$id', '/stats?tab=seo'],
        excludedPaths: ['/campaign-box/$id'],
      },
    ]);
    const wrong = await admin('POST', '/api/users', {
      ...values,
      email: 'x@example.test',
      includedPaths: ['/nowhere'],
    });
    expect([wrong.status, wrong.body.errors?.[0]?.path]).toEqual([400, 'includedPaths.0']);
  });
});

describe('The server', () => {
  it('refuses to start with a call that declares no access rule', () => {
    const app = Fastify();
    requireAccessRules(app);
    expect(() => app.get('/api/secret', () => 1)).toThrow('declares no access rule');
  });

  it('answers 404 to an unknown address and 405 to a wrong method', async () => {
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

  it('shows no stack trace, SQL or file path when it fails', async () => {
    const call = await world.signIn('Admin');
    await world.db.schema.alterTable('partners').renameTo('partnersGone').execute();
    const failed = await call('GET', '/api/partners');
    await world.db.schema.alterTable('partnersGone').renameTo('partners').execute();
    expect([failed.status, failed.body.status, failed.body.message]).toEqual([500, 'SERVER_ERROR', 'Server Error.']);
    expect(failed.text).not.toMatch(/partners|select|\.ts|stack/i);
    expect(failed.body.meta.requestId).toMatch(/^[0-9a-f-]{36}$/);
  });
});
