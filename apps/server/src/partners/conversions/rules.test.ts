import { listAttention } from '@signpost/contract/calls/attention.ts';
import {
  attributeTransaction,
  listTransactionEvents,
  listUnassignedStatuses,
  previewIntegration,
  previewMapping,
} from '@signpost/contract/calls/conversions.ts';
import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { affiliateTransaction } from '@signpost/contract/entities/affiliate-transaction.ts';
import { integration } from '@signpost/contract/entities/integration.ts';
import { statusMappingOverride } from '@signpost/contract/entities/status-mapping-override.ts';
import { subtractMoney, sumMoney } from '@signpost/contract/money/money.ts';
import type { MappingEffect, UnassignedStatus } from '@signpost/contract/partners/conversions/effect.ts';
import type { TransactionEvent } from '@signpost/contract/partners/conversions/transactions.ts';
import { attempt, call } from '@signpost/testkit/call.ts';
import { buildDeal, buildExchangeRate, buildPartner } from '@signpost/testkit/factories.ts';
import { thorough } from '@signpost/testkit/thorough.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { conversionWorld } from './testing/world.ts';

const affiliateTransactionCalls = entityCalls(affiliateTransaction);
const integrationCalls = entityCalls(integration);
const statusMappingOverrideCalls = entityCalls(statusMappingOverride);

const world = await conversionWorld();
const { admin, db, post, click, round, measures, keyOf } = world;
// Partner 957 pays 9 EUR for a lead in Austria, 40 EUR and 25 % in Germany, 50 EUR for a first deposit in Switzerland (209).
await db.insertInto('integrations').values({ id: 961, name: 'Rules', settingsJson: '{"postback": {}}' }).execute();
await buildPartner(db, { id: 957, name: 'Rule partner' });
await db.insertInto('partnersIntegrations').values({ recordId: 957, targetId: 961, position: 0 }).execute();
const own = { partnerId: 957, integrationId: 961 };
await buildDeal(db, { ...own, geoId: 12, dealType: 'CPL', dealRevenueType: 'lead', fixedAmount: '9' });
await buildDeal(db, { ...own, geoId: 57, dealType: 'Hybrid', fixedAmount: '40', sharePercent: '25' });
await buildDeal(db, { ...own, geoId: 209, dealType: 'CPA', fixedAmount: '50' });
await buildDeal(db, {
  ...own,
  geoId: 75,
  dealType: 'CPL',
  dealRevenueType: 'lead',
  fixedAmount: '9',
  rejectedPaid: true,
});
await buildDeal(db, { ...own, geoId: 100, dealType: 'Reported', fixedAmount: null });
const key = (await keyOf(957)).key;
const [LEADS, HYBRID, DEPOSITS, PAID_ANYWAY, REPORTED] = [12, 57, 209, 75, 100];
const clickIn = (geoId: number, more = {}) =>
  click({ partnerId: 957, integrationId: 961, geoId, publisherId: 910, ...more });
const rejected = async (clickId: string): Promise<number> => {
  const [count] = await world.databases.clickhouse.query(
    'SELECT sum(rejected_leads) AS count FROM facts WHERE click_id = {clickId:UUID}',
    { clickId },
    { parse: (row) => Number(row.count) },
  );
  return count ?? 0;
};
const rowsOf = async (clickId: string) => {
  const { rows } = await sql<{ id: number; meaning: string; reason: string; state: string; because: string }>`
    SELECT id, meaning, reason, state, price ->> 'because' AS because FROM affiliate_transactions
    WHERE click_id = ${clickId} ORDER BY id`.execute(db);
  return rows;
};
const storyOf = async (id: number | undefined): Promise<string[]> => {
  const story: TransactionEvent[] = await call(admin, listTransactionEvents, { params: { id: id ?? 0 } });
  return story.map(({ what, detail }) => `${what} ${String(detail.why ?? '')}`.trim());
};
const saveIntegration = async (postback: object) => {
  const { version, name } = await call(admin, entityCalls(integration).read, { params: { id: 961 } });
  const values = { name, settingsJson: { postback } };
  expect(
    (await attempt(admin, integrationCalls.update, { params: { id: 961 }, body: { version, values } })).status,
  ).toBe(200);
};

