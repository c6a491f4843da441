import { listAttention } from '@signpost/contract/calls/attention.ts';
import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { listWaitingChanges } from '@signpost/contract/calls/money-changes.ts';
import { listPayoutDifferences } from '@signpost/contract/calls/payout-differences.ts';
import { affiliateTransaction } from '@signpost/contract/entities/affiliate-transaction.ts';
import { dealProposal } from '@signpost/contract/entities/deal-proposal.ts';
import { globalDeal } from '@signpost/contract/entities/global-deal.ts';
import { partnerOverride } from '@signpost/contract/entities/partner-override.ts';
import { attempt, call } from '@signpost/testkit/call.ts';
import { buildDeal, buildExchangeRate, buildPartner } from '@signpost/testkit/factories.ts';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { conversionWorld } from './testing/world.ts';

const affiliateTransactionCalls = entityCalls(affiliateTransaction);
const dealProposalCalls = entityCalls(dealProposal);
const globalDealCalls = entityCalls(globalDeal);
const partnerOverrideCalls = entityCalls(partnerOverride);

const world = await conversionWorld();
const { admin, db, post, click, round, measures, keyOf } = world;
// Deals of partner 958: as reported in Austria; as reported in Germany, where rejected leads are paid too; and 50 VVV for a
// first deposit in São Tomé.
await db.insertInto('integrations').values({ id: 962, name: 'Payouts', settingsJson: '{"postback": {}}' }).execute();
await buildPartner(db, { id: 958, name: 'Payout partner', currency: 'VVV' });
await db.insertInto('partnersIntegrations').values({ recordId: 958, targetId: 962, position: 0 }).execute();
const own = { partnerId: 958, integrationId: 962 };
await buildDeal(db, { ...own, geoId: 12, dealType: 'Reported', fixedAmount: null });
await buildDeal(db, { ...own, geoId: 57, dealType: 'Reported', fixedAmount: null, rejectedPaid: true });
await buildDeal(db, { ...own, geoId: 209, dealType: 'CPA', fixedAmount: '50' });
await buildExchangeRate(db, { currency: 'VVV', day: '2020-01-01', perEuro: '2' });
const key = (await keyOf(958)).key;
const [REPORTED, REJECTED_PAID, AGREED] = [12, 57, 209];
const clickIn = (geoId = REPORTED) => click({ partnerId: 958, integrationId: 962, geoId, publisherId: 910 });
const tell = async (query: Record<string, string>): Promise<void> => {
  expect(await post(key, { currency: 'EUR', ...query })).toMatchObject({ status: 200 });
};
const rowsOf = async (clickId: string) => {
  const { rows } = await sql<{ id: number; revenue: string; because: string; repeats: number }>`
    SELECT id, revenue, repeats, priced_by, price ->> 'because' AS because FROM affiliate_transactions
    WHERE click_id = ${clickId} ORDER BY id`.execute(db);
  return rows;
};

