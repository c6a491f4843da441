import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PLAIN_ADAPTER, type TestLeadResult } from '@signpost/contract/leads/adapter.ts';
import { type LeadReceipt, type LeadStory, leadBody } from '@signpost/contract/leads/lead.ts';
import type { LeadSummaryRow, SiteKey } from '@signpost/contract/leads/summary.ts';
import { fact } from '@signpost/contract/stats/fact.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { conversionWorld } from '../conversions/testing/world.ts';
import { EngineError } from '../platform/clickhouse-error.ts';
import { newId } from '../platform/ids.ts';
import { snakeCase } from '../platform/names.ts';
import { outgoing } from '../platform/outgoing.ts';
import { runOnce } from '../platform/postgres.ts';
import { vaultIn } from '../platform/vault.ts';
import { waterfall } from './buyers.ts';
import { knowClicks } from './clicks.ts';
import { distribute, distributeDue } from './distribute.ts';
import { takeLead } from './intake.ts';
import { offer } from './offer.ts';

const world = await conversionWorld();
const { app, db, admin, click, round, measures } = world;

/** Buyers' servers, by their first path segment; each counts what it accepted. */
const accepted = new Map<string, number>();
let asked: { path: string; body: string; auth: string }[] = [];
let mood: Record<string, string> = {};
const ANSWERS: Record<string, (response: ServerResponse, name: string) => void> = {
  accept(response, name) {
    accepted.set(name, (accepted.get(name) ?? 0) + 1);
    response.end(JSON.stringify({ result: { status: 'OK', url: 'https://buyer.example/welcome' } }));
  },
  refuse: (response) =>
    void response.end(JSON.stringify({ result: { status: 'declined' }, message: 'No jo@example.com please' })),
  duplicate: (response) => void response.end(JSON.stringify({ result: { status: 'exists' } })),
  hang: () => undefined,
  rubbish: (response) => void response.end('<html>It works!'),
  redirect: (response) => void response.writeHead(302, { location: 'https://elsewhere.example/' }).end(),
  fail: (response) => void response.writeHead(500).end('{"result":{"status":"OK"}}'),
  vanish: (response) => void response.destroy(),
};
const server = createServer((request, response) => {
  const name = request.url?.split('/')[1] ?? '';
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks).toString();
    asked.push({ path: request.url ?? '', body, auth: String(request.headers.authorization ?? '') });
    ANSWERS[mood[name] ?? 'refuse']?.(response, name);
  });
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
afterAll(() => {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
});
const home = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

await runOnce(
  world.databases.databaseUrl,
  `INSERT INTO websites (id, name, publisher_id) VALUES (920, 'site.example', 910), (921, 'other.example', 911);
   UPDATE deals SET weight = 90 WHERE id = 971; UPDATE deals SET weight = 10 WHERE id = 973;`,
);
const ADAPTER = {
  headers: { authorization: 'Bearer {api_key}' },
  body: { 'user.mail': '{email}', phone: '{phone}', click: '{click_id}', color: '{extra_color}' },
  read: {
    accepted: { path: 'result.status', is: ['ok'] },
    rejected: { path: 'result.status', is: ['declined'] },
    duplicate: { path: 'result.status', is: ['exists'] },
    redirect: 'result.url',
    reason: 'message',
  },
};
async function robot(name: string, partnerId: number, more = {}): Promise<number> {
  const { status, body } = await admin('POST', '/api/robot-partners', {
    ...{ name, partnerId, integrationId: 960, status: 'active', endpointUrl: `${home}/${name}`, method: 'POST' },
    ...{ bodyFormat: 'json', timeoutSeconds: 1, settingsJson: ADAPTER, apiKey: 'key-of-the-buyer', ...more },
  });
  expect(status, JSON.stringify(body.errors)).toBe(201);
  return (body.data as { id: number }).id;
}
const acme = await robot('acme', 951);
const bolt = await robot('bolt', 952);

