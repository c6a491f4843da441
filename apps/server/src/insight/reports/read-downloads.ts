/** Downloads as people see them. Their owner, the people they were sent to, and Admins may open them. */
import { AppError } from '@signpost/contract/errors.ts';
import {
  DOWNLOADS_SHOWN,
  downloadSummarySchema,
  type ReportDeliveryOutcome,
  type ReportDownload,
  type ReportFile,
} from '@signpost/contract/insight/reports/downloads.ts';
import { REPORT_FORMATS } from '@signpost/contract/insight/reports/report.ts';
import { RUN_STATES } from '@signpost/contract/workplace/jobs/runs.ts';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../../database.ts';
import { readRows } from '../../platform/rows.ts';
import type { SessionUser } from '../../session-user.ts';
import { readRun } from '../../workplace/runs/store.ts';

const row = z.object({
  id: z.number(),
  reportId: z.number(),
  userId: z.number(),
  owner: z.string(),
  runId: z.number().nullable(),
  state: z.enum(RUN_STATES).nullable(),
  lateSources: z.array(z.string()).nullable(),
  title: z.string(),
  format: z.enum(REPORT_FORMATS),
  isScheduled: z.boolean(),
  dueAt: z.date(),
  asOf: z.date().nullable(),
  createdAt: z.date(),
  finishedAt: z.date().nullable(),
  expiresAt: z.date().nullable(),
  removedAt: z.date().nullable(),
  summary: z.unknown(),
  againOf: z.number().nullable(),
});
type Row = z.output<typeof row>;

/** A report that failed can always be run again. */
const NO_REPEATS = {};

/** A person sees their own downloads, and those that were sent to them. */
const visibleTo = (viewer: SessionUser): RawBuilder<unknown> => {
  if (viewer.grade === 'Admin') return sql`true`;
  return sql`(d.user_id = ${viewer.id} OR EXISTS (SELECT 1 FROM report_deliveries v WHERE v.download_id = d.id
        AND v.user_id = ${viewer.id} AND v.problem IS NULL))`;
};

const find = (db: Queryable, viewer: SessionUser, where: RawBuilder<unknown>): Promise<Row[]> =>
  readRows(
    db,
    row,
    sql`SELECT d.id, d.report_id, d.user_id, u.name AS owner, r.id AS run_id, r.state, r.late_sources, d.title, d.format,
        d.is_scheduled, d.due_at, d.as_of, d.created_at, d.finished_at, d.expires_at, d.removed_at, d.summary, d.again_of
      FROM report_downloads d JOIN users u ON u.id = d.user_id LEFT JOIN runs r ON r.id = coalesce((SELECT a.id FROM runs a WHERE a.again_of = d.run_id), d.run_id)
      WHERE ${where} AND ${visibleTo(viewer)} ORDER BY d.id DESC LIMIT ${DOWNLOADS_SHOWN}`,
  );

const fileRow = z.object({
  id: z.number(),
  downloadId: z.number(),
  name: z.string(),
  partyName: z.string().nullable(),
  rows: z.number(),
  bytes: z.number(),
  sheets: z.number(),
  sha256: z.string(),
  tableSha256: z.string(),
});

async function filesOf(db: Queryable, ids: readonly number[]): Promise<Map<number, ReportFile[]>> {
  const rows = await readRows(
    db,
    fileRow,
    sql`SELECT id, download_id, name, party_name, rows, bytes, sheets, sha256, table_sha256 FROM report_files
      WHERE download_id = ANY(${ids}) ORDER BY id`,
  );
  return grouped(rows);
}

const deliveryRow = z.object({
  id: z.number(),
  downloadId: z.number(),
  channel: z.enum(['email', 'webhook']),
  recipient: z.string(),
  state: z.enum(['waiting', 'delivered', 'failed', 'dropped']).nullable(),
  problem: z.string().nullable(),
});

