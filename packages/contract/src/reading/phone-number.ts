/** Phone numbers in the form in which they are stored and handed on: E.164, such as `+436601234567`. */
import parseInFull from 'libphonenumber-js/max';
import { getCountryCallingCode, isSupportedCountry, type PhoneNumber, parsePhoneNumber } from 'libphonenumber-js/min';
import { readPhone } from './phone.ts';

/** A number as the plan of its country reads it; undefined where there is none. */
function parsed(digits: string, country: string): PhoneNumber | undefined {
  try {
    return isSupportedCountry(country) ? parsePhoneNumber(digits, country) : parsePhoneNumber(digits);
  } catch {
    // The library throws for texts that are no number in any country.
    return undefined;
  }
}

/** The rank of a number: an invalid one is least likely to be a person's, and a mobile is most likely. */
function plausibility(number: PhoneNumber | undefined): number {
  if (number?.isValid() !== true) return 0;
  return isMobile(number) ? 2 : 1;
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
  return isOwn ? abroad : null;
}

/** Mexican mobiles had a 1 behind the country code until 2020, and many lists still have it. */
const OLD_MEXICAN_MOBILE = /^\+521(\d{10})$/;

/**
 * The E.164 form of a number that `readPhone` has read. A number without a country code is one of `country` (two
 * letters) if it is valid there; otherwise it stays as it was written, because its country would be a guess. It may have
 * the calling code of its country without a plus sign; if both readings are as plausible, it has none. A number
 * with a code stays as it is if no plan has it. The prefix for calls abroad is that of `country`, or 00.
 *
 * The plans are those of Google's libphonenumber, as `libphonenumber-js` packs them.
 */
export function toE164(digits: string, country: string): string {
  const number = parsed(withOwnCode(digits, country) ?? digits, country);
  // Most of the world dials 00 for another country, and others write it although their own prefix is another one.
  if (digits.startsWith('00') && number?.isValid() !== true) {
    const abroad = `+${digits.slice(2)}`;
    return parsed(abroad, '')?.isPossible() === true ? abroad : digits;
  }
  if (number === undefined) return digits;
  const isTrusted = digits.startsWith('+') ? number.isPossible() : number.isValid();
  return isTrusted ? number.number : digits;
}

/** The number as it is dialled within its country: `06601234567` of `+436601234567`; null without a country code. */
export function nationalForm(digits: string): string | null {
  if (!digits.startsWith('+')) return null;
  return parsed(digits, '')?.formatNational().replaceAll(/\D/g, '') ?? null;
}

/** Reads a phone number as people write them (`readPhone`), in E.164 where its country is known. */
export function readPhoneOf(given: string, country: string): string | null {
  const digits = readPhone(given);
  return digits === null ? null : toE164(digits.replace(OLD_MEXICAN_MOBILE, '+52$1'), country);
}