const keyOf = async (websiteId: number): Promise<string> => {
  const { body } = await admin('PUT', `/api/websites/${websiteId}/lead-key`);
  return (body.data as SiteKey).key ?? '';
};
const [siteKey, otherKey] = [await keyOf(920), await keyOf(921)];
async function post(lead: Record<string, unknown>, key = siteKey) {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/public/leads',
    headers: { 'x-site-key': key, 'content-type': 'application/json' },
    payload: JSON.stringify(lead),
  });
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() };
}
const JO = { email: 'Jo@Example.com ', phone: '+43 (660) 1234567', firstName: 'Jo', country: 'AT' };
async function send(lead: Record<string, unknown> = JO): Promise<LeadReceipt> {
  const { status, body } = await post(lead);
  expect([status, body.errors]).toEqual([201, undefined]);
  return body.data;
}
const leadOf = async (id: number) => (await admin('GET', `/api/leads/${id}`)).body.data as Record<string, unknown>;
const storyOf = async (id: number): Promise<LeadStory> => (await admin('GET', `/api/leads/${id}/story`)).body.data;
const outcomesOf = async (id: number) =>
  (await storyOf(id)).attempts.map(({ robotPartner, outcome }) => `${robotPartner} ${outcome}`);
const deps = {
  ...{ db, clickhouse: world.databases.clickhouse, vault: vaultIn(world.deps.env.dataDir) },
  send: outgoing({ allowPrivate: true }),
};
const minutes = (count: number) => new Date(Date.now() + count * 60_000);

beforeEach(async () => {
  asked = [];
  mood = {};
  await runOnce(world.databases.databaseUrl, 'UPDATE leads SET next_try_at = NULL');
});

