/** The results of a check as files. */
import { VERDICT_LABELS } from '@signpost/contract/traffic/clicks/link-verdict.ts';
import type { LinkResult } from '@signpost/contract/traffic/links/checks.ts';
import { dayCell, momentCell, type Table, type TableCell } from '../../platform/table-file.ts';

const FATES = { not_sent: 'Not sent', survives: 'Survives', lost: 'Lost' } as const;

/** A moment in UTC to the second, as spreadsheets keep it. CSV has its whole text. */
function utcCell(moment: string | null): TableCell {
  if (moment === null) return null;
  return momentCell(moment.slice(0, 19), moment);
}

/** The label of a finding; a link that was not checked has none. */
function labelIn<K extends string>(labels: Readonly<Record<K, string>>, found: K | null): string {
  if (found === null) return 'Not checked';
  return labels[found];
}

const COLUMNS: readonly (readonly [title: string, value: (result: LinkResult) => TableCell])[] = [
  ['Link', ({ link }) => link],
  ['Verdict', ({ verdict }) => labelIn(VERDICT_LABELS, verdict)],
  ['Reason', ({ reason }) => reason],
  ['HTTP', ({ http }) => http],
  ['Final address', ({ end }) => end],
  ['Title', ({ title }) => title],
  ['Redirects', ({ steps }) => Math.max(steps.length - 1, 0)],
  ['Click id', ({ clickId }) => labelIn(FATES, clickId)],
  ['Lost at step', ({ lostAtStep }) => lostAtStep],
  ['Certificate ends', ({ certificateUntil }) => dayCell(certificateUntil?.slice(0, 10) ?? '')],
  ['Checked at', ({ checkedAt }) => utcCell(checkedAt)],
];

/** The results as a table for `csvFile` and `xlsxFile`. */
export function resultsTable(results: readonly LinkResult[]): Table {
  return {
    about: [],
    head: COLUMNS.map(([title]) => title),
    rows: results.map((result) => COLUMNS.map(([, read]) => read(result))),
  };
}
