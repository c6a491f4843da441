/**
 * Finds the table in the rows of a file: the header below lines of title, without columns that have neither a name nor a
 * value, and without the totals at its end. A first row with the same kinds of values as the others is data, not a header. The forms stand in
 * `table.test.ts`.
 */
import { readAmount } from './amount.ts';
import { readDay } from './day.ts';
import { withoutCellMark } from './workbook-cell.ts';

export interface NumberedRow {
  /** As a spreadsheet numbers it, from 1. */
  row: number;
  cells: readonly string[];
}

/** A line of the file that is no part of the table. */
export interface LeftOut {
  row: number;
  text: string;
}

/** In the place of a header's row: the file has none, and its columns are called `Column 1`, `Column 2`, … */
export const NO_HEADER = 0;

export interface FoundTable {
  /** `NO_HEADER` for a file without one. */
  headerRow: number;
  columns: string[];
  rows: { row: number; cells: string[] }[];
  /** Titles above the header. */
  titles: LeftOut[];
  /** Totals below the last row. */
  totals: LeftOut[];
}

/** Titles have fewer lines than this. */
const MOST_TITLES = 30;
/** The number of rows that are compared to find the kind of values in a column. */
const MOST_COMPARED = 50;
/** The words for the last line of a table, in the languages of spreadsheets; `plain` texts. */
const TOTALS: ReadonlySet<string> = new Set(
  `total|totals|sum|grand total|grand totals|sub total|sub totals|subtotal|subtotals|overall|overall total|overall totals|
  report total|report totals|total general|total amount|total sum|all total|
  summe|gesamt|gesamtsumme|gesamtergebnis|gesamtbetrag|insgesamt|endsumme|zwischensumme|teilergebnis|
  totaux|sous total|sous totaux|total global|somme|ensemble|
  suma|suma total|sumas|totales|totales generales|suma general|gran total|totais|total geral|soma|soma total|
  totale|totali|totale generale|totale complessivo|subtotale|somma|
  totaal|totalen|eindtotaal|subtotaal|algemeen totaal|som|
  razem|ogółem|łącznie|w sumie|suma końcowa|suma razem|suma całkowita|suma częściowa|
  celkem|celkový součet|součet|celkom|spolu|súčet|celkový súčet|mezisoučet|medzisúčet|
  итого|всего|сумма|общий итог|итог|итоги|общая сумма|промежуточный итог|всього|разом|сума|усього|загальний підсумок|підсумок|
  общо|всичко|сбор|обща сума|ukupno|sveukupno|svega|zbroj|zbir|skupaj|vsota|укупно|свега|збир|
  toplam|genel toplam|ara toplam|összesen|mindösszesen|végösszeg|összeg|részösszeg|
  yhteensä|summa|loppusumma|kaikki yhteensä|välisumma|totalt|totalsumma|delsumma|totalsum|total sum|i alt|hovedtotal|sluttotal|delsum|samtals|
  kokku|kopā|kopsumma|iš viso|bendra suma|total parțial|total general|
  σύνολο|γενικό σύνολο|συνολο|γενικο συνολο|μερικό σύνολο|άθροισμα|
  合計|総計|小計|計|总计|合计|小计|總計|合計金額|总和|總和|共计|공계|총계|합계|총합|총합계|소계|
  รวม|รวมทั้งหมด|ผลรวม|ผลรวมทั้งหมด|ยอดรวม|tổng|tổng cộng|tổng số|jumlah|jumlah total|jumlah besar|total keseluruhan|
  المجموع|المجموع الكلي|الإجمالي|اجمالي|إجمالي|الإجمالي الكلي|مجموع|جمع|جمع کل|مجموع کل|סהכ|סך הכל|סך הכול|סהכ כולל|कुल|कुल योग|योग`
    .split('|')
    .map(plainWords),
);

/** Small letters without accents, vowel signs and quotation marks, and with single blanks instead of other punctuation. */
function plainWords(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}"'’״׳ـ]/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Longer cells are texts, whatever they begin with. */
const LONGEST_TOTAL = 60;

