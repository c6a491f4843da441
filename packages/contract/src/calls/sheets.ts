/** Sheets of boxes: their rows, requests, and the boxes made from them (docs/product/sheets.md). */
import { z } from 'zod';
import { readAsSchema } from '../reading/encodings.ts';
import {
  cellsSchema,
  makingSchema,
  PROCESSING_GRADES,
  REJECTION_LENGTH,
  SHEET_KINDS,
  SHEET_ROWS_MAX,
  sheetNamesSchema,
  sheetRequestSchema,
  sheetSchema,
} from '../sheets/sheet.ts';
import { defineCall, FILE, idParams, MULTIPART } from './define-call.ts';

const tag = 'Box sheets';
const group = 'boxSheet';
const screens = ['sheets', 'sheetsEdit', 'seoSheets', 'unprocessedRequests'] as const;
const view = { access: { routes: screens, action: 'view' }, rows: 'staff' } as const;
const write = {
  access: { routes: ['sheetsAdd', 'sheetsEdit', 'seoSheetsAdd'], action: 'add' },
  rows: 'staff',
} as const;
const process = {
  access: { routes: ['unprocessedRequests', 'sheetsEdit'], action: 'add', grades: PROCESSING_GRADES },
  rows: 'staff',
} as const;

const row = z.strictObject({ key: z.uuid(), cells: cellsSchema });
const rows = z
  .array(row)
  .max(SHEET_ROWS_MAX)
  .refine(
    (list) => new Set(list.map(({ key }) => key.toLowerCase())).size === list.length,
    'Each row needs a key of its own.',
  );
const rowsVersion = z.int().positive();

export const createSheet = defineCall({
  name: 'createSheet',
  summary: 'Starts a sheet with the rows typed so far. Nothing is checked yet.',
  tag,
  group,
  method: 'POST',
  repeat: 'key',
  path: 'sheets',
  ...write,
  body: z.strictObject({
    kind: z.enum(SHEET_KINDS),
    name: z.string().trim().min(1, 'Enter a name.').max(120),
    rows,
  }),
  answer: z.object({ id: z.number(), rowsVersion: z.number() }),
});

export const readSheet = defineCall({
  name: 'readSheet',
  summary: 'A sheet with its rows and what the person who calls may do with it.',
  tag,
  group,
  method: 'GET',
  path: 'sheets/:id',
  ...view,
  params: idParams,
  answer: sheetSchema,
});

export const saveSheetRows = defineCall({
  name: 'saveSheetRows',
  summary: 'Saves changed rows of a sheet that is not requested or made. A newer version is a conflict.',
  tag,
  group: 'sheetRows',
  method: 'POST',
  repeat: 'key',
  path: 'sheets/:id/rows',
  ...write,
  params: idParams,
  body: z.strictObject({
    rowsVersion,
    changed: rows,
    removed: z.array(z.uuid()).max(SHEET_ROWS_MAX),
    /** The keys of all rows in their order, if rows were added, removed or moved. */
    order: z.array(z.uuid()).max(SHEET_ROWS_MAX).optional(),
  }),
  answer: z.object({ rowsVersion: z.number() }),
});

export const renameSheet = defineCall({
  name: 'renameSheet',
  summary: 'Changes the name of a sheet, or who makes its boxes.',
  tag,
  group,
  method: 'PATCH',
  path: 'sheets/:id',
  ...write,
  params: idParams,
  body: z.strictObject({
    name: z.string().trim().min(1, 'Enter a name.').max(120).optional(),
    assigneeId: z.int().positive().nullable().optional(),
  }),
});

export const requestSheet = defineCall({
  name: 'requestSheet',
  summary: 'Asks for the boxes of a sheet. Refused with every wrong cell.',
  tag,
  group,
  method: 'POST',
  repeat: 'state',
  path: 'sheets/:id/request',
  ...write,
  params: idParams,
  body: z.strictObject({ rowsVersion }),
});

export const withdrawSheet = defineCall({
  name: 'withdrawSheet',
  summary: 'Takes a request back, so that its rows can be changed.',
  tag,
  group,
  method: 'POST',
  repeat: 'state',
  path: 'sheets/:id/withdraw',
  ...write,
  params: idParams,
});

export const rejectSheet = defineCall({
  name: 'rejectSheet',
  summary: 'Rejects a request with a reason.',
  tag,
  group,
  method: 'POST',
  repeat: 'state',
  path: 'sheets/:id/reject',
  ...process,
  params: idParams,
  body: z.strictObject({ reason: z.string().trim().min(1, 'Enter the reason.').max(REJECTION_LENGTH) }),
});

export const makeSheetBoxes = defineCall({
  name: 'makeSheetBoxes',
  summary:
    'Makes all boxes of a sheet in one transaction. One wrong row, and none is made. Many boxes are made in the background.',
  tag,
  group,
  method: 'POST',
  repeat: 'state',
  path: 'sheets/:id/make',
  ...process,
  params: idParams,
  body: z.strictObject({ rowsVersion }),
  /** How many were made; null if they are made in the background. */
  answer: z.object({ made: z.number().nullable() }),
});

export const readSheetMaking = defineCall({
  name: 'readSheetMaking',
  summary: 'How far the boxes of a sheet are made in the background; null if they are not being made.',
  tag,
  group: 'sheetMaking',
  method: 'GET',
  path: 'sheets/:id/making',
  ...view,
  params: idParams,
  answer: makingSchema.nullable(),
});

export const listSheetRequests = defineCall({
  name: 'listSheetRequests',
  summary: 'The sheets that were requested and are not made yet, the oldest first.',
  tag,
  group,
  method: 'GET',
  path: 'sheet-requests',
  ...view,
  answer: z.array(sheetRequestSchema),
});

export const readSheetNames = defineCall({
  name: 'readSheetNames',
  summary: 'The records that the cells of a sheet can name, and the people who make boxes.',
  tag,
  group,
  method: 'GET',
  path: 'sheet-names/:kind',
  ...view,
  params: z.object({ kind: z.enum(SHEET_KINDS) }),
  answer: sheetNamesSchema,
});

export const readSheetFile = defineCall({
  name: 'readSheetFile',
  summary:
    'The cells of an uploaded CSV or XLSX. Nothing is stored. `encoding`, before the file: its encoding, if it is not in Unicode.',
  tag,
  method: 'POST',
  repeat: 'reads',
  path: 'sheet-files',
  ...write,
  body: MULTIPART,
  answer: z.object({
    cells: z.array(z.array(z.string())),
    /** The names of a workbook's other sheets with values. */
    otherSheets: z.array(z.string()),
    /** The encoding in which the file was read; null for files in Unicode and workbooks. */
    encoding: readAsSchema.nullable(),
  }),
});

export const downloadSheet = defineCall({
  name: 'downloadSheet',
  summary: 'A sheet with the links of its boxes as CSV or XLSX.',
  tag,
  method: 'GET',
  path: 'sheets/:id/files/:format',
  ...view,
  params: z.object({ id: z.coerce.number<unknown>().int().positive(), format: z.enum(['csv', 'xlsx']) }),
  answer: FILE,
});
