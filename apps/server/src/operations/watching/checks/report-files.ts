/** Whether the files of reports that can still be downloaded are in the store. */
import { byCount } from '@signpost/contract/define/words.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../../database.ts';
import { readRows } from '../../../platform/rows.ts';
import { startSentence } from '../../../platform/start-error.ts';
import { good, type Patient, problem, skipped, type Verdict } from './verdict.ts';

/** So many are named; the others are counted. */
const NAMED = 3;

const ALL_FOUND = 'All files of reports that can be downloaded were found.';

const fileRow = z.object({ path: z.string(), title: z.string() });
type ReportFile = z.output<typeof fileRow>;

/** The files of all answers that have not expired, the newest first. */
const promisedFiles = (db: Db, now: Date): Promise<ReportFile[]> =>
  readRows(
    db,
    fileRow,
    sql`SELECT f.path, d.title FROM report_files f JOIN report_downloads d ON d.id = f.download_id
      WHERE d.removed_at IS NULL AND (d.expires_at IS NULL OR d.expires_at > ${now}) ORDER BY f.id DESC`,
  );

/** Names the report files that people can ask for and that the store does not have. */
export async function reportFilesVerdict({ db, files, now }: Patient): Promise<Verdict> {
  const promised = await promisedFiles(db, now());
  if (promised.length === 0) return good('No report has files at the moment.');
  try {
    const stored = new Set((await files.list('reports/')).map(({ name }) => name));
    const missing = promised.filter(({ path }) => !stored.has(path));
    if (missing.length === 0) return good(ALL_FOUND);
    // Answers may have expired, and lost their files, since the list was read.
    const still = new Set((await promisedFiles(db, now())).map(({ path }) => path));
    return verdictOf(
      missing.filter(({ path }) => still.has(path)),
      files.place,
    );
  } catch (error) {
    // The check of the store names the cause.
    if (startSentence(error) === undefined) throw error;
    return skipped('The place of the files cannot be read.');
  }
}

function verdictOf(missing: readonly ReportFile[], place: string): Verdict {
  if (missing.length === 0) return good(ALL_FOUND);
  const named = missing.slice(0, NAMED).map(({ path, title }) => `${path} (${title})`);
  const others = missing.length > NAMED ? ` and ${missing.length - NAMED} more` : '';
  const files = byCount(missing.length, '1 file of a report is', `${missing.length} files of reports are`);
  return problem(
    `${files} missing in ${place}: ${named.join(', ')}${others}.`,
    'Check that this is the right place of files. Then copy the files from a restored backup, or run the reports again.',
  );
}
