/**
 * Rewrites the rows of a sheet before the library reads them, for three reasons:
 *
 * - The library fills every row up to the last cell of any row, so cells without a value are left out.
 * - The library reads an error, or a formula without a result, as an empty cell, so both are replaced by a text.
 * - A cell without an address follows the cell before it, as in spreadsheet programs. It gets that address.
 */
import type { Limits } from './limits.ts';
import { refusedFile } from './refusal.ts';
import { type FormulaLink, formulaLink } from './xlsx-links.ts';
import { markedNumber, type NumberWriter } from './xlsx-numbers.ts';
import { ADDRESS, columnOf, lettersOf, ROWS_END } from './xlsx-places.ts';
import { attributeReader, plainText, withoutComments, xmlText } from './xlsx-tags.ts';

/** In the place of a formula without a stored result, as programs write it that calculate nothing. */
export const NO_RESULT = '#NO RESULT!';
/** In the place of an error without a name. */
const NAMELESS_ERROR = '#ERROR!';

/** A row or cell, with all up to the next one. */
const ELEMENT = /<((?:\w+:)?)(row|c)((?:[\s/][^<>]*)?)>([\s\S]*?)(?=<(?:\w+:)?(?:row|c)[\s/>]|$)/g;
const CELL_END = /<\/(?:\w+:)?c\s*>/;
const VALUE = /<(?:\w+:)?v(?:\s[^<>]*)?>([^<]*)</;
const FORMULA = /<(?:\w+:)?f[\s/>]/;
const FORMULA_TEXT = /<(?:\w+:)?f((?:\s[^<>]*)?)>([^<]*)</;
/** A formula that is shared with the cells around it names a cell's formula by a number. */
const SHARED_FORMULA = /<(?:\w+:)?f(\s[^<>]*)\/?>/;
const INLINE_TEXT = /<(?:\w+:)?is[\s>]/;

const placeOf = attributeReader('r');
const typeOf = attributeReader('t');
const formatOf = attributeReader('s');
const sharedOf = attributeReader('si');
const hiddenOf = attributeReader('hidden');

const LONGEST_ADDRESS = 10;

interface CellReading {
  /** The formats of numbers, by their number in the workbook. */
  writers: readonly (NumberWriter | null)[];
  /** Whether the address of a link is read in the place of its text. */
  readsLinks: boolean;
  /** Whether fractions and days get a mark. */
  marksValues: boolean;
}

/** Reads the links in the formulas of one sheet's cells, each with the cell's content. */
function linkReader(): (body: string) => FormulaLink | null {
  // A formula that was filled down is written once. Cells below it have the same literals, and other references.
  const shared = new Map<string, FormulaLink | null>();
  return (body) => {
    const [, attributes = SHARED_FORMULA.exec(body)?.[1] ?? '', text = ''] = FORMULA_TEXT.exec(body) ?? [];
    const number = sharedOf(attributes);
    if (text === '') return shared.get(number ?? '') ?? null;
    const link = formulaLink(plainText(text));
    if (number !== undefined) shared.set(number, link);
    return link;
  };
}

/** The new content of a cell: a text, the cell as it is (`null`), or nothing (`undefined`). */
function textOfCell(
  attributes: string,
  body: string,
  { writers, marksValues, link }: Omit<CellReading, 'readsLinks'> & { link: FormulaLink | null },
): string | null | undefined {
  if (link !== null && 'address' in link) return xmlText(link.address);
  const type = typeOf(attributes) ?? 'n';
  if (type === 'inlineStr' && !INLINE_TEXT.test(body)) return undefined;
  if (type === 'inlineStr') return null;
  const value = VALUE.exec(body)?.[1];
  if (type === 'e') return value || NAMELESS_ERROR;
  // A text may be empty, but not a number.
  const hasValue = value !== undefined && (type === 'str' || value !== '');
  if (!hasValue && FORMULA.test(body)) return NO_RESULT;
  if (!hasValue) return undefined;
  if (type !== 'n') return null;
  const format = formatOf(attributes);
  if (format === undefined) return null;
  const writer = writers[Number(format)];
  if (!writer) return null;
  if (marksValues) return xmlText(markedNumber(value, writer(value)));
  return xmlText(writer(value));
}

