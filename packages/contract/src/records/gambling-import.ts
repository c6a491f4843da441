/** The import of a partner's statistics from a CSV: column mapping, check result and state. */
import { z } from 'zod';
import { DECIMAL_MARKS, type DetectedMark } from '../reading/amount.ts';
import { DAY_ORDERS, type DetectedOrder } from '../reading/day.ts';

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
export const IMPORT_FIELD_NAMES = Object.keys(IMPORT_FIELDS) as [ImportField, ...ImportField[]];

export const importMappingSchema = z.strictObject({
  columns: z.partialRecord(z.enum(IMPORT_FIELD_NAMES), z.string().max(200)),
  /** Whether 05/06/2026 is 5 June or 6 May; null if the file does not decide it, and then such rows are refused. */
  dayOrder: z.enum(DAY_ORDERS).nullable(),
  /** The decimal mark; null if the file does not decide it, and then ambiguous amounts are refused. */
  decimalMark: z.enum(DECIMAL_MARKS).nullable(),
  /** The currency of rows without one. */
  currency: z.string().regex(/^[A-Z]{3}$/, 'Three capital letters, such as EUR.'),
});
export type ImportMapping = z.infer<typeof importMappingSchema>;

export const IMPORT_MAX_ROWS = 200_000;
export const IMPORT_MAX_BYTES = 32 * 1024 * 1024;
/** The maximum number of stored refusals; all are counted. */
export const IMPORT_MAX_ERRORS = 1_000;

export interface ImportError {
  /** As a spreadsheet counts them: the header is row 1. */
  row: number;
  column: string;
  message: string;
}

export const IMPORT_STATES = ['uploaded', 'checking', 'checked', 'importing', 'imported', 'failed', 'undone'] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** The totals of the accepted rows in one currency; money as decimal strings. */
export interface ImportSum {
  currency: string;
  rows: number;
  registrations: number;
  firstDeposits: number;
  deposits: number;
  depositAmount: string;
  revenue: string;
}

/** The totals that an import would count, shown before it starts. */
export interface ImportSummary {
  /** The first and the last day of the accepted rows. */
  from: string;
  to: string;
  sums: ImportSum[];
}

/** The formats of amounts and days detected from the file. */
export interface ImportDetection {
  decimal?: DetectedMark;
  days?: DetectedOrder;
}

export interface GamblingImport {
  id: number;
  name: string;
  partnerId: number;
  partner: string;
  state: ImportState;
  mapping: ImportMapping;
  /** The header of the file, and its first rows. */
  columns: string[];
  sample: string[][];
  rowsTotal: number;
  rowsDone: number;
  rowsGood: number;
  rowsBad: number;
  problem: string | null;
  errors: ImportError[];
  /** Accepted rows that look wrong. */
  warnings: ImportError[];
  detected: ImportDetection;
  /** Null until the file is checked, or if no row is accepted. */
  summary: ImportSummary | null;
}
