/** Sheets: many boxes or direct links asked for, checked and made at once (docs/product/sheets.md). */
import { z } from 'zod';
import { ENTITY_NAMES } from '../define/entity-names.ts';
import { byCount } from '../define/words.ts';

export const SHEET_KINDS = ['campaign', 'seo', 'direct'] as const;
export type SheetKind = (typeof SHEET_KINDS)[number];

export const SHEET_KIND_LABELS = {
  campaign: 'Campaign boxes',
  seo: 'SEO boxes',
  direct: 'Direct links',
} as const satisfies Record<SheetKind, string>;

const BOXES = { one: 'box', many: 'boxes' };
/** The words for the records that a sheet makes. */
export const SHEET_WORDS: Readonly<Record<SheetKind, { one: string; many: string }>> = {
  campaign: BOXES,
  seo: BOXES,
  direct: { one: 'direct link', many: 'direct links' },
};

/** "1 box", "40 boxes"; `shown` is how the number is written. */
export const countedInSheet = (kind: SheetKind, count: number, shown = String(count)): string =>
  `${shown} ${byCount(count, SHEET_WORDS[kind].one, SHEET_WORDS[kind].many)}`;

export const SHEET_STATES = ['draft', 'requested', 'rejected', 'made'] as const;
export type SheetState = (typeof SHEET_STATES)[number];

export const SHEET_STATE_LABELS = {
  draft: 'Draft',
  requested: 'Requested',
  rejected: 'Rejected',
  made: 'Made',
} as const satisfies Record<SheetState, string>;

/** The largest sheet. */
export const SHEET_ROWS_MAX = 10_000;
/** More boxes than this are made in the background. */
export const SHEET_AT_ONCE_MAX = 200;
/** The longest text of a cell; every field of a box is shorter, lists of campaigns aside. */
export const CELL_LENGTH_MAX = 8_000;
export const SHEET_FILE_BYTES = 16 * 1024 * 1024;
export const REJECTION_LENGTH = 500;

/** The grades that make boxes from sheets. */
export const PROCESSING_GRADES = ['Operations', 'Management', 'Admin'] as const;

/** The texts of a row as typed, by column. Empty cells may be missing. */
export const cellsSchema = z.record(z.string().max(60), z.string().max(CELL_LENGTH_MAX));
export type Cells = Readonly<Record<string, string>>;

export const rowSchema = z.object({
  key: z.uuid(),
  cells: cellsSchema,
  /** The box or direct link that was made from the row. */
  boxId: z.number().nullable(),
});
export type SheetRow = Readonly<{ key: string; cells: Cells; boxId: number | null }>;

const person = z.object({ id: z.number(), name: z.string() });

/** The background run that makes the boxes of a sheet. */
export const makingSchema = z.object({
  runId: z.number(),
  ownerId: z.number().nullable(),
  done: z.number(),
  /** Null until the work has begun. */
  total: z.number().nullable(),
});

export const sheetSchema = z.object({
  id: z.number(),
  kind: z.enum(SHEET_KINDS),
  name: z.string(),
  state: z.enum(SHEET_STATES),
  rowsVersion: z.number(),
  rows: z.array(rowSchema),
  assignee: person.nullable(),
  createdBy: person.nullable(),
  requestedBy: person.nullable(),
  requestedAt: z.iso.datetime().nullable(),
  decidedBy: person.nullable(),
  decidedAt: z.iso.datetime().nullable(),
  rejection: z.string().nullable(),
  isArchived: z.boolean(),
  /** Null unless the boxes are being made in the background. */
  making: makingSchema.nullable(),
  /** The actions that the person who asks may take now. */
  may: z.object({
    edit: z.boolean(),
    request: z.boolean(),
    withdraw: z.boolean(),
    process: z.boolean(),
  }),
});
export type Sheet = z.infer<typeof sheetSchema>;

/** A request as the list of unprocessed requests shows it. */
export const sheetRequestSchema = z.object({
  id: z.number(),
  kind: z.enum(SHEET_KINDS),
  name: z.string(),
  rowCount: z.number(),
  requestedBy: person.nullable(),
  requestedAt: z.iso.datetime(),
  assignee: person.nullable(),
  /** Comments that are not resolved. */
  comments: z.number(),
});
export type SheetRequest = z.infer<typeof sheetRequestSchema>;

/** The records that cells can name, by entity, and the people who can make the boxes. */
export const sheetNamesSchema = z.object({
  names: z.partialRecord(z.enum(ENTITY_NAMES), z.array(person)),
  people: z.array(person),
});
export type SheetNames = z.infer<typeof sheetNamesSchema>['names'];
