/**
 * The one parser of days that people type, paste or send in files. It reads `2026-11-22`, `2026/11/22`, `20261122`,
 * `22.11.2026` and `22.11.26` (with points the day comes first), `22/11/2026` and `11/22/2026` (22 cannot be a month), `22 Nov 2026`,
 * `Nov 22, 2026`, `22 nov. 2026` (months in seven languages), `today`, `yesterday`, `tomorrow`. If the year comes first, month and day have two digits.
 * `05/06/2026` is ambiguous unless the order is given.
 */
import { addDays, type Day, isDay } from '../dates/dates.ts';
import { isMarkedCell, withoutCellMark } from './workbook-cell.ts';

/** Whether day or month comes first, if the separator does not tell. */
export const DAY_ORDERS = ['dayFirst', 'monthFirst'] as const;
export type DayOrder = (typeof DAY_ORDERS)[number];

export type DayReading =
  | { kind: 'day'; day: Day }
  | { kind: 'ambiguous'; dayFirst: Day; monthFirst: Day }
  /** Has the form of a date, but the date does not exist. */
  | { kind: 'impossible' }
  | { kind: 'unreadable' };

export interface DayOptions {
  /**
   * The current day for the person or the entry; null for files, where relative words would mean another day tomorrow.
   */
  today: Day | null;
  order?: DayOrder | null | undefined;
}

const LONGEST = 40;
const UNREADABLE: DayReading = { kind: 'unreadable' };
const IMPOSSIBLE: DayReading = { kind: 'impossible' };
/** The names of each month without accents: English, German, French, Spanish, Dutch, Italian, Portuguese. */
const MONTHS = [
  'january januar janner janvier enero januari gennaio janeiro',
  'february februar feber fevrier febrero februari febbraio fevereiro',
  'march marz mrz mars marzo maart mrt marco',
  'april avril abril aprile',
  'may mai mayo mei maggio maio',
  'june juni juin junio giugno junho',
  'july juli juillet julio luglio julho',
  'august aout agosto augustus',
  'september septembre septiembre settembre setembro',
  'october oktober octobre octubre ottobre outubro',
  'november novembre noviembre novembro',
  'december dezember decembre diciembre dicembre dezembro',
].map((names) => names.split(' '));
const WORDS: Readonly<Record<string, number>> = { today: 0, yesterday: -1, tomorrow: 1 };
/** A time of day after a date is ignored. */
const TIME = /[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?: ?(?:[AP]M|Z|UTC|[+-]\d{2}:?\d{2}))?$/i;

