import { request } from 'node:http';
import {
  attributeTransaction,
  changePostbackSetup,
  listRefusedPostbacks,
  replayRefusedPostbacks,
  showPostbackSetup,
} from '@signpost/contract/calls/conversions.ts';
import { erasePerson } from '@signpost/contract/calls/data-protection.ts';
import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { statsCall } from '@signpost/contract/calls/stats.ts';
import { affiliateTransaction } from '@signpost/contract/entities/affiliate-transaction.ts';
import { partner } from '@signpost/contract/entities/partner.ts';
import { statusMappingOverride } from '@signpost/contract/entities/status-mapping-override.ts';
import { statsDataSchema } from '@signpost/contract/insight/stats/answer.ts';
import type { PostbackSetup } from '@signpost/contract/partners/conversions/postback-setup.ts';
import { attempt, call, refusal } from '@signpost/testkit/call.ts';
import { buildDeal, buildPartner } from '@signpost/testkit/factories.ts';
import { thorough } from '@signpost/testkit/thorough.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { newId } from '../../platform/ids.ts';
import { visit } from '../../traffic/clicks/testing/world.ts';
import { signatureOf } from './keys.ts';
import { conversionWorld } from './testing/world.ts';

const affiliateTransactionCalls = entityCalls(affiliateTransaction);
const partnerCalls = entityCalls(partner);
const statusMappingOverrideCalls = entityCalls(statusMappingOverride);

const world = await conversionWorld();
const { db, admin, post, click, round, measures, keyOf } = world;
const acme = (await keyOf(951)).key;
const newest = async () => (await world.transactions()).at(-1);

