/**
 * All ways to write one phone number. Lists, the palette, the search for leads and data protection find a number by them,
 * whichever way it was typed and stored. Stored texts are compared by their digits (`numbersIn`).
 */
import { getCountries, type PhoneNumber, parsePhoneNumber } from 'libphonenumber-js/min';
import { numbersIn, readPhone } from './phone.ts';
import { judgeNumber } from './phone-number.ts';

/** A number without its country code is only compared from this many digits on, because a shorter one could be anything. */
const LEAST_WITHOUT_TRUNK = 9;
/** The shortest part of a number that is searched for. */
const LEAST_PART = 5;

/** The number with these international digits; undefined if no country has their code. */
function planOf(digits: string): PhoneNumber | undefined {
  try {
    return parsePhoneNumber(`+${digits}`);
  } catch {
    // The library throws for texts that are no number in any country.
    return undefined;
  }
}

/** Mobile numbers of Mexico, Argentina and Brazil, with and without a digit that not everybody writes. */
const OTHER_DIGITS: readonly (readonly [expression: RegExp, other: string])[] = [
  [/^521(\d{10})$/, '52$1'],
  [/^52(\d{10})$/, '521$1'],
  [/^549(\d{10})$/, '54$1'],
  [/^54(\d{10})$/, '549$1'],
  [/^55(\d\d)9(\d{8})$/, '55$1$2'],
  [/^55(\d\d)([6-9]\d{7})$/, '55$19$2'],
];

/** International digits of the same line: with and without the digit of a mobile. */
const sameLines = (digits: string): string[] => [
  digits,
  ...OTHER_DIGITS.flatMap(([expression, other]) =>
    expression.test(digits) ? [digits.replace(expression, other)] : [],
  ),
];

/** How international digits are dialled within their country: with its prefix, and without one. */
function nationalForms(digits: string): string[] {
  const plan = planOf(digits);
  if (plan === undefined) return [];
  const { nationalNumber: national } = plan;
  const dialled = plan.formatNational().replaceAll(/\D/g, '');
  return [...new Set([dialled, `0${national}`, national])];
}

/**
 * All forms in which `numbersIn` can return the number with this key (`phoneKey`). A key with a country code has its
 * international forms, and the numbers that are dialled within its country, since texts leave out the code. A key
 * without a code has only its own form.
 */
export function phoneForms(key: string): string[] {
  if (key.startsWith('0')) return /^00[1-9]/.test(key) ? [key, ...phoneForms(key.slice(2))] : [key];
  const forms = sameLines(key).flatMap((digits) => {
    const code = planOf(digits)?.countryCallingCode;
    const withTrunk = code === undefined ? [] : [`+${code}0${digits.slice(code.length)}`];
    const within = nationalForms(digits).filter((form) => form.startsWith('0') || form.length >= LEAST_WITHOUT_TRUNK);
    return [digits, `+${digits}`, ...withTrunk, ...within];
  });
  return [...new Set(forms)];
}

/** The keys (`phoneKey`) under which a number with this key may be stored with its country code, with or without 00. */
export const internationalForms = (key: string): string[] => [
  ...new Set([
    key,
    ...phoneForms(key)
      .filter((form) => form.startsWith('+'))
      .flatMap((form) => [form.slice(1), `00${form.slice(1)}`]),
  ]),
];

/** Whether a text has the number with this key, among others or with an extension. */
export function hasNumber(text: string, key: string): boolean {
  const forms = phoneForms(key);
  return numbersIn(text).some((number) => forms.includes(number));
}

/**
 * The keys that a number may have which was typed without a plus sign: that of each country that has such a number, and the
 * number itself, in case it begins with its country code. Empty for a number with a plus sign or 00.
 */
export function phoneReadings(typed: string): string[] {
  const digits = readPhone(typed);
  if (digits === null || /^\+|^00[1-9]/.test(digits)) return [];
  const numbers = getCountries().map((country) => judgeNumber(digits, country).number);
  const keys = numbers.filter((number) => number.startsWith('+')).map((number) => number.slice(1));
  const own = digits.startsWith('0') ? [] : [digits];
  return [...new Set([...own, ...keys])];
}

/** The text that was typed into a search, as words and the number among them. */
interface TypedNumber {
  /** The other words, such as a name. */
  rest: string;
  /** Patterns of LIKE for `phone_numbers` of the migrations: a blank, then each number with a blank behind it. */
  patterns: string[];
}

/** Words that consist of signs of a number, such as `+49`, `(0)176` or `tel:0176`. */
const NUMBER_WORD = /^(?:tel|phone|callto|fon|mob|mobile)?[.:]?['"+\p{Nd}\p{Pd}\p{Cf}\p{M}()[\]/.·•_\u2212]+$/iu;
const DIGIT = /\p{Nd}/u;
/** The beginning of an extension, which a stored number need not have. */
const EXTENSION_WORD = /^(?:;?ext|x\d|x$|#|доб|dw$|durchwahl|poste|ramal)/i;

/** The number in a search; null if it has none of at least five digits. */
export function typedNumber(typed: string): TypedNumber | null {
  const words = typed
    .normalize('NFKC')
    .split(/[\s,;]+/)
    .filter((word) => word !== '');
  const ending = words.findIndex((word) => EXTENSION_WORD.test(word));
  const searched = ending > 0 ? words.slice(0, ending) : words;
  const isPart = (word: string): boolean => NUMBER_WORD.test(word) || /^[+\p{Nd}][^@]*(?:x|ext|#)\p{Nd}/iu.test(word);
  const [number = ''] = numbersIn(searched.filter(isPart).join(' '));
  if (number.replace('+', '').length < LEAST_PART) return null;
  const rest = searched.filter((word) => !isPart(word) || !DIGIT.test(word)).join(' ');
  return { rest: rest.replaceAll(/^\W+$/g, ''), patterns: [...new Set(patternsOf(number))] };
}

/** Prefixes for calls abroad beside 00 (`phone-number.ts`). */
const ABROAD = /^(?:0011|011|010|009|810)(?=[1-9]\d{7})/;

function patternsOf(number: string): string[] {
  if (number.startsWith('+')) return abroadPatterns(number.slice(1));
  const patterns = [`%${number}%`];
  const bare = number.replace(/^0+/, '');
  if (bare.length >= LEAST_PART) patterns.push(`%${bare}%`);
  // Numbers of Russia, Hungary and North America are dialled with 8, 06 and 1 within the country.
  if (/^8\d{10}$/.test(number)) patterns.push(...abroadPatterns(`7${number.slice(1)}`));
  if (/^06\d{8,9}$/.test(number)) patterns.push(...abroadPatterns(`36${number.slice(2)}`));
  const abroad = number.replace(ABROAD, '');
  for (const digits of new Set([number, abroad]))
    if (planOf(digits)?.isValid() === true) patterns.push(...abroadPatterns(digits));
  return patterns;
}

/** Patterns of international digits, which may be the beginning of a number. */
function abroadPatterns(typed: string): string[] {
  // The plan leaves out a trunk zero behind the code: +49 0176.
  const read = planOf(typed)?.number.slice(1) ?? typed;
  return [...new Set([typed, read])].flatMap(sameLines).flatMap((digits) => {
    const code = planOf(digits)?.countryCallingCode;
    const patterns = [`% ${digits}%`, `%+${digits}%`];
    if (code === undefined) return patterns;
    const within = nationalForms(digits).filter((form) => form.length >= LEAST_PART);
    return [...patterns, `%+${code}0${digits.slice(code.length)}%`, ...within.map((form) => `% ${form}%`)];
  });
}
