/** Calls about a record are allowed exactly when the record is; a Publisher never gets rows of other publishers. */

import { governedPaths } from '@signpost/contract/access/path-families.ts';
import { listAttention } from '@signpost/contract/calls/attention.ts';
import {
  changePostbackSetup,
  listTransactionEvents,
  replayTransaction,
  showPostbackSetup,
} from '@signpost/contract/calls/conversions.ts';
import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { makeLeadKey, showLeadKey } from '@signpost/contract/calls/leads.ts';
import { searchRecords } from '@signpost/contract/calls/search.ts';
import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import { exchangeRate } from '@signpost/contract/entities/exchange-rate.ts';
import { entityList } from '@signpost/contract/entities/index.ts';
import { partner } from '@signpost/contract/entities/partner.ts';
import { publisher } from '@signpost/contract/entities/publisher.ts';
import { website } from '@signpost/contract/entities/website.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { attempt, call, refusal } from '@signpost/testkit/call.ts';
import Fastify from 'fastify';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ApiRoute, requireAccessRules } from '../../http/access.ts';
import { isWritten } from './scope.ts';
import { inputs } from './testing/inputs.ts';

const exchangeRateCalls = entityCalls(exchangeRate);
const partnerCalls = entityCalls(partner);
const publisherCalls = entityCalls(publisher);
const websiteCalls = entityCalls(website);

const world = await testApp();
const admin = await world.signIn('Admin');
const { inputFor, fullInputFor, referenceTo } = inputs(admin);
const includedPaths = governedPaths().map(({ path }) => path);
const NOBODYS_ID = 999_999_999;

interface Row {
  id: number;
  [field: string]: unknown;
}

const publisherNamed = async (name: string) =>
  await call(admin, publisherCalls.create, { body: { name: `${name} ${Math.random()}`, currency: 'EUR' } });
const [own, other] = [await publisherNamed('own'), await publisherNamed('other')];
const person = await world.signIn('Publisher', { publisherId: own.id, includedPaths });

const routes = world.app.apiRoutes.filter(
  ({ method, url, access }) =>
    url.startsWith('/api/') && access !== 'public' && method !== 'HEAD' && method !== 'OPTIONS',
);
type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
const ask = async ({ method, url }: ApiRoute, id: number | string) =>
  await person(
    method as Method,
    url.replaceAll(/:\w+/g, String(id)),
    method === 'GET' || method === 'DELETE' ? undefined : {},
  );