describe('a lead', () => {
  it('goes to a buyer, comes back with where to go, and is a conversion of its click', async () => {
    mood = { acme: 'accept', bolt: 'accept' };
    const clickId = await click({ publisherId: 910 });
    const receipt = await send({ ...JO, clickId, extra: { color: 'red' } });
    expect(receipt).toMatchObject({ status: 'accepted', redirectUrl: 'https://buyer.example/welcome' });
    expect(asked).toHaveLength(1);
    expect(asked[0]?.auth).toBe('Bearer key-of-the-buyer');
    expect(JSON.parse(asked[0]?.body ?? '')).toEqual({
      ...{ user: { mail: 'jo@example.com' }, phone: '+436601234567', click: clickId, color: 'red' },
    });
    const lead = await leadOf(receipt.id);
    expect(lead).toMatchObject({
      status: 'accepted',
      geoId: 12,
      publisherId: 910,
      clickId,
      emailHint: 'j•••@example.com',
    });
    await round();
    expect(await measures(clickId)).toMatchObject({ leads: '1' });
  });

  it('keeps a click that is not known yet, and takes from it what it knows once it is', async () => {
    mood = { acme: 'accept', bolt: 'accept' };
    const at = new Date(Date.now() - 5_000).toISOString();
    const clickId = newId({ now: () => new Date(at) });
    const receipt = await send({ ...JO, clickId });
    expect(await leadOf(receipt.id)).toMatchObject({ status: 'accepted', clickId, trafficSourceId: null });
    await round();
    expect(await knowClicks(deps, minutes(1))).toBe(0);
    const row = fact({
      ...{ factId: clickId, kind: 'visit', at, clickId, visits: 1, publisherId: 911, trafficSourceId: 940, geoId: 12 },
    });
    await world.databases.clickhouse.insert('facts', [
      { chunk_id: 'test', ...Object.fromEntries(Object.entries(row).map(([name, value]) => [snakeCase(name), value])) },
    ]);
    expect(await knowClicks(deps, minutes(3))).toBe(1);
    expect(await leadOf(receipt.id)).toMatchObject({ trafficSourceId: 940, publisherId: 911 });
    await round(minutes(3));
    expect(await measures(clickId)).toMatchObject({ leads: '1' });
  });

  it('is taken and brought to a buyer while the statistics are away', async () => {
    mood = { acme: 'accept', bolt: 'accept' };
    const away = {
      ...deps,
      clickhouse: { ...deps.clickhouse, query: () => Promise.reject(new EngineError('unavailable', null)) },
    };
    const clickId = await click({ publisherId: 911 });
    const site = { websiteId: 920, publisherId: 910 };
    const id = await takeLead(
      away,
      site,
      leadBody.parse({ ...JO, clickId }),
      { ip: '192.0.2.7', country: 'AT' },
      new Date(),
    );
    expect(await distribute(away, id, new Date())).toMatchObject({ status: 'accepted' });
    await knowClicks(deps, minutes(1));
    expect(await leadOf(id)).toMatchObject({ status: 'accepted', clickId, publisherId: 911 });
  });

  it('that a buyer took without a click stands among the unmatched, once', async () => {
    mood = { acme: 'accept', bolt: 'accept' };
    const { id } = await send();
    await round();
    const { rows } = await sql`SELECT state, meaning, reason FROM affiliate_transactions
      WHERE txid = ${`lead ${id}`}`.execute(db);
    expect(rows).toEqual([{ state: 'unattributed', meaning: 'lead', reason: 'no_click_id' }]);
  });

  it('keeps the person sealed, and finds them by the whole address or number alone', async () => {
    const { id } = await send({ email: 'secret.person@example.com', phone: '00431234567', firstName: 'Zebedee' });
    const { rows } = await sql<{ all: string }>`
      SELECT string_agg(t::text, ' ') || (SELECT string_agg(l::text, ' ') FROM leads l) AS all FROM lead_persons t`.execute(
      db,
    );
    expect(rows[0]?.all).not.toMatch(/secret\.person|31234567|Zebedee/);
    for (const text of ['Secret.Person@example.com', '+43 1234567'])
      expect((await admin('GET', `/api/leads/by-person?text=${encodeURIComponent(text)}`)).body.data).toEqual([id]);
    expect((await admin('GET', '/api/leads/by-person?text=secret')).status).toBe(400);
    expect((await storyOf(id)).person).toMatchObject({ email: 'secret.person@example.com', firstName: 'Zebedee' });
  });

  it('that one buyer refuses goes on to the next', async () => {
    mood = { acme: 'refuse', bolt: 'accept' };
    const ids = await Promise.all(Array.from({ length: 20 }, () => send()));
    const outcomes = await Promise.all(ids.map(({ id }) => outcomesOf(id)));
    expect(new Set(outcomes.map(String))).toEqual(new Set(['acme rejected,bolt accepted', 'bolt accepted']));
    const refused = (await storyOf(ids[outcomes.findIndex((one) => one.length === 2)]?.id ?? 0)).attempts[0];
    expect(refused?.detail).toBe('No ••• please');
  });

  it.each([
    ['refuse', 'rejected', 'rejected'],
    ['duplicate', 'duplicate', 'rejected'],
    ['hang', 'error', 'parked'],
    ['rubbish', 'error', 'parked'],
    ['redirect', 'error', 'parked'],
    ['fail', 'error', 'parked'],
    ['vanish', 'error', 'parked'],
  ])('to buyers that %s is %s', async (way, outcome, status) => {
    mood = { acme: way, bolt: way };
    const { id } = await send();
    expect((await outcomesOf(id)).map((text) => text.split(' ')[1])).toEqual([outcome, outcome]);
    expect(await leadOf(id)).toMatchObject({ status, partnerId: null });
  });

  it('is parked and tried again by schedule, never with those who said no', async () => {
    mood = { acme: 'refuse', bolt: 'fail' };
    const { id } = await send();
    expect(await leadOf(id)).toMatchObject({ status: 'parked', reason: 'nobody_took_it', tries: 1 });
    asked = [];
    expect(await distributeDue(deps, minutes(0.5))).toBe(0);
    await distributeDue(deps, minutes(2));
    expect(asked.map(({ path }) => path)).toEqual(['/bolt']);
    mood = { bolt: 'accept', acme: 'accept' };
    await distributeDue(deps, minutes(8));
    expect(await leadOf(id)).toMatchObject({ status: 'accepted', partnerId: 952, tries: 3 });
  });

  it('that nobody takes is turned down after the last round, and can be sent again', async () => {
    mood = { acme: 'fail', bolt: 'fail' };
    const { id } = await send();
    for (const later of [2, 10, 60, 300, 1_000, 3_000]) await distributeDue(deps, minutes(later));
    expect(await leadOf(id)).toMatchObject({ status: 'rejected', nextTryAt: null });
    expect((await admin('POST', `/api/leads/${id}/resend`)).status).toBe(200);
    mood = { acme: 'accept', bolt: 'accept' };
    await distributeDue(deps, minutes(0.1));
    expect(await leadOf(id)).toMatchObject({ status: 'accepted' });
    expect((await admin('POST', `/api/leads/${id}/resend`)).status).toBe(400);
  });

  it('is not sent again while it lies with a buyer', async () => {
    mood = { acme: 'fail', bolt: 'fail' };
    const { id } = await send();
    await sql`INSERT INTO lead_places (scope, day, lead_id, until)
      VALUES ('deal 971', current_date, ${id}, now() + interval '1 minute')`.execute(db);
    const { status, body } = await admin('POST', `/api/leads/${id}/resend`);
    expect([status, body.errors[0]?.message]).toEqual([400, 'It is being offered right now.']);
    await sql`DELETE FROM lead_places WHERE lead_id = ${id}`.execute(db);
    expect((await admin('POST', `/api/leads/${id}/resend`)).status).toBe(200);
  });

  it('whose answer was lost and that the buyer then knows is theirs', async () => {
    mood = { acme: 'hang', bolt: 'refuse' };
    const { id } = await send();
    await sql`UPDATE lead_attempts SET outcome = 'unknown' WHERE lead_id = ${id} AND robot_partner_id = ${acme}`.execute(
      db,
    );
    mood = { acme: 'duplicate', bolt: 'refuse' };
    await distributeDue(deps, minutes(2));
    expect(await leadOf(id)).toMatchObject({ status: 'accepted', robotPartnerId: acme });
  });

  it('never reaches a buyer in a private network where that is not allowed', async () => {
    mood = { acme: 'fail', bolt: 'fail' };
    const { id } = await send();
    asked = [];
    await distributeDue({ ...deps, send: outgoing({ allowPrivate: false }) }, minutes(2));
    expect(asked).toEqual([]);
    expect((await storyOf(id)).attempts.at(-1)?.detail).toMatch(/private network/);
  });
});

