/** Changes of deals of many partners: proposed as they were previewed, applied exactly so or not at all. */

import { countText } from '@signpost/contract/define/words.ts';
import { partner } from '@signpost/contract/entities/partner.ts';
import { AppError, invalid } from '@signpost/contract/errors.ts';
import {
  compareMoney,
  divideMoney,
  maxMoney,
  multiplyMoney,
  subtractMoney,
  sumMoney,
} from '@signpost/contract/money/money.ts';
import {
  type DealChange,
  type DealPreviewAsk,
  dealChangeAnswerSchema,
  dealPreviewSchema,
} from '@signpost/contract/records/deals.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../../database.ts';
import { revenueTypeSchema } from '../../partners/deals/deal-types.ts';
import { type RateOf, readRates } from '../../partners/deals/rates.ts';
import { idRow, readRow, readRows, sqlIf } from '../../platform/rows.ts';
import type { WriteContext } from '../../workplace/records/change.ts';
import { nameRefusals } from '../../workplace/records/name-refusals.ts';
import { updateIn } from '../../workplace/records/write.ts';
import { hashOfContent } from '../approvals/approvals.ts';
import { planDealChanges, previewOf } from './deal-plan.ts';
import type { KindOfChange, OpenChange } from './kind.ts';
import { effectOfTerms, NO_TRAFFIC, type Traffic, trafficOfDeals } from './moved.ts';

const openRow = z.object({
  id: z.number(),
  ask: dealPreviewSchema,
  changes: z.array(dealChangeAnswerSchema),
  versions: z.record(z.string(), z.number()),
  contentHash: z.string(),
  proposedById: z.number(),
  proposedBy: z.string(),
  proposedAt: z.date(),
});

const readOpen = (db: Queryable, id?: number) =>
  readRows(
    db,
    openRow,
    sql`SELECT c.id, c.ask, c.changes, c.versions, c.content_hash, c.proposed_by_id, u.name AS proposed_by, c.proposed_at
      FROM deal_changes c JOIN users u ON u.id = c.proposed_by_id
      WHERE c.change_status = 'proposed' ${sqlIf(id !== undefined, sql`AND c.id = ${id}`)} ORDER BY c.id`,
  );

/**
 * Proposes a change as it was previewed, with the versions of the partners in the preview. Errors: CONFLICT with the
 * preview of now if a partner was saved since; VALIDATION if nothing would change.
 */
export async function proposeDealChange(
  { trx, clock, actor }: WriteContext,
  ask: DealPreviewAsk,
  versions: Readonly<Record<string, number>>,
): Promise<{ id: number; changes: number }> {
  const preview = previewOf(await planDealChanges(trx, ask, clock.now()));
  if (JSON.stringify(preview.versions) !== JSON.stringify(versions)) throw new AppError('CONFLICT', { data: preview });
  if (preview.changes.length === 0) throw invalid('', 'No deal would change.');
  const { id } = await readRow(
    trx,
    idRow,
    sql`INSERT INTO deal_changes (ask, changes, versions, content_hash, proposed_by_id, proposed_at)
      VALUES (${JSON.stringify(ask)}::jsonb, ${JSON.stringify(preview.changes)}::jsonb, ${JSON.stringify(versions)}::jsonb,
        ${hashOfContent(preview)}, ${actor.viewer.id}, ${clock.now()}) RETURNING id`,
  );
  return { id, changes: preview.changes.length };
}

const dealRow = z.object({ id: z.number(), dealRevenueType: revenueTypeSchema, currency: z.string() });

/** The effect of all changes of one deal: of its amounts, or else everything it earned, because it may gain or lose that. */
function effectOfDeal(
  changes: readonly DealChange[],
  { deal, traffic, rate }: { deal: z.infer<typeof dealRow>; traffic: Traffic; rate: string },
): string {
  const effects = changes.map(({ field, before, after }) => {
    const difference = () => subtractMoney(after ?? '0', before ?? '0');
    if (field === 'fixedAmount')
      return effectOfTerms(traffic, {
        paidFor: deal.dealRevenueType,
        fixedAmount: difference(),
        sharePercent: '0',
        leadCap: null,
        rate,
      });
    const earned = traffic.revenue.replace('-', '');
    if (field !== 'sharePercent') return earned;
    const base = before === null || compareMoney(before, '0') === 0 ? '100' : before;
    return divideMoney(multiplyMoney(earned, difference().replace('-', '')), base) ?? '0';
  });
  return effects.reduce((most, effect) => maxMoney(effect, most), '0');
}

