/** Refuses valid questions whose answer would be too large for a screen or a file. */
import { daysIn } from '@signpost/contract/dates/dates.ts';
import { AppError } from '@signpost/contract/errors.ts';
import { groupingOf } from '@signpost/contract/insight/stats/levels.ts';
import { QUESTION_LIMITS, type StatsQuestion } from '@signpost/contract/insight/stats/query.ts';

/** By hour, at most a quarter and a month can be asked for. */
export const HOURS_OF_DAYS = 124;

/**
 * Range, depth and number of rows were checked when the question was read. This checks limits that depend on several of
 * them.
 *
 * @throws {AppError} VALIDATION, naming the part of the question that is too large.
 */
export function guard(question: StatsQuestion): void {
  const { groupBy } = groupingOf(question.levels);
  const { dateRange, compare } = question;
  const ranges = [dateRange, compare].filter((range) => range !== undefined);
  const errors: { path: string; message: string }[] = [];
  if (groupBy === 'date_hour' && ranges.some((range) => daysIn(range) > HOURS_OF_DAYS))
    errors.push({ path: 'dateRange.end', message: `By hour, the range can span at most ${HOURS_OF_DAYS} days.` });
  if (question.offset + question.limit > QUESTION_LIMITS.offset)
    errors.push({ path: 'offset', message: `Only the first ${QUESTION_LIMITS.offset} rows can be paged through.` });
  if (errors.length > 0) throw new AppError('VALIDATION', { errors });
}
