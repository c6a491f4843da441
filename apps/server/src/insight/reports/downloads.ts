/** Downloads: one answer of a report each, from the moment it is asked for until its files have expired. */

import { WEEK_STARTS } from '@signpost/contract/dates/habits.ts';
import { AppError } from '@signpost/contract/errors.ts';
import {
  REPORT_FORMATS,
  type ReportDefinition,
  reportDefinitionSchema,
} from '@signpost/contract/insight/reports/report.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable, Trx } from '../../database.ts';
import { readRows } from '../../platform/rows.ts';
import { enqueueRun } from '../../workplace/runs/store.ts';

export const reportRunInput = z.union([
  z.strictObject({ downloadId: z.number() }),
  /** A scheduled run, which makes its download when it starts. */
  z.strictObject({
    reportId: z.number(),
    /** The question's days and zone, from which follows which data must be complete. */
    dateRange: z.unknown(),
    timeZone: z.string(),
    weekStart: z.enum(WEEK_STARTS).optional(),
    waitHours: z.number(),
  }),
]);
export type ReportRunInput = z.output<typeof reportRunInput>;

const downloadRow = z.object({
  id: z.number(),
  reportId: z.number(),
  userId: z.number(),
  title: z.string(),
  format: z.enum(REPORT_FORMATS),
  definition: reportDefinitionSchema,
  dueAt: z.date(),
  asOf: z.date().nullable(),
  isScheduled: z.boolean(),
  isSent: z.boolean(),
  againOf: z.number().nullable(),
});
export type StoredDownload = z.output<typeof downloadRow>;

const COLUMNS = sql`id, report_id, user_id, title, format, definition, due_at, as_of, is_scheduled, is_sent, again_of`;

const idOnly = z.object({ id: z.number() });

interface NewDownload {
  reportId: number;
  userId: number;
  title: string;
  format: StoredDownload['format'];
  definition: ReportDefinition;
  dueAt: Date;
  asOf: Date | null;
  isSent: boolean;
  againOf: number | null;
  isScheduled?: boolean;
  now: Date;
}

const UNFINISHED = { finishedAt: null, summary: null, expiresAt: null, removedAt: null };

/**
 * Asks for an answer: the download, and the run that makes it. Returns the id of the download. While an answer is on its
 * way, the same person who asks for the same gets that one.
 */
export async function askForDownload(trx: Trx, asked: NewDownload): Promise<number> {
  const { now, definition, isScheduled = false, ...rest } = asked;
  if (!isScheduled) {
    const open = await openDownload(trx, asked);
    if (open !== undefined) return open;
  }
  const { id } = await trx
    .insertInto('reportDownloads')
    .values({
      ...rest,
      definition: JSON.stringify(definition),
      isScheduled,
      createdAt: now,
      runId: null,
      ...UNFINISHED,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const runId = await enqueueRun(trx, now, {
    kind: 'report',
    key: `report download ${id}`,
    title: asked.title,
    ownerId: asked.userId,
    input: { downloadId: id },
    expectedAt: now,
  });
  await trx.updateTable('reportDownloads').set({ runId }).where('id', '=', id).execute();
  return id;
}

/** The answer to the same question that its person has asked for and that is not there yet. */
async function openDownload(trx: Trx, asked: NewDownload): Promise<number | undefined> {
  const { reportId, userId, isSent, againOf, asOf, title, format, definition } = asked;
  // Of several requests at once, each sees what the one before has asked for.
  await sql`SELECT id FROM reports WHERE id = ${reportId} FOR NO KEY UPDATE`.execute(trx);
  const [row] = await readRows(
    trx,
    idOnly,
    sql`SELECT d.id FROM report_downloads d
      JOIN runs r ON r.id = coalesce((SELECT a.id FROM runs a WHERE a.again_of = d.run_id), d.run_id)
      WHERE d.report_id = ${reportId} AND d.user_id = ${userId} AND r.state IN ('waiting', 'running')
        AND NOT d.is_scheduled AND d.is_sent = ${isSent} AND d.again_of IS NOT DISTINCT FROM ${againOf}
        AND (${asOf}::timestamptz IS NULL OR d.as_of = ${asOf}) AND d.title = ${title} AND d.format = ${format}
        AND d.definition = ${JSON.stringify(definition)}::jsonb
      ORDER BY d.id DESC LIMIT 1`,
  );
  return row?.id;
}

/**
 * The download of a run, with the run as its latest one and the instant of the report, which every attempt shares. A
 * scheduled run gets its download when it first starts.
 */
export async function downloadOfRun(
  trx: Trx,
  run: { id: number; expectedAt: Date; ownerId: number | null },
  input: ReportRunInput,
  asOf: Date,
): Promise<StoredDownload> {
  const known = await knownDownload(trx, run.id, input);
  const id = known ?? (await scheduledDownload(trx, run, input));
  const [row] = await readRows(
    trx,
    downloadRow,
    sql`UPDATE report_downloads SET run_id = ${run.id}, as_of = coalesce(as_of, ${asOf}) WHERE id = ${id}
      RETURNING ${COLUMNS}`,
  );
  if (row === undefined) throw new AppError('ITEM_NOT_FOUND');
  return row;
}

/** The download that this run, or the run that it repeats, began. */
async function knownDownload(trx: Trx, runId: number, input: ReportRunInput): Promise<number | undefined> {
  if ('downloadId' in input) return input.downloadId;
  const [row] = await readRows(
    trx,
    idOnly,
    sql`SELECT d.id FROM report_downloads d WHERE d.run_id = ${runId}
      OR d.run_id = (SELECT again_of FROM runs WHERE id = ${runId})`,
  );
  return row?.id;
}

const reportRow = z.object({
  name: z.string(),
  format: z.enum(REPORT_FORMATS),
  definition: z.unknown(),
});

async function scheduledDownload(
  trx: Trx,
  run: { id: number; expectedAt: Date; ownerId: number | null },
  input: ReportRunInput,
): Promise<number> {
  if (!('reportId' in input) || run.ownerId === null) throw new AppError('ITEM_NOT_FOUND');
  const [report] = await readRows(
    trx,
    reportRow,
    sql`SELECT name, format, definition FROM reports WHERE id = ${input.reportId}`,
  );
  if (report === undefined) throw new AppError('ITEM_NOT_FOUND');
  const { id } = await trx
    .insertInto('reportDownloads')
    .values({
      reportId: input.reportId,
      userId: run.ownerId,
      runId: run.id,
      title: report.name,
      format: report.format,
      definition: JSON.stringify(report.definition),
      dueAt: run.expectedAt,
      asOf: null,
      isScheduled: true,
      isSent: true,
      againOf: null,
      createdAt: new Date(),
      ...UNFINISHED,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The definition that a run would answer; undefined if its report is archived or gone. */
export async function definitionOfRun(db: Queryable, input: ReportRunInput): Promise<ReportDefinition | undefined> {
  const rows = await readRows(
    db,
    z.object({ definition: z.unknown() }),
    'downloadId' in input
      ? sql`SELECT definition FROM report_downloads WHERE id = ${input.downloadId}`
      : sql`SELECT definition FROM reports WHERE id = ${input.reportId} AND archived_at IS NULL`,
  );
  return reportDefinitionSchema.safeParse(rows[0]?.definition).data;
}