async function effectOf(
  db: Queryable,
  changes: readonly DealChange[],
  { traffic, rateOf, today }: { traffic: ReadonlyMap<number, Traffic>; rateOf: RateOf; today: string },
): Promise<string | null> {
  const byDeal = Map.groupBy(changes, ({ dealId }) => dealId);
  const deals = await readRows(
    db,
    dealRow,
    sql`SELECT d.id, d.deal_revenue_type, p.currency FROM deals d JOIN partners p ON p.id = d.partner_id
      WHERE d.id = ANY(${[...byDeal.keys()]}::bigint[])`,
  );
  const effects: string[] = [];
  for (const deal of deals) {
    const rate = rateOf(deal.currency, today);
    if (rate === null) return null;
    effects.push(effectOfDeal(byDeal.get(deal.id) ?? [], { deal, traffic: traffic.get(deal.id) ?? NO_TRAFFIC, rate }));
  }
  return sumMoney(effects);
}

const MOST_SHOWN = 40;

function factsOf(changes: readonly DealChange[]): OpenChange['facts'] {
  const shown = changes.slice(0, MOST_SHOWN).map(({ partner: name, geo, integration, label, before, after }) => ({
    label: `${name}, ${geo}, ${integration}`,
    value: `${label}: ${before ?? '–'} → ${after ?? '–'}`,
  }));
  if (changes.length === shown.length) return shown;
  return [...shown, { label: 'And', value: countText(changes.length - shown.length, 'more change') }];
}

export const dealChanges: KindOfChange = {
  kind: 'dealChange',
  async list({ db, clickhouse }, now, id) {
    const open = await readOpen(db, id);
    if (open.length === 0) return [];
    const ids = open.flatMap(({ changes }) => changes.map(({ dealId }) => dealId));
    const [traffic, rateOf] = await Promise.all([trafficOfDeals(clickhouse, now, ids), readRates(db)]);
    const today = now.toISOString().slice(0, 10);
    return await Promise.all(
      open.map(async ({ id: one, changes, contentHash, proposedById, proposedBy, proposedAt }) => {
        const partners = [...new Set(changes.map((change) => change.partner))];
        return {
          kind: 'dealChange' as const,
          id: one,
          hash: contentHash,
          title: `${countText(changes.length, 'change')} of deals`,
          party: partners.length === 1 ? String(partners[0]) : countText(partners.length, 'partner'),
          validFrom: null,
          effect: await effectOf(db, changes, { traffic, rateOf, today }),
          proposedBy,
          proposedAt: proposedAt.toISOString(),
          authors: [proposedById],
          facts: factsOf(changes),
        };
      }),
    );
  },
  async lock({ trx }, id) {
    await sql`SELECT 1 FROM deal_changes WHERE id = ${id} FOR UPDATE`.execute(trx);
    const [open] = await readOpen(trx, id);
    return open?.contentHash ?? null;
  },
  async settle(ctx, id, { verdict, note }) {
    const { trx, clock } = ctx;
    const [open] = await readOpen(trx, id);
    if (open === undefined) throw new AppError('ITEM_NOT_FOUND');
    if (verdict === 'approved') {
      const planned = await planDealChanges(trx, open.ask, clock.now());
      if (hashOfContent(previewOf(planned)) !== open.contentHash)
        throw new AppError('CONFLICT', {
          message: 'These deals were changed since this was proposed. Reject it and propose it again.',
        });
      for (const { partnerId, version, input } of planned)
        await nameRefusals(`Partner ${partnerId}`, () =>
          updateIn(ctx, { entity: partner, id: partnerId, change: input, version }),
        );
    }
    await sql`UPDATE deal_changes SET change_status = ${verdict}, decided_at = ${clock.now()}, decision_note = nullif(${note}, '')
      WHERE id = ${id}`.execute(trx);
  },
};
