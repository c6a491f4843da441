/**
 * Makes the texts of a document printable, and says which characters no font has. A document with such a character is
 * not issued, because it would name its parties wrongly (docs/decisions/0201).
 */
import { AppError } from '@signpost/contract/errors.ts';
import type { DocumentPayload } from '@signpost/contract/money/document.ts';
import { breakWords } from './break-words.ts';
import { familiesFor, openFamilies } from './fonts.ts';

/** Signs that have no form of their own: joiners, direction marks, selectors and control characters. */
const FORMLESS = /[\p{Cf}\p{Cc}\p{Variation_Selector}]/u;
const BLANK = /\s/u;
/** Stands for a character that cannot be printed. Only drafts can have it. */
const REPLACEMENT = '?';

/** A text that is written without blanks, and that is longer than the narrowest column for names. */
const LONG_UNSPACED =
  /(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]){16}(?=[\p{L}\p{N}])/gu;

interface Printer {
  families: string[];
  /** `name` is that of the text in the payload, such as `buyer.city`. */
  print: (text: string, name: string) => string;
  missing: Set<string>;
}

/** A printer of all texts that `sample` contains. */
async function openPrinter(sample: string): Promise<Printer> {
  // A compatibility character, such as a ligature, can consist of letters of a further script.
  const families = familiesFor(`${sample}${sample.normalize('NFKC')}`);
  const { has, widthOf } = await openFamilies(families);
  const missing = new Set<string>();
  const isPrintable = (text: string): boolean =>
    [...text].every((sign) => has(sign.codePointAt(0) ?? 0) || BLANK.test(sign));
  const printSign = (sign: string): string => {
    if (has(sign.codePointAt(0) ?? 0)) return sign;
    if (sign === '\n') return sign;
    if (BLANK.test(sign)) return ' ';
    if (FORMLESS.test(sign)) return '';
    const plain = sign.normalize('NFKC');
    if (plain !== sign && isPrintable(plain)) return plain;
    missing.add(sign);
    return REPLACEMENT;
  };
  const print = (text: string, name: string): string =>
    breakWords(breakLong([...text.normalize('NFC')].map(printSign).join('')), name, widthOf);
  return { families, print, missing };
}

/**
 * The renderer ends a line at blanks only, and would print a hyphen elsewhere. A long East Asian name goes on in the next
 * line instead.
 */
const breakLong = (text: string): string => text.replace(LONG_UNSPACED, '$&\n');

/** Applies `print` to every text inside a value. `name` is the path of the value in the payload, without indexes of lists. */
function mapTexts<Value>(value: Value, print: Printer['print'], name?: string): Value;
function mapTexts(value: unknown, print: Printer['print'], name = ''): unknown {
  if (typeof value === 'string') return print(value, name);
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, print, name));
  if (value === null || typeof value !== 'object') return value;
  const inside = name === '' ? '' : `${name}.`;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mapTexts(one, print, `${inside}${key}`)]));
}

/** The content as it is printed, and the families of fonts that it needs. */
export async function preparePrint(
  payload: DocumentPayload,
): Promise<{ payload: DocumentPayload; families: string[]; missing: string[] }> {
  const { families, print, missing } = await openPrinter(JSON.stringify(payload));
  const printed = mapTexts(payload, print);
  return { payload: printed, families, missing: [...missing] };
}

const MOST_NAMED = 10;

/** Errors: CONFLICT if no font has a character of the document; the message names the characters. */
export async function refuseUnprintable(payload: DocumentPayload): Promise<void> {
  const { missing } = await preparePrint(payload);
  if (missing.length === 0) return;
  const named = missing.slice(0, MOST_NAMED).map((sign) => {
    const code = (sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return `“${sign}” (U+${code})`;
  });
  const more = missing.length - named.length;
  const signs = [named.join(', '), more > 0 && `${more} more characters`].filter(Boolean).join(' and ');
  throw new AppError('CONFLICT', {
    message: `A document cannot print ${signs}. Write the name, address or note without them.`,
  });
}
