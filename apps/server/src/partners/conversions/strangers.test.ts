/** Postbacks as networks send them, with the money that each has to become (docs/decisions/0020). */

import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { exchangeRate } from '@signpost/contract/entities/exchange-rate.ts';
import { attempt } from '@signpost/testkit/call.ts';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { visit } from '../../traffic/clicks/testing/world.ts';
import { conversionWorld } from './testing/world.ts';

const exchangeRateCalls = entityCalls(exchangeRate);

const world = await conversionWorld();
const { db, post, click, round, measures, keyOf } = world;
/** Pays 100 EUR for a first deposit in Austria, and 40 EUR and 25 % in Germany. */
const acme = (await keyOf(951)).key;
/** Pays 11.80 USD for a lead. */
const bolt = (await keyOf(952)).key;
const HYBRID = { geoId: 57 };
const LEADS = { partnerId: 952 };

/** Sends reports of one click in their order, and counts each before the next. */
async function tell(key: string, clickId: string, reports: readonly Record<string, string>[]): Promise<void> {
  for (const report of reports) {
    const { status, body } = await post(key, { click_id: clickId, ...report });
    expect([status, body], JSON.stringify(report)).toEqual([200, 'ok\n']);
    await round();
  }
}
const revenueOf = async (clickId: string) => (await measures(clickId)).revenue;
const sendJson = async (key: string, body: string) => {
  const answer = await fetch(`http://127.0.0.1:${world.port}/postback/${key}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', connection: 'close' },
    body,
  });
  return answer.status;
};

describe('Two customers', () => {
  it.each(['null', '0', 'undefined', 'N/A', '-', 'none', 'test', '{transaction_id}'])(
    'are two first deposits when a network sends the transaction id %s for both',
    async (txid) => {
      const clicks = [await click(), await click()];
      for (const clickId of clicks) await tell(acme, clickId, [{ status: 'ftd', txid }]);
      for (const clickId of clicks)
        expect(await measures(clickId)).toMatchObject({ first_deposits: '1', revenue: '100' });
    },
  );

  it('are two first deposits when a partner has one id for everybody, and neither is charged back by it alone', async () => {
    const clicks = [await click(), await click()];
    for (const clickId of clicks) await tell(acme, clickId, [{ status: 'ftd', txid: 'order' }]);
    await post(acme, { status: 'chargeback', txid: 'order' });
    await round();
    for (const clickId of clicks) expect(await revenueOf(clickId)).toBe('100');
    const { rows } = await sql`SELECT state, reason FROM affiliate_transactions
      WHERE meaning = 'chargeback' AND txid = 'order'`.execute(db);
    expect(rows).toEqual([{ state: 'unattributed', reason: 'no_click_id' }]);
  });

  it('keep their ids of nineteen digits from JSON', async () => {
    const clicks = [await click(), await click()];
    const ids = ['9182736455463728191', '9182736455463728192'];
    for (const [at, clickId] of clicks.entries())
      expect(await sendJson(acme, `{"click_id":"${clickId}","status":"ftd","txid":${ids[at]},"amount":10}`)).toBe(200);
    await round();
    for (const clickId of clicks) expect(await revenueOf(clickId)).toBe('100');
    const { rows } =
      await sql`SELECT txid FROM affiliate_transactions WHERE txid LIKE '91827364%' ORDER BY txid`.execute(db);
    expect(rows.map((row) => Object.values(row as object)[0])).toEqual(ids);
  });

  it('come in one list of JSON, of which the readable reports are stored', async () => {
    const clicks = [await click(), await click()];
    const list = [...clicks.map((click_id) => ({ click_id, status: 'ftd' })), { status: 'ftd' }];
    expect(await sendJson(acme, JSON.stringify(list))).toBe(400);
    expect(await sendJson(acme, JSON.stringify({ data: list.slice(0, 2) }))).toBe(200);
    await round();
    for (const clickId of clicks) expect(await measures(clickId)).toMatchObject({ facts: '1', revenue: '100' });
  });
});

describe('A report', () => {
  it('counts without an amount that is too large, if its price does not need it, and says so', async () => {
    const clickId = await click(LEADS);
    const wei = { amount: '1000000000000000000', payout: '100000000000000000', currency: 'ETH' };
    const { status, body } = await post(bolt, { subid: clickId, status: 'reg', txid: 'wei-1', ...wei });
    const note = (of: string) => `The ${of} was left out, because it has more than 14 digits before the point.`;
    expect([status, body]).toEqual([200, `ok: ${note('amount')} ${note('payout')}\n`]);
    await round();
    expect(await measures(clickId)).toMatchObject({ leads: '1' });
    const { rows } = await sql`SELECT raw -> 'notes' AS notes FROM affiliate_transactions WHERE txid = 'wei-1'`.execute(
      db,
    );
    expect(rows).toEqual([{ notes: [note('amount'), note('payout')] }]);
  });

  it('whose money is too large, or says two currencies, is refused and kept', async () => {
    const clickId = await click(HYBRID);
    const money = { click_id: clickId, status: 'revenue', txid: 'wei-2' };
    for (const [reason, more] of [
      ['bad_amount', { sum: '1000000000000000000', currency: 'ETH' }],
      ['bad_currency', { sum: '€100', currency: 'USD' }],
    ] as const) {
      const { status, body } = await post(acme, { ...money, ...more });
      expect([status, body.split(':')[1]]).toEqual([400, ` ${reason}`]);
      const { rows } = await sql`SELECT reason, sealed IS NOT NULL AS kept FROM postback_refusals
        ORDER BY id DESC LIMIT 1`.execute(db);
      expect(rows).toEqual([{ reason, kept: true }]);
    }
  });

  it('in bitcoins is worth what it is worth to the cent, and so is its chargeback', async () => {
    const day = new Date().toISOString().slice(0, 10);
    const admin = await world.signIn('Admin');
    const rate = { currency: 'BTC', day, perEuro: '0.00001093', reason: 'test' };
    expect((await attempt(admin, exchangeRateCalls.create, { body: rate })).status).toBe(201);
    const clickId = await click(HYBRID);
    await tell(acme, clickId, [{ status: 'revenue', txid: 'coin', sum: '0.00123456789', currency: 'BTC' }]);
    // A quarter of 0.00123456789 bitcoins of 91 491.308… euros each.
    expect(await revenueOf(clickId)).toBe('28.238058');
    await tell(acme, clickId, [{ status: 'chargeback', txid: 'coin', sum: '0.00061728', currency: 'BTC' }]);
    expect(Number(await revenueOf(clickId))).toBeCloseTo(28.238058 * (1 - 0.00061728 / 0.00123456789), 5);
  });

  it('without cents takes nothing back, and its names may be in capitals', async () => {
    const clickId = await click(HYBRID);
    await tell(acme, clickId, [{ Status: 'revenue', TxID: 'tag', SUM: '100,-', Currency: 'EUR' }]);
    expect(await revenueOf(clickId)).toBe('25');
  });

  it.each([
    ['xml_body', '<report><click_id>x</click_id><status>ftd</status></report>'],
    ['nested_body', '{"Type":"Notification","Message":"{\\"click_id\\":\\"x\\"}"}'],
  ])('in a body that is not read is refused as %s, and kept with its body', async (reason, body) => {
    const answer = await fetch(`http://127.0.0.1:${world.port}/postback/${acme}`, {
      method: 'POST',
      headers: { connection: 'close' },
      body,
    });
    expect([answer.status, (await answer.text()).split(':')[1]]).toEqual([400, ` ${reason}`]);
  });
});