/** Calls whose address has an id that is not a record's, with the reason why they are safe without the guard. */
const REASONS: Record<string, string> = {
  'DELETE /api/profile/sessions/:id': 'a session of the caller, found by both ids',
  'DELETE /api/profile/api-keys/:id': 'a key of the caller, found by both ids',
  'GET /api/attachments/:id': 'a file that the caller added, or of an entry that the caller sees (ledger)',
  'GET /api/incidents/:id': 'an incident of an alert that the caller may see (alerts)',
  'POST /api/incidents/:id/actions': 'as the incident itself (alerts)',
  'GET /api/link-checks/:id': 'a check of the caller (links)',
  'GET /api/link-checks/:id/files/:format': 'as the check itself (links)',
  'GET /api/link-checks/:id/results': 'as the check itself (links)',
  'GET /api/launch-checks/:id': 'a check of the caller (partners/links/launch)',
  'PUT /api/watched-links/:id/trust': 'a link of the configuration; Publishers are refused (links)',
  'GET /api/report-downloads/:id': 'the person who asked for it, those it was sent to, or an Admin (reports)',
  'GET /api/report-downloads/:id/files/:fileId': 'as the download itself (reports)',
  'GET /api/report-downloads/:id/files/:fileId/google': 'as the download itself (reports)',
  'POST /api/report-downloads/:id/again': 'as the download itself, with the rows of the caller (reports)',
  'GET /api/sheet-names/:kind': 'names that the caller may choose (sheets)',
  'GET /api/sheets/:id': 'staff read every sheet; Publishers are refused (sheets)',
  'DELETE /api/sheets/:id/google': 'whoever may change the sheet or makes boxes (sheets/google)',
  'GET /api/sheets/:id/google': 'as the sheet itself (sheets/google)',
  'POST /api/sheets/:id/google/confirm': 'whoever may change the sheet or makes boxes (sheets/google)',
  'POST /api/sheets/:id/google/decide': 'whoever may change the sheet or makes boxes (sheets/google)',
  'POST /api/sheets/:id/google/plans': 'whoever may change the sheet or makes boxes (sheets/google)',
  'PUT /api/sheets/:id/google': 'whoever may change the sheet or makes boxes (sheets/google)',
  'GET /api/sheets/:id/making': 'as the sheet itself (sheets)',
  'GET /api/sheets/:id/files/:format': 'as the sheet itself (sheets)',
  'PATCH /api/sheets/:id': 'the state, the owner and the grade decide (sheets)',
  'POST /api/sheets/:id/make': 'grades that make boxes (sheets)',
  'POST /api/sheets/:id/reject': 'grades that make boxes (sheets)',
  'POST /api/sheets/:id/request': 'the state, the owner and the grade decide (sheets)',
  'POST /api/sheets/:id/rows': 'the state, the owner and the grade decide (sheets)',
  'POST /api/sheets/:id/withdraw': 'the state, the requester and the grade decide (sheets)',
  'GET /api/runs/:id': 'a run of the caller, or any for an Admin',
  'POST /api/runs/:id/cancel': 'a run of the caller, or any for an Admin',
  'POST /api/runs/:id/run-again': 'a run of the caller, or any for an Admin',
  'PATCH /api/notes/:id': 'a note on what the caller may see',
  'DELETE /api/notes/:id': 'a note of the caller',
  'DELETE /api/notifications/channels/:id': 'a channel of the caller, found by both ids',
  'POST /api/notifications/channels/:id/test': 'a channel of the caller, found by both ids',
  'GET /api/preferences/:key': 'a preference of the caller',
  'PUT /api/preferences/:key': 'a preference of the caller',
  'GET /api/views/:id': 'a view of the caller, or one shared on a screen they may open',
  'DELETE /api/views/:id': 'a view of the caller, found by both ids',
  'PUT /api/pins/:id': 'only the pins of the viewer',
  'DELETE /api/pins/:id': 'only the pins of the viewer',
  'GET /api/mailings/:id': 'staff read every e-mail; Publishers are refused (mailings)',
  'GET /api/mailings/:id/recipients': 'staff read every e-mail; Publishers are refused (mailings)',
  'POST /api/mailings/:id/actions': 'the state decides; Publishers are refused (mailings)',
  'POST /api/mailings/:id/confirm': 'the state and the rows of the sender decide; Publishers are refused (mailings)',
  'POST /api/mailings/:id/recipients/:recipientId/decision': 'the state decides; Publishers are refused (mailings)',
  'GET /api/metadata/:name': 'a collection the caller may know',
  'GET /api/metadata/:name/refresh': 'a collection the caller may know',
  'GET /api/clicks/:id/trace': 'facts, which are filtered by publisher in the query',
  'GET /api/statistics/facts/:factId': 'facts, which are filtered by publisher in the query',
  'GET /api/statistics/support/:type/search/:id': 'facts, which are filtered by publisher in the query',
  'PATCH /api/waterfall/deals/:id': 'refused to Publishers as a whole',
  'GET /api/templates/defaults/:websiteId/:bannerId': 'staff only; all sites (traffic/pages/defaults.ts)',
  'PUT /api/templates/defaults/:websiteId/:bannerId': 'staff only; all sites (traffic/pages/defaults.ts)',
  'GET /api/documents/:id': 'a document that the caller sees (money/documents/view.ts)',
  'GET /api/documents/:id/disputed-lines': 'a document that the caller sees; refused to Publishers as a whole',
  'GET /api/documents/:id/facts': 'a document that the caller sees (money/documents/view.ts)',
  'GET /api/documents/:id/files/:form': 'a document that the caller sees (money/documents/view.ts)',
  'GET /api/documents/:id/held': 'a document that the caller sees (money/documents/view.ts)',
  'GET /api/documents/:id/today': 'a document that the caller sees (money/documents/view.ts)',
  'GET /api/documents/drafts/:id': 'a job of people who see all documents (money/documents/draft-run.ts)',
  'DELETE /api/documents/:id': 'a document that the caller sees and may change (money/documents/view.ts)',
  'PATCH /api/documents/:id': 'a document that the caller sees and may change (money/documents/view.ts)',
  'POST /api/documents/:id/accept':
    'a document that the caller sees; only a publisher accepts it (money/documents/accept.ts)',
  'POST /api/documents/:id/disputes': 'a document that the caller sees and may change (money/documents/view.ts)',
  'POST /api/documents/:id/file': 'a document that the caller sees and may change (money/documents/view.ts)',
  'POST /api/documents/:id/hold': 'a document that the caller sees and may change (money/documents/view.ts)',
  'POST /api/documents/:id/propose': 'a document that the caller sees and may change (money/documents/view.ts)',
  'POST /api/disputes/:id/decide': 'a dispute of a document that the caller may change, never by a Publisher',
  'POST /api/approvals/changes/:kind/:id': 'management decides about all changes of terms that wait',
  'POST /api/approvals/documents/:id': 'refused to Publishers as a whole',
  'POST /api/documents/:id/apply': 'refused to Publishers as a whole',
  'POST /api/documents/:id/credit': 'refused to Publishers as a whole',
  'POST /api/documents/:id/issue': 'refused to Publishers as a whole',
  'POST /api/documents/:id/send': 'refused to Publishers as a whole',
  'POST /api/documents/:id/write-off': 'refused to Publishers as a whole',
  'POST /api/transaction-additions/:id/undo': 'refused to Publishers as a whole',
  'POST /api/payments/:id/allocations': 'refused to Publishers as a whole',
  'POST /api/payments/:id/reverse': 'refused to Publishers as a whole',
  'POST /api/allocations/:id/reverse': 'refused to Publishers as a whole',
  'GET /api/statements/:side': 'refused to Publishers as a whole',
  'GET /api/statements/:side/:partyId': 'refused to Publishers as a whole',
};

