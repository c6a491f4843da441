/** Adapts the contract's parsers to form fields. */
import { type Day, dayIn } from '@signpost/contract/dates/dates.ts';
import { MESSAGE } from '@signpost/contract/define/validators.ts';
import { WHOLE_NUMBER } from '@signpost/contract/field-messages.ts';
import { readAmount } from '@signpost/contract/reading/amount.ts';
import { readDay } from '@signpost/contract/reading/day.ts';
import { amountProblem, dayProblem, isUnread, type Unread } from '@signpost/contract/reading/problems.ts';
import { useUser } from '../api/session.ts';
import type { ReadText } from '../ui/fields/use-typed.ts';

const isBlank = (text: string): boolean => text.trim() === '';

/** An amount as a decimal string; blank is null. */
export function readDecimal(
  text: string,
  expected: { unit?: string; currency?: string } = {},
): ReadText<string | null> {
  if (isBlank(text)) return { value: null };
  const reading = readAmount(text, { allowsPercent: expected.unit === '%', currency: expected.currency });
  if (reading.kind === 'amount') return { value: reading.amount };
  return { problem: amountProblem(text, reading) ?? MESSAGE.number };
}

/** A whole number; blank is null. */
export function readWhole(text: string): ReadText<number | null> {
  const decimal = readDecimal(text, { unit: '%' });
  if ('problem' in decimal || decimal.value === null) return 'problem' in decimal ? decimal : { value: null };
  const number = Number(decimal.value);
  if (Number.isSafeInteger(number)) return { value: number };
  return { problem: WHOLE_NUMBER };
}

/** A day; blank is null. */
export function readDate(text: string, today: Day): ReadText<Day | null> {
  if (isBlank(text)) return { value: null };
  const reading = readDay(text, { today });
  if (reading.kind === 'day') return { value: reading.day };
  return { problem: dayProblem(text, reading) ?? MESSAGE.number };
}

/** The current day in the person's time zone. */
export function useToday(): Day {
  return dayIn(new Date(), useUser().timeZone);
}

/** Keeps an amount within its bounds and says which bound was applied. */
export function clampDecimal(value: string, { min, max }: { min?: string | undefined; max?: string | undefined }) {
  // The bounds are round constants far below 2^53, so comparing as floats is exact.
  if (min !== undefined && Number(value) < Number(min)) return { value: min, note: `Set to the lowest value, ${min}.` };
  if (max !== undefined && Number(value) > Number(max))
    return { value: max, note: `Set to the highest value, ${max}.` };
  return { value, note: null };
}

/** Converts between the value of a form and the text of a field. */
export function typedValue(value: unknown, onChange: (value: unknown) => void) {
  return {
    unread: isUnread(value) ? value.unread : undefined,
    onUnread: (unread: string, problem: string) => onChange({ unread, problem } satisfies Unread),
  };
}
