import {
  approveProposal,
  listMarketplace,
  listOpenDeals,
  previewDealChanges,
  proposeDealChanges,
  rejectProposal,
  showWaterfall,
} from '@signpost/contract/calls/deals.ts';
import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { assignPublishers, listManagers } from '@signpost/contract/calls/managers.ts';
import { decideChange, listWaitingChanges } from '@signpost/contract/calls/money-changes.ts';
import { statsCall } from '@signpost/contract/calls/stats.ts';
import { addDays } from '@signpost/contract/dates/dates.ts';
import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import { dealProposal } from '@signpost/contract/entities/deal-proposal.ts';
import { entities } from '@signpost/contract/entities/index.ts';
import { integration } from '@signpost/contract/entities/integration.ts';
import { partner } from '@signpost/contract/entities/partner.ts';
import { metric } from '@signpost/contract/insight/stats/metrics.ts';
import { dealPreviewAnswerSchema } from '@signpost/contract/records/deals.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { attempt, call, refusal } from '@signpost/testkit/call.ts';
import { fact } from '@signpost/testkit/fact.ts';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { storeFacts } from '../../insight/stats/testing/random-world.ts';
import { newId } from '../../platform/ids.ts';

const dealProposalCalls = entityCalls(dealProposal);
const integrationCalls = entityCalls(integration);
const partnerCalls = entityCalls(partner);
const publisherCalls = entityCalls(entities.publisher);

const world = await testApp();
const admin = await world.signIn('Admin');
const management = await world.signIn('Management');
const operations = await world.signIn('Operations');
const seo = await world.signIn('Seo User');

interface Row {
  id: number;
  version: number;
  deals: { id: number; fixedAmount: string; leadCap: number | null; geoId: number }[];
  proposalStatus: string;
  labels: Record<string, string>;
}
const rowOf = async (answer: ReturnType<typeof admin>) => {
  const { status, body } = await answer;
  expect([status < 300, body.errors ?? []]).toEqual([true, []]);
  return body.data as Row;
};
const dealRow = (more: object = {}) => ({
  geoId: 1,
  integrationId: 1,
  dealType: 'CPA',
  dealRevenueType: 'firstDeposit',
  fixedAmount: '100',
  leadCap: 10,
  waterfallBlocked: false,
  weight: 5,
  ...more,
});
const partnerWith = async (deals: object[]) =>
  await rowOf(
    attempt(admin, partnerCalls.create, {
      body: {
        name: newId(),
        partnerTypeId: 105,
        status: 'active',
        currency: 'EUR',
        timeZone: 'UTC',
        deals,
      },
    }),
  );
const openOf = async (partnerId: number) =>
  (await call(admin, listOpenDeals, {})).filter((deal) => deal.partnerId === partnerId);

describe('Offers', () => {
  it('are the deals of active partners that are valid today', async () => {
    const { id } = await partnerWith([
      dealRow(),
      dealRow({ geoId: 2, validTo: '2020-01-01' }),
      dealRow({ geoId: 3, validFrom: '2999-01-01' }),
    ]);
    expect(await openOf(id)).toMatchObject([{ geoId: 1, fixedAmount: '100.000000', leadCap: 10 }]);
    expect((await attempt(seo, listOpenDeals, {})).status).toBe(200);
    expect((await refusal(seo, listMarketplace, {})).status).toBe(403);
  });

  it('are ranked in the marketplace by the EPC of at least 100 click-outs of the deal, as in the waterfall', async () => {
    const { id: known, deals: ofKnown } = await partnerWith([dealRow()]);
    const { id: fresh, deals: ofFresh } = await partnerWith([dealRow()]);
    const idOf = (deals: unknown) => z.array(z.object({ id: z.number() })).parse(deals)[0]?.id ?? 0;
    const at = new Date(Date.now() - 60_000).toISOString();
    await storeFacts(world, [
      fact({
        factId: newId(),
        kind: 'clickout',
        at,
        partnerId: known,
        dealId: idOf(ofKnown),
        geoId: 1,
        clickouts: 100,
      }),
      fact({
        factId: newId(),
        kind: 'first_deposit',
        at,
        partnerId: known,
        dealId: idOf(ofKnown),
        geoId: 1,
        revenue: '10',
      }),
      // One click-out, and an amount that was entered by hand for the partner and its geo.
      fact({ factId: newId(), kind: 'clickout', at, partnerId: fresh, dealId: idOf(ofFresh), geoId: 1, clickouts: 1 }),
      fact({ factId: newId(), kind: 'first_deposit', at, partnerId: fresh, geoId: 1, revenue: '210' }),
    ]);
    const rows = await call(admin, listMarketplace, {});
    expect(rows[0]).toMatchObject({ deal: { partnerId: known }, clickouts: 100, epc: '0.1', isRanked: true });
    const other = rows.find(({ deal }) => deal.partnerId === fresh);
    expect(other).toMatchObject({ clickouts: 1, revenue: '0', epc: '0', isRanked: false });
    const [place] = (await call(admin, showWaterfall, { query: { geoId: 1, days: 30 } })).filter(({ deals }) =>
      deals.some(({ dealId }) => dealId === idOf(ofKnown)),
    );
    const earnings = new Map(place?.deals.map(({ dealId, earnings: own }) => [dealId, own]));
    expect(earnings.get(idOf(ofKnown))).toMatchObject({ clickouts: 100, epc: '0.1' });
    expect(earnings.get(idOf(ofFresh))).toMatchObject({ clickouts: 1, epc: '0' });
  });
});

