import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { readGoogleAccount, unlinkGoogleAccount } from '@signpost/contract/calls/profile.ts';
import { readSignInConfig, signInToDemo, signInWithGoogle } from '@signpost/contract/calls/sign-in.ts';
import { user as userEntity } from '@signpost/contract/entities/user.ts';
import { TICKET_HEADER, TICKET_VALUE } from '@signpost/contract/envelope.ts';
import { eventText } from '@signpost/contract/records/audit-events.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { attempt, call, refusal } from '@signpost/testkit/call.ts';
import { OAuth2Server } from 'oauth2-mock-server';
import { afterAll, describe, expect, it } from 'vitest';
import { verifyAudit } from '../records/verify-audit.ts';

const userCalls = entityCalls(userEntity);

/** A real OAuth server on loopback replaces Google: it signs tokens and names their owners. */
const google = new OAuth2Server();
await google.issuer.keys.generate('RS256');
await google.start(0, '127.0.0.1');
afterAll(() => google.stop());
const base = google.issuer.url ?? '';
const CLIENT = 'our-client-id';

interface Claims {
  email: string;
  /** Google's id of the account; by default each address has one of its own. */
  sub?: string;
  aud?: string;
  email_verified?: string | boolean;
  name?: string;
}
const known = new Map<string, Claims>();
async function tokenFor(claims: Claims): Promise<string> {
  const token = await google.issuer.buildToken({
    scopesOrTransform: (_header, payload) => Object.assign(payload, claims, { jti: Math.random() }),
  });
  known.set(token, claims);
  return token;
}
google.service.addRoute('POST', '/tokeninfo', (request, response) => {
  const { access_token } = request.body as { access_token?: string };
  const claims = known.get(access_token ?? '');
  response.writeHead(claims ? 200 : 400, { 'content-type': 'application/json' });
  response.end(
    JSON.stringify(
      claims
        ? { aud: CLIENT, sub: claims.email.toLowerCase(), email_verified: 'true', ...claims }
        : { error: 'invalid_token' },
    ),
  );
});
google.service.on('beforeUserinfo', (answer: { body: unknown }, request: { headers: { authorization?: string } }) => {
  answer.body = { name: known.get(request.headers.authorization?.slice(7) ?? '')?.name };
});

const urls = {
  clientId: CLIENT,
  authUrl: `${base}/authorize`,
  tokenInfoUrl: `${base}/tokeninfo`,
  userInfoUrl: `${base}/userinfo`,
  sheetsUrl: `${base}/sheets`,
};
const world = await testApp({ env: { google: urls } });
await world.db
  .insertInto('signInWhitelist')
  .values([{ pattern: 'company.test' }, { pattern: 'guest@elsewhere.test' }])
  .execute();
const signIn = async (claims: Claims) =>
  attempt(world.anonymous, signInWithGoogle, { body: { accessToken: await tokenFor(claims) } });

const idOf = async (claims: Claims) => {
  const { status, body } = await signIn(claims);
  expect(status).toBe(200);
  return signInWithGoogle.answer.parse(body.data).user.id;
};

/** The audit entries of people or of unknown persons, oldest first. */
const eventsOf = async (entity: 'user' | 'signIn') => {
  const rows = await world.db
    .selectFrom('audit')
    .select('after')
    .where('entity', '=', entity)
    .where('action', '=', 'effect')
    .orderBy('id')
    .execute();
  return rows.map(({ after }) => after);
};

