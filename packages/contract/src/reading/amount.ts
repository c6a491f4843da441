/**
 * The one parser of amounts that people type, paste or send in files. It only reads texts that have a single meaning,
 * and names both meanings of the others. A group mark (comma, point, blank, apostrophe) is followed by exactly three
 * digits and stands before the decimal mark; Indian groups of two are read as well.
 */
import type { Money } from './money-text.ts';
import { isMoney, withoutTrailingZeros } from './money-text.ts';
import { isMarkedCell, withoutCellMark } from './workbook-cell.ts';

/** The decimal mark. */
export const DECIMAL_MARKS = ['.', ','] as const;
export type DecimalMark = (typeof DECIMAL_MARKS)[number];

export type AmountReading =
  | { kind: 'amount'; amount: Money }
  /** A single comma or point followed by three digits: either thousands or a fraction. */
  | { kind: 'ambiguous'; asGroup: Money; asDecimal: Money }
  /** The text contains another currency than expected. */
  | { kind: 'foreign'; found: string }
  | { kind: 'unreadable' };

export interface AmountOptions {
  /** The decimal mark of the column or file. Texts that contradict it are unreadable. */
  mark?: DecimalMark | null | undefined;
  /** Whether a percent sign is allowed. */
  allowsPercent?: boolean;
  /** The code of the expected currency; any other code or symbol is foreign. Without it, a currency is ignored. */
  currency?: string | undefined;
}

/** The longest text that is parsed. */
const LONGEST = 60;
const UNREADABLE: AmountReading = { kind: 'unreadable' };
const BLANKS = /[\s\u00a0\u2007\u2009\u202f]/g;
const LEADING_MINUS = /^[-\u2212\u2012\u2013]/;
const TRAILING_MINUS = /[-\u2212\u2012\u2013]$/;
/** Dashes in place of the cents, as on price tags: `100,-`, `100.–`, `100:-`, `100,--`, `100,=`. They are no minus. */
const NO_CENTS = /(?:([.,])|(?<=\d):) ?[-\u2010-\u2015\u2212=]+(?!\d)/;
const CURRENCY = /^(?:[A-Z]{3}|[A-Z]{0,2}\p{Sc}) ?| ?(?:[A-Z]{3}|\p{Sc})$/u;
/** The currencies that a symbol can stand for. */
const SYMBOLS: Readonly<Record<string, readonly string[]>> = {
  '€': ['EUR'],
  '£': ['GBP'],
  $: [
    'USD',
    'AUD',
    'CAD',
    'NZD',
    'SGD',
    'HKD',
    'TWD',
    'MXN',
    'ARS',
    'CLP',
    'COP',
    'UYU',
    'DOP',
    'BRL',
    'JMD',
    'TTD',
    'FJD',
  ],
  US$: ['USD'],
  A$: ['AUD'],
  AU$: ['AUD'],
  C$: ['CAD'],
  CA$: ['CAD'],
  NZ$: ['NZD'],
  HK$: ['HKD'],
  S$: ['SGD'],
  SG$: ['SGD'],
  MX$: ['MXN'],
  R$: ['BRL'],
  '¥': ['JPY', 'CNY'],
  '₽': ['RUB'],
  '₹': ['INR'],
  '₺': ['TRY'],
  '₩': ['KRW'],
  '₴': ['UAH'],
  '₪': ['ILS'],
  '₱': ['PHP'],
  '₦': ['NGN'],
  '₫': ['VND'],
  '฿': ['THB'],
  '₸': ['KZT'],
};

/** The currency that a text names instead of the expected one: its code, or a symbol that stands for several or none we know. */
function foreignTo(currency: string | undefined, found: string): string | null {
  if (found === '' || currency === undefined || currency === '') return null;
  const codes = /^[A-Z]{3}$/.test(found) ? [found] : (SYMBOLS[found] ?? []);
  if (codes.includes(currency)) return null;
  if (codes.length === 1) return codes[0] ?? found;
  return found;
}

interface Unwrapped {
  isNegative: boolean;
  digits: string;
  /** The currency's code or symbol. */
  found: string;
}

/** Splits off the currency and the sign at either end or in between: `-€5`, `€-5`, `(5.00 EUR)`, `5-`. */
function unwrap(text: string, allowsPercent: boolean): Unwrapped | null {
  let rest = text;
  let signs = 0;
  const strip = (pattern: RegExp): boolean => {
    const next = rest.replace(pattern, '').trim();
    const isFound = next !== rest;
    rest = next;
    return isFound;
  };
  if (/^\(.*\)$/.test(rest)) {
    rest = rest.slice(1, -1).trim();
    signs += 1;
  }
  const sign = (): void => {
    if (strip(LEADING_MINUS) || strip(TRAILING_MINUS)) signs += 1;
    else strip(/^\+/);
  };
  sign();
  const found = (CURRENCY.exec(rest)?.[0] ?? '').trim();
  if (found !== '') {
    strip(CURRENCY);
    // Spreadsheets write `€(5.00)` for less, and `€-` for nothing.
    if (rest === '' && /^[^()\d]*$/.test(text) && signs === 1) return { isNegative: false, digits: '0', found };
    if (signs === 0 && strip(/^\((?=.*\)$)/)) {
      strip(/\)$/);
      signs += 1;
    } else if (signs === 0) sign();
  } else if (allowsPercent) strip(/%$/);
  if (signs > 1) return null;
  return { isNegative: signs === 1, digits: rest, found };
}

