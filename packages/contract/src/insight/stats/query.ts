/** The question that a stats tab asks (docs/product/statistics.md#the-question). */
import { z } from 'zod';
import { addDays, type DateRange, type Day, dayIn, daysIn, isDay, isTimeZone, startOfDay } from '../../dates/dates.ts';
import { isWeekStart, WEEK_STARTS } from '../../dates/habits.ts';
import {
  COMPARISON_WORDS,
  comparisonInWords,
  isComparisonWord,
  isRangeWord,
  RANGE_WORDS,
  rangeInWords,
} from '../../dates/relative-dates.ts';
import { AppError, invalid } from '../../errors.ts';
import { baseCurrency } from '../../money/base-currency.ts';
import { parseQuery } from '../../reading/brackets.ts';
import { isCurrency } from '../../reading/iso-currencies.ts';
import { TAB_NAMES } from '../../routes/tab-names.ts';
import { type Chart, chartSchema } from './chart.ts';
import type { Level, LevelPath, StatsTab, TabScope } from './define-tab.ts';
import { dimensionSchema } from './dimension-schemas.ts';
import { DIMENSION_KEYS, type DimensionKey, type ItemId, readItemId } from './dimensions.ts';
import { metricIdSchema } from './metric-schema.ts';
import type { MetricId } from './metrics.ts';

/** Limits of a question. A question beyond them is refused, not cut. */
export const QUESTION_LIMITS = {
  levels: 6,
  rangeDays: 3660,
  filterItems: 200,
  columns: 31,
  rows: 50_000,
  offset: 1_000_000,
} as const;

/** Rows per page if the question names no limit. */
export const DEFAULT_ROWS = 50;

const whole = (min: number, max: number) =>
  z
    .union([z.number(), z.string().regex(/^\d{1,9}$/, 'Must be a whole number.')])
    .transform(Number)
    .pipe(z.int().min(min).max(max));

const day = z.string().refine(isDay, 'Must be a date as YYYY-MM-DD.');

const WORDS = [...RANGE_WORDS, 'last14Days, last4Weeks or last3Months with any number', ...COMPARISON_WORDS].join(', ');

const range = z
  .strictObject({ start: day, end: day }, `Must be a start and an end date, or one of: ${WORDS}.`)
  .refine((it) => it.start <= it.end, { path: ['end'], message: 'The end is before the start.' })
  .refine((it) => daysIn(it) <= QUESTION_LIMITS.rangeDays, {
    path: ['end'],
    message: `The range can span at most ${QUESTION_LIMITS.rangeDays} days.`,
  });

const itemOf = (key: DimensionKey, raw: unknown, context: z.RefinementCtx, path: (string | number)[]): ItemId => {
  const id = readItemId(key, raw);
  if (id !== undefined) return id;
  context.addIssue({ code: 'custom', path, message: `No item of ${key} has this id.` });
  return z.NEVER;
};

const level = z
  .strictObject({ type: dimensionSchema, selectedItemId: z.union([z.string(), z.number()]).optional() })
  .transform(({ type, selectedItemId }, context): Level => {
    if (selectedItemId === undefined) return { type };
    return { type, selectedItemId: itemOf(type, selectedItemId, context, ['selectedItemId']) };
  });

/** A drill-down is a path: levels with a selected item come first, and no dimension occurs twice. */
const levels = z
  .array(level)
  .min(1)
  .max(QUESTION_LIMITS.levels)
  .superRefine((list, context) => {
    list.forEach(({ type, selectedItemId }, index) => {
      if (list.findIndex((it) => it.type === type) < index) {
        context.addIssue({ code: 'custom', path: [index, 'type'], message: `${type} is already a level.` });
      }
      if (
        selectedItemId !== undefined &&
        list[index - 1] !== undefined &&
        list[index - 1]?.selectedItemId === undefined
      ) {
        context.addIssue({ code: 'custom', path: [index], message: 'The level above it has no selected item.' });
      }
    });
  });

