/** The checks of a proposed deal, and its author. Decisions are in `money/changes/proposals.ts`. */
import type { StoredRecord } from '@signpost/contract/define/entity.ts';
import { NOT_PARTNERS_INTEGRATION } from '@signpost/contract/entities/partner.ts';
import { invalid } from '@signpost/contract/errors.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Trx } from '../../database.ts';
import { readRows } from '../../platform/rows.ts';
import type { Effects } from '../../workplace/records/effects.ts';

const integrationRow = z.object({ isKnown: z.boolean() });

/** A proposal that the partner's own form would refuse is refused before anybody can approve it. */
async function refuseForeignIntegration(trx: Trx, record: StoredRecord): Promise<void> {
  const rows = await readRows(
    trx,
    integrationRow,
    sql`SELECT coalesce(bool_or(target_id = ${record.integrationId}), true) AS is_known FROM partners_integrations
      WHERE record_id = ${record.partnerId}`,
  );
  if (rows[0]?.isKnown === false) throw invalid('integrationId', NOT_PARTNERS_INTEGRATION);
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
