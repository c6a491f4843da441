/** Reads a partner's own list of transactions. */

import { AppError, invalid } from '@signpost/contract/errors.ts';
import type { Meaning } from '@signpost/contract/partners/conversions/postback.ts';
import {
  type FileColumn,
  findColumns,
  knownHeaders,
  type ReconcileBody,
  type UnevenRow,
} from '@signpost/contract/partners/conversions/reconcile.ts';
import { type DecimalMark, detectMark } from '@signpost/contract/reading/amount.ts';
import { type DayOrder, detectOrder, findSwapped, swappedNotice } from '@signpost/contract/reading/day.ts';
import { ENCODING_PATH, type ReadAs } from '@signpost/contract/reading/encodings.ts';
import { currencyOfHeader } from '@signpost/contract/reading/header-currency.ts';
import { trimInvisible } from '@signpost/contract/reading/invisible.ts';
import { readClickId, readReference } from '@signpost/contract/reading/reference.ts';
import { type FoundTable, findTable, type LeftOut, NO_HEADER } from '@signpost/contract/reading/table.ts';
import { isErrorCell, withoutApostrophe } from '@signpost/contract/reading/text-cell.ts';
import { isMarkedCell, markedCell } from '@signpost/contract/reading/workbook-cell.ts';
import type { Asker } from '../../platform/fair-queue.ts';
import { parseTable } from '../../platform/parsing/parse.ts';
import { refusedAt } from '../../platform/parsing/refusal.ts';
import { readListedAmount } from './listed-amount.ts';
import { checkRows, missingInWords } from './listed-rows.ts';
import { statusReader } from './listed-status.ts';
import { addTakeBack, asRefund, joined, type TakeBack, type Theirs, withoutTakenBack } from './listed-transactions.ts';

export type UnpaidReason = 'declined' | 'pending' | 'unknown';

/** A partner's list as it was read. */
export interface PartnerList {
  headers: string[];
  /** The line of the header. */
  headerRow: number;
  columns: Partial<Record<FileColumn, string>>;
  theirs: Map<string, Theirs>;
  /** References that the partner lists only with statuses that are not paid, or not known. */
  unpaid: Map<string, { theirs: Theirs; reason: UnpaidReason }>;
  /** The unpaid references whose lines take money back, as refunds. A refund can have an id of its own. */
  refunds: Map<string, Theirs>;
  unread: number;
  /** Lines with more cells than the header. They are no part of the other fields. */
  illegible: UnevenRow[];
  /** The texts in those lines. */
  illegibleTexts: ReadonlySet<string>;
  /** Lines that end before a column that is read. */
  incomplete: UnevenRow[];
  leftOut: LeftOut[];
  otherSheets: string[];
  hiddenRows: number;
  /** Says which days may have been swapped; null if none. */
  swappedDays: string | null;
  /** The encoding in which the file was read, if it is not in Unicode. */
  encoding: ReadAs | null;
  decimalMark: DecimalMark | null;
  /** The order of day and month in its times; null if no time shows it. */
  dayOrder: DayOrder | null;
}

/** How a partner writes its list. */
export interface ListReading {
  /** The partner's, in which amounts may be written. */
  currency: string;
  meaningOf(status: string): Meaning | null;
}

/**
 * Reads the list by its columns. Errors: VALIDATION, with what the list contains, if a person must choose its columns or
 * decimal mark.
 */