describe('The waterfall', () => {
  it('shows the click-outs and the revenue of the last 7 days that the statistics show in the same time zone', async () => {
    const { id, deals } = await partnerWith([dealRow({ geoId: 7 })]);
    const dealId = deals[0]?.id ?? 0;
    const today = new Date().toISOString().slice(0, 10);
    const first = Date.parse(addDays(today, -6));
    const step = (at: number, clickouts: number) =>
      fact({
        factId: newId(),
        kind: 'clickout',
        at: new Date(at).toISOString(),
        partnerId: id,
        dealId,
        geoId: 7,
        clickouts,
        revenue: String(clickouts * 2),
      });
    // The first lies within 7 times 24 hours, but not in the last 7 days.
    await storeFacts(world, [step(first - 60_000, 5), step(first, 3), step(Date.now() - 1000, 4)]);
    const [place] = await call(admin, showWaterfall, { query: { geoId: 7 } });
    const earnings = place?.deals.find((deal) => deal.dealId === dealId)?.earnings;
    const query = {
      tab: 'global',
      timeZone: 'UTC',
      dateRange: { start: addDays(today, -6), end: today },
      filters: { partner: [id], geo: [7] },
      columns: [metric.clickouts.id, metric.revenue.id],
      levels: [{ type: 'partner' }],
    };
    const { body } = await attempt(admin, statsCall({ path: 'statistics/tabs' }), { query });
    const { totals } = z.object({ totals: z.object({ stats: z.record(z.string(), z.unknown()) }) }).parse(body.data);
    const shown = [metric.clickouts, metric.revenue].map((one) => Number(totals.stats[String(one.id)]));
    expect([earnings?.clickouts, Number(earnings?.revenue)]).toEqual(shown);
    expect(shown).toEqual([7, 14]);
  });
});

describe('A proposal', () => {
  const proposal = (partnerId: number) => ({
    ...dealRow({ geoId: 5, fixedAmount: '75' }),
    waterfallBlocked: undefined,
    partnerId,
    validFrom: '2020-01-01',
    reason: 'better price',
  });

  it('becomes one deal of its partner when management approves it', async () => {
    const { id } = await partnerWith([dealRow()]);
    const made = await rowOf(attempt(operations, dealProposalCalls.create, { body: proposal(id) }));
    // The currency of its amount is that of the partner.
    expect(made.labels).toMatchObject({ fixedAmount: 'EUR' });
    expect((await openOf(id)).length).toBe(1);
    expect(
      (await refusal(operations, approveProposal, { params: { id: made.id }, body: { version: made.version } })).status,
    ).toBe(403);
    const approved = await rowOf(
      attempt(management, approveProposal, { params: { id: made.id }, body: { version: made.version } }),
    );
    expect(approved).toMatchObject({
      proposalStatus: 'approved',
      decidedById: management.userId,
      proposedById: operations.userId,
    });
    expect(await openOf(id)).toMatchObject([{ geoId: 1 }, { geoId: 5, fixedAmount: '75.000000' }]);
    const again = await attempt(management, approveProposal, {
      params: { id: made.id },
      body: { version: made.version },
    });
    expect(again).toMatchObject({
      status: 400,
      body: { errors: [{ message: 'This proposal is approved already. Nothing is left to decide.' }] },
    });
    const edit = await attempt(operations, dealProposalCalls.update, {
      params: { id: made.id },
      body: {
        version: approved.version,
        values: proposal(id),
      },
    });
    expect(edit).toMatchObject({
      status: 400,
      body: { errors: [{ message: /has been decided and can no longer be changed/ }] },
    });
    expect((await refusal(operations, dealProposalCalls.archive, { params: { id: made.id } })).status).toBe(400);
  });

  it('can be rejected with a reason and then changes nothing', async () => {
    const { id } = await partnerWith([]);
    const made = await rowOf(attempt(operations, dealProposalCalls.create, { body: proposal(id) }));
    const without = await attempt(management, rejectProposal, {
      params: { id: made.id },
      body: { version: made.version },
    });
    expect(without).toMatchObject({ status: 400, body: { errors: [{ path: 'note' }] } });
    expect(
      await rowOf(
        attempt(management, rejectProposal, {
          params: { id: made.id },
          body: { version: made.version, note: 'too dear' },
        }),
      ),
    ).toMatchObject({
      proposalStatus: 'rejected',
      decisionNote: 'too dear',
    });
    expect(await openOf(id)).toEqual([]);
  });
});