describe('A deal that pays as reported', () => {
  it('pays the payout of a postback, follows its correction, and gives back what is charged back', async () => {
    const clickId = await clickIn();
    const deposit = { click_id: clickId, status: 'first_deposit', txid: 'r-1', amount: '200' };
    await tell({ ...deposit, payout: '40' });
    await round();
    expect(await measures(clickId)).toMatchObject({
      first_deposits: '1',
      revenue: '40',
      deposit_amount: '200',
      publisher_cost: '8',
    });
    await tell({ ...deposit, payout: '40' });
    await tell({ ...deposit, payout: '25' });
    await round();
    expect(await measures(clickId)).toMatchObject({ first_deposits: '1', revenue: '25', publisher_cost: '5' });
    expect(await rowsOf(clickId)).toMatchObject([
      { repeats: 1, because: 'Another report of the same transaction counts instead of this one.' },
      { repeats: 0, because: 'As reported by the deal: 25 EUR.' },
    ]);
    await tell({ click_id: clickId, status: 'chargeback', txid: 'r-1', amount: '50' });
    await round();
    expect(await measures(clickId)).toMatchObject({ revenue: '18.75', publisher_cost: '3.75' });
    await tell({ click_id: clickId, status: 'chargeback', payout: '5' });
    await round();
    expect(await measures(clickId)).toMatchObject({ revenue: '13.75', publisher_cost: '2.75' });
    await tell({ click_id: clickId, status: 'chargeback', txid: 'own', payout: '500' });
    await round();
    expect(await measures(clickId)).toMatchObject({ revenue: '0', publisher_cost: '0' });
  });

  it('counts the payouts that follow from other reports, such as a negative one', async () => {
    const clickId = await clickIn();
    await tell({ click_id: clickId, status: 'lead', txid: 'r-2', payout: '3' });
    await tell({ click_id: clickId, status: 'deposit', txid: 'r-3', amount: '500', payout: '20' });
    await round();
    expect(await measures(clickId)).toMatchObject({ leads: '1', deposits: '1', revenue: '23' });
    await tell({ click_id: clickId, status: 'deposit', txid: 'r-3', payout: '-8' });
    await round();
    expect(await measures(clickId)).toMatchObject({ leads: '1', deposits: '1', revenue: '15' });
  });

  it('counts a report without a payout, earns nothing for it, and lists it as unpriced', async () => {
    const clickId = await clickIn();
    await tell({ click_id: clickId, status: 'first_deposit', txid: 'r-4', amount: '200' });
    await tell({ click_id: clickId, status: 'lead', txid: 'r-5', payout: '0' });
    await round();
    expect(await measures(clickId)).toMatchObject({ first_deposits: '1', leads: '1', revenue: '0' });
    const [missing, zero] = await rowsOf(clickId);
    expect(missing).toMatchObject({ because: 'As reported by the deal: the report names no payout.' });
    expect(zero).toMatchObject({ because: 'As reported by the deal: 0 EUR.' });
    const data = await call(admin, affiliateTransactionCalls.list, {
      query: { filters: { pricedBy: ['none'] } },
    });
    const listed = data.map(({ id }) => id);
    expect(listed).toContain(missing?.id);
    expect(listed).not.toContain(zero?.id);
    await tell({ click_id: clickId, status: 'first_deposit', txid: 'r-4', amount: '200', payout: '60' });
    await round();
    expect(await measures(clickId)).toMatchObject({ first_deposits: '1', revenue: '60' });
  });

  it('pays nothing for pending leads, whose payout is pending revenue, nor for rejected ones, unless it pays them', async () => {
    const clickId = await clickIn();
    const anyway = await clickIn(REJECTED_PAID);
    await tell({ click_id: clickId, status: 'pending', txid: 'r-6', amount: '250', payout: '7' });
    await round();
    expect(await measures(clickId)).toMatchObject({ revenue: '0', pending_revenue: '7' });
    for (const [id, txid] of [
      [clickId, 'r-6'],
      [anyway, 'r-7'],
    ] as const)
      await tell({ click_id: id, status: 'lead', txid, payout: '7' });
    await round();
    expect(await measures(clickId)).toMatchObject({ leads: '1', revenue: '7', pending_revenue: '0' });
    await tell({ click_id: clickId, status: 'rejected_lead', txid: 'r-6' });
    await tell({ click_id: anyway, status: 'rejected_lead', txid: 'r-7' });
    await round();
    expect(await measures(clickId)).toMatchObject({ leads: '1', revenue: '0' });
    expect(await measures(anyway)).toMatchObject({ leads: '1', revenue: '7' });
  });

  it('reads the payout in the currency of the report, else in that of the deal, and waits for an unknown rate', async () => {
    const clickId = await clickIn();
    await tell({ click_id: clickId, status: 'lead', txid: 'r-8', payout: '10', currency: '' });
    await tell({ click_id: clickId, status: 'deposit', txid: 'r-9', payout: '10', currency: 'YYY' });
    await round();
    expect(await measures(clickId)).toMatchObject({ leads: '1', deposits: '0', revenue: '5' });
    await buildExchangeRate(db, { currency: 'YYY', day: '2020-01-01', perEuro: '4' });
    await round(new Date(Date.now() + 3_600_000));
    expect(await measures(clickId)).toMatchObject({ leads: '1', deposits: '1', revenue: '7.5' });
  });

  it('keeps the first payout where the integration keeps the first amount', async () => {
    const save = (postback: object) =>
      sql`UPDATE integrations SET settings_json = ${JSON.stringify({ postback })}::jsonb, updated_at = now()
        WHERE id = 962`.execute(db);
    await save({ otherAmounts: 'conflict' });
    const clickId = await clickIn();
    for (const payout of ['40', '25']) await tell({ click_id: clickId, status: 'lead', txid: 'r-10', payout });
    await round();
    expect(await measures(clickId)).toMatchObject({ leads: '1', revenue: '40' });
    await save({});
  });
});

