/** How many people approve an effect in money, and who (docs/product/documents.md#approval). */
import { z } from 'zod';
import { compareMoney } from './money.ts';

/** Effects up to `upTo` in base currency need so many approvers; the tier without a limit is for all above. */
export const approvalTierSchema = z.strictObject({
  upTo: z
    .string()
    .regex(/^\d{1,12}(\.\d{1,6})?$/, 'Enter an amount in base currency.')
    .nullable(),
  approvers: z.number().int().min(1).max(5),
  needsAdmin: z.boolean(),
});
export type ApprovalTier = z.infer<typeof approvalTierSchema>;

export interface Verdict {
  userId: number;
  isAdmin: boolean;
  verdict: 'approved' | 'rejected';
}

const STRICTEST: ApprovalTier = { upTo: null, approvers: 2, needsAdmin: true };

const byLimit = (one: ApprovalTier, other: ApprovalTier): number => {
  if (one.upTo === null || other.upTo === null) return Number(one.upTo === null) - Number(other.upTo === null);
  return compareMoney(one.upTo, other.upTo);
};

/** The index of a tier that asks for less than one with a lower limit, or null if there is none. */
export function weakerTier(tiers: readonly ApprovalTier[]): number | null {
  const sorted = [...tiers].sort(byLimit);
  for (const [at, tier] of sorted.entries()) {
    const lower = sorted[at - 1];
    if (lower === undefined) continue;
    if (tier.approvers < lower.approvers || (lower.needsAdmin && !tier.needsAdmin)) return tiers.indexOf(tier);
  }
  return null;
}

/** The tier of an effect: the lowest one whose limit it does not exceed. Without a fitting tier the strictest applies. */
export function tierOf(tiers: readonly ApprovalTier[], effect: string): ApprovalTier {
  const size = effect.replace('-', '');
  const sorted = [...tiers].sort(byLimit);
  return sorted.find(({ upTo }) => upTo === null || compareMoney(size, upTo) <= 0) ?? STRICTEST;
}

/** The approvals that an effect still needs; verdicts count once per person. */
export function missingApprovals(
  tier: ApprovalTier,
  verdicts: readonly Verdict[],
): { approvers: number; admin: boolean } {
  const approved = new Map(
    verdicts.filter(({ verdict }) => verdict === 'approved').map(({ userId, isAdmin }) => [userId, isAdmin]),
  );
  const admin = tier.needsAdmin && ![...approved.values()].includes(true);
  return { approvers: Math.max(tier.approvers - approved.size, admin ? 1 : 0), admin };
}

/** Whether nothing is missing and nobody rejected. */
export function isApproved(tier: ApprovalTier, verdicts: readonly Verdict[]): boolean {
  if (verdicts.some(({ verdict }) => verdict === 'rejected')) return false;
  return missingApprovals(tier, verdicts).approvers === 0;
}

/** The reason why the viewer cannot decide about a change, or an empty text. */
export function approvalObstacle({ isAuthor, hasDecided }: { isAuthor: boolean; hasDecided: boolean }): string {
  if (isAuthor) return 'You wrote a part of it';
  if (hasDecided) return 'You have approved it';
  return '';
}
