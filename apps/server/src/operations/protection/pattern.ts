/** How a person is found in a text: by address or number, and by full name. */
import { type PersonKey, phoneKey } from '@signpost/contract/partners/leads/lead.ts';
import { addressForms } from '../../platform/address-forms.ts';

/** A person by address or number, with the full names that contacts and accounts with it have. */
export interface Traced {
  person: PersonKey;
  names: readonly string[];
}

/** Stands where the person stood in a text. */
export const ERASED = '[erased]';

const literal = (text: string): string => text.replaceAll(/[^\p{L}\p{M}\p{N}\s]/gu, '\\$&').replaceAll(/\s+/g, '\\s+');

/**
 * A regular expression that finds the address or the number in a text, and no longer one around it. PostgreSQL and
 * JavaScript read it alike.
 */
export const contactPattern = ({ kind, key }: PersonKey): string =>
  kind === 'email'
    ? `(?<![\\w.+-])(?:${addressForms(key).map(literal).join('|')})(?![\\w-]|\\.\\w)`
    : `(?<!\\d)(?:\\+|00)?${[...phoneKey(key)].join('[\\s().\\-/]*')}(?!\\d)`;

export const patternOf = ({ person, names }: Traced): string =>
  [contactPattern(person), ...names.map((name) => `(?<!\\w)${literal(name)}(?!\\w)`)].join('|');
