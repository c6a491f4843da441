/** The run of a report: its answer becomes files, which are stored and sent in the transaction that ends the run. */
import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { dayIn, dayRangeToInstants, isDay, isTimeZone } from '@signpost/contract/dates/dates.ts';
import { isRangeWord, rangeInWords } from '@signpost/contract/dates/relative-dates.ts';
import { AppError } from '@signpost/contract/errors.ts';
import { planReport, REPORT_LIMITS } from '@signpost/contract/insight/reports/report.ts';
import { isObject } from '@signpost/contract/objects.ts';
import type { Db, Trx } from '../../database.ts';
import type { ClickHouse } from '../../platform/clickhouse.ts';
import type { ObjectStore } from '../../platform/store/store.ts';
import { personOf } from '../../session-user.ts';
import { type Attempt, defineRun, type RunKind, type RunOutcome } from '../../workplace/runs/kinds.ts';
import { readAttributes } from '../stats/attributes.ts';
import { withKnown } from '../stats/known.ts';
import { factScope } from '../stats/viewer.ts';
import { changedDefinitions, headOf, numberColumnsOf } from './about.ts';
import { completenessOf } from './completeness.ts';
import { deliver, tellReady } from './deliver.ts';
import {
  definitionOfRun,
  downloadOfRun,
  type ReportRunInput,
  reportRunInput,
  type StoredDownload,
} from './downloads.ts';
import { refusalFor } from './person.ts';
import { guardPlan } from './plan.ts';
import type { ReportScope } from './statements.ts';
import { type Writing, type WrittenFile, wholeTotals, writeFiles } from './write-files.ts';

export interface ReportDeps {
  db: Db;
  clickhouse: ClickHouse;
  /** Files are written below this folder before they are stored. */
  dataDir: string;
  files: ObjectStore;
  publicUrl: URL | undefined;
}

/** Facts become visible a little after they are recorded. */
const SETTLE_MS = 15_000;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** The folder in which this machine writes the files of reports until they are complete. */
export const unfinishedFolder = (dataDir: string): string => join(dataDir, 'unfinished', 'reports');

/** The end of the days of a scheduled report, as far as they are over when it is due. */
function periodEnd({ dateRange, timeZone, weekStart }: Extract<ReportRunInput, { reportId: number }>, due: Date): Date {
  if (!isTimeZone(timeZone)) return due;
  const days = isRangeWord(dateRange) ? rangeInWords(dateRange, dayIn(due, timeZone), weekStart) : dateRange;
  if (!isObject(days) || !isDay(days.start) || !isDay(days.end)) return due;
  const { until } = dayRangeToInstants({ start: days.start, end: days.end }, timeZone);
  if (until < due) return until;
  return due;
}

/** A report says nothing while it is written, and a large one takes long. */
const LONGEST_REPORT_MS = 2 * HOUR_MS;

export const reportRun = (deps: ReportDeps): RunKind =>
  defineRun({
    name: 'report',
    patienceMs: LONGEST_REPORT_MS,
    input: reportRunInput,
    needs(input, { expectedAt }) {
      if (!('reportId' in input)) return null;
      const latest = new Date(expectedAt.getTime() + input.waitHours * HOUR_MS);
      return { until: periodEnd(input, expectedAt), latest };
    },
    async refuse(trx, ownerId, input) {
      const definition = await definitionOfRun(trx, input);
      if (definition === undefined) return 'The report is archived.';
      return refusalFor(await personOf(trx, ownerId), definition);
    },
    run: (attempt) => answer(deps, attempt),
  });

interface Answered {
  writing: Writing;
  download: StoredDownload;
  files: WrittenFile[];
  /** The totals of the whole answer. */
  values: string[];
}

