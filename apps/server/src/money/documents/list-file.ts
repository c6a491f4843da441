/** A list of documents for a file: all that match, in the order of the list. */
import { AGE_LABELS, KIND_LABELS, nameOf, SIDE_LABELS, STATE_LABELS } from '@signpost/contract/money/labels.ts';
import { multiplyMoney } from '@signpost/contract/money/money.ts';
import { atLeastPlaces } from '@signpost/contract/money/rounding.ts';
import type { DocumentListRow, DocumentsAsk } from '@signpost/contract/money/views.ts';
import { placesOf } from '@signpost/contract/reading/minor-units.ts';
import type { Db } from '../../database.ts';
import { amountCell, dayCell, type Table, type TableCell } from '../../platform/table-file.ts';
import { refuseLongXlsx } from '../../workplace/records/export.ts';
import { type ListScope, listDocuments } from './list.ts';

/** Makes the amounts of a credit note negative, so that a column adds up to the total below the list. */
const signed = ({ kind, currency }: DocumentListRow, amount: string): TableCell => {
  const places = placesOf(currency);
  if (kind !== 'creditNote') return amountCell(amount, places);
  return amountCell(atLeastPlaces(multiplyMoney(amount, '-1'), places), places);
};

function overdueText(age: DocumentListRow['age']): string {
  if (age === null || age === 'notDue') return '';
  return AGE_LABELS[age];
}

const COLUMNS: readonly (readonly [title: string, value: (row: DocumentListRow) => TableCell])[] = [
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
  ['Issued', ({ issueDate }) => dayCell(issueDate ?? '')],
  ['Due', ({ dueDate }) => dayCell(dueDate ?? '')],
  ['Overdue', ({ age }) => overdueText(age)],
  ['Disputes', ({ disputes }) => disputes],
  ['Legal entity', ({ legalEntity }) => legalEntity],
  ['Credits invoice', ({ creditsNumber }) => creditsNumber ?? ''],
];

const BATCH = 500;

type Asked = Omit<DocumentsAsk, 'limit' | 'offset'>;

/** Reads one page after the other, so that a CSV file of a long list is never in memory as a whole. */
async function* rowsOf(db: Db, ask: Asked, scope: ListScope): AsyncGenerator<TableCell[]> {
  for (let offset = 0; ; offset += BATCH) {
    const { rows, total } = await listDocuments(db, { ...ask, limit: BATCH, offset }, scope);
    for (const row of rows) yield COLUMNS.map(([, value]) => value(row));
    if (offset + BATCH >= total) return;
  }
}

/** All documents that match, as a table for a file. Error: TOO_LARGE on `format` for a long list as XLSX. */
export async function listTable(
  db: Db,
  { format, ...ask }: Asked & { format: 'csv' | 'xlsx' },
  scope: ListScope,
): Promise<Table> {
  if (format === 'xlsx') refuseLongXlsx((await listDocuments(db, { ...ask, limit: 1, offset: 0 }, scope)).total);
  return { about: [], head: COLUMNS.map(([title]) => title), rows: rowsOf(db, ask, scope) };
}
