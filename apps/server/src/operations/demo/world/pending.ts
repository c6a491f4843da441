/**
 * Revenue that waits for its partner's approval. The product has no such reports yet, so only the demo moves what a
 * conversion earned between the two measures; what it earned is the product's price.
 */

import { subtractMoney } from '@signpost/contract/money/money.ts';
import { COUNT_MEASURES } from '@signpost/contract/traffic/clicks/fact.ts';
import type { KnownFact } from '../../../traffic/clicks/fact-line.ts';

const noCounts = Object.fromEntries(COUNT_MEASURES.map((measure) => [measure, 0]));

/** The facts of a conversion whose revenue is not approved: it counts, but nobody earns yet. */
export function pendingFacts(facts: readonly KnownFact[]): KnownFact[] {
  return facts
    .filter(({ kind }) => kind !== 'publisher_cost')
    .map((fact) => ({ ...fact, revenue: '0', pendingRevenue: fact.revenue ?? '0' }));
}

/** The facts of the approval. */
export function approvedFacts(facts: readonly KnownFact[], approvedAt: Date): KnownFact[] {
  const at = approvedAt.toISOString();
  return facts.map((fact) => {
    const dated = { ...fact, at, recordedAt: at };
    if (fact.kind === 'publisher_cost') return dated;
    const pendingRevenue = subtractMoney('0', fact.revenue ?? '0');
    return { ...dated, ...noCounts, kind: 'revenue', depositAmount: '0', pendingRevenue, status: 'approved' };
  });
}