describe('a cap', () => {
  it('of 100 takes exactly 100 of 500 leads that come at once', async () => {
    mood = { acme: 'accept', bolt: 'refuse' };
    accepted.clear();
    await runOnce(world.databases.databaseUrl, 'DELETE FROM lead_caps; UPDATE deals SET lead_cap = 100 WHERE id = 971');
    const receipts = await Promise.all(
      Array.from({ length: 500 }, (_, at) => send({ email: `lead${at}@example.com`, country: 'AT' })),
    );
    expect(receipts.filter(({ status }) => status === 'received').length).toBeGreaterThan(0);
    // Two workers at once, beside whatever the lander's own offers still do.
    await Promise.all(
      [0, 1].map(async () => {
        while ((await distributeDue(deps, new Date())) > 0);
      }),
    );
    expect(accepted.get('acme')).toBe(100);
    const { rows } = await sql<{ status: string; leads: number }>`
      SELECT status, count(*)::integer AS leads FROM leads WHERE id = ANY(${receipts.map(({ id }) => id)}::bigint[])
      GROUP BY status ORDER BY status`.execute(db);
    expect(rows).toEqual([
      { status: 'accepted', leads: 100 },
      { status: 'parked', leads: 400 },
    ]);
    const { rows: held } = await sql`SELECT 1 FROM lead_places`.execute(db);
    expect(held).toEqual([]);
    await sql`UPDATE deals SET lead_cap = NULL`.execute(db);
  }, 90_000);
});

describe('a cap that the partner filled by its own reports', () => {
  it('takes no lead either, on that day alone', async () => {
    mood = { acme: 'accept', bolt: 'refuse' };
    await runOnce(
      world.databases.databaseUrl,
      `DELETE FROM lead_caps; UPDATE deals SET lead_cap = 3 WHERE id = 971;
       INSERT INTO deal_flow (deal_id, day, reported, in_flight, lead_rate, measured_at)
       VALUES (971, (now() AT TIME ZONE 'UTC')::date, 3, 0, 0.1, now())`,
    );
    expect(await outcomesOf((await send()).id)).toContain('acme cap');
    await sql`UPDATE deal_flow SET day = day - 1`.execute(db);
    expect((await send()).status).toBe('accepted');
    await runOnce(world.databases.databaseUrl, 'DELETE FROM deal_flow; UPDATE deals SET lead_cap = NULL');
  });
});

