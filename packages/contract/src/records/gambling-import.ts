/** The import of a partner's statistics from a file: column mapping, check result and state. */

import { z } from 'zod';
import { keysOf } from '../objects.ts';
import { DECIMAL_MARKS } from '../reading/amount.ts';
import { DAY_ORDERS } from '../reading/day.ts';
import { readAsSchema } from '../reading/encodings.ts';

/** The possible columns; only the first is required. */
export const IMPORT_FIELDS = {
  day: 'Day',
  geo: 'Geo',
  trafficSource: 'Traffic source',
  registrations: 'Registrations',
  firstDeposits: 'First deposits',
  deposits: 'Deposits',
  depositAmount: 'Deposit amount',
  revenue: 'Revenue',
  currency: 'Currency',
} as const;
export type ImportField = keyof typeof IMPORT_FIELDS;
export const IMPORT_FIELD_NAMES = keysOf(IMPORT_FIELDS);

export const importMappingSchema = z.strictObject({
  columns: z.partialRecord(z.enum(IMPORT_FIELD_NAMES), z.string().max(200)),
  /** Whether 05/06/2026 is 5 June or 6 May; null if the file does not show it, in which case such rows are refused. */
  dayOrder: z.enum(DAY_ORDERS).nullable(),
  /** The decimal mark; null if the file does not show it, in which case ambiguous amounts are refused. */
  decimalMark: z.enum(DECIMAL_MARKS).nullable(),
  /** The currency of rows without one. */
  currency: z.string().regex(/^[A-Z]{3}$/, 'Three capital letters, such as EUR.'),
  /** Whether rows of the same day, geo and source are added up; otherwise all but the first are refused. */
  addsUp: z.boolean().default(false),
});
export type ImportMapping = z.infer<typeof importMappingSchema>;

export const IMPORT_MAX_ROWS = 200_000;
export const IMPORT_MAX_BYTES = 32 * 1024 * 1024;
/** The maximum number of stored refusals; all are counted. */
export const IMPORT_MAX_ERRORS = 1_000;

const importError = z.object({
  /** Numbered as in a spreadsheet: the header is row 1. */
  row: z.number(),
  column: z.string(),
  message: z.string(),
});
export type ImportError = z.infer<typeof importError>;

export const IMPORT_STATES = [
  'uploaded',
  'checking',
  'checked',
  'importing',
  'imported',
  'failed',
  'undoing',
  'undone',
] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** The steps of an import that run as a job, each with the word that is shown meanwhile. */
export const IMPORT_STEPS = { checking: 'Checking', importing: 'Importing', undoing: 'Undoing' } as const;
export type ImportStepName = keyof typeof IMPORT_STEPS;
/** Whether an import waits for its job. */
export const isImportStep = (state: ImportState): state is ImportStepName => Object.hasOwn(IMPORT_STEPS, state);

/** The totals of the accepted rows in one currency; money as decimal strings. */
const importSum = z.object({
  currency: z.string(),
  rows: z.number(),
  registrations: z.number(),
  firstDeposits: z.number(),
  deposits: z.number(),
  depositAmount: z.string(),
  revenue: z.string(),
});
export type ImportSum = z.infer<typeof importSum>;

/** The totals that an import would count, shown before it starts. */
const importSummary = z.object({
  /** The first and the last day of the accepted rows. */
  from: z.string(),
  to: z.string(),
  sums: z.array(importSum),
});
export type ImportSummary = z.infer<typeof importSummary>;

/** The formats of amounts and days that were detected from the file's cells. */
const importDetection = z.object({
  decimal: z
    .object({ mark: z.enum(DECIMAL_MARKS).nullable(), isMixed: z.boolean(), example: z.string().nullable() })
    .optional(),
  days: z
    .object({ order: z.enum(DAY_ORDERS).nullable(), isMixed: z.boolean(), example: z.string().nullable() })
    .optional(),
  /** The row of the header, 0 for a file without one; absent for files of earlier versions, whose header is found again. */
  headerRow: z.number().optional(),
  /** Titles above the header and totals at the end. */
  leftOut: z.array(z.object({ row: z.number(), text: z.string() })).optional(),
  /** The names of a workbook's other sheets with values, which are not read. */
  otherSheets: z.array(z.string()).optional(),
  /** How many rows are hidden in the workbook. They are read as well. */
  hiddenRows: z.number().optional(),
  /** The encoding in which the file was read; null for files in Unicode and workbooks, absent for files of earlier versions. */
  encoding: readAsSchema.nullable().optional(),
});
export type ImportDetection = z.infer<typeof importDetection>;

export const gamblingImportSchema = z.object({
  id: z.number(),
  name: z.string(),
  partnerId: z.number(),
  partner: z.string(),
  state: z.enum(IMPORT_STATES),
  mapping: importMappingSchema,
  /** The header of the file, and its first rows. */
  columns: z.array(z.string()),
  sample: z.array(z.array(z.string())),
  rowsTotal: z.number(),
  rowsDone: z.number(),
  rowsGood: z.number(),
  rowsBad: z.number(),
  problem: z.string().nullable(),
  errors: z.array(importError),
  /** Accepted rows that look wrong. */
  warnings: z.array(importError),
  detected: importDetection,
  /** Null until the file is checked, or if no row is accepted. */
  summary: importSummary.nullable(),
});
export type GamblingImport = z.infer<typeof gamblingImportSchema>;