describe('A deal', () => {
  it('is refused in every form when its type lacks its amount or its integration is not the partner’s', async () => {
    const refusedAt = async (entity: EntityDefinition, body: object) => {
      const { status, errors } = await refusal(admin, entityCalls(entity).create, { body });
      return [status, errors[0]?.path];
    };
    const terms = { partnerTypeId: 105, status: 'active', currency: 'EUR', timeZone: 'UTC' };
    const share = dealRow({ dealType: 'RevShare', sharePercent: null });
    expect(await refusedAt(entities.partner, { ...terms, name: newId(), deals: [share] })).toEqual([
      400,
      'deals.0.sharePercent',
    ]);
    const { body } = await attempt(admin, integrationCalls.create, { body: { name: newId(), settingsJson: null } });
    const integrationId = body.data.id;
    const own = { ...terms, name: newId(), integrations: [integrationId] };
    expect(await refusedAt(entities.partner, { ...own, deals: [dealRow()] })).toEqual([400, 'deals.0.integrationId']);
    const { id } = await rowOf(
      attempt(admin, partnerCalls.create, { body: { ...own, deals: [dealRow({ integrationId })] } }),
    );
    const proposal = {
      ...dealRow({ geoId: 5 }),
      waterfallBlocked: undefined,
      partnerId: id,
      validFrom: '2026-01-01',
      reason: 'x',
    };
    expect(await refusedAt(entities.dealProposal, proposal)).toEqual([400, 'integrationId']);
    expect(await refusedAt(entities.dealProposal, { ...proposal, integrationId, fixedAmount: null })).toEqual([
      400,
      'fixedAmount',
    ]);
    const made = await rowOf(attempt(admin, dealProposalCalls.create, { body: { ...proposal, integrationId } }));
    const values = { ...proposal };
    const edit = await attempt(admin, dealProposalCalls.update, {
      params: { id: made.id },
      body: { version: made.version, values },
    });
    expect([edit.status, edit.body.errors?.[0]?.path]).toEqual([400, 'integrationId']);
    expect(
      await refusedAt(entities.globalDeal, { name: 'x', dealType: 'CPL', dealRevenueType: 'lead', currency: 'EUR' }),
    ).toEqual([400, 'fixedAmount']);
  });
});