describe('Signing in with Google', () => {
  it('creates a Default User once for a whitelisted person, with a token for the API', async () => {
    const first = await signIn({ email: 'Ann@Company.test', name: 'Ann Example' });
    expect(first.status).toBe(200);
    expect(first.body.data).toMatchObject({
      user: { email: 'ann@company.test', name: 'Ann Example', grade: 'Default User', includedPaths: [] },
    });
    const again = await signIn({ email: 'ann@company.test' });
    const ids = [first, again].map(({ body }) => signInWithGoogle.answer.parse(body.data).user.id);
    expect(ids[0]).toBe(ids[1]);
    const tokens = [first, again].map(({ body }) => signInWithGoogle.answer.parse(body.data).token);
    expect(tokens[0]).not.toBe(tokens[1]);
    const admin = await world.signIn('Admin');
    const { body } = await attempt(admin, userCalls.history, { params: { id: ids[0] } });
    const signedIn = { event: 'signedIn', provider: 'Google', address: '127.0.0.1' };
    expect(body.data).toMatchObject([
      { action: 'effect', by: 'Ann Example', event: signedIn, changes: [], snapshot: null },
      { action: 'effect', by: 'Ann Example', event: signedIn, changes: [], snapshot: null },
      { action: 'create', by: 'Ann Example', event: null },
    ]);
    const stored = await world.db.selectFrom('sessions').select('tokenHash').execute();
    expect(stored.every(({ tokenHash }) => tokenHash.length === 32)).toBe(true);
  });

  it('accepts a whitelisted address and no other', async () => {
    expect((await signIn({ email: 'guest@elsewhere.test' })).status).toBe(200);
    expect((await signIn({ email: 'other@elsewhere.test' })).status).toBe(403);
    // Of a stranger only the domain is kept.
    const strangers = await eventsOf('signIn');
    expect(strangers).toMatchObject([{ event: 'signInRefused', reason: 'notInvited', domain: 'elsewhere.test' }]);
    expect(JSON.stringify(strangers)).not.toContain('other@');
    expect((await signIn({ email: 'a@company.test.evil.test' })).status).toBe(403);
    await world.db.updateTable('signInWhitelist').set({ archivedAt: new Date() }).execute();
    expect((await signIn({ email: 'late@company.test' })).status).toBe(403);
    await world.db.updateTable('signInWhitelist').set({ archivedAt: null }).execute();
  });

  it.each([
    ['made for another product', { email: 'b@company.test', aud: 'another-client' }],
    ['of an address that is not verified', { email: 'b@company.test', email_verified: 'false' }],
  ])('refuses a token %s', async (_what, claims) => {
    expect((await signIn(claims)).status).toBe(401);
  });

  it('refuses a token that Google does not know, and a malformed one', async () => {
    expect(
      (await refusal(world.anonymous, signInWithGoogle, { body: { accessToken: 'not-a-real-token' } })).status,
    ).toBe(401);
    expect((await refusal(world.anonymous, signInWithGoogle, { body: { accessToken: '' } })).status).toBe(400);
  });

  it('refuses an archived person', async () => {
    await signIn({ email: 'left@company.test' });
    await world.db
      .updateTable('users')
      .set({ archivedAt: new Date() })
      .where('email', '=', 'left@company.test')
      .execute();
    expect((await signIn({ email: 'left@company.test' })).status).toBe(403);
    const trail = await eventsOf('user');
    expect(trail.at(-1)).toMatchObject({ event: 'signInRefused', reason: 'archived', address: '127.0.0.1' });
  });

  it('records sign-in and sign-out in the history of the person, with an intact audit trail', async () => {
    const { body } = await signIn({ email: 'out@company.test' });
    const { token, user } = signInWithGoogle.answer.parse(body.data);
    const headers = { [TICKET_HEADER]: TICKET_VALUE, authorization: `Bearer ${token}` };
    const agent = { 'user-agent': 'x'.repeat(500) };
    const out = { method: 'DELETE', url: '/api/auth/session', remoteAddress: '81.10.10.10' } as const;
    expect((await world.app.inject({ ...out, headers: { ...headers, ...agent } })).statusCode).toBe(200);
    expect((await world.app.inject({ ...out, headers })).statusCode).toBe(401);
    const admin = await world.signIn('Admin');
    const history = await attempt(admin, userCalls.history, { params: { id: user.id } });
    const [newest] = entityCalls(userEntity).history.answer.parse(history.body.data);
    const told = newest?.event ?? null;
    expect(told && eventText(told)).toBe('signed out from 81.10.10.10');
    expect(told).toMatchObject({ userAgent: 'x'.repeat(120) });
    expect((await verifyAudit(world.db)).broken).toBeNull();
  });

  it('knows a person by the Google account, also after their address at Google has changed', async () => {
    const first = await idOf({ email: 'maiden@company.test', sub: 'g-1' });
    expect(await idOf({ email: 'married@company.test', sub: 'g-1' })).toBe(first);
  });

  it('refuses another Google account that got the address of a person, until an Admin lets it in', async () => {
    const id = await idOf({ email: 'reused@company.test', sub: 'g-2' });
    const another = { email: 'reused@company.test', sub: 'g-3' };
    const { status, body } = await signIn(another);
    expect([status, body.message]).toEqual([
      403,
      'Another Google account has signed in with this address before. Ask an admin to let this account sign in (Users → Edit → Google account).',
    ]);
    expect((await eventsOf('user')).at(-1)).toMatchObject({ event: 'signInRefused', reason: 'otherAccount' });
    expect(await idOf({ email: 'reused@company.test', sub: 'g-2' })).toBe(id);

    const [admin, management] = [await world.signIn('Admin'), await world.signIn('Management')];
    const at = `/api/users/${id}/google-account`;
    expect(await call(admin, readGoogleAccount, { params: { user: id } })).toEqual({
      linkedAt: expect.stringMatching(/^20.*Z$/),
    });
    for (const method of ['GET', 'DELETE'] as const) expect((await management(method, at)).status).toBe(403);
    expect((await attempt(admin, unlinkGoogleAccount, { params: { user: id } })).status).toBe(200);
    expect((await refusal(admin, unlinkGoogleAccount, { params: { user: id } })).status).toBe(404);
    expect(await call(admin, readGoogleAccount, { params: { user: id } })).toEqual({ linkedAt: null });
    expect((await eventsOf('user')).at(-1)).toMatchObject({ event: 'googleUnlinked', address: '127.0.0.1' });
    expect(await idOf(another)).toBe(id);
    expect((await signIn({ email: 'reused@company.test', sub: 'g-2' })).status).toBe(403);
  });

  it('links the account of the new address after an Admin has changed the address of a person', async () => {
    const id = await idOf({ email: 'before@company.test', sub: 'g-4' });
    await world.db.updateTable('users').set({ email: 'after@company.test' }).where('id', '=', id).execute();
    const admin = await world.signIn('Admin');
    expect(await call(admin, readGoogleAccount, { params: { user: id } })).toEqual({ linkedAt: null });
    expect(await idOf({ email: 'after@company.test', sub: 'g-5' })).toBe(id);
    // The account of the former address is another person now.
    expect(await idOf({ email: 'before@company.test', sub: 'g-4' })).not.toBe(id);
  });

  it('links one of two accounts that sign in with an address at the same moment, whoever is first', async () => {
    await world.db
      .insertInto('users')
      .values({ name: 'Race', email: 'race@company.test', grade: 'Admin', includedPaths: [], excludedPaths: [] })
      .execute();
    const answers = await Promise.all(
      ['g-6', 'g-7', 'g-8', 'g-9'].map((sub) => signIn({ email: 'race@company.test', sub })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403]);
    const created = await Promise.all(
      Array.from({ length: 4 }, () => signIn({ email: 'new-race@company.test', sub: 'g-10' })),
    );
    expect(created.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  it('refuses an account without an id', async () => {
    expect((await signIn({ email: 'nobody@company.test', sub: '' })).status).toBe(401);
  });

  it('reports when Google is unavailable', async () => {
    const dead = { ...urls, tokenInfoUrl: 'http://127.0.0.1:9/tokeninfo' };
    const { verifyGoogle } = await import('./google.ts');
    await expect(verifyGoogle(dead, 'some-access-token')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
});

describe('Demo sign-in', () => {
  it('does not exist unless it is enabled', async () => {
    expect((await refusal(world.anonymous, signInToDemo, { body: { email: 'admin@demo.invalid' } })).status).toBe(403);
    expect(await call(world.anonymous, readSignInConfig, {})).toMatchObject({
      demo: false,
      demoPeople: [],
      googleClientId: CLIENT,
    });
  });
});

describe('Too many sign-ins', () => {
  it('are refused for a while', async () => {
    const address = {
      remoteAddress: '10.1.1.1',
      method: 'POST' as const,
      url: '/api/auth/demo',
      payload: { email: 'nobody@demo.invalid' },
    };
    const statuses: number[] = [];
    for (let call = 0; call < 301; call++) statuses.push((await world.app.inject(address)).statusCode);
    expect(statuses.slice(0, 300).every((status) => status === 403)).toBe(true);
    expect(statuses.at(-1)).toBe(429);
  });
});
