/** The file of a report as a new Google sheet: the server plans it, and the browser of the person makes it (docs/decisions/0240). */
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { AppError } from '@signpost/contract/errors.ts';
import type { ReportDownload, ReportFile } from '@signpost/contract/insight/reports/downloads.ts';
import { REPORT_LIMITS } from '@signpost/contract/insight/reports/report.ts';
import { googleTab, type NewGoogleSheet } from '@signpost/contract/sheets/google/new-sheet.ts';
import { strFromU8, unzipSync } from 'fflate';
import papaparse from 'papaparse';
import { DAY_ATTRIBUTE, dayOfSerial } from './xlsx-day.ts';

const SHEETS = 'xl/worksheets/sheet';

interface Parts {
  about: string[][];
  /** Header, rows and totals. */
  table: string[][];
}

/** A CSV has the lines about the question, a blank line, the table, another blank line, and its hash. */
function csvParts(text: string): Parts {
  const rows = papaparse.parse<string[]>(text.replace(/^\uFEFF/, ''), { skipEmptyLines: false }).data;
  const isBlank = (row: readonly string[]) => row.length < 2 && (row[0] ?? '') === '';
  const first = rows.findIndex(isBlank);
  const second = rows.findIndex((row, index) => index > first && isBlank(row));
  return {
    about: [...rows.slice(0, first), ...rows.slice(second + 1).filter((row) => !isBlank(row))],
    table: rows.slice(first + 1, second),
  };
}

const SIGNS: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&' };

/** The text, number or day of a cell as `xlsx-file.ts` writes it, behind its `<c`. */
function cellText(cell: string): string {
  const open = Math.max(cell.indexOf('<t '), cell.indexOf('<v>'));
  if (open === -1) return '';
  const start = cell.indexOf('>', open) + 1;
  const content = cell.slice(start, cell.indexOf('<', start));
  if (cell.slice(0, open).includes(DAY_ATTRIBUTE)) return dayOfSerial(Number(content));
  return content.replace(/&(lt|gt|quot|amp);/g, (found, name: string) => SIGNS[name] ?? found);
}

const sheetRows = (xml: string): string[][] =>
  xml
    .split(/<row(?: r="\d+")?>/)
    .slice(1)
    .map((row) => row.slice(0, row.indexOf('</row>')).split('<c').slice(1).map(cellText));

/** The first sheet has the table, and the last one what the file says of itself. */
function xlsxParts(bytes: Buffer): Parts {
  const entries = Object.entries(unzipSync(bytes, { filter: ({ name }) => name.startsWith(SHEETS) }))
    .map(([name, content]) => ({ at: Number.parseInt(name.slice(SHEETS.length), 10), rows: strFromU8(content) }))
    .toSorted((one, other) => one.at - other.at);
  return { table: sheetRows(entries[0]?.rows ?? ''), about: sheetRows(entries.at(-1)?.rows ?? '') };
}

async function partsOf(bytes: Buffer, format: ReportDownload['format']): Promise<Parts> {
  if (format === 'xlsx') return xlsxParts(bytes);
  if (format === 'csv.gz') return csvParts((await promisify(gunzip)(bytes)).toString());
  return csvParts(bytes.toString());
}

/** Errors: TOO_LARGE where Google would not take the table in one request. */
export async function googleSheetOf(
  { title, format, summary }: ReportDownload,
  file: Pick<ReportFile, 'rows' | 'partyName'>,
  read: () => Promise<Buffer>,
): Promise<NewGoogleSheet> {
  const columns = summary?.head.length ?? 0;
  const cells = (file.rows + 2) * columns;
  if (cells > REPORT_LIMITS.googleCells)
    throw new AppError('TOO_LARGE', {
      message: `The table has ${cells} cells, and at most ${REPORT_LIMITS.googleCells} are put into a Google sheet. Download the file and import it there.`,
    });
  const { table, about } = await partsOf(await read(), format);
  const numbersFrom = columns - (summary?.totals.length ?? 0);
  const days = summary && `${summary.days.start} to ${summary.days.end}`;
  return {
    properties: { title: [title, file.partyName, days].filter((part) => part !== null).join(', ') },
    sheets: [
      googleTab(0, 'Report', table, { numbersFrom, frozen: 1 }),
      googleTab(1, 'About', about, { numbersFrom: Number.POSITIVE_INFINITY, frozen: 0 }),
    ],
  };
}