const plain = (isNegative: boolean, whole: string, fraction: string): Money | null => {
  const digits = whole.replace(/^0+(?=\d)/, '') || '0';
  const text = `${digits}${fraction === '' ? '' : `.${fraction}`}`;
  const amount = isNegative && /[1-9]/.test(text) ? `-${text}` : text;
  if (isMoney(amount)) return amount;
  return null;
};

/** Lakhs and crores: `12,34,567`. */
const INDIAN = /^[1-9]\d?(?:,\d{2})+,\d{3}$/;

/** The digits before a decimal mark, without group marks; null if these are misplaced. */
function ungroup(whole: string, decimal: DecimalMark): string | null {
  if (/^\d*$/.test(whole)) return whole;
  const [mark] = /[^\d]/.exec(whole) ?? [];
  if (mark === undefined || mark === decimal || !/^[ '’.,]$/.test(mark)) return null;
  if (INDIAN.test(whole)) return whole.replaceAll(',', '');
  const [first = '', ...groups] = whole.split(mark);
  const isGrouped = /^[1-9]\d{0,2}$/.test(first) && groups.every((group) => /^\d{3}$/.test(group));
  if (isGrouped) return first + groups.join('');
  return null;
}

function readWith(digits: string, decimal: DecimalMark, isNegative: boolean): Money | null {
  const at = digits.indexOf(decimal);
  const [whole, fraction] = at === -1 ? [digits, ''] : [digits.slice(0, at), digits.slice(at + 1)];
  const ungrouped = ungroup(whole, decimal);
  if (ungrouped === null || !/^\d*$/.test(fraction) || (ungrouped === '' && fraction === '')) return null;
  return plain(isNegative, ungrouped, fraction);
}

function chooseReading(mark: AmountOptions['mark'], point: Money | null, comma: Money | null): Money | null {
  if (mark === '.') return point;
  if (mark === ',') return comma;
  return point ?? comma;
}

/**
 * Reads an amount. Without a given mark, a text that has a different value with each mark is ambiguous. With a given
 * mark, only that reading counts, and a text that contradicts it (`2.5` among decimal commas) is unreadable. A number of a
 * workbook's cell is its value, whatever the mark is.
 */
export function readAmount(text: string, options: AmountOptions = {}): AmountReading {
  const { allowsPercent = false, currency } = options;
  const mark = isMarkedCell(text) ? '.' : options.mark;
  if (text.length > LONGEST) return UNREADABLE;
  const bare = unwrap(withoutCellMark(text).replaceAll(BLANKS, ' ').replace(NO_CENTS, '$1').trim(), allowsPercent);
  if (bare === null) return UNREADABLE;
  const { isNegative, digits, found } = bare;
  const point = readWith(digits, '.', isNegative);
  const comma = readWith(digits, ',', isNegative);
  const chosen = chooseReading(mark, point, comma);
  if (chosen === null) return UNREADABLE;
  const foreign = foreignTo(currency, found);
  if (foreign !== null) return { kind: 'foreign', found: foreign };
  if (mark != null || point === null || comma === null || point === comma) return { kind: 'amount', amount: chosen };
  if (digits.includes(',')) return { kind: 'ambiguous', asGroup: point, asDecimal: comma };
  return { kind: 'ambiguous', asGroup: comma, asDecimal: point };
}

/** Writes a fraction of three digits unambiguously: `1.250` as `1.25`, `1.125` as `1.1250`. */
export function clearAmount(amount: string): string {
  const short = withoutTrailingZeros(amount);
  if (/^-?[1-9]\d{0,2}\.\d{3}$/.test(short)) return `${short}0`;
  return short;
}

/** The decimal mark detected from the cells of a column or file. */
export interface DetectedMark {
  /** Null if every cell is ambiguous, or the unambiguous ones contradict each other. */
  mark: DecimalMark | null;
  /** Whether both marks occur. */
  isMixed: boolean;
  /** An ambiguous cell, used as an example in the question. */
  example: string | null;
}

/** Detects the decimal mark from the unambiguous texts. Numbers of a workbook have none. */
export function detectMark(cells: Iterable<string>): DetectedMark {
  const votes: Record<DecimalMark, number> = { '.': 0, ',': 0 };
  let example: string | null = null;
  for (const cell of cells) {
    if (isMarkedCell(cell) || !/[.,]/.test(cell)) continue;
    const [point, comma] = DECIMAL_MARKS.map((mark) => readAmount(cell, { mark, allowsPercent: true }));
    if (point?.kind === 'amount' && comma?.kind === 'amount') example ??= cell.trim();
    else if (point?.kind === 'amount') votes['.'] += 1;
    else if (comma?.kind === 'amount') votes[','] += 1;
  }
  const isMixed = votes['.'] > 0 && votes[','] > 0;
  if (isMixed || votes['.'] + votes[','] === 0) return { mark: null, isMixed, example };
  return { mark: votes['.'] > 0 ? '.' : ',', isMixed, example: null };
}