describe('the waterfall', () => {
  const buyers = [
    { dealId: 1, robotPartnerId: 7, weight: 60, blocked: false },
    { dealId: 2, robotPartnerId: 7, weight: 30, blocked: true },
    { dealId: 3, robotPartnerId: 8, weight: 10, blocked: false },
  ];

  it('gives each its share of first offers, and a blocked deal nothing beside', () => {
    const first = [0, 0, 0];
    const runs = 20_000;
    for (let lead = 1; lead <= runs; lead += 1) {
      const order = waterfall(buyers, lead);
      const at = order[0] === undefined ? -1 : buyers.indexOf(order[0]);
      first[at] = (first[at] ?? 0) + 1;
      expect(order.slice(1).some(({ blocked }) => blocked)).toBe(false);
      expect(waterfall(buyers, lead)).toEqual(order);
    }
    const chi = buyers.reduce((sum, { weight }, at) => {
      const expected = (runs * weight) / 100;
      return sum + ((first[at] ?? 0) - expected) ** 2 / expected;
    }, 0);
    expect(chi).toBeLessThan(13.8);
  });

  it('asks nobody twice, and whoever follows weighs no more than whoever went before', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ weight: fc.integer({ min: 1, max: 100 }), blocked: fc.boolean() }), { maxLength: 8 }),
        fc.nat(),
        (list, lead) => {
          const all = list.map((deal, at) => ({ ...deal, dealId: at + 1, robotPartnerId: 7 }));
          const order = waterfall(all, lead);
          expect(new Set(order).size).toBe(order.length);
          const rest = order.slice(1).map(({ weight }) => weight);
          expect(rest).toEqual([...rest].sort((a, b) => b - a));
        },
      ),
    );
  });
});

describe('what is kept of a buyer’s answer', () => {
  const person = {
    ...{
      email: 'ann.lee@example.com',
      phone: '+436601234567',
      firstName: 'Ann',
      lastName: 'Lee (Jr.)',
      ip: '192.0.2.7',
    },
    ...{ country: 'AT', extra: { employer: 'Acme Corporation', size: 'big' } },
  };
  const buyer = {
    ...{ robotPartnerId: 1, partnerId: 1, dealId: 1, weight: 1, blocked: false, endpointUrl: 'https://x.example/' },
    ...{
      method: 'POST' as const,
      bodyFormat: 'json' as const,
      timeoutMs: 1,
      apiKey: '',
      adapter: PLAIN_ADAPTER,
      caps: [],
    },
  };
  const places = { leadId: '1', clickId: '', product: '', source: '', subs: [] };

  it.each([
    ['We cannot take ANN.LEE@EXAMPLE.COM', 'We cannot take •••'],
    ['mail=ann.lee%40example.com&tel=%2B436601234567', 'mail=•••&tel=•••'],
    ['Dear ann LEE (JR.), you are no big fish', 'Dear ••• •••, you are no big fish'],
    ['Works at acme corporation from 192.0.2.7', 'Works at ••• from •••'],
  ])('%s', async (body, detail) => {
    const answer = { http: 422, ms: 1, location: null, contentType: '', certificateUntil: null, body };
    expect(await offer(async () => answer, buyer, person, places)).toMatchObject({ outcome: 'rejected', detail });
  });
});

