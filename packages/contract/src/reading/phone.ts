/**
 * The one reader of phone numbers that people type, paste from an address book or send by a form. It keeps digits, in
 * whatever script they are written, and a plus sign in front; the country code is not guessed. The prefix for calls
 * abroad (`00`, `011`, `0011` …) stays, because it depends on the country (`phone-number.ts`).
 */

/** The text around a number: the scheme of a link, words such as "Tel." in front, and the sign of a cell of text. */
const LABEL =
  /^(?:'|=?"|(?:whatsapp|tel[eé]phone|telefono?|tel|phone|mobile?|mob|cell|celular|callto|sms|fon|handy|ph|[chmptw](?=[.: ]))(?: ?(?:number|nr|no)\b)?)[.:\s/]*/i;
/** An address that opens a chat with a number. */
const CHAT = /^(?:https?:\/\/)?(?:wa\.me\/|api\.whatsapp\.com\/send\/?\?phone=)(?:%2b|\+)?(\d{6,15})(?:[?&/].*)?$/i;
/** A remark in brackets behind a number: `(mobile)`. */
const REMARK = /\([^\d()]{1,40}\)$/;
/** The beginning of an extension, which is not part of the number, or of another number. */
const EXTENSION =
  /[;,#|&~\n]|::|ext(?:n|ension)?(?!\p{L})|(?:доб|вн)\.|(?:dw|nst|durchwahl|poste|ramal|int|interno|or|oder|and|und|et)(?!\p{L})|x(?=\s?\d)/iu;
/** Signs between digits: blanks, dashes of all kinds, dots, slashes, apostrophes and brackets. */
const BETWEEN = /[\s\p{Pd}()[\]/.·•_'’\u2212]/gu;
/** The trunk zero that is written but not dialled after a country code: `+43 (0) 660`, `+49-(0)176`. */
const TRUNK = /((?:\+|00)[ (]{0,2}\d{1,3})[ )/.-]{0,3}[([]0[)\]]/g;
/** The signs of a number in ASCII. */
const NUMBER_SIGN = /[\d ().-]/;
/** The first digit of a number in front of a slash is at most so many signs before the slash. */
const LONGEST_BEFORE_SLASH = 41;

/** The number of signs from the first digit of the last number to the end of a text, up to the limit above. */
function signsOfLastNumber(text: string): number {
  let signs = 0;
  for (let before = 1; before <= LONGEST_BEFORE_SLASH && before <= text.length; before += 1) {
    const sign = text.charAt(text.length - before);
    if (!NUMBER_SIGN.test(sign)) break;
    if (/\d/.test(sign)) signs = before;
  }
  return signs;
}

/**
 * Writes `;` for a slash between two numbers: `0660 1234567/0660 7654321`. A slash behind an area code is part of the
 * number. A loop does it, because an expression for it would not be linear.
 */
function separateNumbers(text: string): string {
  const [first = '', ...others] = text.split('/');
  return others.reduce((before, part) => {
    if (/^ ?[+0]/.test(part) && signsOfLastNumber(before) >= 6) return `${before};${part}`;
    const isApart = before.endsWith(' ') && part.startsWith(' ');
    if (isApart && signsOfLastNumber(before.slice(0, -1)) >= 9) return `${before.slice(0, -1)};${part.slice(1)}`;
    return `${before}/${part}`;
  }, first);
}

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

/** The text in ASCII digits, without invisible characters, marks (of emoji digits), trunk zeros and slashes between numbers. */
const plainText = (given: string): string =>
  separateNumbers(
    given
      .normalize('NFKC')
      .replace(/[\p{Cf}\p{M}]/gu, '')
      .replace(/\p{Nd}/gu, asciiDigit)
      .replace(TRUNK, '$1'),
  );

/** `+43 660 1234567` is read as `+436601234567`; null if the text is no phone number of 6 to 15 digits (E.164). */
export function readPhone(given: string): string | null {
  const bare = plainText(given)
    .trim()
    .replace(CHAT, '+$1')
    .replace(LABEL, '')
    .replace(/"$/, '')
    .replace(REMARK, '')
    .replace(/^00\+/, '+');
  const extension = bare.search(EXTENSION);
  const digits = (extension === -1 ? bare : bare.slice(0, extension))
    .replace(DECIMAL, '$1')
    .replace(BETWEEN, '')
    // No country code begins with 0.
    .replace(/^\+(?=0)/, '');
  if (DIGITS.test(digits) && !ZEROS.test(digits)) return digits;
  return null;
}

/** The beginning of a part that belongs to the number before it: an extension, or a parameter of a link. */
const BELONGS_TO_NUMBER = /^\s*(?:[-\w]+=|ext|x\s?\d|доб|вн\.|dw|nst|durchwahl|poste|ramal|int)/i;
const OTHER_NUMBER = /[;,|&\n]|:{2,}| (?:or|oder|and|und|et) /i;
/** Words in front of a number, such as "Fax". */
const WORDS = /^[^\d+]*/;

/**
 * Whether a text that `readPhone` reads has other numbers after a comma or a semicolon (`+43 660 1234567; +43 1 7654321`),
 * which are lost if only the first one is kept. Pauses and codes of conferences (`,,123456#`) are no numbers.
 */
export function hasOtherPhones(given: string): boolean {
  const [first = '', ...others] = plainText(given).split(OTHER_NUMBER);
  const own = readPhone(first);
  return others.some((part, at) => {
    if (BELONGS_TO_NUMBER.test(part) || part.trim().endsWith('#') || others[at - 1] === '') return false;
    const other = readPhone(part.replace(WORDS, ''));
    return other !== null && other !== own;
  });
}

/** Signs that are between the digits of one number; every other sign ends it. `phone_numbers` in the migrations has the same. */
const WITHIN = /[ \t().[\]/·•_'’\u2010-\u2015\u2212-]/g;

/**
 * The digits of every number in a text, also of extensions, with a plus sign in front of an international one. The
 * database has them as `phone_numbers`, which a test compares with this.
 */
export const numbersIn = (given: string): string[] =>
  plainText(given)
    .replaceAll(WITHIN, '')
    .replaceAll(/[^\d+]+/g, ' ')
    .replaceAll(/\++/g, ' +')
    .split(' ')
    .map((number) => number.replace(/^\+?00(?=[1-9])/, '+').replace(/^\+(?=0)/, ''))
    .filter((number) => /\d/.test(number));

/** Whether a text that `readPhone` reads has digits behind its number: an extension, a code of a conference, the end of a range. */
export function hasExtension(given: string): boolean {
  const text = plainText(given).replace(/^\D{0,20}/, '');
  const end = text.search(EXTENSION);
  return end !== -1 && /\d/.test(text.slice(end));
}