describe('A lead that its partner rejects', () => {
  it('reverses its revenue and publisher cost, as a restatement with a reason', async () => {
    const clickId = await clickIn(LEADS);
    await post(key, { click_id: clickId, status: 'lead', txid: 'cpl-1' });
    await round();
    expect(await measures(clickId)).toMatchObject({ leads: '1', revenue: '9', publisher_cost: '1.8' });
    await post(key, { click_id: clickId, status: 'rejected_lead', txid: 'cpl-1' });
    await round();
    expect(await measures(clickId)).toMatchObject({ leads: '1', revenue: '0', publisher_cost: '0' });
    expect(await rejected(clickId)).toBe(1);
    const [lead] = await rowsOf(clickId);
    expect(lead?.because).toBe('CPL by the deal: the partner rejected this lead, so it pays nothing.');
    expect(await storyOf(lead?.id)).toEqual(['received', 'counted', 'again the partner rejected this lead', 'counted']);
  });

  it('is not paid when the later rejection arrived first, and paid again when it gets another meaning', async () => {
    const clickId = await clickIn(LEADS);
    const at = (minutesAgo: number) => new Date(Date.now() - minutesAgo * 60_000).toISOString();
    const rejection = { status: 'rejected after its postback', txid: 'cpl-2', event_time: at(1) };
    await post(key, { click_id: clickId, ...rejection });
    const mapping = { partnerId: 957, status: 'rejected after its postback', validFrom: '2026-01-01' };
    await call(admin, statusMappingOverrideCalls.create, { body: { ...mapping, meaning: 'rejected_lead' } });
    await round();
    await post(key, { click_id: clickId, status: 'lead', txid: 'cpl-2', event_time: at(2) });
    await round();
    expect(await measures(clickId)).toMatchObject({ leads: '1', revenue: '0' });
    await call(admin, statusMappingOverrideCalls.create, { body: { ...mapping, meaning: 'ignore' } });
    await round();
    expect(await measures(clickId)).toMatchObject({ leads: '1', revenue: '9', publisher_cost: '1.8' });
  });

  it('is paid when its partner approves it after the rejection, and then the rejection does not count', async () => {
    const clickId = await clickIn(LEADS);
    await post(key, { click_id: clickId, status: 'pending', txid: 'cpl-9' });
    await post(key, { click_id: clickId, status: 'rejected_lead', txid: 'cpl-9' });
    await round();
    expect(await rejected(clickId)).toBe(1);
    await post(key, { click_id: clickId, status: 'lead', txid: 'cpl-9' });
    await round();
    expect(await measures(clickId)).toMatchObject({ leads: '1', revenue: '9', publisher_cost: '1.8' });
    expect(await rejected(clickId)).toBe(0);
  });

  it('stays paid when the deal says so, and when the rejection refers to another lead', async () => {
    const [anyway, two] = [await clickIn(PAID_ANYWAY), await clickIn(LEADS)];
    await post(key, { click_id: anyway, status: 'lead', txid: 'cpl-3' });
    await post(key, { click_id: two, status: 'lead', txid: 'cpl-4' });
    await post(key, { click_id: two, status: 'lead', txid: 'cpl-5' });
    await round();
    await post(key, { click_id: anyway, status: 'rejected_lead', txid: 'cpl-3' });
    await post(key, { click_id: two, status: 'rejected_lead', txid: 'cpl-5' });
    await round();
    expect(await measures(anyway)).toMatchObject({ revenue: '9', publisher_cost: '1.8' });
    expect(await measures(two)).toMatchObject({ leads: '2', revenue: '9', publisher_cost: '1.8' });
  });
});

const pending = async (clickId: string): Promise<number> => {
  const [sum] = await world.databases.clickhouse.query(
    'SELECT sum(pending_revenue) AS sum FROM facts WHERE click_id = {clickId:UUID}',
    { clickId },
    { parse: (row) => Number(row.sum) },
  );
  return sum ?? 0;
};

