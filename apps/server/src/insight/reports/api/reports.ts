/** Routes for previews, runs and downloads of reports. */
import {
  downloadReportFile,
  listDownloads,
  makeDownloadAgain,
  planReportGoogleSheet,
  previewReport,
  readDownload,
  readReportState,
  runReport,
} from '@signpost/contract/calls/reports.ts';
import { report } from '@signpost/contract/entities/report.ts';
import { AppError } from '@signpost/contract/errors.ts';
import { REPORT_FORMATS, reportDefinitionSchema } from '@signpost/contract/insight/reports/report.ts';
import { z } from 'zod';
import type { Trx } from '../../../database.ts';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { disposition } from '../../../http/file-name.ts';
import { goneSignal } from '../../../http/gone-signal.ts';
import { handle } from '../../../http/handle.ts';
import { reachingFiles } from '../../../http/reaching-files.ts';
import { TABLE_TYPES } from '../../../http/send-table.ts';
import type { SessionUser } from '../../../session-user.ts';
import { answerOnce } from '../../../workplace/records/once.ts';
import { readRecord } from '../../../workplace/records/read.ts';
import { rowFilter } from '../../../workplace/records/scope.ts';
import { readAttributes } from '../../stats/attributes.ts';
import { factScope } from '../../stats/viewer.ts';
import { askForDownload } from '../downloads.ts';
import { scheduleSubject } from '../effects.ts';
import { googleSheetOf } from '../google-sheet.ts';
import { refusalFor } from '../person.ts';
import { previewReport as preview } from '../preview.ts';
import * as downloads from '../read-downloads.ts';

const reportSchema = z.looseObject({
  name: z.string(),
  ownerId: z.number(),
  format: z.enum(REPORT_FORMATS),
  definition: reportDefinitionSchema,
});

function refuse(viewer: SessionUser, definition: z.output<typeof reportDefinitionSchema>): void {
  const message = refusalFor(viewer, definition);
  if (message !== null) throw new AppError('FORBIDDEN', { message });
}

function buildingRoutes(app: App, deps: Deps): void {
  const { db, clickhouse, clock } = deps;
  handle(app, previewReport, async ({ body: { definition }, viewer, reply }) => {
    refuse(viewer, definition);
    const engine = {
      db,
      clickhouse,
      attributes: await readAttributes(db),
      facts: factScope(viewer),
      signal: goneSignal(reply),
    };
    return await preview(engine, definition, clock.now());
  });

  handle(app, runReport, async ({ params: { id }, body: { send }, viewer, request, reply }) => {
    const now = clock.now();
    const ask = async (trx: Trx) => {
      const stored = await readRecord(trx, report, id, rowFilter(report, viewer));
      const { name, ownerId, format, definition } = reportSchema.parse(stored);
      refuse(viewer, definition);
      if (send && ownerId !== viewer.id)
        throw new AppError('FORBIDDEN', { message: 'Only the owner of a report sends it.' });
      if (send && viewer.keyScope !== null)
        throw new AppError('FORBIDDEN', { message: 'An API key makes reports, but a person sends them.' });
      const asked = { reportId: id, userId: viewer.id, title: name, format, definition, dueAt: now, isSent: send, now };
      return { downloadId: await askForDownload(trx, { ...asked, asOf: null, againOf: null }) };
    };
    return await answerOnce(deps, { request, reply }, ask, { status: 200 });
  });

  handle(app, readReportState, async ({ params: { id }, viewer }) => {
    const schedule = await db
      .selectFrom('schedules')
      .leftJoin('runs', (join) =>
        join.onRef('runs.scheduleId', '=', 'schedules.id').on('runs.state', '=', 'waiting').on('runs.attempt', '=', 0),
      )
      .select(['schedules.pausedAt', 'schedules.pausedBecause', 'runs.expectedAt'])
      .where('schedules.kind', '=', 'report')
      .where('schedules.subject', '=', scheduleSubject(id))
      .orderBy('runs.expectedAt')
      .executeTakeFirst();
    return {
      schedule:
        schedule === undefined
          ? null
          : {
              nextRunAt: schedule.expectedAt?.toISOString() ?? null,
              pausedAt: schedule.pausedAt?.toISOString() ?? null,
              pausedBecause: schedule.pausedBecause,
            },
      downloads: await downloads.downloadsOf(db, viewer, id),
    };
  });
}

const TYPES = { ...TABLE_TYPES, 'csv.gz': 'application/gzip' } as const;

function downloadRoutes(app: App, deps: Deps): void {
  const { db, clock, env, files } = deps;
  handle(app, listDownloads, ({ viewer }) => downloads.listDownloads(db, viewer));

  handle(app, readDownload, ({ params, viewer }) => downloads.readDownload(db, viewer, params.id));

  /** A file that the viewer may have. Errors: ITEM_NOT_FOUND. */
  async function fileFor(viewer: SessionUser, id: number, fileId: number) {
    const download = await downloads.readDownload(db, viewer, id);
    const file = await db
      .selectFrom('reportFiles')
      .select(['name', 'path', 'bytes', 'rows', 'partyName'])
      .where('id', '=', fileId)
      .where('downloadId', '=', id)
      .executeTakeFirst();
    if (file === undefined || download.removedAt !== null) throw new AppError('ITEM_NOT_FOUND');
    return { download, file };
  }

  /** Reads a stored file. Errors: ITEM_NOT_FOUND where the store lacks it; UNAVAILABLE where the store does not answer. */
  async function reading<T>(read: () => Promise<T | undefined>): Promise<T> {
    const found = await reachingFiles('The file cannot be read at the moment. Try again in a moment.', read);
    if (found === undefined)
      throw new AppError('ITEM_NOT_FOUND', { message: 'The file is no longer in the file store. Make it again.' });
    return found;
  }

  handle(app, planReportGoogleSheet, async ({ params: { id, fileId }, viewer }) => {
    const { download, file } = await fileFor(viewer, id, fileId);
    const { clientId, authUrl, sheetsUrl } = env.google;
    if (clientId === undefined || clientId === '') return { setup: null, sheet: null };
    return {
      setup: { clientId, authUrl, sheetsUrl },
      sheet: await googleSheetOf(download, file, () => reading(() => files.get(file.path))),
    };
  });

  handle(app, downloadReportFile, async ({ params: { id, fileId }, viewer, reply }) => {
    const { download, file } = await fileFor(viewer, id, fileId);
    const { format } = download;
    const content = await reading(() => files.read(file.path));
    return reply
      .type(TYPES[format])
      .header('content-disposition', disposition('attachment', file.name, `report-${id}-${fileId}.${format}`))
      .header('content-length', String(file.bytes))
      .send(content);
  });

  handle(app, makeDownloadAgain, async ({ params: { id }, viewer, request, reply }) => {
    const now = clock.now();
    const ask = async (trx: Trx) => {
      await downloads.readDownload(trx, viewer, id);
      const first = await trx
        .selectFrom('reportDownloads')
        .select(['reportId', 'title', 'format', 'definition', 'dueAt', 'asOf'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      const definition = reportDefinitionSchema.parse(first.definition);
      const format = z.enum(REPORT_FORMATS).parse(first.format);
      refuse(viewer, definition);
      const asked = { ...first, userId: viewer.id, format, definition, isSent: false, againOf: id, now };
      return { downloadId: await askForDownload(trx, asked) };
    };
    return await answerOnce(deps, { request, reply }, ask, { status: 200 });
  });
}

export function reportRoutes(app: App, deps: Deps): void {
  buildingRoutes(app, deps);
  downloadRoutes(app, deps);
}