function send(
  path: string,
  body: string,
  headers: Record<string, string> = { 'content-type': 'application/json' },
): Promise<number> {
  return new Promise((resolve, reject) => {
    // A connection of its own: a kept one may be closed by the server just when it is used again.
    const sent = request(
      { port: world.port, path, method: 'POST', headers, host: '127.0.0.1', agent: false },
      (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode ?? 0));
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

describe('A postback', () => {
  it('becomes revenue on the statistics API', async () => {
    const clickId = await click();
    expect(await post(acme, { subid: clickId, status: 'ftd', sum: '55.50', currency: 'EUR' })).toMatchObject({
      status: 200,
      body: 'ok\n',
    });
    await round();
    expect(await measures(clickId)).toMatchObject({ first_deposits: '1', deposits: '1', revenue: '100' });
    const day = new Date().toISOString().slice(0, 10);
    const data = await call(admin, statsCall({ path: 'statistics/tabs' }), {
      query: {
        tab: 'global',
        dateRange: { start: '2026-01-01', end: day },
        levels: [{ type: 'partner' }],
        columns: ['9', '11', '12'],
      },
    });
    const { rows } = statsDataSchema.parse(data);
    expect(rows.find(({ id }) => id === 951)?.stats).toMatchObject({ 9: 1, 11: '100', 12: '55.5' });
  });

  it('is one conversion even if it arrives several times at once', async () => {
    const clickId = await click();
    const before = (await world.transactions()).length;
    const answers = await Promise.all(
      Array.from({ length: 1000 }, () => post(acme, { click_id: clickId, status: 'ftd', txid: 'same-1' })),
    );
    expect(new Set(answers.map(({ status, body }) => `${status} ${body}`))).toEqual(new Set(['200 ok\n']));
    await round();
    await round();
    const all = await world.transactions();
    expect(all).toHaveLength(before + 1);
    expect(all.at(-1)).toMatchObject({ state: 'counted', repeats: 999 });
    expect(await measures(clickId)).toMatchObject({ facts: '1', first_deposits: '1', revenue: '100' });
  });

  it('has the same effect by POST, as a form or JSON, as by GET', async () => {
    const one = await click();
    const other = await click();
    expect(await send(`/postback/${acme}`, JSON.stringify({ subid: one, status: 'reg', sum: 3.5 }))).toBe(200);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    expect(await send(`/postback/${acme}?status=reg`, `subid=${other}`, form)).toBe(200);
    await round();
    expect(await measures(one)).toMatchObject({ leads: '1' });
    expect(await measures(other)).toMatchObject({ leads: '1' });
  });

  it('waits for a click that has not arrived yet, and is unattributed if it never does', async () => {
    const late = world.deps.clock.now();
    const clickId = newId();
    await post(acme, { click_id: clickId, status: 'ftd' });
    await post(acme, { click_id: 'no-such-click', status: 'ftd' });
    await round();
    const [waiting, never] = (await world.transactions()).slice(-2);
    expect(waiting).toMatchObject({ state: 'unattributed', reason: 'unknown_click' });
    expect(never).toMatchObject({ state: 'unattributed', reason: 'no_click_id' });
    await world.databases.clickhouse.command(
      `INSERT INTO facts (chunk_id, fact_id, kind, at, click_at, recorded_at, click_id, partner_id, geo_id, integration_id, visits)
       VALUES ('test', generateUUIDv4(), 'visit', now64(3), now64(3), now64(3), {clickId:UUID}, 951, 12, 960, 1)`,
      { clickId },
    );
    await round(new Date(late.getTime() + 60_000));
    expect(await measures(clickId)).toMatchObject({ first_deposits: '1', revenue: '100' });
  });

  it('is attributed for 400 days, and no longer', async () => {
    const day = 86_400_000;
    const ago = (days: number) => new Date(Date.now() - days * day).toISOString();
    const [old, older] = [await click({ at: ago(399) }), await click({ at: ago(402) })];
    for (const clickId of [old, older]) await post(acme, { click_id: clickId, status: 'ftd' });
    await round();
    expect(await measures(old)).toMatchObject({ first_deposits: '1' });
    expect(await measures(older)).toMatchObject({ facts: '0' });
    expect(await newest()).toMatchObject({ state: 'unattributed', reason: 'too_late' });
  });

  it('of an archived partner still counts', async () => {
    await buildPartner(db, { id: 956 });
    await buildDeal(db, { partnerId: 956, integrationId: 960, fixedAmount: '30' });
    const fern = (await keyOf(956)).key;
    const clickId = await click({ partnerId: 956 });
    await sql`UPDATE partners SET archived_at = now() WHERE id = 956`.execute(db);
    expect((await post(fern, { click_id: clickId, status: 'first_deposit' })).status).toBe(200);
    await round();
    expect(await measures(clickId)).toMatchObject({ first_deposits: '1', revenue: '30' });
  });

  it('gets the same answer whether the click exists or not', async () => {
    const known = await click();
    const [one, other] = await Promise.all([
      post(acme, { click_id: known, status: 'reg' }),
      post(acme, { click_id: known.replace(/^./, (it) => (it === '0' ? '1' : '0')), status: 'reg' }),
    ]);
    expect({ ...one, headers: 0 }).toEqual({ ...other, headers: 0 });
  });
});

describe('A chargeback', () => {
  it('reverses the payment of the click once, as a negative fact', async () => {
    const clickId = await click();
    await post(acme, { click_id: clickId, status: 'ftd', txid: 'cb-1' });
    await round();
    await post(acme, { txid: 'cb-1', status: 'chargeback' });
    await post(acme, { txid: 'cb-1', status: 'chargeback' });
    await round();
    expect(await measures(clickId)).toMatchObject({ facts: '2', first_deposits: '1', revenue: '0' });
    const kinds = await world.databases.clickhouse.query(
      `SELECT kind, toString(revenue) AS revenue FROM facts WHERE click_id = {clickId:UUID} AND chunk_id != 'test' ORDER BY revenue`,
      { clickId },
      { parse: (row) => `${row.kind} ${row.revenue}` },
    );
    expect(kinds.sort()).toEqual(['chargeback -100', 'first_deposit 100']);
  });

  it('reverses a payment even if it arrives before it', async () => {
    const [named, alone] = [await click(), await click()];
    await post(acme, { click_id: named, status: 'chargeback', txid: 'cb-early' });
    await post(acme, { status: 'chargeback', txid: 'cb-alone' });
    await round();
    await post(acme, { click_id: named, status: 'ftd', txid: 'cb-early' });
    await post(acme, { click_id: alone, status: 'ftd', txid: 'cb-alone' });
    await round();
    for (const clickId of [named, alone])
      expect(await measures(clickId)).toMatchObject({ first_deposits: '1', revenue: '0' });
  });

  it('has no effect when its payment no longer counts, and follows the payment to another click', async () => {
    const [clickId, other] = [await click(), await click({ geoId: 57 })];
    await post(acme, { click_id: clickId, status: 'odd sale', txid: 'cb-moved' });
    const mapping = { partnerId: 951, status: 'odd sale', validFrom: '2026-01-01' };
    await call(admin, statusMappingOverrideCalls.create, { body: { ...mapping, meaning: 'first_deposit' } });
    await round();
    await post(acme, { status: 'chargeback', txid: 'cb-moved' });
    await round();
    expect(await measures(clickId)).toMatchObject({ first_deposits: '1', revenue: '0' });
    const { rows } = await sql<{ id: number }>`
      SELECT id FROM affiliate_transactions WHERE txid = 'cb-moved' AND status = 'odd sale'`.execute(db);
    await call(admin, attributeTransaction, { params: { id: rows[0]?.id ?? 0 }, body: { clickId: other } });
    await round();
    expect(await measures(clickId)).toMatchObject({ first_deposits: '0', revenue: '0' });
    expect(await measures(other)).toMatchObject({ first_deposits: '1', revenue: '0' });
    await call(admin, statusMappingOverrideCalls.create, { body: { ...mapping, meaning: 'ignore' } });
    await round();
    for (const id of [clickId, other]) expect(await measures(id)).toMatchObject({ first_deposits: '0', revenue: '0' });
  });
});

const listed = z.array(z.unknown());

describe('The list of transactions', () => {
  it('is filtered by whole days in the viewer’s zone, both included', async () => {
    await post(acme, { txid: 'day-1', status: 'ftd', event_time: '2026-07-10T23:30:00Z' });
    const viewer = await world.signIn('Admin');
    const found = async (timeZone: string, from: string, to: string) => {
      await sql`UPDATE users SET time_zone = ${timeZone} WHERE id = ${viewer.userId}`.execute(db);
      const { status, body } = await attempt(viewer, affiliateTransactionCalls.list, {
        query: { filters: { txid: ['day-1'], occurredAt: { from, to } } },
      });
      return status === 200 ? listed.parse(body.data).length : status;
    };
    expect(await found('UTC', '2026-07-10', '2026-07-10')).toBe(1);
    expect(await found('UTC', '2026-07-11', '2026-07-11')).toBe(0);
    expect(await found('Asia/Tokyo', '2026-07-11', '2026-07-11')).toBe(1);
    expect(await found('Asia/Tokyo', '2026-07-09', '2026-07-10')).toBe(0);
    expect(await found('UTC', '2026-07-10T23:00:00Z', '2026-07-10T23:30:00Z')).toBe(1);
    expect(await found('UTC', 'yesterday', '2026-07-10')).toBe(400);
  });
});

describe('Changed terms', () => {
  it('apply to later clicks, and added terms also to earlier ones', async () => {
    await buildPartner(db, { id: 955, name: 'Edge' });
    await buildDeal(db, { id: 986, partnerId: 955, integrationId: 960, fixedAmount: null });
    const edge = (await keyOf(955)).key;
    const save = async (version: number, amount: string | null) => {
      const deal = {
        id: 986,
        geoId: 12,
        integrationId: 960,
        dealType: 'CPA',
        dealRevenueType: 'firstDeposit',
        weight: 1,
      };
      const values = {
        name: 'Edge',
        partnerTypeId: 950,
        status: 'active',
        currency: 'EUR',
        timeZone: 'UTC',
        deals: [{ ...deal, fixedAmount: amount, waterfallBlocked: false }],
      };
      const { status, body } = await attempt(admin, partnerCalls.update, {
        params: { id: 955 },
        body: { version, values },
      });
      expect([status, body.errors]).toEqual([200, undefined]);
    };
    await save(1, '100');
    await save(2, '120');
    const paidAt = async (dealVersion: number, dealId = 986) => {
      const clickId = await click({ partnerId: 955, dealId, dealVersion });
      await post(edge, { click_id: clickId, status: 'first_deposit' });
      await round();
      return (await measures(clickId)).revenue;
    };
    expect([await paidAt(1), await paidAt(2), await paidAt(3), await paidAt(0, 0)]).toEqual([
      '120',
      '100',
      '120',
      '120',
    ]);
  });
});

describe('A deal', () => {
  it('pays according to days in its partner’s zone, at both ends of its range', async () => {
    await buildPartner(db, { id: 954, timeZone: 'Pacific/Auckland' });
    await buildDeal(db, {
      id: 985,
      partnerId: 954,
      integrationId: 960,
      fixedAmount: '70',
      validFrom: '2026-11-10',
      validTo: '2026-11-11',
    });
    const dart = (await keyOf(954)).key;
    // Midnight in Auckland is 11:00 UTC of the day before.
    const paid = { before: '0', first: '70', last: '70', after: '0' };
    const clicks = {
      before: await click({ partnerId: 954, dealId: 985, at: '2026-11-09T10:59:00.000Z' }),
      first: await click({ partnerId: 954, dealId: 985, at: '2026-11-09T11:01:00.000Z' }),
      last: await click({ partnerId: 954, dealId: 985, at: '2026-11-11T10:59:00.000Z' }),
      after: await click({ partnerId: 954, dealId: 985, at: '2026-11-11T11:01:00.000Z' }),
    };
    for (const clickId of Object.values(clicks)) await post(dart, { click_id: clickId, status: 'first_deposit' });
    await round();
    for (const when of ['before', 'first', 'last', 'after'] as const)
      expect([when, (await measures(clicks[when])).revenue]).toEqual([when, paid[when]]);
  });
});

describe('A publisher', () => {
  it('is owed a commission on the earnings of their visitor', async () => {
    const clickId = await click({ publisherId: 910 });
    await post(acme, { click_id: clickId, status: 'ftd' });
    await round();
    expect(await measures(clickId)).toMatchObject({ facts: '2', revenue: '100', publisher_cost: '20' });
  });

  it('owes back the payment for a first deposit once when that is charged back', async () => {
    await sql`INSERT INTO publisher_terms (publisher_id, position, commission_percent, per_first_deposit, valid_from)
      VALUES (911, 1, 10, 15, '2020-01-01')`.execute(db);
    const clickId = await click({ publisherId: 911 });
    await post(acme, { click_id: clickId, txid: 'fixed-1', status: 'ftd' });
    await round();
    expect(await measures(clickId)).toMatchObject({ revenue: '100', publisher_cost: '25' });
    await post(acme, { click_id: clickId, txid: 'fixed-1', status: 'chargeback' });
    await post(acme, { click_id: clickId, txid: 'fixed-2', status: 'chargeback' });
    await round();
    expect(await measures(clickId)).toMatchObject({ revenue: '0', publisher_cost: '0' });
  });
});

describe('A refusal', () => {
  it.each([
    ['no_reference', 'status=ftd'],
    ['no_status', 'click_id=x'],
    ['bad_amount', 'click_id=x&status=chargeback&amount=1,250'],
    ['unfilled_macro', 'click_id=%7Bclick_id%7D&status=ftd'],
    ['bad_currency', 'click_id=x&status=chargeback&sum=5&currency=moon+money'],
    ['bad_time', 'click_id=x&status=ftd&event_time=2999-01-01'],
    ['bad_text', `click_id=${'x'.repeat(201)}&status=ftd`],
  ])('%s is named and kept with the raw request', async (reason, query) => {
    const answer = await visit(world.port, `/postback/${acme}?${query}&secret=hush`);
    expect(answer.status).toBe(400);
    expect(answer.body).toContain(`refused: ${reason}:`);
    const { rows } = await sql<{ reason: string; raw: { parameters: unknown } }>`
      SELECT reason, raw FROM postback_refusals ORDER BY id DESC LIMIT 1`.execute(db);
    expect(rows[0]?.reason).toBe(reason);
    expect(rows[0]?.raw.parameters).toContainEqual(['secret', '•••']);
  });

  it('is read again and stored once after the integration was mended, with the time at which it first came', async () => {
    await sql`DELETE FROM postback_refusals`.execute(db);
    const settings = async () =>
      (await sql<{ settings: object }>`SELECT settings_json AS settings FROM integrations WHERE id = 960`.execute(db))
        .rows[0]?.settings;
    const before = await settings();
    const clickId = await click();
    const sent = { kennung: clickId, status: 'ftd' };
    expect((await post(acme, sent)).status).toBe(400);
    expect((await post(acme, { status: 'ftd' })).status).toBe(400);
    const refusals = async () => await call(admin, listRefusedPostbacks, { params: { id: 951 } });
    expect(await refusals()).toMatchObject([{ canReplay: true }, { canReplay: true, replayedAt: null }]);
    const { rows: kept } = await sql<{ text: string }>`SELECT raw::text AS text FROM postback_refusals`.execute(db);
    expect(kept.map(({ text }) => text).join()).not.toContain(clickId);
    const replay = async () => await call(admin, replayRefusedPostbacks, { params: { id: 951 } });
    expect(await replay()).toEqual({ stored: 0, stillRefused: 2, hasMore: false });
    const mended = sql`jsonb_set(settings_json, '{postback,names}', '{"click_id": "kennung"}')`;
    await sql`UPDATE integrations SET settings_json = ${mended} WHERE id = 960`.execute(db);
    expect(await replay()).toEqual({ stored: 1, stillRefused: 1, hasMore: false });
    expect(await replay()).toEqual({ stored: 0, stillRefused: 1, hasMore: false });
    const { rows: stored } = await sql<{ status: string; sameTime: boolean }>`
      SELECT t.status, t.occurred_at = r.at AS same_time FROM affiliate_transactions t, postback_refusals r
      WHERE t.click_id = ${clickId} AND r.replayed_at IS NOT NULL`.execute(db);
    expect(stored).toEqual([{ status: 'ftd', sameTime: true }]);
    expect(await refusals()).toMatchObject([{ canReplay: true }, { canReplay: false, reason: 'no_reference' }]);
    await sql`UPDATE integrations SET settings_json = ${JSON.stringify(before)}::jsonb WHERE id = 960`.execute(db);
    await sql`DELETE FROM postback_refusals`.execute(db);
  });

  it('that names a person cannot be read again after the person was erased', async () => {
    await post(acme, { status: 'ftd', player: 'Zoe@Example.com' });
    await post(acme, { status: 'ftd', player: '+43 (660) 999-8877' });
    await post(acme, { status: 'ftd', player: 'somebody' });
    // A damaged refusal holds up neither the replay of the others nor an erasure.
    await sql`INSERT INTO postback_refusals (at, partner_id, reason, raw, sealed)
      VALUES ('2020-01-01', 951, 'no_status', '{"method": "", "address": "", "agent": "", "parameters": []}', 'damaged')`.execute(
      db,
    );
    const replayed = await attempt(admin, replayRefusedPostbacks, { params: { id: 951 } });
    expect(replayed.body.data).toEqual({ stored: 0, stillRefused: 4, hasMore: false });
    const canReplay = async () =>
      (await call(admin, listRefusedPostbacks, { params: { id: 951 } })).map((one) => one.canReplay);
    expect(await canReplay()).toEqual([true, true, true, true]);
    for (const text of ['zoe@example.com', '+436609998877'])
      expect((await attempt(admin, erasePerson, { body: { text } })).status).toBe(200);
    expect(await canReplay()).toEqual([false, true, false, false]);
    await sql`DELETE FROM postback_refusals`.execute(db);
  });

  it('reveals nothing about unknown keys, long addresses or other methods', async () => {
    expect((await post('A'.repeat(32), { click_id: 'x', status: 'ftd' })).status).toBe(404);
    expect((await post('../x', { click_id: 'x', status: 'ftd' })).status).toBe(404);
    expect((await visit(world.port, `/postback/${acme}`, {}, 'DELETE')).status).toBe(405);
    expect((await visit(world.port, `/postback/${acme}?x=${'y'.repeat(9000)}`)).status).toBe(414);
    expect(await send(`/postback/${acme}`, 'x'.repeat(70_000))).toBe(413);
    expect(await send(`/postback/${acme}`, '[1]')).toBe(400);
  });

  it('answers a missing or wrong secret or signature', async () => {
    const { key, secret } = await keyOf(952, 'secret');
    const clickId = await click({ partnerId: 952 });
    const query = { click_id: clickId, status: 'reg' };
    expect((await post(key, query)).status).toBe(403);
    expect((await post(key, { ...query, secret: 'guess' })).body).toContain('bad_signature');
    // Nothing says that the partner sent these, so they are never read again.
    const replayed = await attempt(admin, replayRefusedPostbacks, { params: { id: 952 } });
    expect(replayed.body.data).toEqual({ stored: 0, stillRefused: 0, hasMore: false });
    expect((await post(key, { ...query, secret: secret ?? '' })).status).toBe(200);
    const switched = await keyOf(952, 'hmac');
    expect(switched).toMatchObject({ key, secret: null });
    const text = `click_id=${clickId}&status=ftd`;
    const signature = signatureOf(secret ?? '', text);
    expect((await visit(world.port, `/postback/${key}?${text}`)).status).toBe(403);
    expect((await visit(world.port, `/postback/${key}?${text}&amount=9&signature=${signature}`)).status).toBe(403);
    expect((await visit(world.port, `/postback/${key}?${text}&signature=${signature}`)).status).toBe(200);
    const body = JSON.stringify({ subid: clickId, status: 'reg', txid: 'h1' });
    const headers = (sum: string) => ({ 'content-type': 'application/json', 'x-signature': sum });
    expect(await send(`/postback/${key}`, body, headers(signatureOf(secret ?? '', body)))).toBe(200);
    expect(await send(`/postback/${key}?status=ftd`, body, headers(signatureOf(secret ?? '', body)))).toBe(403);
  });

  it('is never a server error, even with arbitrary input', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(
          fc.oneof(
            fc.constantFrom('click_id', 'subid', 'status', 'txid', 'sum', 'amount', 'payout', 'currency', 'event_time'),
            fc.string({ unit: 'binary', maxLength: 20 }),
          ),
          fc.oneof(fc.string({ unit: 'binary', maxLength: 60 }), fc.constantFrom('ftd', '12.5', '0', 'EUR', '\0')),
        ),
        fc.boolean(),
        async (given, posted) => {
          const status = posted
            ? await send(`/postback/${acme}`, JSON.stringify(given))
            : (await post(acme, given)).status;
          expect([200, 202, 400]).toContain(status);
        },
      ),
      { numRuns: thorough(25, 120) },
    );
    await round();
  });
});