const dayOf = (year: string, month: string | number, day: string): Day =>
  `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
const reading = (day: Day): DayReading => {
  if (isDay(day)) return { kind: 'day', day };
  return IMPOSSIBLE;
};

/** The number of a month from its name or at least its first three letters; 0 if none or several begin so. */
function monthOf(word: string): number {
  if (word.length < 3) return 0;
  const found = MONTHS.flatMap((names, at) => (names.some((name) => name.startsWith(word)) ? [at + 1] : []));
  if (found.length === 1) return found[0] ?? 0;
  return 0;
}

function readNamed(text: string): DayReading | null {
  const plain = text.normalize('NFD').replaceAll(/\p{M}/gu, '');
  const dayFirst = /^(\d{1,2})(?:st|nd|rd|th|er|º)?[ .-]+(?:de )?([a-z]{3,10})\.?[ ,-]+(?:de )?(\d{4})$/.exec(plain);
  const monthFirst = /^([a-z]{3,10})\.? +(\d{1,2})(?:st|nd|rd|th)?,? +(\d{4})$/.exec(plain);
  const [day, word, year] = dayFirst
    ? [dayFirst[1], dayFirst[2], dayFirst[3]]
    : [monthFirst?.[2], monthFirst?.[1], monthFirst?.[3]];
  if (day === undefined || word === undefined || year === undefined) return null;
  const month = monthOf(word);
  if (month === 0) return UNREADABLE;
  return reading(dayOf(year, month, day));
}

/** `22.11.26`. Years far from now are not read, because they may be days of texts in which the year comes first. */
const SHORT_YEAR = /^(\d{1,2})\.(\d{1,2})\.([23]\d)$/;

function readNumbers(text: string, order: DayOrder | null): DayReading | null {
  const yearFirst = /^(\d{4})([-/.])(\d{2})\2(\d{2})$/.exec(text) ?? /^(\d{4})()(\d{2})(\d{2})$/.exec(text);
  if (yearFirst) return reading(dayOf(yearFirst[1] ?? '', yearFirst[3] ?? '', yearFirst[4] ?? ''));
  const [, date, month, short] = SHORT_YEAR.exec(text) ?? [];
  if (date !== undefined && month !== undefined) return reading(dayOf(`20${short}`, month.padStart(2, '0'), date));
  const [, one = '', separator, two = '', year = ''] = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/.exec(text) ?? [];
  if (separator === undefined) return null;
  const dayFirst = dayOf(year, two, one);
  const monthFirst = dayOf(year, one, two);
  if (separator === '.' || order === 'dayFirst') return reading(dayFirst);
  if (order === 'monthFirst') return reading(monthFirst);
  if (!isDay(dayFirst) || dayFirst === monthFirst) return reading(monthFirst);
  if (isDay(monthFirst)) return { kind: 'ambiguous', dayFirst, monthFirst };
  return reading(dayFirst);
}

/** Reads a day. Ambiguous texts are not read. */
export function readDay(text: string, { today, order = null }: DayOptions): DayReading {
  if (text.length > LONGEST) return UNREADABLE;
  const bare = withoutCellMark(text).replaceAll(/\s+/g, ' ').trim().toLowerCase();
  const shift = WORDS[bare];
  if (shift !== undefined && Object.hasOwn(WORDS, bare))
    return today === null ? UNREADABLE : { kind: 'day', day: addDays(today, shift) };
  const dateOnly = bare.replace(TIME, '');
  return readNumbers(dateOnly, order) ?? readNamed(dateOnly) ?? UNREADABLE;
}

/** The order of day and month detected from the cells of a column. */
export interface DetectedOrder {
  /** Null if no cell depends on the order, no cell is unambiguous, or the unambiguous ones contradict each other. */
  order: DayOrder | null;
  /** Whether both orders occur, or a spreadsheet program may have swapped day and month of some days. */
  isMixed: boolean;
  /** An ambiguous cell, used as an example in the question. */
  example: string | null;
}

/** The real days of a workbook whose day and month may be swapped. */
export interface SwappedDays {
  count: number;
  /** One of them, as a day. */
  day: string;
  /** One of the texts beside them. */
  text: string;
}

/** A day whose first two numbers depend on the order; with points the day comes first. */
const isOrdered = (cell: string): boolean => !/\d\.\d/.test(cell.slice(0, 6));

/** A later day is no month. */
const LAST_SWAPPED = 12;
const MONTH_AT = 'YYYY-'.length;
const DAY_AT = 'YYYY-MM-'.length;

/**
 * The real days of a workbook that may be swapped; null if nothing says so. A program that opens a file with days in
 * another order than its own takes `11/05/2026` for 11 May, and leaves `11/13/2026` as a text. So no real day
 * is later than the 12th of its month, and the texts beside them have one meaning only.
 */
export function findSwapped(cells: readonly string[]): SwappedDays | null {
  const real = cells
    .filter(isMarkedCell)
    .map((cell) => withoutCellMark(cell).trim())
    .filter(isDay);
  if (real.some((day) => Number(day.slice(DAY_AT)) > LAST_SWAPPED)) return null;
  const swapped = real.filter((day) => day.slice(DAY_AT) !== day.slice(MONTH_AT, DAY_AT - 1));
  const [day] = swapped;
  if (day === undefined) return null;
  const text = cells.find((cell) => {
    if (isMarkedCell(cell) || !isOrdered(cell)) return false;
    const kinds = DAY_ORDERS.map((order) => readDay(cell, { today: null, order }).kind);
    return kinds.includes('day') && kinds.includes('impossible');
  });
  if (text === undefined) return null;
  return { count: swapped.length, day, text: text.trim() };
}

/** Says which days may be swapped; null if none. */
export function swappedNotice(swapped: SwappedDays | null): string | null {
  if (swapped === null) return null;
  const { count, day, text } = swapped;
  const found = count === 1 ? '1 day of the workbook is a real date' : `${count} days of the workbook are real dates`;
  return `${found} such as ${day}, others are texts such as “${text}”. A spreadsheet program may have swapped day and month of the real dates. Compare them with the partner’s own file.`;
}

/** Detects the order of day and month from the unambiguous cells. */
export function detectOrder(cells: readonly string[]): DetectedOrder {
  const votes: Record<DayOrder, number> = { dayFirst: 0, monthFirst: 0 };
  let example: string | null = null;
  for (const cell of cells) {
    if (!isOrdered(cell)) continue;
    const [dayFirst, monthFirst] = DAY_ORDERS.map((order) => readDay(cell, { today: null, order }));
    if (readDay(cell, { today: null }).kind === 'ambiguous') example ??= cell.trim();
    else if (dayFirst?.kind === 'day' && monthFirst?.kind === 'impossible') votes.dayFirst += 1;
    else if (monthFirst?.kind === 'day' && dayFirst?.kind === 'impossible') votes.monthFirst += 1;
  }
  const { dayFirst, monthFirst } = votes;
  const isMixed = (dayFirst > 0 && monthFirst > 0) || findSwapped(cells) !== null;
  if (isMixed || dayFirst + monthFirst === 0) return { order: null, isMixed, example };
  return { order: dayFirst > 0 ? 'dayFirst' : 'monthFirst', isMixed, example: null };
}