describe('A status that means pending', () => {
  it('counts its amount as pending revenue until an approval makes it revenue', async () => {
    const clickId = await clickIn(HYBRID);
    await post(key, { click_id: clickId, status: 'pending', txid: 'pend-1', amount: '100' });
    await round();
    expect(await measures(clickId)).toMatchObject({ revenue: '0', publisher_cost: '0', leads: '0' });
    expect(await pending(clickId)).toBe(100);
    await post(key, { click_id: clickId, status: 'revenue', txid: 'pend-1', amount: '80' });
    await round();
    expect(await measures(clickId)).toMatchObject({ revenue: '20' });
    expect(await pending(clickId)).toBe(0);
    const [first] = await rowsOf(clickId);
    expect(await storyOf(first?.id)).toEqual(['received', 'counted', 'again the partner has decided it', 'counted']);
    const data = await call(admin, affiliateTransactionCalls.list, {
      query: { filters: { meaning: ['pending'] } },
    });
    expect(data).toContainEqual(expect.objectContaining({ id: first?.id }));
  });

  it('disappears by a rejection, in any order of reports, and stays for another transaction', async () => {
    const clickId = await clickIn(HYBRID);
    const at = (minute: number) => new Date(Date.now() - (60 - minute) * 60_000).toISOString();
    await post(key, { click_id: clickId, status: 'rejected_lead', txid: 'pend-2', event_time: at(2) });
    await post(key, { click_id: clickId, status: 'pending', txid: 'pend-2', amount: '40', event_time: at(1) });
    await post(key, { click_id: clickId, status: 'pending', txid: 'pend-3', amount: '7', event_time: at(1) });
    await round();
    expect(await pending(clickId)).toBe(7);
    await post(key, { click_id: clickId, status: 'rejected_lead', txid: 'pend-3' });
    await round();
    expect(await pending(clickId)).toBe(0);
    expect(await measures(clickId)).toMatchObject({ revenue: '0', publisher_cost: '0' });
  });

  it('can be assigned to a status that a partner calls otherwise', async () => {
    const clickId = await clickIn(HYBRID);
    await post(key, { click_id: clickId, status: 'on hold', txid: 'pend-4', amount: '5' });
    const mapping = { partnerId: 957, status: 'on hold', meaning: 'pending', validFrom: '2026-01-01' };
    expect((await attempt(admin, statusMappingOverrideCalls.create, { body: mapping })).status).toBe(201);
    await round();
    expect(await pending(clickId)).toBe(5);
  });
});

describe('A second first deposit of a click', () => {
  it('counts as a deposit, and replaces the first when that gets another meaning', async () => {
    const clickId = await clickIn(DEPOSITS);
    for (const txid of ['fd-1', 'fd-2'])
      await post(key, { click_id: clickId, status: 'first_deposit', txid, amount: '20' });
    await round();
    expect(await measures(clickId)).toMatchObject({
      first_deposits: '1',
      deposits: '2',
      revenue: '50',
      deposit_amount: '40',
    });
    const [first, second] = await rowsOf(clickId);
    expect(second?.because).toMatch(/^The click already has a first deposit, so this one counts as a deposit\./);
    const elsewhere = await clickIn(DEPOSITS);
    await call(admin, attributeTransaction, { params: { id: first?.id ?? 0 }, body: { clickId: elsewhere } });
    await round();
    for (const id of [clickId, elsewhere])
      expect(await measures(id)).toMatchObject({ first_deposits: '1', deposits: '1', revenue: '50' });
    expect(await storyOf(second?.id)).toContain('again it is the first deposit of its click now');
  });

  it('counts as another first deposit when the integration allows several, as forecast', async () => {
    const clickId = await clickIn(DEPOSITS);
    for (const txid of ['fd-3', 'fd-4']) await post(key, { click_id: clickId, status: 'first_deposit', txid });
    await round();
    const postback = { names: {}, statuses: {}, severalFirstDeposits: true };
    const data = await call(admin, previewIntegration, { body: { id: 961, settingsJson: { postback } } });
    expect(data).toMatchObject({ transactions: 0, firstDeposits: 1, revenue: '50' });
    await saveIntegration(postback);
    await round();
    expect(await measures(clickId)).toMatchObject({ first_deposits: '2', deposits: '2', revenue: '100' });
    await saveIntegration({});
    await round();
    expect(await measures(clickId)).toMatchObject({ first_deposits: '1', deposits: '2', revenue: '50' });
  });
});

