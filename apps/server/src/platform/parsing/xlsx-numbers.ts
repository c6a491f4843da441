/**
 * How a workbook shows its numbers where that changes what they are: the currency of an amount, a percentage, and the
 * zeros of an id that is stored as a number. The forms stand in `xlsx.test.ts`.
 */
import { readCurrency } from '@signpost/contract/reading/currency.ts';
import { withoutExponent } from '@signpost/contract/reading/exponent.ts';
import { markedCell } from '@signpost/contract/reading/workbook-cell.ts';
import { attributeReader, plainText, tagsOf } from './xlsx-tags.ts';

/** Writes a stored number as the workbook shows it. */
export type NumberWriter = (stored: string) => string;

/** Spreadsheet programs keep this many digits of a number. The digits that they store beyond are noise. */
const DIGITS_KEPT = 15;
const BEYOND = 10 ** DIGITS_KEPT;

/**
 * A stored number as text. A number of more digits than a spreadsheet program keeps is written as such a program shows
 * it (`9.00719925474099E+15`), because its last digits are lost.
 */
export function numberText(stored: string): string {
  // Programs that are no spreadsheets store whole numbers with all their digits.
  if (/^-?\d+$/.test(stored)) return stored;
  const number = Number(stored);
  if (stored.trim() === '' || !Number.isFinite(number)) return stored;
  if (Math.abs(number) >= BEYOND) return number.toExponential(DIGITS_KEPT - 1).toUpperCase();
  return String(Number(number.toPrecision(DIGITS_KEPT)));
}

/** Marks a stored number of a cell, whose text is `shown`. Only fractions need a mark, because whole numbers have one meaning. */
export function markedNumber(stored: string, shown: string): string {
  if (numberText(stored).includes('.')) return markedCell(shown);
  return shown;
}

/** A stored number as marked text. Small fractions are written with every digit. */
export function markedNumberText(stored: string): string {
  const text = numberText(stored);
  if (!/e-/i.test(text)) return markedNumber(stored, text);
  const plain = withoutExponent(text);
  if (plain === null) return markedNumber(stored, text);
  return markedCell(plain);
}

/** The countries (by the numbers of their languages) whose currencies are all written `kr`. */
const CROWNS: Readonly<Record<string, string>> = {
  '41d': 'SEK',
  '414': 'NOK',
  '814': 'NOK',
  '406': 'DKK',
  '40f': 'ISK',
};
const SIGN = /[A-Z]{0,2}\p{Sc}/u;
/** The parts of a format that can name a currency: `[$€-407]`, `[$USD]`, `"USD"`. */
const NAMED = /\[\$([^\][-]+)(?:-([0-9a-f]+))?\]|"([^"]*)"/giu;

/** The currency that a format shows beside its numbers, as its code or sign; null if there is none. */
function currencyOf(format: string): string | null {
  for (const [, bracketed, language = '', quoted] of format.matchAll(NAMED)) {
    const text = (bracketed ?? quoted ?? '').trim();
    const read = readCurrency(text);
    if (read.kind === 'currency' && read.factor === '1') return read.code;
    const sign = SIGN.exec(text);
    if (sign !== null) return sign[0];
    const crown = /^kr\.?$/i.test(text) ? CROWNS[language.toLowerCase()] : undefined;
    if (crown !== undefined) return crown;
  }
  const bare = SIGN.exec(format.replaceAll(NAMED, '').replaceAll(/\[[^\][]*\]/g, ''));
  if (bare === null) return null;
  return bare[0];
}

function amountWriter(currency: string): NumberWriter {
  if (/^[A-Z]{3,}$/.test(currency)) return (stored) => `${numberText(stored)} ${currency}`;
  return (stored) => `${currency}${numberText(stored)}`;
}

/** Only zeros and what stands between them, as in `00000` and `000\-000`. */
const ZEROS = /^(?:0|\\.|"[^"]*"|[- /()])+$/;

/** Writes whole numbers into the zeros of a format, from the right. */
function zeroWriter(format: string): NumberWriter {
  const places = format.replaceAll(/\\(.)|"([^"]*)"/g, '$1$2');
  return (stored) => {
    if (!/^\d+$/.test(stored)) return numberText(stored);
    const zeros = places.replaceAll(/[^0]/g, '').length;
    const digits = stored.padStart(zeros, '0');
    const ahead = digits.slice(0, digits.length - zeros);
    let next = ahead.length;
    return ahead + places.replaceAll('0', () => digits[next++] ?? '');
  };
}

const writePercent: NumberWriter = (stored) => {
  const number = Number(stored);
  if (Number.isFinite(number)) return `${numberText(String(number * 100))}%`;
  return numberText(stored);
};
/** A sign in quotes only stands behind the number. */
const writeSign: NumberWriter = (stored) => `${numberText(stored)}%`;

/** The parts of a format that are shown as they stand, those that only have a width, and colours and conditions. */
const LITERAL = /\\.|"[^"]*"|[_*].|\[[^\][]*\]/g;

function percentWriter(format: string): NumberWriter | null {
  if (format.replaceAll(LITERAL, '').includes('%')) return writePercent;
  if (/\\%|"[^"%]*%[^"]*"/.test(format)) return writeSign;
  return null;
}

/** The formats that every workbook has without naming them, as far as they are special. */
const BUILT_IN: ReadonlyMap<string | undefined, NumberWriter> = new Map([
  ['9', writePercent],
  ['10', writePercent],
]);

function writerOf(format: string): NumberWriter | null {
  const [positive = ''] = format.split(';');
  if (ZEROS.test(positive) && (positive.match(/0/g)?.length ?? 0) > 1) return zeroWriter(positive);
  const percent = percentWriter(positive);
  if (percent !== null) return percent;
  const currency = currencyOf(positive);
  if (currency === null) return null;
  return amountWriter(currency);
}

const idOf = attributeReader('numFmtId');
const codeOf = attributeReader('formatCode');

/** The writers of the formats of a workbook's cells, by the numbers of the formats; null for those that are not special. */
export function numberWriters(styles: string): (NumberWriter | null)[] {
  const writers = new Map(
    tagsOf(styles, 'numFmt').map((tag) => [idOf(tag), writerOf(plainText(codeOf(tag) ?? ''))] as const),
  );
  const begin = /<(?:\w+:)?cellXfs[^<>]*>/.exec(styles);
  if (begin === null) return [];
  const [formats = ''] = styles.slice(begin.index + begin[0].length).split(/<\/(?:\w+:)?cellXfs>/, 1);
  return tagsOf(formats, 'xf').map((tag) => {
    const id = idOf(tag);
    if (writers.has(id)) return writers.get(id) ?? null;
    return BUILT_IN.get(id) ?? null;
  });
}
