/** Phone numbers in the form in which they are stored and handed on: E.164, such as `+436601234567`. */
import parseInFull, { validatePhoneNumberLength } from 'libphonenumber-js/max';
import { getCountryCallingCode, isSupportedCountry, type PhoneNumber, parsePhoneNumber } from 'libphonenumber-js/min';
import { readPhone } from './phone.ts';
import type { PhoneProblem } from './phone-problem.ts';

/** A number as the plan of its country reads it; undefined where there is none. */
function parsed(digits: string, country: string): PhoneNumber | undefined {
  try {
    if (isSupportedCountry(country)) return parsePhoneNumber(digits, country);
    return parsePhoneNumber(digits);
  } catch {
    // The library throws for texts that are no number in any country.
    return undefined;
  }
}

/** The rank of a number: an invalid one is least likely to be a person's, and a mobile is most likely. */
function plausibility(number: PhoneNumber | undefined): number {
  if (number?.isValid() !== true) return 0;
  if (isMobile(number)) return 2;
  return 1;
}

function isMobile(number: PhoneNumber): boolean {
  const type = number.getType();
  return type === 'MOBILE' || type === 'FIXED_LINE_OR_MOBILE';
}

/**
 * The number with a plus sign in front, if it begins with the calling code of the country and is more plausible with it:
 * `4917612345678` is a mobile with the code 49, and would be one of the widest German range without it. Null otherwise.
 */
function withOwnCode(digits: string, country: string): string | null {
  if (!isSupportedCountry(country) || !digits.startsWith(getCountryCallingCode(country))) return null;
  const abroad = `+${digits}`;
  // Only the complete plans tell mobiles from other numbers.
  const isOwn =
    plausibility(parseInFull(abroad)) > plausibility(parseInFull(`+${getCountryCallingCode(country)}${digits}`));
  if (isOwn) return abroad;
  return null;
}

/** Mexican mobiles had a 1 behind the country code until 2020, and many lists still have it. */
const OLD_MEXICAN_MOBILE = /^\+521(\d{10})$/;

/** A number as it is stored, and the reason why it cannot be one of its country. */
interface JudgedNumber {
  /** In E.164 where its country is known and has such a number; otherwise as it was written. */
  number: string;
  problem: PhoneProblem | null;
}

/** Prefixes within a country that people also write behind its calling code: `+43 0660`, `+7 8912`, `+36 06`. */
const TRUNKS = ['', '0', '8', '06', '01'];

/** Whether the plan left out no more of these digits than a prefix that is dialled within a country. */
function isSameAsWritten(digits: string, { countryCallingCode: code, nationalNumber: national }: PhoneNumber): boolean {
  const isOf = (trunk: string): boolean => digits === `+${code}${trunk}${national}`;
  if (TRUNKS.some(isOf)) return true;
  // Argentine mobiles have a 15 within the country and a 9 in front of the area for calls from abroad.
  return code === '54' && national.startsWith('9') && digits.includes('15') && digits.endsWith(national.slice(-6));
}

/** The reason why an international number is none. Only the complete plans know the ranges of a country. */
function problemOf(digits: string): PhoneProblem | null {
  const length = validatePhoneNumberLength(digits);
  const number = parseInFull(digits);
  if (number === undefined)
    return length === 'INVALID_COUNTRY' || length === undefined ? 'code' : lengthProblem(length);
  if (!isSameAsWritten(digits, number)) return 'changed';
  if (number.isValid()) return null;
  if (length === undefined) return 'range';
  return lengthProblem(length);
}

const lengthProblem = (length: string): PhoneProblem => {
  if (length === 'TOO_LONG') return 'long';
  return 'short';
};

/**
 * Judges a number that `readPhone` has read. A number without a country code is one of `country` (two letters) if it is
 * valid there; otherwise it stays as it was written, because its country would be a guess. It may have the calling code
 * of its country without a plus sign; if both readings are as plausible, it has none. A number with a code that no plan
 * has also stays as it was written, with the reason. The prefix for calls abroad is that of `country`, or 00.
 *
 * The plans are those of Google's libphonenumber, as `libphonenumber-js` packs them.
 */
export function judgeNumber(given: string, country: string): JudgedNumber {
  const digits = withoutOldMobile(given);
  if (digits.startsWith('+')) return judgeAbroad(digits, digits);
  const number = parsed(withOwnCode(digits, country) ?? digits, country);
  // Most of the world dials 00 for another country, and others write it although their own prefix is another one.
  if (digits.startsWith('00') && number?.isValid() !== true) return judgeAbroad(`+${digits.slice(2)}`, digits);
  return { number: number?.isValid() === true ? number.number : digits, problem: null };
}

function judgeAbroad(digits: string, written: string): JudgedNumber {
  const problem = problemOf(digits);
  const number = problem === null ? parsed(digits, '') : undefined;
  return { number: number?.number ?? written, problem };
}

/** The E.164 form of a number that `readPhone` has read, or the number as it was written (see {@link judgeNumber}). */
export const toE164 = (digits: string, country: string): string => judgeNumber(digits, country).number;

const withoutOldMobile = (digits: string): string => digits.replace(OLD_MEXICAN_MOBILE, '+52$1');

/** The number as it is dialled within its country: `06601234567` of `+436601234567`; null without a country code. */
export function nationalForm(digits: string): string | null {
  if (!digits.startsWith('+')) return null;
  return parsed(digits, '')?.formatNational().replaceAll(/\D/g, '') ?? null;
}

/** Reads a phone number as people write them (`readPhone`), in E.164 where its country is known. */
export function readPhoneOf(given: string, country: string): string | null {
  const digits = readPhone(given);
  if (digits === null) return null;
  return toE164(digits, country);
}
