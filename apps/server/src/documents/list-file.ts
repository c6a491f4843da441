/** A list of documents as a file: all that match, in the order of the list. */
import { Readable } from 'node:stream';
import { AGE_LABELS, KIND_LABELS, nameOf, SIDE_LABELS, STATE_LABELS } from '@signpost/contract/money/labels.ts';
import { multiplyMoney } from '@signpost/contract/money/money.ts';
import type { DocumentListRow, DocumentsAsk } from '@signpost/contract/money/views.ts';
import { csvLine } from '@signpost/contract/records/csv.ts';
import { xlsxText } from '@signpost/contract/records/xlsx-text.ts';
import type { FastifyReply } from 'fastify';
import type { Db } from '../database.ts';
import { refuseLongXlsx } from '../records/export.ts';
import { type ListScope, listDocuments } from './list.ts';

/** An amount is text with all its digits in CSV, and a number in XLSX. */
type Cell = string | number | { amount: string };

/** A credit note takes something back, so that a column adds up to the totals below the list. */
const signed = (row: DocumentListRow, amount: string): Cell => ({
  amount: row.kind === 'creditNote' ? multiplyMoney(amount, '-1') : amount,
});

const COLUMNS: readonly (readonly [title: string, value: (row: DocumentListRow) => Cell])[] = [
  ['Id', ({ id }) => id],
  ['Number', nameOf],
  ['Side', ({ side }) => SIDE_LABELS[side]],
  ['Kind', ({ kind }) => KIND_LABELS[kind]],
  ['Party', ({ party }) => party],
  ['Month', ({ month }) => month],
  ['Currency', ({ currency }) => currency],
  ['Total', (row) => signed(row, row.total)],
  ['Open', (row) => (row.issueDate === null ? '' : signed(row, row.open))],
  ['State', ({ state }) => STATE_LABELS[state]],
  ['Issued', ({ issueDate }) => issueDate ?? ''],
  ['Due', ({ dueDate }) => dueDate ?? ''],
  ['Overdue', ({ age }) => (age === null || age === 'notDue' ? '' : AGE_LABELS[age])],
  ['Disputes', ({ disputes }) => disputes],
  ['Legal entity', ({ legalEntity }) => legalEntity],
  ['Credits invoice', ({ creditsNumber }) => creditsNumber ?? ''],
];

const BATCH = 500;
const BOM = '\uFEFF';
const AMOUNT_FORMAT = '0.00';
const TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

type Asked = Omit<DocumentsAsk, 'limit' | 'offset'>;

/** Reads one page after the other, so that a long list is never in memory as a whole. */
async function* pagesOf(db: Db, ask: Asked, scope: ListScope): AsyncGenerator<DocumentListRow[]> {
  for (let offset = 0; ; offset += BATCH) {
    const { rows, total } = await listDocuments(db, { ...ask, limit: BATCH, offset }, scope);
    yield rows;
    if (offset + BATCH >= total) return;
  }
}

function csvFile(db: Db, ask: Asked, scope: ListScope): Readable {
  async function* lines(): AsyncGenerator<string> {
    yield `${BOM}${csvLine(COLUMNS.map(([title]) => title))}\r\n`;
    for await (const rows of pagesOf(db, ask, scope))
      for (const row of rows) {
        const cells = COLUMNS.map(([, value]) => value(row));
        yield `${csvLine(cells.map((cell) => (typeof cell === 'object' ? cell.amount : cell)))}\r\n`;
      }
  }
  return Readable.from(lines());
}

function xlsxCell(cell: Cell) {
  if (typeof cell === 'object') return { value: Number(cell.amount), type: Number, format: AMOUNT_FORMAT };
  return typeof cell === 'number' ? { value: cell, type: Number } : { value: xlsxText(cell), type: String };
}

async function xlsxFile(db: Db, ask: Asked, scope: ListScope): Promise<Buffer> {
  const lines: ReturnType<typeof xlsxCell>[][] = [];
  // Refused before the first byte of the file is sent.
  refuseLongXlsx((await listDocuments(db, { ...ask, limit: 1, offset: 0 }, scope)).total);
  for await (const rows of pagesOf(db, ask, scope))
    lines.push(...rows.map((row) => COLUMNS.map(([, value]) => xlsxCell(value(row)))));
  // Imported on first use, so that processes start faster (docs/decisions/0311).
  const { default: writeXlsxFile } = await import('write-excel-file/node');
  const head = COLUMNS.map(([value]) => ({ value, fontWeight: 'bold' as const }));
  return await writeXlsxFile([head, ...lines], { stickyRowsCount: 1 }).toBuffer();
}

/** Answers with all documents that match, as CSV (UTF-8 with BOM, formulas made harmless) or XLSX. */
export async function sendList(
  reply: FastifyReply,
  db: Db,
  { format, ...ask }: Asked & { format: 'csv' | 'xlsx' },
  scope: ListScope,
): Promise<FastifyReply> {
  const file = format === 'csv' ? csvFile(db, ask, scope) : await xlsxFile(db, ask, scope);
  return reply
    .header('content-disposition', `attachment; filename="documents-${scope.today}.${format}"`)
    .type(TYPES[format])
    .send(file);
}
