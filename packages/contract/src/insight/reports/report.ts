/** The parts of a report: a question, own columns, its file, its schedule, its recipients (docs/product/reports.md). */
import { z } from 'zod';
import { isTimeZone } from '../../dates/dates.ts';
import { AppError, invalid } from '../../errors.ts';
import { isTabName } from '../../routes/tab-names.ts';
import { scheduleRuleSchema } from '../../workplace/jobs/schedule.ts';
import type { Level } from '../stats/define-tab.ts';
import { type DimensionKey, dimensionOf } from '../stats/dimensions.ts';
import { groupingOf } from '../stats/levels.ts';
import { type MetricId, metricOf } from '../stats/metrics.ts';
import { readQuestion, type StatsQuestion, withDays } from '../stats/query.ts';
import { tabOf } from '../stats/tabs/index.ts';
import { type Expression, FORMULA_LIMITS, parseFormula } from './formula.ts';
import type { ColumnFormat } from './units.ts';

export const REPORT_LIMITS = {
  formulas: 12,
  /** Rows of a file; a larger answer is refused, not cut. */
  rows: 10_000_000,
  /** Rows of a sheet in XLSX, without its header. */
  sheetRows: 1_048_575,
  /** Rows shown while a report is built. */
  previewRows: 50,
  recipients: 50,
  /** How long a file is kept. */
  keepDays: 30,
  /** Files of a report that is split. */
  splitFiles: 500,
  waitHours: 48,
  /** Cells of a table that is made a Google sheet, which is one request. */
  googleCells: 100_000,
} as const;