describe('The address of a postback', () => {
  it.each([
    ['a slash behind its key', (key: string) => `/postback/${key}/?`],
    ['a space behind its key', (key: string) => `/postback/${key}%20?`],
    ['an invisible character behind its key', (key: string) => `/postback/${key}%E2%80%8B?`],
    ['a full stop behind its key', (key: string) => `/postback/${key}.?`],
    ['& instead of ?', (key: string) => `/postback/${key}&`],
    ['? twice', (key: string) => `/postback/${key}??`],
    ['slashes twice', (key: string) => `//postback//${key}?`],
    ['capitals', (key: string) => `/Postback/${key}?`],
  ])('is read with %s', async (_, addressOf) => {
    const clickId = await click(LEADS);
    const { status, body } = await visit(world.port, `${addressOf(bolt)}subid=${clickId}&status=reg`);
    expect([status, body]).toEqual([200, 'ok\n']);
    await round();
    expect(await measures(clickId)).toMatchObject({ leads: '1' });
  });
});

const twice = (report: Record<string, string>) => [report, report];

describe('A chargeback', () => {
  const DEPOSIT = { status: 'ftd', txid: 'a', amount: '50' };
  const SHARE = { status: 'revenue', txid: 'b', amount: '100' };
  it.each([
    ['the whole of what it names', '40', [DEPOSIT, SHARE, { status: 'chargeback', txid: 'b', amount: '100' }]],
    ['its part of what it names', '60', [DEPOSIT, SHARE, { status: 'chargeback', txid: 'b', amount: '20' }]],
    ['all that it names without an amount', '25', [DEPOSIT, SHARE, { status: 'chargeback', txid: 'a' }]],
    ['everything of its click without an id and amount', '0', [DEPOSIT, SHARE, { status: 'chargeback' }]],
    ['what a negative revenue says', '60', [DEPOSIT, SHARE, { status: 'revenue', txid: 'b', amount: '-20' }]],
    ['never more than was paid', '40', [DEPOSIT, SHARE, { status: 'chargeback', txid: 'b', amount: '999' }]],
    ['the same if it arrives first', '20', [{ status: 'chargeback', amount: '20' }, SHARE]],
    ['the same if it arrives first under an id of its own', '0', [{ status: 'chargeback', txid: 'r-a' }, DEPOSIT]],
    [
      'each of several refunds of one order',
      '12.5',
      [SHARE, { status: 'chargeback', txid: 'b', amount: '30' }, { status: 'chargeback', txid: 'b', amount: '20' }],
    ],
    [
      'the same refund once when it is sent again',
      '20',
      [SHARE, ...twice({ status: 'chargeback', txid: 'b', amount: '20' })],
    ],
  ] as const)('takes back %s', async (_, left, reports) => {
    const clickId = await click(HYBRID);
    await tell(acme, clickId, reports);
    expect(await revenueOf(clickId)).toBe(left);
  });
});