/** The content of a cell, from the text up to the next cell or row. */
function bodyOf(rest: string): string {
  const end = rest.search(CELL_END);
  if (end === -1) return rest;
  return rest.slice(0, end);
}

export interface WrittenSheet {
  text: string;
  /** How many rows have several cells, as those of a table do. */
  tableRows: number;
  /** The cells with links whose addresses are calculated. */
  calculated: string[];
  /** The numbers of the rows that are hidden, by a filter or by hand. */
  hidden: ReadonlySet<number>;
}

/** Errors: VALIDATION at `file` for a value beyond the limits. */
export function writtenSheet(text: string, reading: CellReading, { rows, columns, cells }: Limits): WrittenSheet {
  const found = text.search(ROWS_END);
  const end = found === -1 ? text.length : found;
  const data = withoutComments(text.slice(0, end));
  const written: string[] = [];
  let begin: number | null = null;
  let prefix = '';
  let row = 0;
  let column = 0;
  let inRow = 0;
  let width = 0;
  let height = 0;
  let tableRows = 0;
  const calculated: string[] = [];
  const hidden = new Set<number>();
  const linkOf = reading.readsLinks ? linkReader() : () => null;
  const check = (place: string): [column: number, row: number] => {
    const [address, letters = '', digits = ''] = ADDRESS.exec(place) ?? [];
    width = Math.max(width, columnOf(letters));
    height = Math.max(height, Number(digits));
    if (address === undefined || width > columns || height > rows) {
      const kind = /^\d/.test(place) ? 'row' : 'cell';
      throw refusedFile(
        `There is a value in ${kind} ${place.toUpperCase().slice(0, LONGEST_ADDRESS)}. A sheet may have ${columns} columns and ${rows} rows: delete what stands beyond, or save the table alone as CSV.`,
      );
    }
    return [columnOf(letters), Number(digits)];
  };
  const endRow = (): void => {
    if (inRow > 0) written.push(`</${prefix}row>`);
    if (inRow > 1) tableRows += 1;
    inRow = 0;
    column = 0;
  };
  let place = '';
  for (const { index, 1: before = '', 2: name, 3: attributes = '', 4: rest = '' } of data.matchAll(ELEMENT)) {
    begin ??= index;
    prefix = before;
    if (name === 'row') {
      endRow();
      place = placeOf(attributes) ?? String(row + 1);
      row = /^\d+$/.test(place) ? Number(place) : row + 1;
      if (/^(?:1|true)$/.test(hiddenOf(attributes) ?? '')) hidden.add(row);
      continue;
    }
    const body = attributes.endsWith('/') ? '' : bodyOf(rest);
    const address = placeOf(attributes) ?? `${lettersOf(column + 1)}${row}`;
    const link = linkOf(body);
    if (link !== null && 'isShown' in link && !link.isShown) calculated.push(address);
    const content = textOfCell(attributes, body, { ...reading, link });
    if (content === undefined) {
      column = Math.max(column + 1, columnOf(ADDRESS.exec(address)?.[1] ?? ''));
      continue;
    }
    [column] = check(address);
    if (inRow === 0) {
      check(place);
      written.push(`<${prefix}row r="${row}">`);
    }
    inRow += 1;
    if (content === null) {
      const type = typeOf(attributes);
      const format = formatOf(attributes);
      const ofType = type === undefined ? '' : ` t="${type}"`;
      const isKnownFormat = format !== undefined && reading.writers[Number(format)] !== undefined;
      const ofFormat = isKnownFormat ? ` s="${format}"` : '';
      written.push(`<${prefix}c r="${address}"${ofType}${ofFormat}>${body}</${prefix}c>`);
    } else written.push(`<${prefix}c r="${address}" t="str"><${prefix}v>${content}</${prefix}v></${prefix}c>`);
  }
  endRow();
  if (width * height > cells) throw refusedFile(`The file has more than ${cells} cells.`);
  if (begin === null) return { text, tableRows, calculated, hidden };
  return {
    text: `${data.slice(0, begin)}${written.join('')}${text.slice(end)}`,
    tableRows,
    calculated,
    hidden,
  };
}