export const REPORT_FORMATS = ['csv', 'xlsx', 'csv.gz'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

export const SPLIT_DIMENSIONS = ['publisher', 'partner'] as const;
export type SplitDimension = (typeof SPLIT_DIMENSIONS)[number];

const ownColumnSchema = z
  .strictObject({
    name: z.string().trim().min(1, 'Enter a name.').max(60),
    formula: z.string().trim().min(1, 'Enter a formula.').max(FORMULA_LIMITS.characters),
    /** For results that are no money. */
    format: z.enum(['number', 'percent']).default('number'),
  })
  .superRefine(({ formula }, context) => {
    const { problem } = parseFormula(formula);
    if (problem !== null) context.addIssue({ code: 'custom', path: ['formula'], message: problemText(problem) });
  });

/** A problem of a formula with its place, counted as people count. */
export const problemText = ({ at, message }: { at: number; message: string }): string =>
  `Character ${at + 1}: ${message}`;

/** A day from which words such as "today" are read while a question is checked. Any other day would do. */
const SOME_DAY = new Date('2026-01-01T00:00:00Z');

/** The question as the address of a statistics screen has it, with ranges in words or days, and its zone. */
export const frozenQuestionSchema = z.record(z.string(), z.unknown()).superRefine((raw, context) => {
  const refuse = (path: string, message: string) =>
    context.addIssue({ code: 'custom', path: path === '' ? [] : path.split('.'), message });
  if (!isTabName(raw.tab)) return refuse('tab', 'This tab does not exist.');
  if (!isTimeZone(raw.timeZone)) return refuse('timeZone', 'Please choose a time zone.');
  try {
    // Without the current time: whether a day is still to come is asked when a report is saved, previewed and run.
    readQuestion(tabOf(raw.tab), withDays(raw, SOME_DAY));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    for (const { path, message } of error.errors) refuse(path, message);
  }
});

export const reportDefinitionSchema = z
  .strictObject({
    question: frozenQuestionSchema,
    columns: z.array(ownColumnSchema).max(REPORT_LIMITS.formulas).default([]),
    /** One file for each publisher or partner, with only their rows. */
    splitBy: z.enum(SPLIT_DIMENSIONS).nullable().default(null),
    /** The versions of the metrics' definitions when the report was written. */
    definitions: z.record(z.string(), z.string()).default({}),
  })
  .superRefine(({ columns }, context) => {
    columns.forEach(({ name }, index) => {
      if (columns.findIndex((one) => one.name.toLowerCase() === name.toLowerCase()) < index)
        context.addIssue({
          code: 'custom',
          path: ['columns', index, 'name'],
          message: 'Another column has this name.',
        });
    });
  });
export type ReportDefinition = z.output<typeof reportDefinitionSchema>;

export const reportScheduleSchema = z.strictObject({
  rule: scheduleRuleSchema,
  /** How long a run waits for sources that are late, in hours. */
  waitHours: z.int().min(0).max(REPORT_LIMITS.waitHours).default(6),
});

export const reportDeliverySchema = z.strictObject({
  /** One of the owner's webhooks (`/profile`). */
  webhookId: z.int().positive().nullable().default(null),
  /** Whether the files of a split report are mailed to the contacts of their publishers or partners. */
  toParties: z.boolean().default(false),
});

/** A column of a report's table. */
export type ReportColumn = Readonly<
  { label: string; format: ColumnFormat } & (
    | { kind: 'metric'; id: MetricId }
    | { kind: 'own'; expression: Expression; formula: string }
  )
>;

/** A report's question for one moment, as data. */
export interface ReportPlan {
  question: StatsQuestion;
  /** The dimensions of the rows, at least one. */
  keys: DimensionKey[];
  columns: ReportColumn[];
}

/** The dimensions by which a path groups the rows of a report: every level without a selected item, or the last one. */
export function keysOfLevels(levels: readonly [Level, ...Level[]]): DimensionKey[] {
  const open = levels.filter(({ selectedItemId }) => selectedItemId === undefined).map(({ type }) => type);
  if (open.length === 0) return [groupingOf(levels).groupBy];
  return open;
}

/**
 * The report for a moment. Words for ranges mean the days as seen at `due`; a comparison with a range that is not over
 * ends at the same part of its days as `now`. Errors: VALIDATION.
 */
export function planReport(
  { question: raw, columns }: Pick<ReportDefinition, 'question' | 'columns'>,
  { due, now }: { due: Date; now: Date },
): ReportPlan {
  if (!isTabName(raw.tab)) throw invalid('tab', 'This tab does not exist.');
  const question = readQuestion(tabOf(raw.tab), withDays(raw, due), now);
  const own = columns.map(({ name, formula: text, format }, index): ReportColumn => {
    const { formula, problem } = parseFormula(text);
    if (formula === null) throw invalid(`columns.${index}.formula`, problemText(problem));
    const written = formula.result === 'money' ? 'money' : format;
    return { kind: 'own', label: name, format: written, expression: formula.expression, formula: text };
  });
  const metrics = question.columns.map((id): ReportColumn => {
    const { label, format } = metricOf(id);
    return { kind: 'metric', id, label, format };
  });
  return { question, keys: keysOfLevels(question.levels), columns: [...metrics, ...own] };
}

/** The metrics that a plan shows, reads in formulas, or orders by. */
export function metricsOfPlan({ question, columns }: ReportPlan): MetricId[] {
  const order = question.orderBy === 'name' ? [] : [question.orderBy];
  return [...new Set([...columns.flatMap(metricsOfColumn), ...order])];
}

const metricsOfColumn = (column: ReportColumn): MetricId[] => {
  if (column.kind === 'metric') return [column.id];
  return metricsIn(column.expression);
};

function metricsIn(expression: Expression): MetricId[] {
  switch (expression.kind) {
    case 'number':
      return [];
    case 'metric':
      return [expression.id];
    case 'negate':
      return metricsIn(expression.of);
    case 'binary':
      return [...metricsIn(expression.left), ...metricsIn(expression.right)];
  }
}

/** The header of a column: percents say so, because their values are written without the sign. */
export const columnTitle = ({ label, format }: ReportColumn): string => {
  if (format === 'percent') return `${label} (%)`;
  return label;
};

/** The header of a file's key columns: a record has a name and an id, anything else its text. */
export const keyTitles = (key: DimensionKey): string[] => {
  const { label, idKind } = dimensionOf(key);
  if (idKind === 'numeric') return [label, `${label} id`];
  return [label];
};
