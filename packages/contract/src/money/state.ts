/** The state of a document, derived from its allocations, and how long it has been due. */
import { compareMoney, subtractMoney, sumMoney } from './money.ts';
import type { Money } from './money-text.ts';

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

/** What is not settled yet. */
export function openAmount(total: string, allocations: readonly Allocated[]): Money {
  return subtractMoney(total, sumMoney(allocations.map(({ amount }) => amount)));
}

/** The state of an issued document. The largest part decides how a settled one is called. @planned */
export function settledState(total: string, allocations: readonly Allocated[]): DocumentState {
  const sumOf = (wanted: AllocationKind) =>
    sumMoney(allocations.filter(({ kind }) => kind === wanted).map(({ amount }) => amount));
  const open = openAmount(total, allocations);
  const isSettled = compareMoney(open, '0') <= 0 && allocations.length > 0;
  if (!isSettled) return compareMoney(open, total) < 0 ? 'partPaid' : 'issued';
  if (compareMoney(sumOf('writeOff'), '0') > 0) return 'writtenOff';
  return compareMoney(sumOf('credit'), total) >= 0 ? 'credited' : 'paid';
}

export const AGES = ['notDue', 'upTo30', 'upTo60', 'upTo90', 'over90'] as const;
export type Age = (typeof AGES)[number];
const DAY_MS = 86_400_000;

/** How long a document has been due on a day; both are calendar days. @planned */
export function ageOf(dueDate: string, today: string): Age {
  const days = Math.round((Date.parse(today) - Date.parse(dueDate)) / DAY_MS);
  if (days <= 0) return 'notDue';
  if (days <= 30) return 'upTo30';
  if (days <= 60) return 'upTo60';
  return days <= 90 ? 'upTo90' : 'over90';
}