describe('A person who may set up postbacks', () => {
  it('sees the key, and the secret once when it is created; others are refused, and the trail has neither', async () => {
    const seo = await world.signIn('Seo User');
    expect((await refusal(seo, showPostbackSetup, { params: { id: 951 } })).status).toBe(403);
    const { body } = await attempt(admin, showPostbackSetup, { params: { id: 953 } });
    expect(body.data).toMatchObject({ key: null, protection: 'none', secret: null, secretMask: null });
    const unprotected = await keyOf(953);
    expect(unprotected).toMatchObject({ secret: null, secretMask: null });
    const first = await keyOf(953, 'hmac');
    expect(first).toMatchObject({ key: unprotected.key, secretMask: `•••• ${first.secret?.slice(-4)}` });
    const read = await attempt(admin, showPostbackSetup, { params: { id: 953 } });
    expect(read.body.data).toMatchObject({ secret: null, secretMask: first.secretMask });
    expect(read.text).not.toContain(first.secret);
    const changed = await call(admin, changePostbackSetup, {
      params: { id: 953 },
      body: { protection: 'hmac', newKey: true },
    });
    const again: PostbackSetup = changed;
    expect(again.key).not.toBe(first.key);
    expect(again).toMatchObject({ secret: null, secretMask: first.secretMask });
    const rotated = await call(admin, changePostbackSetup, {
      params: { id: 953 },
      body: { protection: 'hmac', newSecret: true },
    });
    const { secret }: PostbackSetup = rotated;
    expect(secret).toMatch(/^[\w-]{32}$/);
    expect(secret).not.toBe(first.secret);
    expect((await post(first.key, {})).status).toBe(404);
    const { rows } = await sql<{ trail: string }>`
      SELECT string_agg(after::text, '') AS trail FROM audit WHERE entity = 'partner' AND record_id = 953`.execute(db);
    expect(rows[0]?.trail).toContain('replaced');
    expect(rows[0]?.trail).not.toContain(first.key);
    for (const kept of [first.secret, secret]) expect(rows[0]?.trail).not.toContain(kept);
  });
});
