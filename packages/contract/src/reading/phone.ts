/**
 * The one reader of phone numbers that people type, paste from an address book or send by a form. It keeps digits, in
 * whatever script they are written, and a plus sign in front; the country code is not guessed. The prefix for calls
 * abroad (`00`, `011`, `0011` …) stays, because it depends on the country (`phone-number.ts`).
 */

/** What stands around a number: the scheme of a link, and words such as "Tel." in front. */
const LABEL = /^(?:tel|phone|mobile|mob|callto|fon|handy)[.:\s]*/i;
/** The beginning of an extension, which is not part of the number. */
const EXTENSION = /[;,#]|ext|доб|вн\.|dw|nst|x(?=\s?\d)/i;
/** Signs between digits: blanks, dashes of all kinds, dots, slashes, brackets, and format characters of address books. */
const BETWEEN = /[\s\p{Pd}\p{Cf}()[\]/.·•_\u2212]/gu;
/** The trunk zero that is written but not dialled after a country code: `+43 (0) 660`. */
const TRUNK = /^((?:\+|00)\s*\d{1,3})\s*\(0\)/;

/** The digit of any script: those of a script stand together, and the first of ten is its zero. */
function asciiDigit(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  let zero = code;
  while (code - zero < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String(code - zero);
}

/** A spreadsheet that takes a number for an amount prints it with a decimal. */
const DECIMAL = /^(\+?\d{6,})\.0$/;
/** Digits of E.164, or those with a prefix for calls abroad in front. */
const DIGITS = /^(?:\+?\d{6,15}|0\d{15,19})$/;
const ZEROS = /^\+?0+$/;

/** `+43 660 1234567` is read as `+436601234567`; null if the text is no phone number of 6 to 15 digits (E.164). */
export function readPhone(given: string): string | null {
  const visible = given
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .trim();
  const bare = visible.replace(LABEL, '').replace(TRUNK, '$1');
  const extension = bare.search(EXTENSION);
  const digits = (extension === -1 ? bare : bare.slice(0, extension))
    .replace(DECIMAL, '$1')
    .replace(BETWEEN, '')
    .replace(/\p{Nd}/gu, asciiDigit)
    // No country code begins with 0.
    .replace(/^\+(?=0)/, '');
  return DIGITS.test(digits) && !ZEROS.test(digits) ? digits : null;
}

/** The beginning of a part that belongs to the number before it: an extension, or a parameter of a link. */
const BELONGS_TO_NUMBER = /^\s*(?:[-\w]+=|ext|x\s?\d|доб|вн\.|dw|nst)/i;
/** Words in front of a number, such as "Fax". */
const WORDS = /^[^\d+]*/;

/**
 * Whether a text that `readPhone` reads has other numbers after a comma or a semicolon (`+43 660 1234567; +43 1 7654321`),
 * which are lost if only the first one is kept. Pauses and codes of conferences (`,,123456#`) are no numbers.
 */
export function hasOtherPhones(given: string): boolean {
  const [first = '', ...others] = given.normalize('NFKC').split(/[;,]/);
  const own = readPhone(first);
  return others.some((part, at) => {
    if (BELONGS_TO_NUMBER.test(part) || part.trim().endsWith('#') || others[at - 1] === '') return false;
    const other = readPhone(part.replace(WORDS, ''));
    return other !== null && other !== own;
  });
}

/** Digits behind a number that are an extension of it: `ext. 12`, `x5`, `;ext=7`, `#9`. */
const OWN_EXTENSION = /(?:ext|\bx|\dx|доб|вн\.|dw|nst|#)[^\d;,]{0,12}\d/i;

/** Whether a text that `readPhone` reads has an extension, which is not part of the number. */
export const hasExtension = (given: string): boolean =>
  OWN_EXTENSION.test(given.normalize('NFKC').replace(/^\D{0,20}/, ''));
