/** Reads the currency that the name of a column gives its amounts. The forms stand in `header-currency.test.ts`. */
import { readAmount } from './amount.ts';
import { readCurrency } from './currency.ts';
import { trimEnd } from './invisible.ts';

/** A code or sign in brackets, or behind the words: `Betrag (USD)`, `Payout, €`, `revenue_usd`, `Amount in US$`. */
const BRACKETED = /[([{]([^()[\]{}]+)[)\]}]/u;
const BEHIND = /(?:[\s,;:/_.-]|^)(?:in\s+)?([\p{L}]{3,5}|[A-Z]{0,2}\p{Sc})$/u;
/** Words of headers that are codes of currencies as well. */
const WORDS: ReadonlySet<string> = new Set(['ALL', 'TOP', 'CUP', 'LINK', 'NEAR', 'UNI', 'DOT', 'ATOM', 'SOL', 'PEN']);

/** The code or sign; null if the text names no currency, or more than one. */
function named(text: string): string | null {
  const read = readCurrency(text);
  if (read.kind === 'currency') return read.factor === '1' ? read.code : null;
  if (/^[A-Z]{0,2}\p{Sc}$/u.test(text)) return text;
  return null;
}

/** The currency that a header names, as its code, or as its sign if several currencies have it; null if it names none. */
export function currencyOfHeader(header: string): string | null {
  const text = header.trim();
  const bracketed = BRACKETED.exec(text)?.[1]?.trim();
  const found = bracketed === undefined ? null : named(bracketed);
  if (found !== null) return found;
  const behind = BEHIND.exec(text)?.[1];
  if (behind === undefined || WORDS.has(behind.toUpperCase())) return null;
  return named(behind);
}

/** A header without the currency that it names: `Revenue` of `Revenue (USD)`. */
export function withoutCurrency(header: string): string {
  if (currencyOfHeader(header) === null) return header;
  const rest = BRACKETED.test(header) ? header.replace(BRACKETED, '') : header.trim().replace(BEHIND, '');
  const name = trimEnd(rest, /[\s,;:/_.-]/).trim();
  if (name === '') return header;
  return name;
}

/** Whether a code or sign names another currency than the code. A sign such as `$` names all that are written with it. */
export const isOtherCurrency = (found: string, code: string): boolean =>
  found !== code &&
  readAmount(/^[A-Z]{3}$/.test(found) ? `1 ${found}` : `${found}1`, { currency: code }).kind !== 'amount';