describe('A partner', () => {
  it('is believed in its newest decision about a lead', async () => {
    const clickId = await click(LEADS);
    const lead = { status: 'reg', txid: 'L2' };
    await tell(bolt, clickId, [lead]);
    const paid = await revenueOf(clickId);
    expect(Number(paid)).toBeGreaterThan(0);
    await tell(bolt, clickId, [{ status: 'rejected_lead', txid: 'L2' }]);
    expect(await revenueOf(clickId)).toBe('0');
    await tell(bolt, clickId, [lead]);
    expect(await measures(clickId)).toMatchObject({ leads: '1', revenue: paid });
    await tell(bolt, clickId, [lead, { status: 'rejected_lead', txid: 'L2' }]);
    expect(await measures(clickId)).toMatchObject({ leads: '1', revenue: '0' });
  });

  it('is believed when it rejects a deposit under its id, and when it approves it again', async () => {
    const clickId = await click();
    const deposit = { status: 'ftd', txid: 'D1', amount: '30' };
    await tell(acme, clickId, [deposit]);
    expect(await revenueOf(clickId)).toBe('100');
    await tell(acme, clickId, [{ status: 'rejected_lead', txid: 'D1' }]);
    expect(await revenueOf(clickId)).toBe('0');
    await tell(acme, clickId, [deposit]);
    expect(await revenueOf(clickId)).toBe('100');
  });

  it('is believed when it reports a lead again that it had charged back', async () => {
    const clickId = await click(LEADS);
    const lead = { status: 'reg', txid: 'L3' };
    await tell(bolt, clickId, [lead]);
    const paid = await revenueOf(clickId);
    await tell(bolt, clickId, [{ status: 'chargeback', txid: 'L3' }]);
    expect(await revenueOf(clickId)).toBe('0');
    await tell(bolt, clickId, [lead]);
    expect(await measures(clickId)).toMatchObject({ leads: '1', revenue: paid });
  });

  it('reports one lead by a pixel without an id and by a postback with one, and is paid once', async () => {
    for (const txids of [
      ['', 'L4'],
      ['L5', 'null'],
    ]) {
      const clickId = await click(LEADS);
      await tell(
        bolt,
        clickId,
        txids.map((txid) => ({ status: 'reg', txid })),
      );
      expect(await measures(clickId)).toMatchObject({ leads: '1' });
    }
  });

  it('returns to an amount that it had corrected, as often as it likes', async () => {
    const clickId = await click(HYBRID);
    for (const [amount, left] of [
      ['100', '25'],
      ['80', '20'],
      ['100', '25'],
      ['100', '25'],
      ['80', '20'],
      ['0', '0'],
      ['100', '25'],
    ] as const) {
      await tell(acme, clickId, [{ status: 'revenue', txid: 'C0', amount }]);
      expect(await revenueOf(clickId)).toBe(left);
    }
    const { rows } =
      await sql`SELECT repeats FROM affiliate_transactions WHERE click_id = ${clickId} ORDER BY id`.execute(db);
    expect(rows.map((row) => Object.values(row as object)[0])).toEqual([1, 0, 0, 0, 0, 0]);
  });

  it('holds what it has paid, and that is not pending too', async () => {
    const clickId = await click(HYBRID);
    const revenue = { txid: 'H1', amount: '100' };
    await tell(acme, clickId, [
      { ...revenue, status: 'revenue' },
      { ...revenue, status: 'pending' },
    ]);
    expect(await measures(clickId)).toMatchObject({ revenue: '25', pending_revenue: '0' });
  });

  it('corrects an amount under the same id, or keeps the first where its integration says so', async () => {
    const reports = [
      { status: 'revenue', txid: 'C1', amount: '100' },
      { status: 'revenue', txid: 'C1', amount: '80' },
    ];
    const corrected = await click(HYBRID);
    await tell(acme, corrected, reports);
    expect(await revenueOf(corrected)).toBe('20');
    const kept = await click(HYBRID);
    const setting = JSON.stringify({
      postback: { names: { click_id: 'subid', amount: 'sum' }, otherAmounts: 'conflict' },
    });
    await sql`UPDATE integrations SET settings_json = ${setting}::jsonb, updated_at = now() WHERE id = 960`.execute(db);
    await tell(acme, kept, reports);
    expect(await revenueOf(kept)).toBe('25');
  });

  it('may report several revenues of a click without ids, but the same one only once', async () => {
    const clickId = await click(HYBRID);
    const at = (hour: number) => new Date(Date.now() - hour * 3_600_000).toISOString();
    const first = { status: 'revenue', amount: '100', event_time: at(2) };
    await tell(acme, clickId, [first, first, { status: 'revenue', amount: '30', event_time: at(1) }]);
    expect(await revenueOf(clickId)).toBe('32.5');
  });
});

