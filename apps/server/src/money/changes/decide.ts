/**
 * The changes that wait for approval, and the verdicts about them. A verdict is bound to exactly the content that the
 * person saw, and never comes from a person who wrote a part of it.
 */
import type { ChangeKind, WaitingChange } from '@signpost/contract/calls/money-changes.ts';
import { AppError } from '@signpost/contract/errors.ts';
import { approvalObstacle } from '@signpost/contract/money/approval.ts';
import type { SessionUser } from '../../session-user.ts';
import type { WriteContext } from '../../workplace/records/change.ts';
import { addVerdict, readStanding, UNKNOWN_EFFECT } from '../approvals/approvals.ts';
import { dealChanges } from './deal-changes.ts';
import type { Engines, KindOfChange, OpenChange, Verdict } from './kind.ts';
import { overrides } from './overrides.ts';
import { proposals } from './proposals.ts';

const KINDS: Readonly<Record<ChangeKind, KindOfChange>> = {
  dealProposal: proposals,
  partnerOverride: overrides,
  dealChange: dealChanges,
};

const subjectOf = ({ kind, id, hash }: OpenChange) => ({ kind, id, hash });
const sizeOf = ({ effect }: OpenChange): string => effect ?? UNKNOWN_EFFECT;

/** Everything that waits, the largest effect first and an unknown one before all. */
export async function listWaiting(engines: Engines, viewer: SessionUser, now: Date): Promise<WaitingChange[]> {
  const lists = await Promise.all(Object.values(KINDS).map((kind) => kind.list(engines, now)));
  const waiting = await Promise.all(
    lists.flat().map(async (change): Promise<WaitingChange> => {
      const ask = { subject: subjectOf(change), effect: sizeOf(change) };
      const { hasDecided, ...standing } = await readStanding(engines.db, ask, viewer);
      const { authors, ...shown } = change;
      const obstacle = approvalObstacle({ isAuthor: authors.includes(viewer.id), hasDecided });
      return { ...shown, ...standing, obstacle };
    }),
  );
  const size = ({ effect }: WaitingChange) => Number(effect ?? UNKNOWN_EFFECT);
  return waiting.sort((one, other) => size(other) - size(one));
}

interface Ask {
  kind: ChangeKind;
  id: number;
  /** Of the content that the person saw; absent if the caller has compared it in another way. */
  hash?: string;
}

const changedMeanwhile = () =>
  new AppError('CONFLICT', {
    message: 'This was changed or decided meanwhile. Its present state is shown when the list is read again.',
  });

/**
 * A waiting change with its effect, which may take the engine some time. Errors: CONFLICT if it does not wait as the
 * person saw it.
 */
export async function findWaiting(engines: Engines, { kind, id, hash }: Ask, now: Date): Promise<OpenChange> {
  const [open] = await KINDS[kind].list(engines, now, id);
  if (open === undefined || (hash !== undefined && open.hash !== hash)) throw changedMeanwhile();
  return open;
}

/**
 * Stores a verdict and, when nobody is missing, applies the change or its rejection. Errors: ITEM_NOT_FOUND, CONFLICT if
 * it does not wait as the person saw it, and those of `addVerdict`.
 */
export async function decide(
  ctx: WriteContext,
  { kind: name, verdict, note }: Verdict & { kind: ChangeKind },
  open: OpenChange,
): Promise<'waiting' | 'approved' | 'rejected'> {
  const { trx, actor, clock } = ctx;
  const kind = KINDS[name];
  if ((await kind.lock(ctx, open.id)) !== open.hash) throw changedMeanwhile();
  const decision = {
    subject: subjectOf(open),
    verdict,
    reason: note,
    effect: sizeOf(open),
    authors: open.authors,
  };
  const outcome = await addVerdict(trx, decision, actor.viewer, clock.now());
  if (outcome !== 'waiting') await kind.settle(ctx, open.id, { verdict, note });
  return outcome;
}