describe('Every call with an id in its address', () => {
  it('passes the guard of its record, or is listed here with the reason why it does not', () => {
    const others = routes
      .filter(({ url, rows }) => url.includes(':') && typeof rows !== 'object')
      .map(({ method, url }) => `${method} ${url}`);
    expect(others.sort()).toEqual(Object.keys(REASONS).sort());
  });

  it('names the parameter that holds the record’s id', () => {
    for (const { url, rows } of routes)
      if (typeof rows === 'object') expect(url).toContain(`:${rows.parameter ?? 'id'}`);
  });

  it('prevents the server from starting when it does not declare whose rows it touches', () => {
    const app = Fastify();
    requireAccessRules(app);
    expect(() => app.get('/api/secret', { config: { access: 'signedIn' } }, () => 1)).toThrow('whose rows');
  });
});

/** A record of the other publisher if the entity has publishers; otherwise a record without a publisher. */
async function foreign(entity: EntityDefinition): Promise<number> {
  if (entity.scope?.publisher === 'id') return other.id;
  const input = await inputFor(entity);
  const field = entity.scope?.publisher;
  if (field !== undefined && entity.fields[field]?.readOnly !== true) input[field] = other.id;
  const { status, body } = await attempt(admin, entityCalls(entity).create, { body: input });
  expect([entity.name, status, body.errors ?? []]).toEqual([entity.name, 201, []]);
  return body.data.id;
}

