/** Signing in and out (docs/product/access.md#signing-in). */

import rateLimit from '@fastify/rate-limit';
import { DEFAULT_GRADE, GRADES } from '@signpost/contract/access/grades.ts';
import { readSignInConfig, signInToDemo, signInWithGoogle, signOut } from '@signpost/contract/calls/sign-in.ts';
import { user as userEntity } from '@signpost/contract/entities/user.ts';
import { AppError } from '@signpost/contract/errors.ts';
import { baseCurrency } from '@signpost/contract/money/base-currency.ts';
import type { AccessEvent } from '@signpost/contract/records/audit-events.ts';
import type { SignedIn } from '@signpost/contract/workplace/people/sign-in.ts';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { type CallContext, handle } from '../../../http/handle.ts';
import { findSession, openSession } from '../../../http/session.ts';
import { tellAccess } from '../../records/access-audit.ts';
import { recordCreation } from '../../records/change.ts';
import { DEMO_DOMAIN } from '../demo-email.ts';
import { type GoogleAccount, verifyGoogle } from '../google.ts';
import { findByGoogle, linkGoogle } from '../google-accounts.ts';
import { NEW_PERSON } from '../new-person.ts';

async function isInvited(deps: Deps, email: string): Promise<boolean> {
  const domain = email.slice(email.indexOf('@') + 1);
  const row = await deps.db
    .selectFrom('signInWhitelist')
    .select('id')
    .where('pattern', 'in', [email, domain])
    .where('archivedAt', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Messages for people who are known but may not sign in. */
const REFUSALS = {
  archived: 'Your access has ended. Ask an admin if you need it.',
  otherAccount:
    'Another Google account has signed in with this address before. Ask an admin to let this account sign in (Users → Edit → Google account).',
} as const;

/**
 * Returns the person who signs in with a Google account. Somebody new becomes a Default User if the whitelist allows the
 * address. Errors: FORBIDDEN if the person may not sign in.
 */
async function findOrCreate(deps: Deps, account: GoogleAccount, request: FastifyRequest): Promise<number> {
  const { email, name } = account;
  const refuse = (told: Parameters<typeof tellAccess>[3]) =>
    deps.db.transaction().execute((trx) => tellAccess(trx, deps, request, told));
  const known = await findByGoogle(deps.db, account, deps.clock.now());
  if (known !== null) {
    const { id, refusal } = known;
    if (refusal === null) return id;
    await refuse({ userId: id, by: null, event: { event: 'signInRefused', reason: refusal } });
    throw new AppError('FORBIDDEN', { message: REFUSALS[refusal] });
  }
  if (!(await isInvited(deps, email))) {
    const domain = email.slice(email.lastIndexOf('@') + 1);
    await refuse({ userId: null, by: null, event: { event: 'signInRefused', reason: 'notInvited', domain } });
    throw new AppError('FORBIDDEN', {
      message: 'This address is not allowed to sign in yet. Ask an admin to add it to the whitelist.',
    });
  }
  const created = await deps.db.transaction().execute(async (trx) => {
    const row = await trx
      .insertInto('users')
      .values({ ...NEW_PERSON, name: name.slice(0, 120), email, grade: DEFAULT_GRADE })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (row === undefined) return null;
    await linkGoogle(trx, row.id, account, deps.clock.now());
    const author = { userId: row.id, requestId: request.id, at: deps.clock.now() };
    await recordCreation(trx, author, { entity: userEntity, id: row.id });
    return row.id;
  });
  // If there is no id, another sign-in with this address has created the person at the same time.
  return created ?? (await findOrCreate(deps, account, request));
}

type Provider = Extract<AccessEvent, { event: 'signedIn' }>['provider'];

async function signedIn(deps: Deps, userId: number, request: FastifyRequest, provider: Provider): Promise<SignedIn> {
  const token = await deps.db.transaction().execute(async (trx) => {
    await tellAccess(trx, deps, request, { userId, by: userId, event: { event: 'signedIn', provider } });
    return await openSession(deps, trx, userId, request.headers['user-agent'] ?? '');
  });
  const user = await findSession(deps, token);
  if (!user) throw new AppError('UNAUTHORIZED');
  const { sessionId: _sessionId, keyScope: _keyScope, publisherId: _publisherId, ...person } = user;
  return { token, user: person, demo: deps.env.demo, baseCurrency: baseCurrency() };
}

/** Sign-ins per minute from one address: enough for an office behind one address, but too few to guess with. */
const SIGN_INS_A_MINUTE = 300;

const demoPeople = (db: Deps['db']) =>
  db
    .selectFrom('users')
    .select(['email', 'name', 'grade'])
    .where('email', 'like', `%@${DEMO_DOMAIN}`)
    .where('archivedAt', 'is', null)
    .execute();

export async function signInRoutes(app: App, deps: Deps): Promise<void> {
  await app.register(rateLimit, { global: false, errorResponseBuilder: () => new AppError('RATE_LIMITED') });
  const limited = { rateLimit: { max: SIGN_INS_A_MINUTE, timeWindow: '1 minute' } };

  handle(app, readSignInConfig, async () => {
    const people = deps.env.demo ? await demoPeople(deps.db) : [];
    return {
      googleClientId: deps.env.google.clientId ?? null,
      googleAuthUrl: deps.env.google.authUrl,
      demo: deps.env.demo,
      demoPeople: people.sort((a, b) => GRADES.indexOf(a.grade) - GRADES.indexOf(b.grade)),
    };
  });

  const signInByGoogle = async ({ body, request }: CallContext<typeof signInWithGoogle>) => {
    if (deps.env.google.clientId === undefined)
      throw new AppError('FORBIDDEN', { message: 'Google sign-in is not configured.' });
    const account = await verifyGoogle(deps.env.google, body.accessToken);
    return await signedIn(deps, await findOrCreate(deps, account, request), request, 'Google');
  };
  handle(app, signInWithGoogle, signInByGoogle, limited);

  const signInByDemo = async ({ body: { email }, request }: CallContext<typeof signInToDemo>) => {
    if (!deps.env.demo || !email.endsWith(`@${DEMO_DOMAIN}`)) throw new AppError('FORBIDDEN');
    const person = await deps.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .where('archivedAt', 'is', null)
      .executeTakeFirst();
    if (!person) throw new AppError('ITEM_NOT_FOUND');
    return await signedIn(deps, person.id, request, 'the demo');
  };
  handle(app, signInToDemo, signInByDemo, limited);

  handle(app, signOut, async ({ viewer: { id, sessionId }, request }) => {
    if (sessionId === null) throw new AppError('FORBIDDEN', { message: 'Keys are revoked under My profile.' });
    await deps.db.transaction().execute(async (trx) => {
      await trx.updateTable('sessions').set({ revokedAt: deps.clock.now() }).where('id', '=', sessionId).execute();
      await tellAccess(trx, deps, request, { userId: id, by: id, event: { event: 'signedOut' } });
    });
    return null;
  });
}
