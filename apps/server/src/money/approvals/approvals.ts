/** Verdicts of people on something with an effect in money (docs/product/flat-fees.md#approval). They are never changed. */
import { createHash } from 'node:crypto';
import { AppError, invalid } from '@signpost/contract/errors.ts';
import { isApproved, missingApprovals, tierOf, type Verdict } from '@signpost/contract/money/approval.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable, Trx } from '../../database.ts';
import { readRows } from '../../platform/rows.ts';
import type { SessionUser } from '../../session-user.ts';
import { readTiers } from '../documents/rules.ts';

/** The subject of a decision: a kind of thing, its id, and the hash of exactly the content that the person saw. */
export interface Subject {
  kind: 'flatFee' | 'dealProposal' | 'partnerOverride' | 'dealChange';
  id: number;
  hash: string;
}

/** The hash of a content. Keys are ordered by the caller's schema. */
export const hashOfContent = (content: unknown): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('hex');

const verdictRow = z.object({ userId: z.number(), isAdmin: z.boolean(), verdict: z.enum(['approved', 'rejected']) });

async function readVerdicts(db: Queryable, { kind, id, hash }: Subject): Promise<Verdict[]> {
  return await readRows(
    db,
    verdictRow,
    sql`SELECT user_id, is_admin, verdict FROM approvals
      WHERE subject = ${kind} AND subject_id = ${id} AND payload_hash = ${hash} ORDER BY id`,
  );
}

export interface Standing {
  approvals: number;
  /** How many approvals the effect needs in all, and whether one of an Admin is missing. */
  needed: number;
  needsAdmin: boolean;
  hasDecided: boolean;
}

/** The state of the approval of a content, and whether the viewer has decided about it. */
export async function readStanding(
  db: Queryable,
  { subject, effect }: { subject: Subject; effect: string },
  viewer: SessionUser,
): Promise<Standing> {
  const verdicts = await readVerdicts(db, subject);
  const missing = missingApprovals(tierOf(await readTiers(db), effect), verdicts);
  return {
    approvals: verdicts.length,
    needed: verdicts.length + missing.approvers,
    needsAdmin: missing.admin,
    hasDecided: verdicts.some(({ userId }) => userId === viewer.id),
  };
}

/** An effect that nobody can state, such as without an exchange rate, takes the most approvers. */
export const UNKNOWN_EFFECT = '999999999999';

interface Decision {
  subject: Subject;
  verdict: Verdict['verdict'];
  reason: string;
  /** The effect in base currency, which picks how many people decide. */
  effect: string;
  /** Everybody who wrote a part of the content. */
  authors: readonly number[];
}

/**
 * Stores a person's verdict, in the caller's transaction, which has locked the subject. Returns what the verdicts come
 * to: `waiting` while approvals are missing. Errors: FORBIDDEN for programs and for authors, Admins included; VALIDATION
 * for a second verdict on the same content, and for a rejection without a reason.
 */
export async function addVerdict(
  trx: Trx,
  { subject, verdict, reason, effect, authors }: Decision,
  viewer: SessionUser,
  at: Date,
): Promise<'waiting' | 'approved' | 'rejected'> {
  if (viewer.keyScope !== null) throw new AppError('FORBIDDEN', { message: 'API keys never approve.' });
  if (authors.includes(viewer.id))
    throw new AppError('FORBIDDEN', { message: 'You wrote a part of this. Somebody else has to decide about it.' });
  if (verdict === 'rejected' && reason === '') throw invalid('note', 'Enter the reason for the rejection.');
  const earlier = await readVerdicts(trx, subject);
  if (earlier.some(({ userId }) => userId === viewer.id)) throw invalid('', 'You have decided about this already.');
  const isAdmin = viewer.grade === 'Admin';
  await trx
    .insertInto('approvals')
    .values({
      subject: subject.kind,
      subjectId: subject.id,
      payloadHash: subject.hash,
      userId: viewer.id,
      isAdmin,
      verdict,
      reason,
      at,
    })
    .execute();
  if (verdict === 'rejected') return 'rejected';
  // A person who has written a part since then does not count as an approver.
  const verdicts = [
    ...earlier.filter(({ userId }) => !authors.includes(userId)),
    { userId: viewer.id, isAdmin, verdict },
  ];
  if (isApproved(tierOf(await readTiers(trx), effect), verdicts)) return 'approved';
  return 'waiting';
}
