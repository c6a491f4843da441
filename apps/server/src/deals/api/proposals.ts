/** Proposed deals: approved or rejected once; an approved one becomes a deal of its partner. */

import { approveProposal, rejectProposal } from '@signpost/contract/calls/deals.ts';
import type { StoredRecord } from '@signpost/contract/define/entity.ts';
import { dealProposal } from '@signpost/contract/entities/deal-proposal.ts';
import { NOT_PARTNERS_INTEGRATION, partner } from '@signpost/contract/entities/partner.ts';
import { AppError } from '@signpost/contract/errors.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Trx } from '../../database.ts';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app-type.ts';
import { handle } from '../../http/handle.ts';
import { readRows } from '../../platform/rows.ts';
import { authorOf, changeRecord, type WriteContext } from '../../records/change.ts';
import type { Effects } from '../../records/effects.ts';
import { toInput } from '../../records/merge.ts';
import { nameRefusals } from '../../records/name-refusals.ts';
import { isLocked, present, readRecord } from '../../records/read.ts';
import { updateIn } from '../../records/write.ts';

const DEAL_FIELDS = Object.keys(partner.fields.deals.of);

const integrationRow = z.object({ isKnown: z.boolean() });

/** A proposal that the partner's own form would refuse is refused before anybody can approve it. */
async function refuseForeignIntegration(trx: Trx, record: StoredRecord): Promise<void> {
  const rows = await readRows(
    trx,
    integrationRow,
    sql`
      SELECT coalesce(bool_or(target_id = ${record.integrationId}), true) AS is_known FROM partners_integrations
      WHERE record_id = ${record.partnerId}`,
  );
  if (rows[0]?.isKnown === false)
    throw new AppError('VALIDATION', { errors: [{ path: 'integrationId', message: NOT_PARTNERS_INTEGRATION }] });
}

/** The proposal keeps who made it. */
export const proposalEffects: Effects = {
  dealProposal: {
    async created(trx, record, actor) {
      await refuseForeignIntegration(trx, record);
      await sql`UPDATE deal_proposals SET proposed_by_id = ${actor.viewer.id} WHERE id = ${record.id}`.execute(trx);
    },
    updated: refuseForeignIntegration,
  },
};

const proposalOf = z.object({ partnerId: z.number() });

/** Adds the deal to its partner as an edit of the partner, with history and a check of every field. */
async function addDeal(ctx: WriteContext, proposal: StoredRecord): Promise<void> {
  const { partnerId } = proposalOf.parse(proposal);
  const record = await readRecord(ctx.trx, partner, partnerId);
  const input = toInput(partner, record);
  const deal = Object.fromEntries(DEAL_FIELDS.map((name) => [name, proposal[name] ?? null]));
  const deals = Array.isArray(input.deals) ? input.deals : [];
  const change = { deals: [...deals, { ...deal, waterfallBlocked: false }] };
  await nameRefusals(String(record.name), () =>
    updateIn(ctx, { entity: partner, id: record.id, change, version: record.version }),
  );
}

const refusal = (message: string, path = '') => new AppError('VALIDATION', { errors: [{ path, message }] });

async function decide(ctx: WriteContext, { id, approved, note }: { id: number; approved: boolean; note: string }) {
  const author = authorOf(ctx);
  return await changeRecord(ctx.trx, author, {
    entity: dealProposal,
    id,
    told: ['proposalStatus', 'decisionNote'],
    write: async (before) => {
      if (isLocked(dealProposal, before)) throw refusal('This proposal has already been decided.');
      if (before.archivedAt !== null) throw refusal('This proposal is archived.');
      if (!approved && note === '') throw refusal('Enter the reason for the rejection.', 'note');
      if (approved) await addDeal(ctx, before);
      return {
        proposalStatus: approved ? 'approved' : 'rejected',
        decisionNote: note === '' ? null : note,
        decidedById: author.userId,
        decidedAt: author.at,
      };
    },
  });
}

export function proposalRoutes(app: App, { db, clock }: Deps): void {
  for (const call of [approveProposal, rejectProposal])
    handle(app, call, async ({ params: { id }, body: { note }, viewer, request }) => {
      const actor = { viewer, requestId: request.id };
      const approved = call === approveProposal;
      const record = await db.transaction().execute((trx) => decide({ trx, clock, actor }, { id, approved, note }));
      return present(dealProposal, record, viewer);
    });
}
