/** The state of a document, derived from its allocations, and how long it has been due. */

import type { Money } from '../reading/money-text.ts';
import { compareMoney, subtractMoney, sumMoney } from './money.ts';

export const DOCUMENT_STATES = [
  'draft',
  'proposed',
  'approved',
  'issued',
  'partPaid',
  'paid',
  'credited',
  'writtenOff',
] as const;
export type DocumentState = (typeof DOCUMENT_STATES)[number];

export const ALLOCATION_KINDS = ['payment', 'credit', 'writeOff'] as const;
export type AllocationKind = (typeof ALLOCATION_KINDS)[number];

export interface Allocated {
  kind: AllocationKind;
  /** In the currency of the document. */
  amount: string;
}

/** The amount that is not settled yet. */
export function openAmount(total: string, allocations: readonly Allocated[]): Money {
  return subtractMoney(total, sumMoney(allocations.map(({ amount }) => amount)));
}

/** The state of an issued document, from the sums of what settles it. */
export function settledState(
  total: string,
  sums: { settled: string; credited: string; writtenOff: string },
): DocumentState {
  const paid = subtractMoney(sums.settled, sumMoney([sums.credited, sums.writtenOff]));
  if (compareMoney(sums.settled, '0') <= 0) return 'issued';
  // Only money makes a document part-paid; a part that was credited or written off leaves it issued with less open.
  if (compareMoney(sums.settled, total) < 0) return compareMoney(paid, '0') > 0 ? 'partPaid' : 'issued';
  if (compareMoney(sums.writtenOff, '0') > 0) return 'writtenOff';
  if (compareMoney(sums.credited, total) >= 0) return 'credited';
  return 'paid';
}

export const AGES = ['notDue', 'upTo30', 'upTo60', 'upTo90', 'over90'] as const;
export type Age = (typeof AGES)[number];
/** Days since the due date, both ends included; null where there is no end. */
export const AGE_DAYS: Readonly<Record<Age, { from: number | null; to: number | null }>> = {
  notDue: { from: null, to: 0 },
  upTo30: { from: 1, to: 30 },
  upTo60: { from: 31, to: 60 },
  upTo90: { from: 61, to: 90 },
  over90: { from: 91, to: null },
};

const DAY_MS = 86_400_000;

/** How long a document has been due on a day; both are calendar days. */
export function ageOf(dueDate: string, today: string): Age {
  const days = Math.round((Date.parse(today) - Date.parse(dueDate)) / DAY_MS);
  return AGES.find((age) => days <= (AGE_DAYS[age].to ?? days)) ?? 'over90';
}
