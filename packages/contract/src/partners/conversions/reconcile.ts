/** Comparison of a partner's list of transactions with ours. */

import { z } from 'zod';
import { keysOf } from '../../objects.ts';
import { DECIMAL_MARKS } from '../../reading/amount.ts';
import { encodingSchema, readAsSchema } from '../../reading/encodings.ts';
import { namesEvents } from './event-columns.ts';

/** The possible contents of a column in the partner's file. */
export const FILE_COLUMNS = ['reference', 'amount', 'status', 'clickId', 'time', 'currency'] as const;
export type FileColumn = (typeof FILE_COLUMNS)[number];

const header = z.string().max(200);
const LONGEST_FILE = 4_000_000;
/** Base64 is a third longer than the bytes. */
const LONGEST_FILE_TEXT = 5_400_000;

export const reconcileBody = z.strictObject({
  partnerId: z.number().int().positive(),
  dateRange: z.strictObject({ start: z.iso.date(), end: z.iso.date() }),
  /** The list as text. */
  csv: z.string().max(LONGEST_FILE).default(''),
  /** The list as a file (CSV, XLSX, or either packed by gzip) in base64; it counts instead of `csv`. */
  file: z.base64().max(LONGEST_FILE_TEXT).optional(),
  /** The headers of the columns. A column that is not given is found by its name. */
  columns: z.partialRecord(z.enum(FILE_COLUMNS), header).default({}),
  /** The decimal mark; detected from the amounts if absent. */
  decimalMark: z.enum(DECIMAL_MARKS).optional(),
  /** The line of the header, from 1; 0 for a list without one. If it is absent, the header is found by its names. */
  headerRow: z.int().min(0).max(1_000).optional(),
  /** The encoding of a file that is not in Unicode; detected if absent. Files in Unicode are read as such anyway. */
  encoding: encodingSchema.optional(),
});
export type ReconcileBody = z.infer<typeof reconcileBody>;

/** The content of a refused file, so that the person can choose its columns and decimal mark. */
export const unreadFileSchema = z.strictObject({
  headers: z.array(z.string()),
  columns: z.partialRecord(z.enum(FILE_COLUMNS), z.string()).optional(),
  /** The line that was read as the header. */
  headerRow: z.number().optional(),
  /** The encoding in which the file was read, if it is not in Unicode. */
  encoding: readAsSchema.nullable().optional(),
});

/** The likely reasons why the two lists differ. */
export const CAUSES = {
  edge_of_range:
    'It happened within a day of the start or end of the range: the partner’s day may end at another hour.',
  waiting: 'It has arrived and is counted within seconds.',
  unmatched: 'We have no click for it, so it is not counted.',
  not_reported: 'The partner does not list it: it was rejected after its postback, or the file is incomplete.',
  outside_range: 'We counted it on another day.',
  refused: 'Its postback was refused.',
  unassigned: 'Its status has not been assigned, so it is not counted yet.',
  ignored: 'Its status is mapped to “ignore”.',
  declined: 'The partner has declined it, but we count it.',
  pending: 'The partner has not decided yet, but we count it.',
  unknown_status: 'Its status is not known. Give it a meaning in the status mapping of the partner, and compare again.',
  never_arrived: 'We never received a postback for it.',
  near_id: 'The other list has nearly the same id, so both are probably one transaction.',
  shortened:
    'A spreadsheet has shortened this id, and its last digits are lost. Export the list again with ids as text.',
  unreadable: 'The amount in their file cannot be read.',
  no_amount: 'Its line in their file has no amount, such as a debit whose amount stands in another column.',
  incomplete: 'Its line in their file ends early, so its amount or status is not known.',
  illegible: 'A line of their file that cannot be read contains this id.',
  listed_twice: 'Their file lists it more than once.',
  rounding: 'A rounding difference.',
  unpriced: 'No deal or override applies to its click, so we count no money.',
  charged_back: 'Only one side has reversed it.',
  currency: 'The same amount in another currency.',
  other_currency: 'Their list gives it in another currency, so the amounts are not compared.',
  terms: 'The partner’s rate differs from our deal.',
} as const;
export type Cause = keyof typeof CAUSES;
const CAUSE_NAMES = keysOf(CAUSES);

export const reconciledRowSchema = z.object({
  reference: z.string(),
  /** Null if we do not have it. Money is in the partner's currency. */
  ours: z
    .object({
      id: z.number(),
      status: z.string(),
      day: z.string(),
      amount: z.string(),
      currency: z.string(),
    })
    .nullable(),
  /** Null if the file does not have it. `line` is the line in the file. */
  theirs: z
    .object({
      line: z.number(),
      status: z.string(),
      amount: z.string().nullable(),
    })
    .nullable(),
  cause: z.enum(CAUSE_NAMES),
  /** The id of the other list that differs only in zeros in front, letters' case or marks around it; null if there is none. */
  near: z.string().nullable(),
});
/** The likely cause in words, with the id that it is about. */
export const causeInWords = ({ cause, near }: Pick<ReconciledRow, 'cause' | 'near'>): string => {
  if (near === null) return CAUSES[cause];
  return `${CAUSES[cause]} Its id there is ${near}.`;
};
export type ReconciledRow = z.infer<typeof reconciledRowSchema>;