async function deliveriesOf(db: Queryable, ids: readonly number[]): Promise<Map<number, ReportDeliveryOutcome[]>> {
  const rows = await readRows(
    db,
    deliveryRow,
    sql`SELECT v.id, v.download_id, v.channel, v.recipient, o.state, coalesce(v.problem, o.problem) AS problem
      FROM report_deliveries v LEFT JOIN deliveries o ON o.notification_id = v.notification_id
      WHERE v.download_id = ANY(${ids}) ORDER BY v.id`,
  );
  return grouped(rows.map(({ state, ...rest }) => ({ ...rest, state: state ?? ('refused' as const) })));
}

function grouped<T extends { downloadId: number }>(rows: readonly T[]): Map<number, Omit<T, 'downloadId'>[]> {
  const groups = new Map<number, Omit<T, 'downloadId'>[]>();
  for (const { downloadId, ...rest } of rows) {
    const group = groups.get(downloadId) ?? [];
    groups.set(downloadId, [...group, rest]);
  }
  return groups;
}

const sameTables = (one: readonly ReportFile[], other: readonly ReportFile[]): boolean =>
  one.map(({ tableSha256 }) => tableSha256).join() === other.map(({ tableSha256 }) => tableSha256).join();

/** Whether an answer has the same tables as the first one; null if it is not finished, or the first one has no files. */
function isIdentical(
  { finishedAt }: Pick<Row, 'finishedAt'>,
  own: readonly ReportFile[],
  first: readonly ReportFile[],
) {
  if (finishedAt === null || first.length === 0) return null;
  return sameTables(first, own);
}

async function shown(db: Queryable, viewer: SessionUser, rows: readonly Row[]): Promise<ReportDownload[]> {
  const ids = rows.map(({ id }) => id);
  const firsts = rows.map(({ againOf }) => againOf).filter((id) => id !== null);
  const files = await filesOf(db, [...ids, ...firsts]);
  const deliveries = await deliveriesOf(db, ids);
  const answers: ReportDownload[] = [];
  for (const { userId, runId, againOf, state, lateSources, summary, ...rest } of rows) {
    const isOwn = userId === viewer.id;
    const mayFollow = runId !== null && (isOwn || viewer.grade === 'Admin');
    const own = files.get(rest.id) ?? [];
    answers.push({
      ...rest,
      isOwn,
      state: state ?? 'waiting',
      lateSources: lateSources ?? [],
      dueAt: rest.dueAt.toISOString(),
      asOf: rest.asOf?.toISOString() ?? null,
      createdAt: rest.createdAt.toISOString(),
      finishedAt: rest.finishedAt?.toISOString() ?? null,
      expiresAt: rest.expiresAt?.toISOString() ?? null,
      removedAt: rest.removedAt?.toISOString() ?? null,
      summary: summary === null ? null : downloadSummarySchema.parse(summary),
      run: mayFollow ? await readRun(db, viewer, runId, NO_REPEATS) : null,
      files: own,
      deliveries: mayFollow ? (deliveries.get(rest.id) ?? []) : [],
      again: againOf === null ? null : { of: againOf, isIdentical: isIdentical(rest, own, files.get(againOf) ?? []) },
    });
  }
  return answers;
}

export async function listDownloads(db: Queryable, viewer: SessionUser): Promise<ReportDownload[]> {
  return await shown(db, viewer, await find(db, viewer, sql`true`));
}

export async function downloadsOf(db: Queryable, viewer: SessionUser, reportId: number): Promise<ReportDownload[]> {
  return await shown(db, viewer, await find(db, viewer, sql`d.report_id = ${reportId}`));
}

/** One download. Errors: ITEM_NOT_FOUND where it does not exist or is not the viewer's to open. */
export async function readDownload(db: Queryable, viewer: SessionUser, id: number): Promise<ReportDownload> {
  const [download] = await shown(db, viewer, await find(db, viewer, sql`d.id = ${id}`));
  if (download === undefined) throw new AppError('ITEM_NOT_FOUND');
  return download;
}
