/** The requests to the thread that reads files, and its answers. */

import { type EncodingName, readAsSchema } from '@signpost/contract/reading/encodings.ts';
import { calculatedLinksSchema } from '@signpost/contract/traffic/links/calculated.ts';
import { z } from 'zod';
import type { Limits } from './limits.ts';

/** The rows of a table as texts, without empty ones. */
export interface TableRows extends z.infer<typeof tableFacts> {
  /** At most as many as the limit says. */
  rows: string[][];
}
export const tableFacts = z.object({
  /** The number of each row as a spreadsheet shows it, from 1. */
  numbers: z.array(z.number()),
  /** How many rows the file has, including those beyond the limit. */
  count: z.number(),
  /** The number of the row, from 1, with a quotation mark that is never closed; null if there is none. */
  unclosedQuote: z.number().nullable(),
  /** The number of the first row with quotation marks that are used wrongly in any way. */
  brokenQuote: z.number().nullable(),
  /** The names of a workbook's other sheets with values, hidden or not. They are not read. */
  otherSheets: z.array(z.string()),
  /** How many of the rows are hidden in a workbook. They are read as well. */
  hiddenRows: z.number(),
  /** The encoding of a text that is not in Unicode; null for others and for workbooks. */
  encoding: readAsSchema.nullable(),
  /** The links whose addresses formulas calculate. Only looked for if links are read. */
  calculated: calculatedLinksSchema,
});

/** A message, with its words and the parts of which reports about deliveries consist. */
export const mailParts = z.object({
  headers: z.array(z.object({ key: z.string(), value: z.string() })),
  /** The plain text of the message, cut off like the parts; '' if it has only HTML. */
  text: z.string(),
  /** Attached parts by their type, each cut off at the length that the limits name. */
  parts: z.array(z.object({ type: z.string(), text: z.string() })),
});
export type MailParts = z.infer<typeof mailParts>;

/** How the cells of a text are separated. Without `delimiter`, the likeliest one is taken, among `delimiters`. */
export interface DelimitedAsk {
  delimiter?: string;
  delimiters?: string[];
  /** Whether cells with links are read as their addresses instead of their texts. Calculated addresses are counted then. */
  readsLinks?: boolean;
  /** Whether a cell of a workbook that is a fraction or a day, and no text, gets a mark (`reading/workbook-cell.ts`). */
  marksValues?: boolean;
}

/** How a table is read, whatever its file is. */
export interface TableAsk extends DelimitedAsk {
  /** The encoding that a person has chosen for a text that is not in Unicode. Without it, the encoding is detected. */
  encoding?: EncodingName | undefined;
}

/** One file to read. */
export type Order = { bytes: Uint8Array; limits: Limits } & ({ name: 'table'; ask: TableAsk } | { name: 'mail' });

/** Rows come in pieces, each after the one before was taken over, so that a large table never holds up the process that asked. */
export type Answer =
  | { rows: string[][] }
  | { result: unknown }
  | { refusal: string; path: string }
  | { failure: string };
