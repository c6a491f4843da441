/** Messages for texts that cannot be read as an amount, a number or a day. */
import { DAY_FORMAT, NUMBER } from '../field-messages.ts';
import { type AmountReading, clearAmount } from './amount.ts';
import type { DayReading } from './day.ts';

/**
 * The value of a field whose text is ambiguous: kept as typed, so that it is neither lost nor taken
 * for a value. No schema accepts it.
 */
export interface Unread {
  unread: string;
  problem: string;
}

/** Whether the value of a field is an ambiguous text. */
export function isUnread(value: unknown): value is Unread {
  if (typeof value !== 'object' || value === null || !('unread' in value) || !('problem' in value)) return false;
  return typeof value.unread === 'string' && typeof value.problem === 'string';
}

/** The question about an ambiguous amount. */
export function amountQuestion(text: string, reading: AmountReading & { kind: 'ambiguous' }): string {
  const { asGroup, asDecimal } = reading;
  return `“${text.trim()}” can mean ${asGroup} or ${clearAmount(asDecimal)}. Type the one you mean.`;
}

/** The message for an amount; null if it was read. */
export function amountProblem(text: string, reading: AmountReading): string | null {
  if (reading.kind === 'amount') return null;
  if (reading.kind === 'foreign') return `The amount says ${reading.found}, which is another currency.`;
  if (reading.kind === 'ambiguous') return amountQuestion(text, reading);
  return NUMBER;
}

/** The question about an ambiguous day. */
export function dayQuestion(text: string, { dayFirst, monthFirst }: DayReading & { kind: 'ambiguous' }): string {
  return `“${text.trim()}” can mean ${dayFirst} or ${monthFirst}. Type the one you mean.`;
}

export const NO_SUCH_DAY = 'This date does not exist.';

/** The message for a day; null if it was read. */
export function dayProblem(text: string, reading: DayReading): string | null {
  if (reading.kind === 'day') return null;
  if (reading.kind === 'ambiguous') return dayQuestion(text, reading);
  if (reading.kind === 'impossible') return NO_SUCH_DAY;
  return DAY_FORMAT;
}
