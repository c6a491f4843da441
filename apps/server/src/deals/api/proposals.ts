/** Proposed deals: approved or rejected once; an approved one becomes a deal of its partner. */
import { dealProposal } from '@signpost/contract/entities/deal-proposal.ts';
import { NOT_PARTNERS_INTEGRATION, partner } from '@signpost/contract/entities/partner.ts';
import { AppError } from '@signpost/contract/errors.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Trx } from '../../database.ts';
import type { Deps } from '../../deps.ts';
import { viewerOf } from '../../http/access.ts';
import type { App } from '../../http/app-type.ts';
import { ok } from '../../http/envelope.ts';
import { readRows } from '../../platform/rows.ts';
import { appendAudit } from '../../records/audit.ts';
import type { Effects } from '../../records/effects.ts';
import { toInput } from '../../records/merge.ts';
import { nameRefusals } from '../../records/name-refusals.ts';
import { isLocked, present, readRecord } from '../../records/read.ts';
import type { StoredRecord } from '../../records/stored-record.ts';
import { type Actor, updateIn } from '../../records/write.ts';

const DEAL_FIELDS = Object.keys(partner.fields.deals.of);
const bodySchema = z.strictObject({ note: z.string().trim().max(500).default('') });

const integrationRow = z.object({ isKnown: z.boolean() });

/** A proposal that its partner's own form would refuse is refused before anybody approves it. */
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

/** Who proposed is kept with the proposal. */
export const proposalEffects: Effects = {
  dealProposal: {
    async created(trx, record, actor) {
      await refuseForeignIntegration(trx, record);
      await sql`UPDATE deal_proposals SET proposed_by_id = ${actor.viewer.id} WHERE id = ${record.id}`.execute(trx);
    },
    updated: refuseForeignIntegration,
  },
};

/** Adds the deal to its partner, as an edit of the partner: with history, and a second opinion on every field. */
async function addDeal(trx: Trx, deps: Deps, proposal: StoredRecord, actor: Actor): Promise<void> {
  const record = await readRecord(trx, partner, Number(proposal.partnerId));
  const input = toInput(partner, record);
  const deal = Object.fromEntries(DEAL_FIELDS.map((name) => [name, proposal[name] ?? null]));
  const deals = Array.isArray(input.deals) ? input.deals : [];
  const change = { deals: [...deals, { ...deal, waterfallBlocked: false }] };
  await nameRefusals(String(record.name), () => updateIn(trx, deps, partner, record.id, change, record.version, actor));
}

async function decide(trx: Trx, deps: Deps, id: number, approved: boolean, note: string, actor: Actor) {
  await sql`SELECT 1 FROM deal_proposals WHERE id = ${id} FOR UPDATE`.execute(trx);
  const before = await readRecord(trx, dealProposal, id);
  const refused = (message: string) => new AppError('VALIDATION', { errors: [{ path: '', message }] });
  if (isLocked(dealProposal, before)) throw refused('This proposal is decided already.');
  if (before.archivedAt !== null) throw refused('This proposal is archived.');
  if (!approved && note === '')
    throw new AppError('VALIDATION', { errors: [{ path: 'note', message: 'Say why it is rejected.' }] });
  if (approved) await addDeal(trx, deps, before, actor);
  const now = deps.clock.now();
  const status = approved ? 'approved' : 'rejected';
  await sql`UPDATE deal_proposals SET proposal_status = ${status}, decision_note = ${note === '' ? null : note},
    decided_by_id = ${actor.viewer.id}, decided_at = ${now}, version = version + 1, updated_at = ${now}
    WHERE id = ${id}`.execute(trx);
  const after = await readRecord(trx, dealProposal, id);
  await appendAudit(trx, {
    userId: actor.viewer.id,
    requestId: actor.requestId,
    at: now,
    entity: dealProposal.name,
    recordId: id,
    action: 'update',
    version: after.version,
    before: { proposalStatus: before.proposalStatus },
    after: { proposalStatus: status, decisionNote: after.decisionNote },
  });
  return after;
}

export function proposalRoutes(app: App, deps: Deps): void {
  for (const approved of [true, false])
    app.post(
      `/api/deal-proposals/:id/${approved ? 'approve' : 'reject'}`,
      {
        // Whoever may read proposals may make one. Deciding is for those who may change any deal.
        config: { access: { routes: ['globalDealForm'], action: 'add' }, rows: { of: dealProposal } },
        schema: {
          tags: [dealProposal.many],
          params: z.object({ id: z.coerce.number().int().positive() }),
          body: bodySchema,
        },
      },
      async (request) => {
        const viewer = viewerOf(request);
        const actor = { viewer, requestId: request.id };
        const record = await deps.db
          .transaction()
          .execute((trx) => decide(trx, deps, request.params.id, approved, request.body.note, actor));
        return ok(present(dealProposal, record, viewer));
      },
    );
}
