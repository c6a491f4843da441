/** Proposed deals: decided once; an approved one becomes a deal of its partner. */

import type { StoredRecord } from '@signpost/contract/define/entity.ts';
import { dealProposal } from '@signpost/contract/entities/deal-proposal.ts';
import { partner } from '@signpost/contract/entities/partner.ts';
import { objectsOf } from '@signpost/contract/objects.ts';
import { dealTypeLabel, REPORTED } from '@signpost/contract/partners/conversions/deal-types.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../../database.ts';
import { revenueTypeSchema } from '../../partners/deals/deal-types.ts';
import { readRates } from '../../partners/deals/rates.ts';
import { readRow, sqlIf } from '../../platform/rows.ts';
import { authorOf, changeRecord, type WriteContext } from '../../workplace/records/change.ts';
import { toInput } from '../../workplace/records/merge.ts';
import { nameRefusals } from '../../workplace/records/name-refusals.ts';
import { readRecord } from '../../workplace/records/read.ts';
import { updateIn } from '../../workplace/records/write.ts';
import { hashOfContent } from '../approvals/approvals.ts';
import { type Engines, type KindOfChange, readProposed, textFact, validText } from './kind.ts';
import { effectOfTerms, trafficOfPlace } from './moved.ts';

const DEAL_FIELDS = Object.keys(partner.fields.deals.of);

const proposalOf = z.object({
  partnerId: z.number(),
  geoId: z.number(),
  integrationId: z.number(),
  dealType: z.string(),
  dealRevenueType: revenueTypeSchema,
  fixedAmount: z.string().nullable(),
  sharePercent: z.string().nullable(),
  leadCap: z.number().nullable(),
  validFrom: z.string(),
  validTo: z.string().nullable(),
  reason: z.string(),
});

type Terms = z.infer<typeof proposalOf>;

/** A version says everything, because every edit of a record raises it. */
const hashOf = ({ id, version }: StoredRecord): string => hashOfContent({ dealProposal: id, version });

const currencyRow = z.object({ currency: z.string() });

async function currencyOf(db: Queryable, partnerId: number): Promise<string> {
  const { currency } = await readRow(db, currencyRow, sql`SELECT currency FROM partners WHERE id = ${partnerId}`);
  return currency;
}

/** Adds the deal to its partner as an edit of the partner, with history and a check of every field. */
async function addDeal(ctx: WriteContext, proposal: StoredRecord): Promise<void> {
  const { partnerId } = proposalOf.parse(proposal);
  const record = await readRecord(ctx.trx, partner, partnerId);
  const input = toInput(partner, record);
  const deal = Object.fromEntries(DEAL_FIELDS.map((name) => [name, proposal[name] ?? null]));
  const change = { deals: [...objectsOf(input.deals), { ...deal, waterfallBlocked: false }] };
  await nameRefusals(String(record.name), () =>
    updateIn(ctx, { entity: partner, id: record.id, change, version: record.version }),
  );
}

async function effectOf(
  clickhouse: Engines['clickhouse'],
  terms: Terms,
  { rate, now }: { rate: string | null; now: Date },
): Promise<string | null> {
  if (rate === null || terms.dealType === REPORTED) return null;
  return effectOfTerms(await trafficOfPlace(clickhouse, now, terms), {
    paidFor: terms.dealRevenueType,
    fixedAmount: terms.fixedAmount ?? '0',
    sharePercent: terms.sharePercent ?? '0',
    leadCap: terms.leadCap,
    rate,
  });
}

function priceFacts({ dealType, fixedAmount, sharePercent }: Terms, currency: string) {
  if (dealType === REPORTED) return [];
  return [{ label: 'Deal', pays: { fixedAmount, sharePercent, currency } }];
}

export const proposals: KindOfChange = {
  kind: 'dealProposal',
  async list({ db, clickhouse }, now, id) {
    const found = await readProposed(
      db,
      dealProposal,
      sql`SELECT id FROM deal_proposals WHERE proposal_status = 'proposed' AND archived_at IS NULL ${sqlIf(id !== undefined, sql`AND id = ${id}`)} ORDER BY id`,
    );
    const rateOf = await readRates(db);
    return await Promise.all(
      found.map(async ({ record, proposal }) => {
        const terms = proposalOf.parse(record);
        const currency = await currencyOf(db, terms.partnerId);
        const rate = rateOf(currency, now.toISOString().slice(0, 10));
        return {
          ...proposal,
          kind: 'dealProposal' as const,
          hash: hashOf(record),
          title: `Deal proposal, ${record.labels.geoId}`,
          party: String(record.labels.partnerId),
          validFrom: terms.validFrom,
          effect: await effectOf(clickhouse, terms, { rate, now }),
          facts: [
            { label: 'Geo', value: String(record.labels.geoId) },
            { label: 'Integration', value: String(record.labels.integrationId) },
            { label: 'Deal type', value: dealTypeLabel(terms.dealType) },
            ...priceFacts(terms, currency),
            ...textFact('Lead cap a day', terms.leadCap),
            { label: 'Active', value: validText(terms.validFrom, terms.validTo) },
            { label: 'Reason', value: terms.reason },
          ],
        };
      }),
    );
  },
  async lock({ trx }, id) {
    await sql`SELECT 1 FROM deal_proposals WHERE id = ${id} FOR UPDATE`.execute(trx);
    const record = await readRecord(trx, dealProposal, id);
    if (record.proposalStatus === 'proposed' && record.archivedAt === null) return hashOf(record);
    return null;
  },
  async settle(ctx, id, { verdict, note }) {
    const author = authorOf(ctx);
    await changeRecord(ctx.trx, author, {
      entity: dealProposal,
      id,
      told: ['proposalStatus', 'decisionNote'],
      // A verdict is not a part of the proposal.
      action: 'effect',
      write: async (before) => {
        if (verdict === 'approved') await addDeal(ctx, before);
        return {
          proposalStatus: verdict,
          decisionNote: note || null,
          decidedById: author.userId,
          decidedAt: author.at,
        };
      },
    });
  },
};
