/** Answers of reports as people see them. */
import { z } from 'zod';
import { keysOf } from '../../objects.ts';
import { runSchema } from '../../workplace/jobs/runs.ts';
import { PLACES } from '../stats/metrics.ts';
import { REPORT_FORMATS } from './report.ts';

const instant = z.iso.datetime();

/** The format in which screens show the numbers of a column. Files contain them with all decimals. */
const numberColumnSchema = z.object({
  format: z.enum([...keysOf(PLACES), 'number']),
  places: z.number(),
});
export type NumberColumn = z.output<typeof numberColumnSchema>;

/** The first rows of a report. The values are the same as in its file. */
export const previewSchema = z.object({
  head: z.array(z.string()),
  /** How many of the columns are keys, which are texts; the others are numbers. */
  keyColumns: z.number(),
  numberColumns: z.array(numberColumnSchema),
  rows: z.array(z.array(z.string())),
  totals: z.array(z.string()),
  /** About how many rows the whole table has; null where only counting them tells. */
  about: z.number().nullable(),
  newest: instant.nullable(),
  asOf: instant,
});
export type ReportPreview = z.output<typeof previewSchema>;

const fileSchema = z.object({
  id: z.number(),
  name: z.string(),
  partyName: z.string().nullable(),
  rows: z.number(),
  bytes: z.number(),
  sheets: z.number(),
  sha256: z.string(),
  tableSha256: z.string(),
});
export type ReportFile = z.output<typeof fileSchema>;

export const DELIVERY_STATES = ['waiting', 'delivered', 'failed', 'dropped', 'refused'] as const;

const deliverySchema = z.object({
  id: z.number(),
  channel: z.enum(['email', 'webhook']),
  recipient: z.string(),
  state: z.enum(DELIVERY_STATES),
  problem: z.string().nullable(),
});
export type ReportDeliveryOutcome = z.output<typeof deliverySchema>;

export const downloadSummarySchema = z.object({
  days: z.object({ start: z.string(), end: z.string() }),
  timeZone: z.string(),
  head: z.array(z.string()),
  totals: z.array(z.string()),
  /** One for each of the totals; empty for reports that were made before formats were stored. */
  numberColumns: z.array(numberColumnSchema).default([]),
  /** Whether the data was complete, as a sentence; null for answers from before it was kept. */
  data: z.string().nullable().default(null),
  definitionsChanged: z.array(z.string()),
});

export const downloadSchema = z.object({
  id: z.number(),
  reportId: z.number(),
  title: z.string(),
  format: z.enum(REPORT_FORMATS),
  owner: z.string(),
  isOwn: z.boolean(),
  isScheduled: z.boolean(),
  dueAt: instant,
  asOf: instant.nullable(),
  createdAt: instant,
  finishedAt: instant.nullable(),
  expiresAt: instant.nullable(),
  /** Set when the files have expired. */
  removedAt: instant.nullable(),
  summary: downloadSummarySchema.nullable(),
  /** Null for people who only got the files. */
  run: runSchema.nullable(),
  state: runSchema.shape.state,
  lateSources: z.array(z.string()),
  files: z.array(fileSchema),
  deliveries: z.array(deliverySchema),
  /** The first answer that this one makes again, and whether its tables are the same. */
  again: z.object({ of: z.number(), isIdentical: z.boolean().nullable() }).nullable(),
});
export type ReportDownload = z.output<typeof downloadSchema>;

export const reportStateSchema = z.object({
  schedule: z
    .object({ nextRunAt: instant.nullable(), pausedAt: instant.nullable(), pausedBecause: z.string().nullable() })
    .nullable(),
  downloads: z.array(downloadSchema),
});

/** How many downloads a list shows. */
export const DOWNLOADS_SHOWN = 20;