/** A line of the file whose number of cells is not that of the header, with a sentence about it. */
const unevenRowSchema = z.object({ row: z.number(), message: z.string() });
export type UnevenRow = z.infer<typeof unevenRowSchema>;

export const reconciliationSchema = z.object({
  headers: z.array(z.string()),
  columns: z.partialRecord(z.enum(FILE_COLUMNS), z.string()),
  matched: z.number(),
  onlyOurs: z.array(reconciledRowSchema),
  onlyTheirs: z.array(reconciledRowSchema),
  different: z.array(reconciledRowSchema),
  /** The sums of both lists in the partner's currency. */
  sums: z.object({
    ours: z.string(),
    theirs: z.string(),
  }),
  /** The partner's. */
  currency: z.string(),
  /** The zone of the days of both lists, and of times without one. */
  timeZone: z.string(),
  /** The decimal mark used to read the amounts; null if no amount has one. */
  decimalMark: z.enum(DECIMAL_MARKS).nullable(),
  /** The line of the header; 0 for a list without one, whose columns are numbered. */
  headerRow: z.number(),
  /** Lines of the file without a transaction id. */
  unread: z.number(),
  /** Lines with more cells than the header, so that their values may be shifted. They are not compared. */
  illegible: z.array(unevenRowSchema),
  /** Lines that end before a column that is read. */
  incomplete: z.array(unevenRowSchema),
  /** Lines whose status says that they are not paid, or not yet, or says nothing that is known. They are no match, and in no sum. */
  unpaid: z.object({ declined: z.number(), pending: z.number(), unknown: z.number() }),
  /** Titles above the header and totals at the end, which are not compared. */
  leftOut: z.array(z.object({ row: z.number(), text: z.string() })),
  /** The names of a workbook's other sheets with values, which are not read. */
  otherSheets: z.array(z.string()),
  /** How many rows are hidden in the workbook. They are read as well. */
  hiddenRows: z.number(),
  /** Says which days of a workbook may have been swapped; null if none. */
  swappedDays: z.string().nullable(),
  /** The encoding in which the file was read; null for files in Unicode and workbooks. */
  encoding: readAsSchema.nullable(),
});
export type Reconciliation = z.infer<typeof reconciliationSchema>;

/**
 * Transaction ids are preferred to click ids, and both to the file's own numbers; statuses are preferred to events. English
 * and German headers are known, and those of statuses and currencies in more languages.
 */
const NAMES: Readonly<Record<FileColumn, readonly Pick<RegExp, 'test'>[]>> = {
  reference: [
    /^(tx.?id|transaction.?(id)?|reference|ref|external.?id|order.?id)$/i,
    /^(transaktion(s.?(id|nr|nummer))?|referenz|bestell(nr|nummer))$/i,
    /^(click.?id|sub.?id|aff.?click.?id)$/i,
    /^id$/i,
  ],
  amount: [/^(payout|commission|amount|revenue|earnings|sum|total|price|betrag|provision|summe|umsatz)\b/i],
  status: [
    /^(status|state|zustand|statut|état|etat|estado|stato|stan|stav|статус|durum)(?![\p{L}\p{N}])/iu,
    /[\s_-](status|statut|estado|stato|stav)$/i,
    { test: namesEvents },
  ],
  clickId: [/^(click.?id|aff.?click.?id|klick.?id|sub.?id.?1?|aff.?sub.?1?|s2s.?id)$/i],
  time: [
    /^(conversion.?(date|time)|event.?time|occurred.?at|created.?(at|on)|date.?time|timestamp)$/i,
    /^(date|day|time|datum|tag|zeit(punkt)?)$/i,
  ],
  currency: [
    /^(currency([\s_-]?code)?|cur|ccy|währung|waehrung|devise|moneda|divisa|valuta|waluta|měna|mena|moeda|валюта)$/iu,
    /[\s_-](currency|währung|devise|moneda|valuta|waluta)$/iu,
  ],
};

const EVERY_NAME = FILE_COLUMNS.flatMap((column) => NAMES[column]);

/** How many of these are names that partners give their columns. */
export const knownHeaders = (headers: readonly string[]): number =>
  headers.filter((header) => EVERY_NAME.some((names) => names.test(header.trim()))).length;

/**
 * The column that names events beside one of statuses: there, a refund can have the status “completed”. Null if there is
 * none.
 */
export const findEvents = (headers: readonly string[], status: string | undefined): string | null =>
  headers.find((header) => header !== status && namesEvents(header)) ?? null;

/** Finds the columns of a file by the names of its headers. */
export function findColumns(headers: readonly string[]): Partial<Record<FileColumn, string>> {
  return Object.fromEntries(
    FILE_COLUMNS.flatMap((column) => {
      const [found] = NAMES[column].flatMap((names) => headers.find((name) => names.test(name.trim())) ?? []);
      if (found === undefined) return [];
      return [[column, found]];
    }),
  );
}