describe('A payout beside a fixed deal', () => {
  it('is listed with both sums where it differs, and the deal is paid as agreed', async () => {
    const differs = await clickIn(AGREED);
    const agrees = await clickIn(AGREED);
    await tell({
      click_id: differs,
      status: 'first_deposit',
      txid: 'r-11',
      amount: '200',
      payout: '45.50',
      currency: 'VVV',
    });
    await tell({
      click_id: agrees,
      status: 'first_deposit',
      txid: 'r-12',
      amount: '200',
      payout: '50',
      currency: 'VVV',
    });
    await round();
    for (const id of [differs, agrees])
      expect(await measures(id)).toMatchObject({ first_deposits: '1', revenue: '25' });
    const rows = await call(admin, listPayoutDifferences, {});
    expect(rows.filter(({ partnerId }) => partnerId === 958)).toEqual([
      expect.objectContaining({
        partner: 'Payout partner',
        deal: 'São Tomé & Príncipe',
        dealType: 'CPA',
        isGlobal: false,
        conversions: 1,
        reported: '45.5',
        currency: 'VVV',
        agreed: '50.000000',
        agreedCurrency: 'VVV',
      }),
    ]);
    const data = await call(admin, listAttention, {});
    expect(data).toContainEqual(expect.objectContaining({ id: 'payoutDiffers' }));
  });
});

describe('A report that was stored before payouts made reports different', () => {
  it('is the same when it comes again with its payout, and another with another one', async () => {
    const clickId = await clickIn(AGREED);
    const revenue = { click_id: clickId, status: 'revenue', amount: '100', event_time: '2026-05-01T10:00:00Z' };
    await tell(revenue);
    await sql`UPDATE affiliate_transactions SET payout = 12.5 WHERE click_id = ${clickId}`.execute(db);
    await tell({ ...revenue, payout: '12.50' });
    expect(await rowsOf(clickId)).toMatchObject([{ repeats: 1 }]);
    await tell({ ...revenue, payout: '13' });
    expect(await rowsOf(clickId)).toMatchObject([{ repeats: 1 }, { repeats: 0 }]);
  });
});

describe('The form of a deal', () => {
  const dealOf = (deal: object) => ({
    name: `As reported ${JSON.stringify(deal).length}`,
    ...deal,
  });

  it('takes the type for global deals, proposals and partners, without an amount, and refuses it for overrides', async () => {
    const made = await attempt(admin, globalDealCalls.create, {
      body: dealOf({ dealType: 'Reported', fixedAmount: '5' }),
    });
    expect(made).toMatchObject({ status: 201, body: { data: { fixedAmount: null, sharePercent: null } } });
    const proposal = {
      ...own,
      geoId: 100,
      dealType: 'Reported',
      validFrom: '2026-06-01',
      reason: 'pays by postback',
    };
    expect((await attempt(admin, dealProposalCalls.create, { body: proposal })).status).toBe(201);
    const data = await call(admin, listWaitingChanges, {});
    // The terms of such a deal do not show how much money it moves, so it takes the most approvers.
    expect(data).toContainEqual(expect.objectContaining({ kind: 'dealProposal', effect: null }));
    const override = { name: 'Refused', partnerId: 958, dealType: 'Reported', amount: '5', validFrom: '2026-06-01' };
    const refused = await attempt(admin, partnerOverrideCalls.create, { body: override });
    expect(refused.status).toBe(400);
    expect(refused.body.errors).toEqual([expect.objectContaining({ path: 'dealType' })]);
  });
});