describe('A status in a currency without a rate', () => {
  it('counts if its price needs no rate, is reported, and counts completely once there is a rate', async () => {
    const [lead, share] = [await clickIn(LEADS), await clickIn(HYBRID)];
    await post(key, { click_id: lead, status: 'lead', amount: '5', currency: 'ZZZ' });
    await post(key, { click_id: lead, status: 'deposit', amount: '10', currency: 'ZZZ' });
    await post(key, { click_id: share, status: 'revenue', amount: '100', currency: 'ZZZ' });
    await round();
    expect(await measures(lead)).toMatchObject({ leads: '1', deposits: '1', revenue: '9', deposit_amount: '0' });
    expect(await rowsOf(lead)).toMatchObject([
      { state: 'counted', reason: 'no_rate' },
      { state: 'counted', reason: 'no_rate' },
    ]);
    expect(await measures(share)).toMatchObject({ facts: '0' });
    const data = await call(admin, listAttention, {});
    expect(data).toContainEqual(expect.objectContaining({ id: 'unknownCurrency', count: 2 }));
    await buildExchangeRate(db, { currency: 'ZZZ', day: '2026-01-01', perEuro: '2' });
    await round(new Date(Date.now() + 3_600_000));
    await round(new Date(Date.now() + 3_600_000));
    expect(await measures(lead)).toMatchObject({ leads: '1', deposits: '1', revenue: '9', deposit_amount: '5' });
    expect(await rowsOf(lead)).toMatchObject([{ reason: '' }, { reason: '' }]);
    expect(await measures(share)).toMatchObject({ revenue: '12.5' });
  });
});

describe('A chargeback in a currency without a rate', () => {
  it('counts as soon as its click has earned what it takes back, and as forecast', async () => {
    const clickId = await clickIn(HYBRID);
    await post(key, { click_id: clickId, status: 'not yet known', txid: 'back-1' });
    await post(key, { click_id: clickId, status: 'chargeback', txid: 'back-1', amount: '10', currency: 'QQQ' });
    await round();
    // Nothing was paid yet, so nothing is taken back and no rate is needed.
    expect(await rowsOf(clickId)).toMatchObject([{ state: 'unassigned' }, { state: 'counted', reason: 'no_rate' }]);
    const draft = {
      partnerId: 957,
      status: 'not yet known',
      meaning: 'first_deposit' as const,
      validFrom: '2026-01-01',
    };
    const told: MappingEffect = await call(admin, previewMapping, { body: draft });
    expect(told).toMatchObject({ transactions: 1, firstDeposits: 1, revenue: '0', unmatched: 0 });
    await call(admin, statusMappingOverrideCalls.create, { body: draft });
    await round(new Date(Date.now() - 60_000));
    expect(await measures(clickId)).toMatchObject({ first_deposits: '1', revenue: '0' });
    expect(await rowsOf(clickId)).toMatchObject([{ state: 'counted' }, { state: 'counted' }]);
  });
});

describe('A chargeback that counted before a report whose amount needs an unknown rate', () => {
  it('waits for the rate as it would in the other order, and both orders come to the same', async () => {
    const first = await clickIn(HYBRID);
    const last = await clickIn(HYBRID);
    const back = { status: 'chargeback', amount: '10', currency: 'RRR' };
    const deposit = { status: 'first_deposit', amount: '40', currency: 'EUR' };
    await post(key, { ...back, click_id: first, txid: 'order-1' });
    await post(key, { ...deposit, click_id: last, txid: 'order-2' });
    await round();
    await post(key, { ...deposit, click_id: first, txid: 'order-1' });
    await post(key, { ...back, click_id: last, txid: 'order-2' });
    await round(new Date(Date.now() + 3_600_000));
    const paid = await measures(first);
    expect(Number(paid.revenue)).toBeGreaterThan(0);
    expect(await measures(last)).toMatchObject({ revenue: paid.revenue });
    const waits = expect.objectContaining({ state: 'unattributed', reason: 'no_rate' });
    expect(await rowsOf(first)).toContainEqual(waits);
    expect(await rowsOf(last)).toContainEqual(waits);
    await buildExchangeRate(db, { currency: 'RRR', day: '2026-01-01', perEuro: '2' });
    await round(new Date(Date.now() + 7_200_000));
    // 10 RRR are 5 EUR, an eighth of the deposit.
    const left = String((Number(paid.revenue) * 7) / 8);
    expect(await measures(first)).toMatchObject({ revenue: left });
    expect(await measures(last)).toMatchObject({ revenue: left });
  });
});