async function answer(deps: ReportDeps, attempt: Attempt<ReportRunInput>): Promise<undefined> {
  const { db, dataDir, files } = deps;
  const asOf = new Date(Date.now() - SETTLE_MS);
  const download = await db.transaction().execute((trx) => downloadOfRun(trx, attempt, attempt.input, asOf));
  // Another attempt that still writes has a folder of its own.
  const attemptId = randomUUID();
  const folder = join(unfinishedFolder(dataDir), attemptId);
  await mkdir(folder, { recursive: true });
  let answered: Answered;
  try {
    const written = await writeAnswer(deps, attempt, download, folder);
    answered = { ...written, files: await storeFiles(files, `reports/${download.id}/${attemptId}`, written.files) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  // From here on the files stay: whether the transaction was committed is not always known. Files that belong to no
  // answer are removed later.
  await attempt.complete((trx) => store(trx, deps, attempt, answered));
  return undefined;
}

/** Puts files into the store. Files that a failure leaves there belong to no answer and are removed later. */
async function storeFiles(store: ObjectStore, above: string, files: readonly WrittenFile[]): Promise<WrittenFile[]> {
  const stored: WrittenFile[] = [];
  for (const file of files) {
    const path = `${above}/${basename(file.path)}`;
    await store.putFile(path, file.path);
    stored.push({ ...file, path });
  }
  return stored;
}

async function writeAnswer(
  deps: ReportDeps,
  attempt: Attempt<ReportRunInput>,
  download: StoredDownload,
  folder: string,
): Promise<Answered> {
  const writing = await prepare(deps, attempt, download, folder);
  const files = await writeFiles(writing);
  const { values } = await wholeTotals(writing);
  return { writing, download, files, values };
}

async function prepare(
  { db, clickhouse, publicUrl }: ReportDeps,
  attempt: Attempt<ReportRunInput>,
  download: StoredDownload,
  folder: string,
): Promise<Writing> {
  const { definition, asOf, dueAt, title, format } = download;
  const person = await personOf(db, download.userId);
  if (person === undefined || asOf === null) throw new AppError('FORBIDDEN');
  const planned = planReport(definition, { due: dueAt, now: asOf });
  const plan = { ...planned, question: await withKnown(db, planned.question) };
  guardPlan(plan);
  const scope: ReportScope = { attributes: await readAttributes(db), facts: factScope(person), asOf };
  const { lateSources, signal, progress } = attempt;
  const { until: daysEnd } = dayRangeToInstants(plan.question.dateRange, plan.question.timeZone);
  const data = await completenessOf(db, { daysEnd, asOf, waitedFor: download.isScheduled ? lateSources : null });
  return {
    clickhouse,
    signal,
    folder,
    format,
    scope,
    about: {
      title,
      definition,
      plan,
      writtenAt: new Date(),
      data,
      publicUrl,
    },
    progress,
  };
}

async function store(
  trx: Trx,
  { files: fileStore }: ReportDeps,
  attempt: Attempt<ReportRunInput>,
  { writing, download, files, values }: Answered,
): Promise<RunOutcome> {
  const now = new Date();
  const { plan, definition, data } = writing.about;
  const rows = files.reduce((sum, file) => sum + file.rows, 0);
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  for (const { name, path, party, ...file } of files) {
    await trx
      .insertInto('reportFiles')
      .values({
        ...file,
        name,
        downloadId: download.id,
        path,
        partyId: party?.id ?? null,
        partyName: party?.name ?? null,
      })
      .execute();
  }
  const { dateRange, timeZone } = plan.question;
  const summary = {
    days: dateRange,
    timeZone,
    head: headOf(plan),
    totals: values,
    numberColumns: numberColumnsOf(plan),
    data,
    definitionsChanged: changedDefinitions(definition, plan),
  };
  await trx
    .updateTable('reportDownloads')
    .set({
      finishedAt: now,
      expiresAt: new Date(now.getTime() + REPORT_LIMITS.keepDays * DAY_MS),
      summary: JSON.stringify(summary),
    })
    .where('id', '=', download.id)
    .execute();
  const told = { download, days: dateRange, rows, lateSources: attempt.lateSources, data, now };
  if (download.isSent) await deliver(trx, told, files, fileStore);
  await tellReady(trx, told);
  return { rows, bytes, result: { downloadId: download.id } };
}