/** Whether a cell says that its row is a total, perhaps with the currency. */
function saysTotal(cell: string): boolean {
  if (cell.length > LONGEST_TOTAL) return false;
  const words = plainWords(cell);
  return TOTALS.has(words) || TOTALS.has(words.replace(/ \p{L}{3}$/u, ''));
}

/** Whether a cell can be one of a total: an amount, perhaps with its currency, or a mark for none. */
function isFigure(cell: string): boolean {
  const [currency, ...more] = cell.match(/\p{L}+/gu) ?? [];
  return more.length === 0 && (currency === undefined || [...currency].length <= 3);
}

const trimmed = (cells: readonly string[]): string[] => cells.map((cell) => withoutCellMark(cell).trim());
const filled = (cells: readonly string[]): string[] => cells.filter((cell) => cell.trim() !== '');
const leftOut = ({ row, cells }: NumberedRow): LeftOut => ({ row, text: filled(trimmed(cells)).join(' ') });

function isTotal({ cells }: NumberedRow): boolean {
  const [first = '', ...others] = filled(trimmed(cells));
  return saysTotal(first) && others.length > 0 && others.every(isFigure);
}

/** The number of filled cells that most rows with several of them have. */
function usualWidth(rows: readonly NumberedRow[]): number {
  const widths = new Map<number, number>();
  for (const { cells } of rows) {
    const width = filled(cells).length;
    if (width > 1) widths.set(width, (widths.get(width) ?? 0) + 1);
  }
  const [[usual] = [0]] = [...widths].sort(([one, ones], [other, others]) => others - ones || other - one);
  return usual;
}

/** Whether a cell is an amount or a day. A year alone can be the name of a column. */
function isValue(cell: string): boolean {
  const text = cell.trim();
  if (!/\d/.test(text) || /^(?:19|20)\d\d$/.test(text)) return false;
  const amount = readAmount(text, { allowsPercent: true }).kind;
  return amount === 'amount' || amount === 'ambiguous' || readDay(text, { today: null }).kind !== 'unreadable';
}

/** Whether most of the filled cells of these rows in one column are values. */
function hasValues(rows: readonly NumberedRow[], place: number): boolean {
  const texts = rows.map(({ cells }) => cells[place] ?? '').filter((text) => text.trim() !== '');
  return texts.filter(isValue).length * 2 >= texts.length;
}

/** Whether a row has a value in a column whose other rows mostly have values as well. */
const isData = ({ cells }: NumberedRow, below: readonly NumberedRow[]): boolean =>
  cells.some((cell, place) => isValue(cell) && hasValues(below, place));

/** Where the table begins, and whether it begins with its header. */
interface Start {
  at: number;
  hasHeader: boolean;
}

/**
 * The header below pairs such as `Account;7`, of which there can be more than rows below: the first row with more cells than
 * a pair, if it is no data and most rows below it have more as well. -1 if there is none.
 */
function headerBelowPairs(rows: readonly NumberedRow[]): number {
  const at = rows.slice(0, MOST_TITLES).findIndex(isWiderThanPair);
  const row = rows[at];
  const below = compared(rows, at + 1);
  if (row === undefined || isData(row, below)) return -1;
  if (below.filter(isWiderThanPair).length * 2 > below.length) return at;
  return -1;
}

const isWiderThanPair = ({ cells }: NumberedRow): boolean => filled(cells).length > 2;

/** The header is the row with most known names, else the first one that is as wide as most rows and is no data. */
function startOf(rows: readonly NumberedRow[], knows: (names: readonly string[]) => number): Start {
  const first = rows.slice(0, MOST_TITLES);
  const known = first.map(({ cells }, at) => {
    const width = filled(cells).length;
    return { at, width, names: width > 1 ? knows(trimmed(cells)) : 0 };
  });
  const [best] = known.toSorted((one, other) => other.names - one.names || other.width - one.width);
  if (best !== undefined && best.names > 0) return { at: best.at, hasHeader: true };
  const usual = usualWidth(rows);
  const belowPairs = usual === 2 ? headerBelowPairs(rows) : -1;
  if (belowPairs !== -1) return { at: belowPairs, hasHeader: true };
  const at = Math.max(
    0,
    first.findIndex(({ cells }) => filled(cells).length >= usual),
  );
  const row = rows[at];
  const hasHeader = row === undefined || !isData(row, compared(rows, at + 1));
  return { at: hasHeader ? at : firstData(rows, at), hasHeader };
}

