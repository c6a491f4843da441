/** The results of a check as files. */
import { VERDICT_LABELS } from '@signpost/contract/clicks/link-verdict.ts';
import type { LinkResult } from '@signpost/contract/links/checks.ts';
import { toCsv } from '@signpost/contract/records/csv.ts';
import { xlsxText } from '@signpost/contract/records/xlsx-text.ts';

const FATES = { not_sent: 'Not sent', survives: 'Survives', lost: 'Lost' } as const;

const COLUMNS: readonly (readonly [title: string, value: (result: LinkResult) => string | number])[] = [
  ['Link', ({ link }) => link],
  ['Verdict', ({ verdict }) => (verdict === null ? 'Not checked' : VERDICT_LABELS[verdict])],
  ['Reason', ({ reason }) => reason],
  ['HTTP', ({ http }) => http ?? ''],
  ['Final address', ({ end }) => end ?? ''],
  ['Title', ({ title }) => title],
  ['Redirects', ({ steps }) => Math.max(steps.length - 1, 0)],
  ['Click id', ({ clickId }) => (clickId === null ? 'Not checked' : FATES[clickId])],
  ['Lost at step', ({ lostAtStep }) => lostAtStep ?? ''],
  ['Certificate ends', ({ certificateUntil }) => certificateUntil?.slice(0, 10) ?? ''],
  ['Checked at', ({ checkedAt }) => checkedAt ?? ''],
];

export function resultsCsv(results: readonly LinkResult[]): string {
  const rows = results.map((result) => COLUMNS.map(([, value]) => value(result)));
  return `\uFEFF${toCsv([COLUMNS.map(([title]) => title), ...rows])}`;
}

export async function resultsXlsx(results: readonly LinkResult[]): Promise<Buffer> {
  const head = COLUMNS.map(([value]) => ({ value, fontWeight: 'bold' as const }));
  const rows = results.map((result) =>
    COLUMNS.map(([, read]) => {
      const value = read(result);
      return typeof value === 'number' ? { value, type: Number } : { value: xlsxText(value), type: String };
    }),
  );
  // Imported on first use, so that processes start faster (docs/decisions/0311).
  const { default: writeXlsxFile } = await import('write-excel-file/node');
  return await writeXlsxFile([head, ...rows], { stickyRowsCount: 1 }).toBuffer();
}
