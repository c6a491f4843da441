/** What a form says of a text that is no amount, number or day yet, in one sentence. */
import { DAY_FORMAT } from '../define/field-messages.ts';
import { MESSAGE } from '../define/validators.ts';
import { type AmountReading, clearAmount } from './amount.ts';
import type { DayReading } from './day.ts';

/**
 * What a field holds of a text that could not be read for sure: kept as it was typed, so that it is neither lost nor taken
 * for a value. No schema accepts it.
 */
export interface Unread {
  unread: string;
  problem: string;
}

/** Whether a field's value is a text that waits for its person. */
export function isUnread(value: unknown): value is Unread {
  if (typeof value !== 'object' || value === null || !('unread' in value) || !('problem' in value)) return false;
  return typeof value.unread === 'string' && typeof value.problem === 'string';
}

/** The question an ambiguous amount raises. */
export function amountQuestion(text: string, reading: AmountReading & { kind: 'ambiguous' }): string {
  const { asGroup, asDecimal } = reading;
  return `“${text.trim()}” can mean ${asGroup} or ${clearAmount(asDecimal)}. Type the one you mean.`;
}

/** Null for an amount that was read. */
export function amountProblem(text: string, reading: AmountReading): string | null {
  if (reading.kind === 'amount') return null;
  if (reading.kind === 'foreign') return `The amount says ${reading.found}, which is another currency.`;
  return reading.kind === 'ambiguous' ? amountQuestion(text, reading) : MESSAGE.number;
}

/** The question an ambiguous day raises. */
export function dayQuestion(text: string, { dayFirst, monthFirst }: DayReading & { kind: 'ambiguous' }): string {
  return `“${text.trim()}” can mean ${dayFirst} or ${monthFirst}. Type the one you mean.`;
}

export const NO_SUCH_DAY = 'This date does not exist.';

/** Null for a day that was read. */
export function dayProblem(text: string, reading: DayReading): string | null {
  if (reading.kind === 'day') return null;
  if (reading.kind === 'ambiguous') return dayQuestion(text, reading);
  return reading.kind === 'impossible' ? NO_SUCH_DAY : DAY_FORMAT;
}