const filters = z
  .partialRecord(
    dimensionSchema,
    z
      .array(z.union([z.string(), z.number()]))
      .min(1)
      .max(QUESTION_LIMITS.filterItems),
  )
  .transform((record, context): Filters => {
    const read: Partial<Record<DimensionKey, ItemId[]>> = {};
    for (const key of DIMENSION_KEYS) {
      const raw = record[key];
      if (raw !== undefined) read[key] = raw.map((id, index) => itemOf(key, id, context, [key, index]));
    }
    return read;
  });

/**
 * Items by dimension. `filters` keep facts that match one item in every listed dimension; `excludes` leave matching
 * facts out.
 */
export type Filters = Readonly<Partial<Record<DimensionKey, readonly ItemId[]>>>;

/** The question as it arrives, nested by `parseQuery`. Parts that the tab supplies may be absent. */
export const questionSchema = z.strictObject({
  tab: z.enum(TAB_NAMES, 'This tab does not exist.').optional(),
  levels: levels.optional(),
  dateRange: range,
  compare: range.optional(),
  attribution: z.enum(['event', 'click']).default('event'),
  /** Answers with what was known at the end of this day; without it, with everything that is known now. */
  knownOn: day.optional(),
  timeZone: z.string().refine(isTimeZone, 'Must be a time zone such as Europe/Berlin.').default('UTC'),
  /** The day on which weeks begin, for the week as a dimension and for words such as "this week". */
  weekStart: z.enum(WEEK_STARTS).optional(),
  /** Shows amounts in another currency than the base currency, converted at the rate of each day. */
  currency: z.string().refine(isCurrency, 'Must be the code of a currency, such as USD.').optional(),
  filters: filters.default({}),
  excludes: filters.default({}),
  kingstat: metricIdSchema.optional(),
  columns: z
    .array(metricIdSchema)
    .min(1)
    .max(QUESTION_LIMITS.columns)
    .refine((ids) => new Set(ids).size === ids.length, 'A column is listed twice.')
    .optional(),
  orderBy: z.union([metricIdSchema, z.literal('name')], 'Must be the id of a metric, or name.').optional(),
  orderByDirection: z.enum(['asc', 'desc']).default('desc'),
  /** How the chart shows the answer; the rows do not depend on it. */
  chart: chartSchema.optional(),
  /** `off` leaves out the series, which saves the engine half of its work. */
  series: z.enum(['on', 'off']).default('on'),
  limit: whole(1, QUESTION_LIMITS.rows).default(DEFAULT_ROWS),
  offset: whole(0, QUESTION_LIMITS.offset).default(0),
});

/** A complete question: the tab has supplied every part that was absent. */
export type StatsQuestion = Readonly<
  Omit<
    z.output<typeof questionSchema>,
    'compare' | 'levels' | 'columns' | 'tab' | 'kingstat' | 'orderBy' | 'knownOn' | 'chart' | 'currency'
  > & {
    tab: StatsTab['name'];
    kingstat: MetricId;
    orderBy: MetricId | 'name';
    levels: LevelPath;
    columns: readonly MetricId[];
    compare?: z.output<typeof range>;
    /**
     * While the range is not over, the comparison ends at this instant (ISO, UTC). It is as far into the compared days
     * as the current time is into the requested ones, so that equal parts of a day are compared.
     */
    compareUntil?: string;
    knownOn?: Day;
    currency?: string;
    /** The rates of `currency`; the server looks them up, and answers no question with `currency` without them. */
    rates?: DailyRates;
    chart?: Chart;
    /** The meaning of `knownOn` for facts. The server looks it up, and answers no such question without it. */
    known?: Known;
    scope: TabScope;
  }
>;

/** The units of another currency for one unit of the base currency, by the day (UTC) on which facts count. */
export interface DailyRates {
  days: readonly Day[];
  rates: readonly string[];
}

/** Tells which facts were known at the end of a day (docs/decisions/0200). */
export interface Known {
  /** The last position of the day: facts from PostgreSQL up to it were known. */
  position: number;
  /** The end of the day (ISO, UTC): facts without a position were known if they were recorded before. */
  until: string;
}

/**
 * Replaces the words of a question's ranges by days: `dateRange` may be a word of {@link RANGE_WORDS} and `compare` one
 * of {@link COMPARISON_WORDS}. Unknown words and unknown time zones are left for the schema to refuse.
 */
