/** The transactions of a partner's list. A transaction may have several lines, and some of them may take it back. */
import { compareMoney, subtractMoney, sumMoney } from '@signpost/contract/money/money.ts';

/** One line of the list. Texts are as they stand there; an amount that was read is a decimal string. */
export interface ListedReport {
  line: number;
  status: string;
  amount: string;
  clickId: string;
  time: string;
  currency: string;
  /** Says that the line ends before its amount or status; empty if it has both. */
  incomplete: string;
}

/** A transaction of the list, which may have several lines. */
export interface Theirs {
  reference: string;
  line: number;
  /** The number of its lines. */
  lines: number;
  status: string;
  /** Null if no line has an amount in the partner's currency. */
  amount: string | null;
  /** The amount column is filled but cannot be parsed. */
  isUnreadable: boolean;
  /** Whether a line has an amount in another currency than the partner's. */
  isForeign: boolean;
  /** Whether a line ends before its amount or status. */
  isIncomplete: boolean;
  /** The lines of this transaction. */
  reports: ListedReport[];
}

/** Several lines about one transaction. */
export function joined(before: Theirs | undefined, line: Theirs): Theirs {
  if (before === undefined) return line;
  return {
    ...before,
    lines: before.lines + line.lines,
    status: line.status,
    amount: before.amount === null ? line.amount : sumMoney([before.amount, line.amount ?? '0']),
    isUnreadable: before.isUnreadable || line.isUnreadable,
    isForeign: before.isForeign || line.isForeign,
    isIncomplete: before.isIncomplete || line.isIncomplete,
    reports: [...before.reports, ...line.reports],
  };
}

/** The lines of the list that take back the same transaction. */
export interface TakeBack {
  /** With its amounts as they stand in the list. */
  lines: Theirs;
  /** The sum of its amounts, whatever their signs are. */
  taken: string;
  /** Whether a line has no amount, or 0, and so takes everything back. */
  takesAll: boolean;
}

const absolute = (amount: string): string => amount.replace(/^-/, '');

/** Adds one more line that takes the transaction back. */
export function addTakeBack(before: TakeBack | undefined, line: Theirs): TakeBack {
  const size = absolute(line.amount ?? '0');
  const isClear = !line.isUnreadable && !line.isForeign && !line.isIncomplete;
  return {
    lines: joined(before?.lines, line),
    taken: sumMoney([before?.taken ?? '0', size]),
    takesAll: before?.takesAll === true || (isClear && compareMoney(size, '0') === 0),
  };
}

/**
 * The rest of a transaction after its refunds. Nothing takes back more than was paid, whatever the signs in the list
 * are.
 */
export function withoutTakenBack(paid: Theirs, { lines, taken, takesAll }: TakeBack): Theirs {
  const all = joined(paid, { ...lines, amount: null });
  if (takesAll) return { ...all, amount: '0' };
  if (paid.amount === null && lines.amount === null) return { ...all, amount: null };
  if (paid.amount === null) return { ...all, amount: subtractMoney('0', taken) };
  const left = subtractMoney(absolute(paid.amount), taken);
  if (compareMoney(left, '0') <= 0) return { ...all, amount: '0' };
  if (paid.amount.startsWith('-')) return { ...all, amount: subtractMoney('0', left) };
  return { ...all, amount: left };
}

/** Makes one transaction, a refund, of lines that take back. Without an amount, the refund equals ours. */
export function asRefund({ lines, taken, takesAll }: TakeBack): Theirs {
  if (takesAll || lines.amount === null) return { ...lines, amount: null };
  return { ...lines, amount: subtractMoney('0', taken) };
}