describe('The global deal form', () => {
  it('sets no amount on deals without one, and names the partner with incomplete deals', async () => {
    const { id } = await partnerWith([dealRow({ dealType: 'RevShare', fixedAmount: null, sharePercent: '30' })]);
    const ask = {
      filter: { partnerIds: [id], geoIds: [], integrationIds: [], dealTypes: [] },
      change: { fixedAmount: '70' },
    };
    const preview = await call(management, previewDealChanges, { body: ask });
    expect(preview.changes).toEqual([]);
    await sql`UPDATE deals SET share_percent = NULL WHERE partner_id = ${id}`.execute(world.db);
    const weighed = await attempt(management, previewDealChanges, { body: { ...ask, change: { weight: 9 } } });
    expect(weighed.status).toBe(400);
    expect(weighed.body.errors?.[0]?.message).toMatch(/: deals\.0\.sharePercent: Field has to be filled\.$/);
  });

  const none = { geoIds: [], integrationIds: [], dealTypes: [] };

  it('shows every change, makes exactly those once approved, and refuses deals that somebody changed meanwhile', async () => {
    const one = await partnerWith([dealRow(), dealRow({ geoId: 2, dealType: 'CPL' })]);
    const other = await partnerWith([dealRow({ fixedAmount: '50.5' })]);
    const ask = {
      filter: { ...none, partnerIds: [one.id, other.id], dealTypes: ['CPA'] },
      change: { fixedAmountByPercent: 10 },
    };
    const preview = await call(management, previewDealChanges, { body: ask });
    expect(preview.changes.map(({ field, after }) => [field, Number(after)])).toEqual(
      expect.arrayContaining([
        ['fixedAmount', 110],
        ['fixedAmount', 55.55],
      ]),
    );
    expect(preview.changes).toHaveLength(2);
    expect((await openOf(one.id)).map(({ fixedAmount }) => Number(fixedAmount))).toEqual([100, 100]);

    await rowOf(attempt(admin, partnerCalls.archive, { params: { id: other.id } }));
    await rowOf(attempt(admin, partnerCalls.restore, { params: { id: other.id } }));
    const stale = await attempt(management, proposeDealChanges, { body: { ...ask, versions: preview.versions } });
    expect(stale.status).toBe(409);
    const fresh = dealPreviewAnswerSchema.parse(stale.body.data);
    const proposed = await rowOf(
      attempt(management, proposeDealChanges, { body: { ...ask, versions: fresh.versions } }),
    );
    expect((await openOf(one.id)).map(({ fixedAmount }) => Number(fixedAmount))).toEqual([100, 100]);
    const [waiting] = (await call(admin, listWaitingChanges, {})).filter(({ id }) => id === proposed.id);
    const params = { kind: 'dealChange' as const, id: Number(proposed.id) };
    const body = { hash: waiting?.hash ?? '', verdict: 'approved' as const };
    expect(await call(admin, decideChange, { params, body })).toEqual({ outcome: 'approved' });
    expect((await openOf(one.id)).map(({ fixedAmount }) => Number(fixedAmount)).sort()).toEqual([100, 110]);
    expect((await openOf(other.id)).map(({ fixedAmount }) => Number(fixedAmount))).toEqual([55.55]);
  });

  it.each([
    [{}, ''],
    [{ fixedAmount: '1', fixedAmountByPercent: 3 }, 'change.fixedAmountByPercent'],
    [{ weight: 101 }, 'change.weight'],
    [{ fixedAmount: '-5' }, 'change.fixedAmount'],
  ])('refuses %j', async (change, path) => {
    const { status, body } = await attempt(management, previewDealChanges, {
      body: {
        filter: { ...none, partnerIds: [] },
        change,
      },
    });
    expect(status).toBe(400);
    expect(body.errors?.[0]?.path).toContain(path);
    expect(
      (
        await refusal(operations, previewDealChanges, {
          body: {
            filter: { ...none, partnerIds: [] },
            change: { weight: 1 },
          },
        })
      ).status,
    ).toBe(403);
  });
});

describe('Managers', () => {
  it('are assigned publishers, which can move between managers', async () => {
    const publisher = await rowOf(
      attempt(admin, publisherCalls.create, { body: { name: newId(), status: 'active', currency: 'EUR' } }),
    );
    const managers = async () => listManagers.answer.parse(await call(management, listManagers, {}));
    const has = async (userId: number) =>
      (await managers()).managers.find(({ id }) => id === userId)?.publishers.some(({ id }) => id === publisher.id);
    expect((await managers()).nobodys.some(({ id }) => id === publisher.id)).toBe(true);
    for (const { userId } of [operations, seo]) {
      await rowOf(attempt(management, assignPublishers, { body: { managerId: userId, publisherIds: [publisher.id] } }));
      expect(await has(userId)).toBe(true);
    }
    expect(await has(operations.userId)).toBe(false);
    const nobody = await attempt(management, assignPublishers, {
      body: {
        managerId: 999_999,
        publisherIds: [publisher.id],
      },
    });
    expect(nobody).toMatchObject({ status: 400, body: { errors: [{ path: 'managerId' }] } });
    expect((await refusal(operations, listManagers, {})).status).toBe(403);
  });
});
