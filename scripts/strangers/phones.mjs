/**
 * Phone numbers: the plans of github.com/googlei18n/libphonenumber have an example of each kind of number of each
 * country. Each is read as people write it: with its country code, with 00, with signs between the digits, and as it is
 * dialled within its country.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readPhoneOf } from '../../packages/contract/src/reading/phone-number.ts';

export const COLLECTIONS = ['libphonenumber'];

/** Kinds that a person leaves in a form. */
const KINDS = ['fixedLine', 'mobile', 'voip', 'personalNumber'];
/** The shortest number that is read (E.164 has no shortest one; shorter ones are not of people). */
const LEAST_DIGITS = 6;

/** Each number in each form, with the country of its form. */
export async function measure(folder) {
  const plans = await readFile(join(folder, 'libphonenumber', 'resources', 'PhoneNumberMetadata.xml'), 'utf8');
  const numbers = plans.split('<territory ').slice(1).flatMap(numbersOf);
  const isWrong = ({ written, country, right }) => readPhoneOf(written, country) !== right;
  const show = ({ written, country, right }) =>
    `${country} ${written}: ${readPhoneOf(written, country)} instead of ${right}`;
  return [
    {
      name: 'Numbers with a country code read wrongly',
      cases: numbers.flatMap(abroad),
      isWrong,
      mostPercent: 0.5,
      show,
    },
    {
      name: 'Numbers of a known country read wrongly',
      cases: numbers.flatMap(atHome),
      isWrong, // Plans change: this collection is older than the library of the product.
      mostPercent: 3,
      show,
    },
  ];
}

function numbersOf(territory) {
  const attribute = (name) => new RegExp(`\\b${name}="([^"]*)"`).exec(territory)?.[1] ?? '';
  const country = attribute('id');
  const code = attribute('countryCode');
  // A prefix with a choice in it is dialled in several ways.
  const prefix = /^\d*$/.test(attribute('nationalPrefix')) ? attribute('nationalPrefix') : '';
  return KINDS.flatMap((kind) => {
    const part = new RegExp(`<${kind}>[\\s\\S]*?</${kind}>`).exec(territory)?.[0] ?? '';
    const digits = /<exampleNumber>(\d+)</.exec(part)?.[1] ?? '';
    const right = `+${code}${digits}`;
    const isPersons = /^[A-Z]{2}$/.test(country) && digits.length + code.length >= LEAST_DIGITS && digits !== '';
    return isPersons ? [{ country, code, prefix, digits, right }] : [];
  });
}

const abroad = ({ code, digits, right }) =>
  [
    `+${code}${digits}`,
    `00${code}${digits}`,
    `+${code} ${digits.slice(0, 2)} ${digits.slice(2, 5)}-${digits.slice(5)}`,
    `tel:+${code}-${digits}`,
    `\u202a+${code}\u00a0${digits}\u202c`,
    `+${code} ${digits}, ext. 12`,
  ].map((written) => ({ written, country: '', right }));

const atHome = ({ country, prefix, digits, right }) =>
  [`${prefix}${digits}`, `${prefix}${digits.slice(0, 2)}/${digits.slice(2)}`]
    .filter((written) => written.replace(/\D/g, '').length >= LEAST_DIGITS)
    .map((written) => ({ written, country, right }));