const compared = (rows: readonly NumberedRow[], at: number): readonly NumberedRow[] =>
  rows.slice(at, at + MOST_COMPARED);

/**
 * The first row of data without a header. Rows above the first complete one belong to it, although some of their cells are
 * empty, if they have values, and no text in a column of values. Pairs such as `Account,7` have one there.
 */
function firstData(rows: readonly NumberedRow[], complete: number): number {
  const below = compared(rows, complete);
  const width = below.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  const areValues = Array.from(
    { length: width },
    (_, place) => hasValues(below, place) && below.some(({ cells }) => isValue(cells[place] ?? '')),
  );
  const isShortData = ({ cells }: NumberedRow): boolean => {
    const values = cells.filter((cell, place) => areValues[place] === true && cell.trim() !== '');
    return filled(cells).length > 1 && values.length > 0 && values.every(isValue);
  };
  const lastTitle = rows.slice(0, complete).findLastIndex((row) => !isShortData(row));
  return lastTitle + 1;
}

function chosenStart(rows: readonly NumberedRow[], chosen: number): Start {
  if (chosen === NO_HEADER) return { at: 0, hasHeader: false };
  return { at: rows.findIndex(({ row }) => row === chosen), hasHeader: true };
}

/** The names of columns that no row names. */
function numberedNames(rows: readonly NumberedRow[]): string[] {
  const widths = rows.map(({ cells }) => cells.findLastIndex((cell) => cell.trim() !== '') + 1);
  const width = widths.reduce((most, one) => Math.max(most, one), 0);
  return Array.from({ length: width }, (_, place) => `Column ${place + 1}`);
}

/**
 * `knows` tells how many of these names are columns that the reader looks for; `chosen` is the row of the header that a
 * person has chosen instead, or `NO_HEADER`. Null for a file without rows, or without the chosen one.
 */
export function findTable(
  rows: readonly NumberedRow[],
  knows: (names: readonly string[]) => number,
  chosen?: number,
): FoundTable | null {
  const { at, hasHeader } = chosen === undefined ? startOf(rows, knows) : chosenStart(rows, chosen);
  const header = rows[at];
  if (header === undefined) return null;
  const below = rows.slice(hasHeader ? at + 1 : at);
  let end = below.length;
  while (end > 0 && below.slice(end - 1, end).some(isTotal)) end -= 1;
  const body = below.slice(0, end);
  const names = hasHeader ? trimmed(header.cells) : numberedNames(body);
  const isUsed = (place: number): boolean =>
    (names[place] ?? '') !== '' || body.some(({ cells }) => (cells[place] ?? '').trim() !== '');
  let width = names.length;
  while (width > 0 && !isUsed(width - 1)) width -= 1;
  return {
    headerRow: hasHeader ? header.row : NO_HEADER,
    columns: names.slice(0, width),
    rows: body.map(({ row, cells }) => ({ row, cells: withoutEmptyEnd(cells, width) })),
    titles: rows.slice(0, at).map(leftOut),
    totals: below.slice(end).map(leftOut),
  };
}

/** The cells of a row without empty ones beyond the header, which are delimiters at the end of a line. */
function withoutEmptyEnd(cells: readonly string[], width: number): string[] {
  let end = cells.length;
  while (end > width && (cells[end - 1] ?? '').trim() === '') end -= 1;
  return cells.slice(0, end);
}

/** Says which sheets of a workbook were left out; null if it has only one with values. */
export function otherSheetsNotice(names: readonly string[]): string | null {
  if (names.length === 0) return null;
  return `Other sheets of the workbook are not read: ${names.map((name) => `“${name}”`).join(', ')}.`;
}

/** Says how many rows of a workbook are hidden; null if none is. */
export function hiddenRowsNotice(count: number): string | null {
  if (count === 0) return null;
  if (count === 1) return '1 row is hidden in the workbook and is read, too.';
  return `${count} rows are hidden in the workbook and are read, too.`;
}