export async function readPartnerList(
  body: ReconcileBody,
  { currency, meaningOf }: ListReading,
  asker: Asker,
): Promise<PartnerList> {
  const { columns: chosen, decimalMark: given } = body;
  const { found: table, otherSheets, hiddenRows, encoding } = await tableOf(body, asker);
  const { columns: named, titles, totals, headerRow } = table;
  const headers = withUniqueNames(named);
  const { rows: lines, illegible, illegibleTexts, width, widthInWords } = checkRows(table);
  const columns = chooseColumns(named, chosen, { headers, headerRow, encoding });
  const at = (column: FileColumn): number => headers.indexOf(columns[column] ?? '');
  const mark =
    given ??
    decideMark(
      lines.map(({ cells }) => cells[at('amount')] ?? ''),
      { headers, columns, headerRow, encoding },
    );
  const areClicks = at('reference') === at('clickId');
  const theirs = new Map<string, Theirs>();
  const unpaid: PartnerList['unpaid'] = new Map();
  const takeBacks = new Map<string, TakeBack>();
  const times = lines.map(({ cells }) => cells[at('time')] ?? '');
  const { order: dayOrder } = detectOrder(times);
  let unread = 0;
  const amounts = { mark, currency, headerCurrency: currencyOfHeader(columns.amount ?? '') };
  const isNumbered = headerRow === NO_HEADER;
  const statuses = statusReader({ headers, status: columns.status, rows: lines, isNumbered }, meaningOf);
  const inRows = headers.slice(0, width);
  const missingIn = (cells: readonly string[], names: readonly string[]): string =>
    missingInWords(cells, inRows, names, widthInWords);
  const deciding = [columns.amount ?? '', ...statuses.columns];
  const everyColumn = [...new Set([...Object.values(columns), ...statuses.columns])];
  const incomplete: UnevenRow[] = [];
  for (const { row, cells } of lines) {
    const cell = (column: FileColumn): string => withoutApostrophe(trimInvisible(cells[at(column)] ?? ''));
    const reference = referenceOf(cell('reference'), cell('clickId'), areClicks);
    if (reference === '') {
      unread += 1;
      continue;
    }
    const { reported, ...amount } = readListedAmount(amountCell(cells[at('amount')] ?? ''), cell('currency'), amounts);
    const missing = missingIn(cells, everyColumn);
    if (missing !== '') incomplete.push({ row, message: missing });
    const undecided = missingIn(cells, deciding);
    const { status, said: written } = statuses.read(cells);
    const said = missingIn(cells, statuses.columns) === '' ? written : 'unknown';
    const report = {
      line: row,
      status,
      clickId: cell('clickId'),
      time: cell('time'),
      ...reported,
      incomplete: undecided,
    };
    const line = {
      reference,
      line: row,
      lines: 1,
      status,
      ...amount,
      isIncomplete: undecided !== '',
      reports: [report],
    };
    const isNegative = amount.amount?.startsWith('-') === true;
    if (said === 'reversed' || (said === 'declined' && isNegative))
      takeBacks.set(reference, addTakeBack(takeBacks.get(reference), line));
    else if (said === 'paid') theirs.set(reference, joined(theirs.get(reference), line));
    else if (said === 'free') theirs.set(reference, joined(theirs.get(reference), withoutMoney(line)));
    else unpaid.set(reference, { theirs: joined(unpaid.get(reference)?.theirs, line), reason: said });
  }
  const refunds = settleTakeBacks(takeBacks, { theirs, unpaid });
  const leftOut = [...titles, ...totals];
  return {
    headers,
    headerRow,
    columns,
    theirs,
    unpaid,
    refunds,
    unread,
    illegible,
    illegibleTexts,
    incomplete,
    leftOut,
    otherSheets,
    hiddenRows,
    swappedDays: swappedNotice(findSwapped(times)),
    encoding,
    decimalMark: mark,
    dayOrder,
  };
}

/** The decimal mark that the amounts show. If they can be read in two ways, a person has to choose it. */
function decideMark(
  amounts: readonly string[],
  data: Pick<PartnerList, 'headers' | 'columns' | 'headerRow' | 'encoding'>,
): DecimalMark | null {
  const { mark, example } = detectMark(amounts);
  if (mark === null && example !== null)
    throw new AppError('VALIDATION', {
      errors: [{ path: 'decimalMark', message: `“${example}” can be read in two ways. Choose the decimal mark.` }],
      data,
    });
  return mark;
}

/** The cell of an amount, which keeps the mark of a number. */
function amountCell(cell: string): string {
  const text = withoutApostrophe(trimInvisible(cell));
  if (isMarkedCell(cell)) return markedCell(text);
  return text;
}

/**
 * Subtracts the amounts that are taken back from the transactions that are paid. A transaction that is only taken back
 * counts as unpaid; its lines are returned as a refund.
 */
function settleTakeBacks(
  takeBacks: ReadonlyMap<string, TakeBack>,
  { theirs, unpaid }: Pick<PartnerList, 'theirs' | 'unpaid'>,
): Map<string, Theirs> {
  const refunds = new Map<string, Theirs>();
  for (const [reference, back] of takeBacks) {
    const paid = theirs.get(reference);
    if (paid !== undefined) theirs.set(reference, withoutTakenBack(paid, back));
    // With a negative amount, a refund is one even where we have none.
    else if (back.lines.amount?.startsWith('-')) theirs.set(reference, asRefund(back));
    else {
      refunds.set(reference, asRefund(back));
      unpaid.set(reference, { theirs: joined(unpaid.get(reference)?.theirs, back.lines), reason: 'declined' });
    }
  }
  // A line that is paid counts, whatever other lines say of the same transaction.
  for (const reference of theirs.keys()) unpaid.delete(reference);
  return refunds;
}