/** Networks such as Everflow send the base conversion and its events under one transaction id, that of the click. */
describe('Several events under one transaction id', () => {
  const EVENTS = [
    { status: 'lead' },
    { status: 'first_deposit', sum: '50' },
    { status: 'deposit', sum: '20' },
    { status: 'revenue', sum: '100' },
  ] as const;

  it.each([
    ['as they happen', EVENTS],
    ['the other way round', EVENTS.toReversed()],
  ])('are reports of their own, %s', async (order, events) => {
    const clickId = await click(HYBRID);
    const txid = `ef ${order}`;
    await tell(
      acme,
      clickId,
      events.map((event) => ({ ...event, txid })),
    );
    // Repetitions of all of them change nothing.
    await tell(
      acme,
      clickId,
      EVENTS.map((event) => ({ ...event, txid, event_time: '' })),
    );
    expect(await measures(clickId)).toMatchObject({ leads: '1', first_deposits: '1', revenue: '65' });
  });

  it('with one meaning and equal amounts are two reports if each has the id of its own conversion', async () => {
    const clickId = await click(HYBRID);
    await tell(acme, clickId, [
      { status: 'revenue', sum: '100', txid: 'ef conversion 1' },
      { status: 'revenue', sum: '100', txid: 'ef conversion 2' },
    ]);
    expect(await revenueOf(clickId)).toBe('50');
  });
});

/** PayPal (`txn_id` beside `parent_txn_id`), bePaid (`uid`) and ClickerVolt (`txid`) give a refund an id of its own. */
it('takes back shares of a refund that has an id of its own, in any order', async () => {
  const sale = { status: 'revenue', sum: '100', txid: 'sale 1' };
  const refund = { status: 'chargeback', sum: '40', txid: 'refund 1' };
  for (const reports of [
    [sale, refund],
    [refund, sale],
  ]) {
    const clickId = await click(HYBRID);
    await tell(
      acme,
      clickId,
      reports.map((report) => ({ ...report, txid: `${report.txid} ${clickId}` })),
    );
    expect(await revenueOf(clickId)).toBe('15');
  }
});
