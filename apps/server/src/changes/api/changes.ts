/** Changes of terms: previewed, proposed, listed while they wait, and decided. */
import {
  approveProposal,
  previewDealChanges,
  proposeDealChanges,
  rejectProposal,
} from '@signpost/contract/calls/deals.ts';
import { decideChange, listWaitingChanges } from '@signpost/contract/calls/money-changes.ts';
import { dealProposal } from '@signpost/contract/entities/deal-proposal.ts';
import { AppError } from '@signpost/contract/errors.ts';
import type { Trx } from '../../database.ts';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app-type.ts';
import { handle } from '../../http/handle.ts';
import { answerOnce } from '../../records/once.ts';
import { isLocked, present, readRecord } from '../../records/read.ts';
import { proposeDealChange } from '../deal-changes.ts';
import { planDealChanges, previewOf } from '../deal-plan.ts';
import { decide, listWaiting } from '../decide.ts';

const refusal = (message: string) => new AppError('VALIDATION', { errors: [{ path: '', message }] });

export function changeRoutes(app: App, deps: Deps): void {
  const { db, clock } = deps;

  handle(app, listWaitingChanges, async ({ viewer }) => await listWaiting(deps, viewer, clock.now()));

  handle(app, decideChange, async ({ params, body: { reason, ...body }, viewer, request }) => ({
    outcome: await decide(deps, { ...params, ...body, note: reason }, { viewer, requestId: request.id }),
  }));

  for (const call of [approveProposal, rejectProposal])
    handle(app, call, async ({ params: { id }, body: { version, note }, viewer, request }) => {
      const before = await readRecord(db, dealProposal, id);
      if (isLocked(dealProposal, before)) throw refusal('This proposal has already been decided.');
      if (before.archivedAt !== null) throw refusal('This proposal is archived.');
      if (before.version !== version)
        throw new AppError('CONFLICT', { message: 'The proposal was changed meanwhile.', data: before });
      const verdict = call === approveProposal ? 'approved' : 'rejected';
      await decide(deps, { kind: 'dealProposal', id, verdict, note }, { viewer, requestId: request.id });
      return present(dealProposal, await readRecord(db, dealProposal, id), viewer);
    });

  handle(app, previewDealChanges, async ({ body }) => previewOf(await planDealChanges(db, body, clock.now())));

  handle(app, proposeDealChanges, async ({ body: { versions, ...ask }, viewer, request, reply }) => {
    const actor = { viewer, requestId: request.id };
    const propose = (trx: Trx) => proposeDealChange({ trx, clock, actor }, ask, versions);
    return await answerOnce({ db, clock }, request, reply, propose, { status: 200 });
  });
}