/** A line about an event that pays nothing: its amount is that of the player, so only a negative amount counts. */
const withoutMoney = (line: Theirs): Theirs => {
  if (line.amount === null || line.amount.startsWith('-')) return line;
  return { ...line, amount: '0' };
};

/**
 * The reference of a line as ours are stored. Words that networks send for "nothing" are no transaction id; then the click id
 * names the line, as it does in postbacks. Empty if there is neither.
 */
function referenceOf(text: string, clickText: string, isClick: boolean): string {
  const clickId = readClickId(clickText);
  if (isClick && clickId !== null) return clickId;
  if (isErrorCell(text)) return '';
  if (readReference(text).kind === 'none') return clickId ?? '';
  if (isDashedId(text)) return text.toLowerCase();
  return text;
}

const refusedHeader = (row = 0): AppError => invalid('headerRow', `Line ${row} of the list is empty or missing.`);

/** Partners' lists have many columns that are not read. */
const MOST_COLUMNS = 200;
const MOST_LINES = 200_000;

async function tableOf(
  { csv, file, headerRow, encoding: chosen }: ReconcileBody,
  asker: Asker,
): Promise<{ found: FoundTable; otherSheets: string[]; hiddenRows: number; encoding: ReadAs | null }> {
  const refused = (message: string, cause?: unknown) => refusedAt('csv', message, cause);
  const bytes = file === undefined ? Buffer.from(csv) : Buffer.from(file, 'base64');
  const { rows, numbers, count, brokenQuote, otherSheets, hiddenRows, encoding } = await parseTable(bytes, asker, {
    limits: { columns: MOST_COLUMNS, rows: MOST_LINES },
    encoding: chosen,
    marksValues: true,
  }).catch((error: unknown) => {
    const [refusal] = error instanceof AppError ? error.errors : [];
    if (refusal === undefined || refusal.path === ENCODING_PATH) throw error;
    throw refused(refusal.message, error);
  });
  if (brokenQuote !== null) throw refused(`Line ${brokenQuote} has a quotation mark that is never closed.`);
  if (count > MOST_LINES) throw refused(`A list may have ${MOST_LINES} lines, this one has ${count}.`);
  const numbered = rows.map((cells, at) => ({ row: numbers[at] ?? at + 1, cells }));
  if (numbered.length === 0) throw refused('The list is empty.');
  const found = findTable(numbered, knownHeaders, headerRow);
  if (found === null) throw refusedHeader(headerRow);
  return { found, otherSheets, hiddenRows, encoding };
}

/**
 * The columns of a list by what they hold. `named` are the names in the file, several of which may be the same. Errors:
 * VALIDATION at the column that a person has to choose, with the headers to choose from.
 */
function chooseColumns(
  named: readonly string[],
  chosen: ReconcileBody['columns'],
  data: Pick<PartnerList, 'headers' | 'headerRow' | 'encoding'>,
): Partial<Record<FileColumn, string>> {
  // Columns chosen for another file do not apply to this one.
  const known = Object.fromEntries(Object.entries(chosen).filter(([, header]) => data.headers.includes(header)));
  const columns: Partial<Record<FileColumn, string>> = { ...findColumns(data.headers), ...known };
  const ask = (column: string, message: string) =>
    new AppError('VALIDATION', { errors: [{ path: `columns.${column}`, message }], data });
  for (const [column, name] of Object.entries(columns)) {
    const isTwice = named.indexOf(name) !== named.lastIndexOf(name);
    if (isTwice && !Object.hasOwn(known, column))
      throw ask(column, `Several columns are called “${name}”. Choose one of them.`);
  }
  if (columns.reference === undefined) throw ask('reference', 'Choose the column with the transaction id.');
  return columns;
}

/** The second column of a name is “Amount (2)”, so that it can be chosen. */
function withUniqueNames(names: readonly string[]): string[] {
  return names.map((name, at) => {
    const before = names.slice(0, at).filter((other) => other === name).length;
    if (name === '' || before === 0) return name;
    return `${name} (${before + 1})`;
  });
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** Whether a text is written as our click ids are stored. */
export const isDashedId = (text: string): boolean => UUID.test(text);
