/** Notes that people pin to a record, or to a day or a number of a statistics tab (docs/product/notes.md). */
import { z } from 'zod';
import { ALL_TIMES_START, type Day, isDay } from '../../dates/dates.ts';
import { ENTITY_NAMES } from '../../define/entity-names.ts';
import { hasVisibleText } from '../../define/visible-text.ts';
import { LAST_BEFORE_FIRST } from '../../field-messages.ts';
import { TAB_NAMES } from '../../routes/tab-names.ts';
import { dimensionSchema, itemIdSchema } from '../stats/dimension-schemas.ts';
import { isMetricId, type MetricId } from '../stats/metrics.ts';

export const NOTE_LENGTH = 2_000;
export const NOTE_MENTIONS = 20;
export const NOTES_SHOWN = 200;

/** Whether a note can stand on a day: statistics begin with 2021, and nothing is known of the future. */
export const isDayOpen = (noted: string, today: Day): boolean => noted >= ALL_TIMES_START && noted <= today;
export const outsideNotes = (today: Day): string => `Enter a day between ${ALL_TIMES_START} and today (${today}).`;

const day = z.string().refine(isDay, 'This date does not exist.');

const recordSubject = z.strictObject({
  kind: z.literal('record'),
  entity: z.enum(ENTITY_NAMES),
  id: z.coerce.number<number>().int().positive(),
});

/** A day of a tab and, for a single number, its row and its metric. */
const statsSubject = z.strictObject({
  kind: z.literal('stats'),
  tab: z.enum(TAB_NAMES),
  day,
  /** The row in words, such as "Partner: Alpha Casino"; empty for the whole tab. */
  row: z.string().max(300).default(''),
  metric: z.custom<MetricId>(isMetricId, 'This number does not exist.').nullable().default(null),
});

export const noteSubjectSchema = z.discriminatedUnion('kind', [recordSubject, statsSubject]);
export type NoteSubject = z.output<typeof noteSubjectSchema>;

/** The row that a new note is about, by its item; null for the whole tab. The server puts it into words. */
const newNoteRow = z.strictObject({ dimension: dimensionSchema, id: itemIdSchema });
export type NewNoteRow = z.output<typeof newNoteRow>;

const newSubject = z.discriminatedUnion('kind', [
  recordSubject,
  z.strictObject({ ...statsSubject.shape, row: newNoteRow.nullable().default(null) }),
]);
export type NewNoteSubject = z.output<typeof newSubject>;

const body = z
  .string()
  .trim()
  .refine(hasVisibleText, { error: 'Write something first.', abort: true })
  .max(NOTE_LENGTH);
const mentions = z.array(z.int().positive()).max(NOTE_MENTIONS).default([]);

export const newNoteSchema = z.strictObject({ subject: newSubject, body, mentions });
export type NewNote = z.input<typeof newNoteSchema>;

export const noteChangeSchema = z.strictObject({
  body: body.optional(),
  mentions: mentions.removeDefault().optional(),
  isResolved: z.boolean().optional(),
});

const person = z.object({ id: z.number(), name: z.string() });

export const noteSchema = z.object({
  id: z.number(),
  subject: noteSubjectSchema,
  body: z.string(),
  author: person,
  mentions: z.array(person),
  at: z.iso.datetime(),
  editedAt: z.iso.datetime().nullable(),
  resolvedAt: z.iso.datetime().nullable(),
  resolvedBy: z.string().nullable(),
  /** The author may edit and delete it. */
  isOwn: z.boolean(),
});
export type Note = z.infer<typeof noteSchema>;

/** The notes of a record, or those of a tab on the days of a range. */
export const noteQuerySchema = z.discriminatedUnion('kind', [
  recordSubject,
  z
    .strictObject({ kind: z.literal('stats'), tab: z.enum(TAB_NAMES), start: day, end: day })
    .refine(({ start, end }) => start <= end, { path: ['end'], error: LAST_BEFORE_FIRST }),
]);
export type NoteQuery = z.output<typeof noteQuerySchema>;

/** {@link noteQuerySchema} as the documentation shows it: parameters of an address have no alternatives. */
export const documentedNoteQuery = z.object({
  kind: z.enum(['record', 'stats']),
  ...recordSubject.omit({ kind: true }).partial().shape,
  tab: z.enum(TAB_NAMES).optional(),
  start: day.optional(),
  end: day.optional(),
});

/** The subject that people must be allowed to read to be mentioned: a record, or a tab on any day. */
export const mentionableQuerySchema = z.discriminatedUnion('kind', [
  recordSubject,
  z.strictObject({ kind: z.literal('stats'), tab: z.enum(TAB_NAMES) }),
]);
export type MentionableQuery = z.output<typeof mentionableQuerySchema>;

export const documentedMentionableQuery = documentedNoteQuery.omit({ start: true, end: true });

/** The people who can be mentioned, because they may read the note. */
export const mentionableSchema = z.array(person);
