/** The parameters of a link that its click keeps, although they are not meant for us (docs/decisions/0380). */
import { isKeyOf } from '@signpost/contract/objects.ts';
import { OWN_PARAMETERS } from '@signpost/contract/reading/pass-on.ts';
import {
  AD_CLICK_IDS,
  type Consent,
  type KeptParameters,
  LONGEST_CLICK_ID,
  LONGEST_NAME,
  LONGEST_VALUE,
  MASKED_EMAIL,
  MASKED_PHONE,
  MOST_PARAMETERS,
  NOTHING_KEPT,
} from '@signpost/contract/traffic/clicks/parameters.ts';

/** The parameters of a click as they are kept, by name; `given` has the first value of each by its name in lower case. */
export function keptParameters(given: ReadonlyMap<string, string>): KeptParameters {
  const clickIds: [string, string][] = [];
  const others: [string, string][] = [];
  for (const [name, value] of given) {
    if (value === '' || OWN_PARAMETERS.has(name)) continue;
    if (isKeyOf(AD_CLICK_IDS, name)) {
      if (value.length <= LONGEST_CLICK_ID) clickIds.push([name, value.toWellFormed()]);
    } else if (name !== '' && name.length <= LONGEST_NAME && others.length < MOST_PARAMETERS) {
      others.push([name, keptValue(name, value)]);
    }
  }
  if (clickIds.length === 0 && others.length === 0) return NOTHING_KEPT;
  return Object.fromEntries([...clickIds, ...others]);
}

/** A value that ends in an ellipsis was longer. */
function keptValue(name: string, value: string): string {
  const person = personIn(name, value);
  if (person !== undefined) return person;
  if (value.length <= LONGEST_VALUE) return value.toWellFormed();
  return `${value.slice(0, LONGEST_VALUE - 1).toWellFormed()}…`;
}

const EMAIL = /[^\s@](?:@|%40)[a-z0-9-]+\.[a-z]/i;
/**
 * A number of digits alone may be the id of anything, so only an international spelling is a phone number. An unescaped plus
 * sign is read as a blank.
 */
const PHONE = /^(?:\s?\+|00|\s)[\d\s()./-]{7,25}$/;
const EMAIL_NAMES = /^(?:[a-z]{1,12}_)?(?:e_?mail|em|mail)(?:_?(?:address|hash|md5|sha1|sha256))?$/;
const PHONE_NAMES =
  /^(?:[a-z]{1,12}_)?(?:phone|tel|telephone|mobile|msisdn|whatsapp|ph)(?:_?(?:number|no|hash|md5|sha1|sha256))?$/;

/** The text in the place of a value that is, or by its name should be, an address of a person; also as a hash. */
function personIn(name: string, value: string): string | undefined {
  const plainName = name.replaceAll('-', '_');
  if (EMAIL_NAMES.test(plainName) || EMAIL.test(value)) return MASKED_EMAIL;
  if (PHONE_NAMES.test(plainName) || PHONE.test(value)) return MASKED_PHONE;
  return undefined;
}

const GRANTED = new Set(
  '1 y yes true on ok accept accepted allow allowed agree agreed grant granted opt_in opt-in optin'.split(' '),
);
const DENIED = new Set(
  '0 n no false off reject rejected decline declined deny denied refuse refused opt_out opt-out optout'.split(' '),
);

/**
 * The visitor's choice: of their browser (Global Privacy Control sends `Sec-GPC: 1`, and nothing else has a meaning,
 * https://w3c.github.io/gpc/), else of the site that sent them. '' if neither says anything that can be read.
 */
export function consentOf(gpc: string | string[] | undefined, said: string | undefined): Consent | '' {
  if (gpc === '1') return 'opted_out';
  const word = said?.trim().toLowerCase() ?? '';
  if (GRANTED.has(word)) return 'granted';
  if (DENIED.has(word)) return 'denied';
  return '';
}