describe('A report whose value is too large to be money', () => {
  it('counts nothing, says so, and does not hold up the others', async () => {
    const huge = await clickIn(REPORTED);
    const other = await clickIn(LEADS);
    await buildExchangeRate(db, { currency: 'KKK', day: '2020-01-01', perEuro: '0.001' });
    await post(key, {
      click_id: huge,
      status: 'revenue',
      txid: 'huge',
      payout: '90000000000000',
      amount: '1',
      currency: 'KKK',
    });
    await post(key, { click_id: other, status: 'lead' });
    await round();
    expect(await rowsOf(huge)).toMatchObject([{ state: 'unattributed', reason: 'too_large' }]);
    expect(await measures(huge)).toMatchObject({ revenue: '0' });
    expect(await measures(other)).toMatchObject({ leads: '1', revenue: '9' });
  });
});

const STATUSES = [
  'lead',
  'qualified_lead',
  'rejected_lead',
  'pending',
  'first_deposit',
  'deposit',
  'chargeback',
  'revenue',
] as const;
const report = fc.record({
  status: fc.constantFrom(...STATUSES),
  txid: fc.constantFrom('a', 'b', ''),
  amount: fc.constantFrom('10', '24', ''),
  payout: fc.constantFrom('3', '-2', ''),
  currency: fc.constantFrom('EUR', 'USD', 'QQQ'),
  roundsAfter: fc.boolean(),
});
const reports = fc.uniqueArray(report, {
  minLength: 1,
  maxLength: 6,
  selector: ({ status, txid }) => `${status} ${txid}`,
});
type Report = typeof report extends fc.Arbitrary<infer T> ? T : never;
const MINUTE = 60_000;
let scenario = 0;

/** Reports transactions of a click. Their times define their order, independent of the order of the reports. */
async function tell(clickId: string, told: readonly { report: Report; at: number }[], as = (status: string) => status) {
  const from = Date.now() - 30 * MINUTE;
  for (const { report: one, at } of told) {
    await post(key, {
      click_id: clickId,
      status: as(one.status),
      event_time: new Date(from + at * MINUTE).toISOString(),
      ...(one.txid === '' ? {} : { txid: `${clickId.slice(-12)}-${one.txid}` }),
      amount: one.amount,
      payout: one.payout,
      ...(one.amount === '' && one.payout === '' ? {} : { currency: one.currency }),
    });
    if (one.roundsAfter) await round();
  }
}