describe('A Publisher with every path included', () => {
  beforeAll(async () => {
    await call(admin, exchangeRateCalls.create, { body: { currency: 'USD', day: '2020-01-01', perEuro: '1.1' } });
  });

  const gated = routes.filter(({ rows }) => typeof rows === 'object');
  const entitiesOf = new Map(
    gated.flatMap(({ rows }) => (typeof rows === 'object' ? [[rows.of.name, rows.of] as const] : [])),
  );

  it.each([...entitiesOf.values()].filter(isWritten).map((entity) => [entity.name, entity] as const))(
    'cannot distinguish another publisher’s %s from one that does not exist, by any call about it',
    async (name, entity) => {
      const id = name === 'user' ? admin.userId : await foreign(entity);
      const before = await attempt(admin, entityCalls(entity).read, { params: { id } });
      for (const route of gated) {
        if (typeof route.rows !== 'object' || route.rows.of.name !== name) continue;
        const [theirs, nobodys] = [await ask(route, id), await ask(route, NOBODYS_ID)];
        const call = `${route.method} ${route.url}`;
        expect([call, theirs.status < 400, theirs.status, theirs.body.message]).toEqual([
          call,
          false,
          nobodys.status,
          nobodys.body.message,
        ]);
      }
      expect(await call(admin, entityCalls(entity).read, { params: { id } })).toEqual(before.body.data);
    },
  );

  it('is refused every call that touches rows of all publishers', async () => {
    const all = routes.filter(({ rows }) => rows === 'staff');
    expect(all.length).toBeGreaterThan(15);
    for (const route of all) {
      const { status } = await ask(route, 1);
      expect([route.method, route.url, status]).toEqual([route.method, route.url, 403]);
    }
  });

  it.each(entityList.map((entity) => [entity.path, entity] as const))(
    'sees only rows of their own publisher in the list %s',
    async (_, entity) => {
      const { list, export: exportAll } = entityCalls(entity);
      if (isWritten(entity) && entity.name !== 'user') await foreign(entity);
      const { status, body } = await attempt(person, list, { query: { limit: 1000, archived: 'all' } });
      const scoped = entity.scope?.publisher;
      const strangers = (body.data as Row[] | undefined)?.filter(
        (row) => scoped === undefined || row[scoped] !== own.id,
      );
      expect([status, strangers]).toEqual([200, []]);
      const { text } = await attempt(person, exportAll, { query: { format: 'csv' } });
      expect(text.trim().split('\r\n').length - 1).toBe(body.meta.total);
    },
  );

  it('can make the calls about records of their own publisher', async () => {
    const site = await attempt(admin, websiteCalls.create, {
      body: { ...(await fullInputFor(siteEntity())), publisherId: own.id },
    });
    const { id } = site.body.data;
    expect((await attempt(person, websiteCalls.read, { params: { id } })).status).toBe(200);
    expect((await attempt(person, websiteCalls.history, { params: { id } })).status).toBe(200);
    expect(await call(person, showLeadKey, { params: { id } })).toEqual({ key: null, hint: null });
    const { key, hint } = await call(person, makeLeadKey, { params: { id } });
    expect([key?.length, hint]).toEqual([24, key?.slice(-4)]);
    // A new secret is shown only once.
    expect(await call(person, showLeadKey, { params: { id } })).toEqual({ key: null, hint });
  });

  const siteEntity = () => {
    const site = entityList.find(({ name }) => name === 'website');
    if (site === undefined) throw new Error('There is no website entity.');
    return site;
  };

  it('can neither read the secret of a partner nor switch its protection off', async () => {
    const id = await referenceTo('partner');
    expect((await attempt(admin, changePostbackSetup, { params: { id }, body: { protection: 'hmac' } })).status).toBe(
      200,
    );
    const refused = await attempt(person, showPostbackSetup, { params: { id } });
    expect([refused.status, refused.text.includes('secret')]).toEqual([404, false]);
    expect((await refusal(person, changePostbackSetup, { params: { id }, body: { protection: 'none' } })).status).toBe(
      404,
    );
    expect(await call(admin, showPostbackSetup, { params: { id } })).toMatchObject({ protection: 'hmac' });
  });

  it('cannot act on a transaction of another publisher', async () => {
    const partnerId = await referenceTo('partner');
    const { rows } = await sql<{ id: number }>`
      INSERT INTO affiliate_transactions (partner_id, reference, event, status, state, occurred_at, received_at, raw)
      VALUES (${partnerId}, 'T1', '?', 'ftd', 'unattributed', now(), now(), '{}') RETURNING id`.execute(world.db);
    const id = rows[0]?.id;
    for (const definition of [listTransactionEvents, replayTransaction])
      expect((await refusal(person, definition, { params: { id } })).status).toBe(404);
    expect((await attempt(admin, listTransactionEvents, { params: { id } })).status).toBe(200);
  });

  it('does not find names in the search that they may choose but not open', async () => {
    const id = await referenceTo('partner');
    const { name } = await call(admin, partnerCalls.read, { params: { id } });
    expect(await call(admin, searchRecords, { query: { q: String(name) } })).toMatchObject([{ title: name }]);
    expect(await call(person, searchRecords, { query: { q: String(name) } })).toEqual([]);
  });

  it('gets no attention entries that are meant for staff', async () => {
    expect(await call(person, listAttention, {})).toEqual([]);
  });
});
