/** A partner's statistics from a CSV: which column is what, what was found, what became of it. */
import { z } from 'zod';

/** What a column can be; the first one is all a row must have. */
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

export const DATE_FORMATS = ['YYYY-MM-DD', 'DD.MM.YYYY', 'DD/MM/YYYY', 'MM/DD/YYYY'] as const;
export type DateFormat = (typeof DATE_FORMATS)[number];

export const importMappingSchema = z.strictObject({
  columns: z.partialRecord(z.enum(IMPORT_FIELD_NAMES), z.string().max(200)),
  dateFormat: z.enum(DATE_FORMATS),
  /** 1.234,50 instead of 1,234.50. */
  decimalComma: z.boolean(),
  /** Of rows that name none. */
  currency: z.string().regex(/^[A-Z]{3}$/, 'Three capital letters, such as EUR.'),
});
export type ImportMapping = z.infer<typeof importMappingSchema>;

export const IMPORT_MAX_ROWS = 200_000;
export const IMPORT_MAX_BYTES = 32 * 1024 * 1024;
/** Refusals that are kept to be shown; all are counted. */
export const IMPORT_MAX_ERRORS = 1_000;

export interface ImportError {
  /** As a spreadsheet counts them: the header is row 1. */
  row: number;
  column: string;
  message: string;
}

export const IMPORT_STATES = ['checking', 'checked', 'importing', 'imported', 'failed', 'undone'] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

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
}
