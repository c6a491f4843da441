/** Changes of terms: previewed, proposed, listed while they wait, and decided. */
import {
  approveProposal,
  previewDealChanges,
  proposeDealChanges,
  rejectProposal,
} from '@signpost/contract/calls/deals.ts';
import { decideChange, listWaitingChanges } from '@signpost/contract/calls/money-changes.ts';
import { dealProposal } from '@signpost/contract/entities/deal-proposal.ts';
import { AppError, invalid } from '@signpost/contract/errors.ts';
import type { Queryable, Trx } from '../../../database.ts';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { handle } from '../../../http/handle.ts';
import { answerOnce, answerPrepared } from '../../../workplace/records/once.ts';
import { isLocked, present, readRecord } from '../../../workplace/records/read.ts';
import { proposeDealChange } from '../deal-changes.ts';
import { planDealChanges, previewOf } from '../deal-plan.ts';
import { decide, findWaiting, listWaiting } from '../decide.ts';

/** Errors: VALIDATION if the proposal is decided or archived, CONFLICT if it has another version. */
async function refuseDecided(db: Queryable, id: number, version: number): Promise<void> {
  const before = await readRecord(db, dealProposal, id);
  if (isLocked(dealProposal, before))
    throw invalid('', `This proposal is ${before.proposalStatus} already. Nothing is left to decide.`);
  if (before.archivedAt !== null) throw invalid('', 'This proposal is archived.');
  if (before.version !== version)
    throw new AppError('CONFLICT', {
      message: 'The proposal was changed meanwhile. Look at it again.',
      data: before,
    });
}

export function changeRoutes(app: App, deps: Deps): void {
  const { db, clock } = deps;

  handle(app, listWaitingChanges, async ({ viewer }) => await listWaiting(deps, viewer, clock.now()));

  handle(app, decideChange, async ({ params, body: { reason, hash, verdict }, viewer, request, reply }) => {
    const actor = { viewer, requestId: request.id };
    return await answerPrepared(deps, request, reply, {
      prepare: () => findWaiting(deps, { ...params, hash }, clock.now()),
      work: async (trx, open) => ({
        outcome: await decide({ trx, clock, actor }, { kind: params.kind, verdict, note: reason }, open),
      }),
    });
  });

  for (const call of [approveProposal, rejectProposal])
    handle(app, call, async ({ params: { id }, body: { version, note }, viewer, request, reply }) => {
      const kind = 'dealProposal';
      const verdict = call === approveProposal ? 'approved' : 'rejected';
      const actor = { viewer, requestId: request.id };
      return await answerPrepared(deps, request, reply, {
        prepare: async () => {
          await refuseDecided(db, id, version);
          return await findWaiting(deps, { kind, id }, clock.now());
        },
        work: async (trx, open) => {
          await decide({ trx, clock, actor }, { kind, verdict, note }, open);
          return present(dealProposal, await readRecord(trx, dealProposal, id), viewer);
        },
      });
    });

  handle(app, previewDealChanges, async ({ body }) => previewOf(await planDealChanges(db, body, clock.now())));

  handle(app, proposeDealChanges, async ({ body: { versions, ...ask }, viewer, request, reply }) => {
    const actor = { viewer, requestId: request.id };
    const propose = (trx: Trx) => proposeDealChange({ trx, clock, actor }, ask, versions);
    return await answerOnce({ db, clock }, { request, reply }, propose, { status: 200 });
  });
}
