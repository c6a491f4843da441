/** How a person is found in a text: by address or number, and by full name. */
import type { PersonKey } from '@signpost/contract/partners/leads/lead.ts';
import { phoneForms } from '@signpost/contract/reading/phone-forms.ts';
import { addressForms } from '../../platform/address-forms.ts';

/** A person by address or number, with the full names that contacts and accounts with it have. */
export interface Traced {
  person: PersonKey;
  names: readonly string[];
}

/** Stands where the person stood in a text. */
export const ERASED = '[erased]';

const literal = (text: string): string => text.replaceAll(/[^\p{L}\p{M}\p{N}\s]/gu, '\\$&').replaceAll(/\s+/g, '\\s+');

const BETWEEN_DIGITS = '[\\s().\\-/\u2010-\u2015]*';

/**
 * A form of a number (`phoneForms`), with signs between its digits. One without a country code is not found behind
 * another code.
 */
function numberPattern(form: string): string {
  const digits = [...form.replace(/^\+/, '')].join(BETWEEN_DIGITS);
  if (form.startsWith('+')) return `(?<!\\d)(?:\\+|00)${digits}`;
  return `(?<![\\d+])(?<!(?:\\+|00)\\d{1,3}[\\s().\\-/]{1,3})${digits}`;
}

/**
 * A regular expression that finds the address or the number in a text, and no longer one around it. PostgreSQL and
 * JavaScript read it alike.
 */
export const contactPattern = ({ kind, key }: PersonKey): string => {
  if (kind === 'email') return `(?<![\\w.+-])(?:${addressForms(key).map(literal).join('|')})(?![\\w-]|\\.\\w)`;
  return `(?:${phoneForms(key).map(numberPattern).join('|')})(?!\\d)`;
};

export const patternOf = ({ person, names }: Traced): string =>
  [contactPattern(person), ...names.map((name) => `(?<!\\w)${literal(name)}(?!\\w)`)].join('|');