describe('The result of the transactions of a click', () => {
  it('does not depend on the order in which they are reported and counted', async () => {
    const geo = fc.constantFrom(LEADS, HYBRID, DEPOSITS, PAID_ANYWAY, REPORTED);
    const shuffled = reports.chain((list) => {
      const told = list.map((one, at) => ({ report: one, at }));
      return fc.tuple(fc.constant(told), fc.shuffledSubarray(told, { minLength: told.length }));
    });
    await fc.assert(
      fc.asyncProperty(geo, shuffled, async (geoId, [told, mixed]) => {
        const [plain, other] = [await clickIn(geoId), await clickIn(geoId)];
        await tell(
          plain,
          told.map((one) => ({ ...one, report: { ...one.report, roundsAfter: false } })),
        );
        await tell(other, mixed);
        await round();
        const [{ facts: _1, ...one }, { facts: _2, ...two }] = [await measures(plain), await measures(other)];
        expect(two).toEqual(one);
      }),
      { numRuns: thorough(5, 25) },
    );
  });

  it('matches the forecast of a mapping, including chargebacks, rejections and other currencies', async () => {
    const meaning = fc.constantFrom(...STATUSES, 'withdrawal' as const, 'ignore' as const);
    const cases = fc.tuple(
      fc.constantFrom(LEADS, HYBRID, DEPOSITS, PAID_ANYWAY, REPORTED),
      reports,
      fc.constantFrom(...STATUSES),
      fc.array(meaning, { minLength: 1, maxLength: 2 }),
    );
    await fc.assert(
      fc.asyncProperty(cases, async ([geoId, list, hidden, meanings]) => {
        scenario += 1;
        const status = `odd ${scenario}`;
        const clicks = [await clickIn(geoId), await clickIn(HYBRID)];
        for (const clickId of clicks)
          await tell(
            clickId,
            list.map((one, at) => ({ report: one, at })),
            (own) => (own === hidden ? status : own),
          );
        await round();
        for (const [nth, next] of meanings.entries()) {
          const sums = async () => {
            const all = await Promise.all(clicks.map(measures));
            return {
              revenue: sumMoney(all.map(({ revenue }) => revenue ?? '0')),
              firstDeposits: all.reduce((sum, one) => sum + Number(one.first_deposits), 0),
              leads: all.reduce((sum, one) => sum + Number(one.leads), 0),
            };
          };
          const before = await sums();
          const draft = { partnerId: 957, status, meaning: next, validFrom: `2026-01-0${nth + 1}` };
          const told: MappingEffect = await call(admin, previewMapping, { body: draft });
          await call(admin, statusMappingOverrideCalls.create, { body: draft });
          await round();
          const after = await sums();
          expect({ revenue: told.revenue, firstDeposits: told.firstDeposits, leads: told.leads }).toEqual({
            revenue: subtractMoney(after.revenue, before.revenue),
            firstDeposits: after.firstDeposits - before.firstDeposits,
            leads: after.leads - before.leads,
          });
        }
      }),
      { numRuns: thorough(5, 25) },
    );
  });
});

describe('The suggestion for a status', () => {
  it('prefers a meaning that counts, and warns when another meaning counts less than the money at stake', async () => {
    for (const txid of ['nc-1', 'nc-2'])
      await post(key, {
        click_id: await clickIn(DEPOSITS),
        status: 'net commission',
        txid,
        amount: '60',
        currency: 'EUR',
      });
    await post(key, { click_id: await clickIn(DEPOSITS), status: 'player registered', txid: 'nc-3' });
    await round();
    const rows: UnassignedStatus[] = await call(admin, listUnassignedStatuses, {});
    const likely = (status: string) => rows.find((row) => row.status === status)?.likely;
    expect([likely('net commission'), likely('player registered')]).toEqual(['first_deposit', 'lead']);
    const draft = { partnerId: 957, status: 'net commission', validFrom: '2026-01-01' };
    const stakeAs = async (meaning: string) => {
      const answer = await attempt(admin, previewMapping, { body: { ...draft, meaning } });
      const effect: MappingEffect = answer.body.data;
      return effect.stake;
    };
    expect(await stakeAs('revenue')).toEqual({ reported: '120', atStake: '100', counts: '0', pays: ['firstDeposit'] });
    expect(await stakeAs('first_deposit')).toMatchObject({ atStake: '100', counts: '100' });
  });

  it('forecasts a chargeback that has something to reverse', async () => {
    const clicks = [await clickIn(DEPOSITS), await clickIn(DEPOSITS)];
    for (const [at, clickId] of clicks.entries())
      await post(key, { click_id: clickId, status: 'unsaid', txid: `unsaid-${at}` });
    await post(key, { txid: 'unsaid-1', status: 'chargeback' });
    await round();
    const draft = { partnerId: 957, status: 'unsaid', meaning: 'first_deposit' as const, validFrom: '2026-01-01' };
    const told: MappingEffect = await call(admin, previewMapping, { body: draft });
    expect(told).toMatchObject({ firstDeposits: 2, revenue: '50' });
  });
});
