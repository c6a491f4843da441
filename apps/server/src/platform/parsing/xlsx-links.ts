/** The addresses behind the texts of a sheet: links of cells, and formulas such as `HYPERLINK("https://a.example","A")`. */
import { ADDRESS, columnOf, ROWS_END } from './xlsx-places.ts';
import { attributeReader, plainText, tagsOf, withoutComments } from './xlsx-tags.ts';

const WEB = /^(?:https?:\/\/|www\.)/i;
/** No more cells are looked at for links of ranges. The same address in more cells is no other link. */
const MOST_CELLS = 100_000;

const relationIdOf = attributeReader('Id');
const targetOf = attributeReader('Target');
const modeOf = attributeReader('TargetMode');
const placeOf = attributeReader('ref');
const idOf = attributeReader('id');
const locationOf = attributeReader('location');

interface CellLink {
  /** A cell or a range, such as `A1:B2`. */
  place: string;
  address: string;
}

/** The part of a workbook with the targets of a sheet's links. */
export function relationsPath(sheetPath: string): string {
  const name = sheetPath.lastIndexOf('/') + 1;
  return `${sheetPath.slice(0, name)}_rels/${sheetPath.slice(name)}.rels`;
}

/** The links of a sheet that lead to web addresses, by the text of the sheet and that of its relations. */
export function cellLinks(sheet: string, relations: string): CellLink[] {
  const external = tagsOf(relations, 'Relationship').filter((tag) => modeOf(tag) === 'External');
  const targets = new Map(external.map((tag) => [relationIdOf(tag) ?? '', plainText(targetOf(tag) ?? '').trim()]));
  const end = sheet.search(ROWS_END);
  const tags = tagsOf(withoutComments(end === -1 ? '' : sheet.slice(end)), 'hyperlink');
  return tags.flatMap((tag) => {
    const target = targets.get(idOf(tag) ?? '') ?? '';
    // Excel keeps the part of an address behind its `#` apart.
    const location = plainText(locationOf(tag) ?? '');
    const address = location === '' || target.includes('#') ? target : `${target}#${location}`;
    if (WEB.test(target)) return [{ place: placeOf(tag) ?? '', address }];
    return [];
  });
}

/** An address as it is compared with the text that shows it. Programs encode the braces of macros. */
const comparable = (text: string): string =>
  text.trim().replaceAll(/%7b/gi, '{').replaceAll(/%7d/gi, '}').replace(/\/$/, '');

/** The text of a cell with a link: its address, behind the text if that shows another one. */
function withAddress(text: string, address: string): string {
  if (text.trim() === '' || comparable(text) === comparable(address)) return text;
  if (text.includes('://')) return `${text}\n${address}`;
  return address;
}

/** The cells of a link that have a place in these rows, each as its row and column from 0; at least one of each row. */
function* cellsOf(rows: readonly string[][], place: string): Generator<readonly [row: number, column: number]> {
  const [from = '', until = from] = place.replaceAll('$', '').split(':');
  const [, left = '', top = ''] = ADDRESS.exec(from) ?? [];
  const [, right = '', bottom = ''] = ADDRESS.exec(until) ?? [];
  if (left === '' || right === '') return;
  const lastRow = Math.min(Number(bottom), rows.length);
  const first = columnOf(left) - 1;
  for (let row = Number(top) - 1; row < lastRow; row += 1) {
    const last = Math.min(columnOf(right), rows[row]?.length ?? 0);
    for (let column = first; column < Math.max(last, first + 1); column += 1) yield [row, column];
  }
}

/** Writes the addresses of links into the cells. Row 1 of the sheet comes first; cells without a text stay empty. */
export function writeLinks(rows: readonly string[][], links: readonly CellLink[]): void {
  const seen = new Set<string>();
  let left = MOST_CELLS;
  for (const { place, address } of links)
    for (const [row, column] of cellsOf(rows, place)) {
      left -= 1;
      if (left < 0) return;
      const cells = rows[row];
      const text = cells?.[column];
      if (cells === undefined || text === undefined || seen.has(`${row} ${column}`)) continue;
      seen.add(`${row} ${column}`);
      cells[column] = withAddress(text, address);
    }
}

/** A text in a formula at the beginning of an argument. */
const FIRST_TEXT = /^\s*"((?:[^"]|"")*)"\s*/;
/** Excel's limit is 8 192 characters. */
const LONGEST_FORMULA = 10_000;
const LINK_FORMULA = /(?<![\w.])HYPERLINK\(/i;
/** Addresses of other kinds begin with these: places in workbooks, e-mails and files. */
const NO_WEB = /^(?:#|\[|mailto:|tel:|file:|\\\\|[a-z]:\\)/i;

/** The link of a `HYPERLINK` formula: its web address, or that the formula calculates the address. */
export type FormulaLink = { address: string } | CalculatedLink;
interface CalculatedLink {
  /** Whether the cell shows the address, because the link has no text of its own. */
  isShown: boolean;
}

/** Whether the call has an argument behind its first one, by what stands behind `HYPERLINK(`. */
function hasSecondArgument(call: string): boolean {
  let depth = 0;
  let isInText = false;
  for (const character of call) {
    if (character === '"') isInText = !isInText;
    if (isInText) continue;
    if (depth === 0 && (character === ',' || character === ';')) return true;
    if ('({['.includes(character)) depth += 1;
    else if (')}]'.includes(character)) depth -= 1;
    if (depth < 0) return false;
  }
  return false;
}

/** The link of a formula, or null. An address counts only if the formula contains it as one literal text. */
export function formulaLink(text: string): FormulaLink | null {
  const formula = text.slice(0, LONGEST_FORMULA);
  const found = LINK_FORMULA.exec(formula);
  if (found === null) return null;
  const call = formula.slice(found.index + found[0].length);
  const first = FIRST_TEXT.exec(call);
  const literal = first?.[1]?.replaceAll('""', '"').trim() ?? '';
  const isWhole = first !== null && /^[,;)]/.test(call.slice(first[0].length));
  if (isWhole && WEB.test(literal)) return { address: literal };
  if (isWhole) return null;
  if (NO_WEB.test(literal)) return null;
  return { isShown: !hasSecondArgument(call) };
}
