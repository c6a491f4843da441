/** Reports beside their records: the preview, running, downloads and their files. */
import { z } from 'zod';
import { report } from '../entities/report.ts';
import { downloadSchema, previewSchema, reportStateSchema } from '../insight/reports/downloads.ts';
import { reportDefinitionSchema } from '../insight/reports/report.ts';
import { newGoogleSheetSchema } from '../sheets/google/new-sheet.ts';
import { defineCall, FILE, idParams } from './define-call.ts';

const tag = 'Reports';
const group = report.name;
const onReports = {
  access: { routes: ['advancedReporting', 'advancedReportingAdd', 'advancedReportingEdit'], action: 'view' },
  rows: 'staff',
} as const;

export const previewReport = defineCall({
  name: 'previewReport',
  summary: 'The first rows of a report that is being built, its totals, and about how many rows it has.',
  tag,
  method: 'POST',
  repeat: 'reads',
  path: 'reports/preview',
  ...onReports,
  body: z.strictObject({ definition: reportDefinitionSchema }),
  answer: previewSchema,
});

export const runReport = defineCall({
  name: 'runReport',
  summary: 'Asks for the answer of a report with the rows of the caller. With `send`, the owner also sends it.',
  tag,
  group,
  method: 'POST',
  repeat: 'key',
  path: 'reports/:id/run',
  access: { record: report, verb: 'read' },
  rows: { of: report },
  params: idParams,
  body: z.strictObject({ send: z.boolean().default(false) }),
  answer: z.object({ downloadId: z.number() }),
});

export const readReportState = defineCall({
  name: 'readReportState',
  summary: "A report's schedule and the latest downloads that the viewer may open.",
  tag,
  group,
  method: 'GET',
  path: 'reports/:id/state',
  access: { record: report, verb: 'read' },
  rows: { of: report },
  params: idParams,
  answer: reportStateSchema,
});

export const listDownloads = defineCall({
  name: 'listDownloads',
  summary: 'The latest downloads of all reports that the viewer may open, the newest first.',
  tag,
  group,
  method: 'GET',
  path: 'report-downloads',
  ...onReports,
  answer: z.array(downloadSchema),
});

const onDownloads = { access: { routes: ['advancedReportingDownload'], action: 'view' }, rows: 'staff' } as const;

export const readDownload = defineCall({
  name: 'readDownload',
  summary: 'One answer of a report: its progress, files and deliveries.',
  tag,
  group,
  method: 'GET',
  path: 'report-downloads/:id',
  ...onDownloads,
  params: idParams,
  answer: downloadSchema,
});

export const downloadReportFile = defineCall({
  name: 'downloadReportFile',
  summary: 'A file of an answer.',
  tag,
  method: 'GET',
  path: 'report-downloads/:id/files/:fileId',
  ...onDownloads,
  params: idParams.extend({ fileId: z.coerce.number<number>().int().positive() }),
  answer: FILE,
});

export const planReportGoogleSheet = defineCall({
  name: 'planReportGoogleSheet',
  summary: 'A file of an answer as a new Google sheet, which the browser of the caller makes with its own token.',
  tag,
  group,
  method: 'GET',
  path: 'report-downloads/:id/files/:fileId/google',
  ...onDownloads,
  params: idParams.extend({ fileId: z.coerce.number<number>().int().positive() }),
  answer: z.object({
    /** Null if Google sign-in is not set up; then there is no sheet either. */
    setup: z.object({ clientId: z.string(), authUrl: z.string(), sheetsUrl: z.string() }).nullable(),
    sheet: newGoogleSheetSchema.nullable(),
  }),
});

export const makeDownloadAgain = defineCall({
  name: 'makeDownloadAgain',
  summary: 'Makes the files of an answer again, from the facts that were recorded until its own instant.',
  tag,
  group,
  method: 'POST',
  repeat: 'key',
  path: 'report-downloads/:id/again',
  ...onDownloads,
  params: idParams,
  answer: z.object({ downloadId: z.number() }),
});