describe('a lander', () => {
  it('is told what is wrong, whatever it posts', async () => {
    for (const [lead, path] of [
      [{}, 'email'],
      [{ email: 'no address' }, 'email'],
      [{ phone: 'call me' }, 'phone'],
      [{ ...JO, country: 'Austria' }, 'country'],
      [{ ...JO, password: 'x' }, ''],
      [{ ...JO, extra: { 'bad name': 'x' } }, 'extra.bad name'],
    ] as const) {
      const { status, body } = await post(lead);
      expect([status, body.errors[0]?.path]).toEqual([400, path]);
    }
    expect((await post(JO, 'guess')).status).toBe(403);
    expect((await post({ ...JO, firstName: 'x'.repeat(70_000) })).status).toBe(413);
  });

  it('may post from any page', async () => {
    const { headers } = await post({});
    expect(headers['access-control-allow-origin']).toBe('*');
    const asks = await app.inject({ method: 'OPTIONS', url: '/api/public/leads' });
    expect([asks.statusCode, asks.headers['access-control-allow-headers']]).toEqual([204, 'content-type, x-site-key']);
  });

  it.each(['no click', '0190-7', 'aaaaaaaaaaaa7zzzz', '01900000-0000-7000-8000-00000000000x', '\0'])(
    'may post the click id %j: the lead is taken without a click',
    async (clickId) => {
      const { status, body } = await post({ ...JO, clickId });
      expect(status).toBe(201);
      expect(await leadOf((body.data as LeadReceipt).id)).toMatchObject({ clickId: null });
    },
  );

  it('never makes a 5xx', async () => {
    await fc.assert(
      fc.asyncProperty(fc.object({ maxDepth: 2 }), async (lead) => {
        expect((await post(lead as Record<string, unknown>)).status).toBeLessThan(500);
      }),
      { numRuns: 60 },
    );
  });
});

describe('a publisher', () => {
  it('sees the leads of its own sites alone', async () => {
    mood = { acme: 'accept', bolt: 'accept' };
    const own = await send();
    const other = (await post(JO, otherKey)).body.data as LeadReceipt;
    const publisher = await world.signIn('Publisher', { publisherId: 910 });
    const { body } = await publisher('GET', '/api/leads');
    const ids = (body.data as { id: number }[]).map(({ id }) => id);
    expect(ids).toContain(own.id);
    expect(ids).not.toContain(other.id);
    expect((await publisher('GET', `/api/leads/${other.id}`)).status).toBe(404);
    expect((await publisher('GET', `/api/leads/${own.id}/story`)).status).toBe(403);
    expect((await publisher('GET', '/api/leads/by-person?text=jo@example.com')).status).toBe(403);
    const range = `start=2026-01-01&end=${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}`;
    const sum = async (call: typeof admin) =>
      ((await call('GET', `/api/leads/summary?${range}`)).body.data as LeadSummaryRow[]).reduce(
        (all, { accepted: a, waiting, parked, rejected }) => all + a + waiting + parked + rejected,
        0,
      );
    expect(await sum(publisher)).toBeLessThan(await sum(admin));
  });
});

describe('a robot partner', () => {
  it('is refused settings that cannot work, each named', async () => {
    const { status, body } = await admin('POST', '/api/robot-partners', {
      ...{ name: 'Bad', partnerId: 951, integrationId: 960, endpointUrl: home, timeoutSeconds: 5 },
      settingsJson: { body: { mail: '{emial}' }, read: { accepted: { path: 'a', is: [] } }, retries: 9 },
    });
    expect(status).toBe(400);
    expect(body.errors.map(({ path }) => path).sort()).toEqual([
      ...['settingsJson', 'settingsJson.body.mail', 'settingsJson.read.accepted.is'],
    ]);
  });

  it('is tried out with made-up data: what was sent and how the answer reads, its key masked', async () => {
    mood = { bolt: 'accept' };
    const before = await sql`SELECT * FROM lead_caps ORDER BY scope`.execute(db);
    const { body } = await admin('POST', `/api/robot-partners/${bolt}/test`);
    const result: TestLeadResult = body.data;
    expect(result).toMatchObject({
      http: 200,
      read: { outcome: 'accepted', redirectUrl: 'https://buyer.example/welcome' },
    });
    expect(result.sent).toContain('authorization: Bearer ••••');
    expect(result.sent).toContain('test@example.com');
    expect(asked[0]?.auth).toBe('Bearer key-of-the-buyer');
    expect((await sql`SELECT * FROM lead_caps ORDER BY scope`.execute(db)).rows).toEqual(before.rows);
  });
});
