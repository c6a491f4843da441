/**
 * A Google sheet as it was read: the texts of one tab, which cells are formulas, and which plans were carried out. The
 * browser makes it from Google's answer and the server plans with it (docs/product/sheets.md#google-sheets).
 */
import { z } from 'zod';
import { columnNamed } from '../columns.ts';
import type { SheetKind } from '../sheet.ts';

/** Names our records among the developer metadata of a tab. Their value is the id of a plan. */
export const SYNC_METADATA_KEY = 'signpost.sync';
/** Describes the protected range of the key column. */
export const KEY_PROTECTION = 'Signpost finds rows again by these keys. Please leave them as they are.';
/** The longest text of a cell in Google Sheets. */
const GOOGLE_CELL_MAX = 50_000;
const GOOGLE_ROWS_MAX = 100_000;
const GOOGLE_COLUMNS_MAX = 500;

export const spreadsheetIdSchema = z.string().regex(/^[\w-]{10,120}$/, 'This is no id of a Google sheet.');

const readRow = z.strictObject({
  /** The index of the row in the tab, from 0. */
  at: z.int().nonnegative(),
  /** The texts from the first column on; empty cells at the end are left out. */
  texts: z.array(z.string().max(GOOGLE_CELL_MAX)).max(GOOGLE_COLUMNS_MAX),
  /** The columns whose cells are formulas. */
  formulas: z.array(z.int().nonnegative()).max(GOOGLE_COLUMNS_MAX).optional(),
});
export type GoogleRow = Readonly<z.infer<typeof readRow>>;

export const googleReadSchema = z.strictObject({
  title: z.string().max(500),
  columnCount: z.int().nonnegative(),
  frozenRows: z.int().nonnegative(),
  /** Rows with something in them. */
  rows: z.array(readRow).max(GOOGLE_ROWS_MAX),
  /** Plans that were carried out: the id of their metadata, and of the plan. */
  carriedOut: z.array(z.strictObject({ metadataId: z.int(), planId: z.string().max(60) })).max(1_000),
  /** The column of the protected range of our keys, if it is there. */
  protectedColumn: z.int().nonnegative().nullable(),
});
export type GoogleRead = Readonly<z.infer<typeof googleReadSchema>>;

/** The parts of the answer that are asked for. */
export const READ_FIELDS =
  'properties.title,sheets(properties(sheetId,title,gridProperties(columnCount,frozenRowCount)),' +
  'developerMetadata(metadataId,metadataKey,metadataValue),protectedRanges(description,range),' +
  'data(startRow,startColumn,rowData.values(userEnteredValue,effectiveValue,formattedValue)))';

const value = z.object({
  stringValue: z.string().optional(),
  numberValue: z.number().optional(),
  boolValue: z.boolean().optional(),
  formulaValue: z.string().optional(),
});
const cell = z.object({
  userEnteredValue: value.optional(),
  effectiveValue: value.optional(),
  formattedValue: z.string().optional(),
});
type Cell = z.infer<typeof cell>;

const answerSchema = z.object({
  properties: z.object({ title: z.string() }),
  sheets: z
    .array(
      z.object({
        properties: z.object({
          sheetId: z.number().default(0),
          gridProperties: z
            .object({ columnCount: z.number().default(0), frozenRowCount: z.number().default(0) })
            .partial(),
        }),
        developerMetadata: z
          .array(
            z.object({
              metadataId: z.number(),
              metadataKey: z.string().optional(),
              metadataValue: z.string().optional(),
            }),
          )
          .default([]),
        protectedRanges: z
          .array(
            z.object({
              description: z.string().optional(),
              range: z.object({ startColumnIndex: z.number().optional() }).optional(),
            }),
          )
          .default([]),
        data: z
          .array(
            z.object({
              startRow: z.number().default(0),
              startColumn: z.number().default(0),
              rowData: z.array(z.object({ values: z.array(cell).default([]) })).default([]),
            }),
          )
          .default([]),
      }),
    )
    .default([]),
});

/** The text that a person sees in the cell. Numbers in columns of whole numbers come without separators. */
function textOf({ userEnteredValue: typed, effectiveValue, formattedValue }: Cell, isNumber: boolean): string {
  if (typed === undefined) return '';
  const shown = typed.formulaValue === undefined ? typed : (effectiveValue ?? {});
  if (shown.boolValue !== undefined) return shown.boolValue ? 'Yes' : 'No';
  if (isNumber && shown.numberValue !== undefined) return String(shown.numberValue);
  const text =
    shown.stringValue ?? formattedValue ?? (shown.numberValue === undefined ? '' : String(shown.numberValue));
  return text.replaceAll('\r\n', '\n');
}

function lastFilled(texts: readonly string[], formulas: readonly number[]): number {
  return Math.max(
    texts.findLastIndex((text) => text !== ''),
    ...formulas,
    -1,
  );
}

/**
 * Reads Google's answer to {@link READ_FIELDS} for one tab. Errors: a zod error if it has another shape; null if the tab
 * is not there.
 */
export function readGoogleAnswer(kind: SheetKind, tabId: number, answer: unknown): GoogleRead | null {
  const { properties, sheets } = answerSchema.parse(answer);
  const tab = sheets.find((one) => one.properties.sheetId === tabId);
  if (tab === undefined) return null;
  const rows: GoogleRow[] = [];
  let isNumber: boolean[] = [];
  for (const { startRow, startColumn, rowData } of tab.data)
    for (const [down, { values }] of rowData.entries()) {
      const at = startRow + down;
      const cells = [...Array.from({ length: startColumn }, (): Cell => ({})), ...values];
      const texts = cells.map((one, column) => textOf(one, isNumber[column] === true));
      const formulas = cells.flatMap((one, column) =>
        one.userEnteredValue?.formulaValue === undefined ? [] : [column],
      );
      if (at === 0) isNumber = texts.map((text) => columnNamed(kind, text)?.field.kind === 'integer');
      const end = lastFilled(texts, formulas);
      if (end < 0) continue;
      rows.push({ at, texts: texts.slice(0, end + 1), ...(formulas.length > 0 && { formulas }) });
    }
  const protection = tab.protectedRanges.find(({ description }) => description === KEY_PROTECTION);
  return {
    title: properties.title,
    columnCount: tab.properties.gridProperties.columnCount ?? 0,
    frozenRows: tab.properties.gridProperties.frozenRowCount ?? 0,
    rows,
    carriedOut: tab.developerMetadata.flatMap(({ metadataId, metadataKey, metadataValue }) =>
      metadataKey === SYNC_METADATA_KEY && metadataValue !== undefined ? [{ metadataId, planId: metadataValue }] : [],
    ),
    protectedColumn: protection?.range?.startColumnIndex ?? null,
  };
}

/** The sheet and the tab that the address of a Google sheet names; null if it is no such address. */
export function sheetAddressIn(text: string): { spreadsheetId: string; tabId: number } | null {
  const found = /^https:\/\/docs\.google\.com\/spreadsheets\/d\/([\w-]{10,120})(?:[/?#]|$)/.exec(text.trim());
  const spreadsheetId = found?.[1];
  if (spreadsheetId === undefined) return null;
  const tab = /[#?&]gid=(\d{1,10})/.exec(text)?.[1];
  return { spreadsheetId, tabId: Number(tab ?? 0) };
}

/** The address under which people open the tab. */
export const sheetAddress = (spreadsheetId: string, tabId: number): string =>
  `https://docs.google.com/spreadsheets/d/${spreadsheetId}/edit#gid=${tabId}`;