export function withDays(raw: Readonly<Record<string, unknown>>, now: Date): Record<string, unknown> {
  const { dateRange, compare, timeZone = 'UTC', weekStart } = raw;
  if (!isTimeZone(timeZone)) return { ...raw };
  const days: Record<string, unknown> = { ...raw };
  if (isRangeWord(dateRange))
    days.dateRange = rangeInWords(dateRange, dayIn(now, timeZone), isWeekStart(weekStart) ? weekStart : undefined);
  if (isComparisonWord(compare)) {
    const requested = range.safeParse(days.dateRange);
    if (requested.success)
      days.compare = comparisonInWords(compare, requested.data, isRangeWord(dateRange) ? dateRange : undefined);
  }
  return days;
}

/**
 * The instant at which the comparison ends while the requested range is not over; undefined if whole days are compared.
 */
function compareUntil(requested: DateRange, compare: DateRange, timeZone: string, now: Date): string | undefined {
  const today = dayIn(now, timeZone);
  if (requested.start > today || requested.end < today) return undefined;
  // A year earlier, a range may be a day shorter. Counting from the end keeps its last days aligned.
  const day =
    requested.end === today ? compare.end : addDays(compare.start, daysIn({ start: requested.start, end: today }) - 1);
  if (Math.abs(daysIn(requested) - daysIn(compare)) > 1 || day > compare.end) return undefined;
  const elapsed = now.getTime() - startOfDay(today, timeZone).getTime();
  const end = startOfDay(addDays(day, 1), timeZone).getTime();
  return new Date(Math.min(startOfDay(day, timeZone).getTime() + elapsed, end)).toISOString();
}

/**
 * Reads a question for a tab, from a query string or from the result of `parseQuery`. The tab supplies levels, king
 * stat, columns and order if the question names none; its scope always applies. With `now`, ranges may be words, and
 * while the range is not over the comparison is cut to the same part of its own range. Without `now`, only days are
 * read.
 *
 * @throws {AppError} VALIDATION, with an error for each thing that is wrong.
 */
export function readQuestion(
  tab: StatsTab,
  raw: string | Readonly<Record<string, unknown>>,
  now?: Date,
): StatsQuestion {
  const input = typeof raw === 'string' ? nested(raw) : raw;
  const parsed = questionSchema.safeParse(now === undefined ? input : withDays(input, now));
  if (!parsed.success) {
    const errors = parsed.error.issues.map((it) => ({ path: it.path.map(String).join('.'), message: it.message }));
    throw new AppError('VALIDATION', { errors });
  }
  const { compare, levels: asked, tab: named, knownOn, chart, currency, ...rest } = parsed.data;
  if (knownOn !== undefined && now !== undefined && knownOn > dayIn(now, rest.timeZone))
    throw invalid('knownOn', 'This day is still to come. Choose today or an earlier day.');
  if (named !== undefined && named !== tab.name) {
    throw invalid('tab', `This is the tab ${tab.name}.`);
  }
  const kingstat = rest.kingstat ?? tab.defaultKingStat;
  const [first, ...more] = asked ?? [];
  const until =
    compare === undefined || now === undefined ? undefined : compareUntil(rest.dateRange, compare, rest.timeZone, now);
  return {
    ...rest,
    ...(compare !== undefined && { compare }),
    ...(until !== undefined && { compareUntil: until }),
    ...(knownOn !== undefined && { knownOn }),
    ...(chart !== undefined && { chart }),
    ...(currency !== undefined && currency !== baseCurrency() && { currency }),
    tab: tab.name,
    levels: first === undefined ? tab.startLevels : [first, ...more],
    kingstat,
    columns: rest.columns ?? tab.defaultVisibleColumns,
    orderBy: rest.orderBy ?? rest.kingstat ?? tab.defaultOrderBy,
    scope: tab.scope,
  };
}

const nested = (query: string): Record<string, unknown> => {
  try {
    return parseQuery(query);
  } catch (cause) {
    const message = 'The query is too long or nested too deeply.';
    throw invalid('', message, cause);
  }
};
