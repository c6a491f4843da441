/** Field validators and their messages. Each returns null when the value is valid. */

import { isTimeZone } from '../dates/dates.ts';
import { NUMBER } from '../field-messages.ts';
import { addressRange } from '../reading/address-range.ts';
import { type AppReading, type AppSystem, ownSchemeProblem, readAppAddress } from '../reading/app-address.ts';
import { isHostMacro } from '../reading/host-address.ts';
import { hasInvisible } from '../reading/invisible.ts';
import { targetUrlProblem, withoutMacros } from '../reading/macros.ts';
import { passOnProblem } from '../reading/pass-on.ts';
import { readPhone } from '../reading/phone.ts';
import { isLeadPlace, isOutgoingMacro } from '../reading/places.ts';

/** The specified messages, word for word, and our own. */
export const MESSAGE = {
  filled: 'Field has to be filled.',
  number: NUMBER,
  sourceName: 'Please use letters and digits only.',
  letters: 'Please use letters, digits and underscore only.',
  sourceNameEmpty: 'Source Name should not be empty.',
  url: 'Enter a web address that starts with http:// or https://.',
  urlHost: 'The host of the address is not valid. Enter an address such as https://example.com/page.',
  urlTwice: 'The address begins with https:// or http:// twice. Write it once.',
  urlPort: 'This port does not exist. Enter a port from 1 to 65535, or remove it.',
  urlSpace: 'An address has no spaces. Remove them, or write %20 for a space.',
  urlPassword: 'Leave out the user name and the password of the address.',
  urlBackslash: 'Use / instead of \\ in addresses.',
  urlEntity: 'The address has “&amp;” in it, because it was copied from the source of a web page. Write “&” instead.',
  urlInvisible: 'The address has an invisible character inside. Delete it, or type that part again.',
  urlPercent: 'A % in an address is followed by two hexadecimal digits. Write %25 for the sign itself.',
  email: 'Enter an e-mail address.',
  host: 'Enter a host name such as example.com.',
  timeZone: 'Enter a time zone such as Europe/Berlin.',
  currency: 'Enter a currency code of three capital letters, such as EUR.',
  currencyOrCoin: 'Enter a currency code in capital letters, such as USD or USDT.',
  code: 'Please use letters, digits, dash and underscore only.',
  plainEnds:
    'Begin and end with a letter or a digit, because mail programs leave other characters at the end of a link out.',
  whitelist:
    'Enter an e-mail address or a domain such as example.com in lower case, or a range of IP addresses such as 203.0.113.0/24.',
  phone: 'Enter a phone number such as +43 1 2345678.',
  seriesPrefix: 'Please use capital letters, digits and dash only.',
  placeName: 'Use small letters, digits and underscore, starting with a letter.',
  hexColor: 'Enter a colour such as #1864ab.',
  imageAddress: 'Enter an address that starts with https://, or the path of an uploaded image such as /images/….png.',
  pagePath: 'Enter the path of a page such as /best-casinos.',
  timeOfDay: 'Enter a time such as 08:00.',
  topics: 'Enter words of small letters, digits and dash, separated by commas, such as news, bonus.',
  lookerUrl: 'Enter an embed address of Looker Studio (https://lookerstudio.google.com/embed/…) or of looker.com.',
} as const;

/** Checks a value and returns null or an error message. */
export type Validator = (value: unknown) => string | null;

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && [Object.prototype, null].includes(Object.getPrototypeOf(value));

/** Whether a value is empty: no value, '', [] or {}. Numbers and booleans are never empty, not even 0 and false. */
export function isEmptyValue(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  return isPlainObject(value) && Object.keys(value).length === 0;
}

/** Letters, digits and underscore only, and not empty. */
export const sourceName: Validator = (value) => {
  if (isEmptyValue(value)) return MESSAGE.sourceNameEmpty;
  return matches(/^[A-Za-z0-9_]+$/, MESSAGE.sourceName)(value);
};

const matches =
  (pattern: RegExp, message: string): Validator =>
  (value) =>
    typeof value === 'string' && pattern.test(value) ? null : message;

/** The host of an address and its port, which may be wrong. */
const PORT = /^(https?:\/\/[^/?#]*?):[^/?#:\]]*(?=[/?#]|$)/i;
const ORIGIN = /^https?:\/\/[^/?#]*/i;

/** An absolute http or https address without spaces and without credentials, which every browser reads alike. */
export const url: Validator = (value) => {
  if (typeof value !== 'string' || !/^https?:\/\//i.test(value)) return MESSAGE.url;
  if (/[\s\p{Cc}]/u.test(value)) return MESSAGE.urlSpace;
  if (hasInvisible(value)) return MESSAGE.urlInvisible;
  if (/&(?:amp|#0*38|#x26);/i.test(value)) return MESSAGE.urlEntity;
  if (/^https?:\/\/[/?#]/i.test(value)) return MESSAGE.urlHost;
  if (value.includes('\\')) return MESSAGE.urlBackslash;
  if (/%(?![0-9a-f]{2})/i.test(value)) return MESSAGE.urlPercent;
  const parsed = URL.parse(value);
  if (parsed === null) return URL.canParse(value.replace(PORT, '$1')) ? MESSAGE.urlPort : MESSAGE.urlHost;
  if (parsed.username !== '' || parsed.password !== '') return MESSAGE.urlPassword;
  if (/^https?$/.test(parsed.hostname)) return MESSAGE.urlTwice;
  if (parsed.port === '0') return MESSAGE.urlPort;
  const labels = parsed.hostname.replace(/\.$/, '').split('.');
  if (parsed.hostname.startsWith('[') || labels.every((label) => /^(?!-).{1,63}(?<!-)$/.test(label))) return null;
  return MESSAGE.urlHost;
};

/** An address with its scheme and host in lower case, which are the same in any case (RFC 3986, 3.1 and 3.2.2). */
export const lowerOrigin = (text: string): string => text.replace(ORIGIN, (origin) => origin.toLowerCase());

/** The formats of texts that are web addresses. */
export const URL_FORMATS: ReadonlySet<string> = new Set([
  'url',
  'targetUrl',
  'campaignTarget',
  'hostAddress',
  'outgoingUrl',
  'leadUrl',
  'lookerUrl',
]);

/** {@link url} with known macros, none of them in the host. */
const urlWith =
  (isKnown?: (name: string) => boolean): Validator =>
  (value) => {
    if (typeof value !== 'string') return MESSAGE.url;
    return targetUrlProblem(value, isKnown) ?? url(withoutMacros(value));
  };

/** An address that clicks can be sent to. */
export const targetUrl: Validator = urlWith();

/** An address that an app opens, in its parts. */
export const readAppUrl = (text: string, system: AppSystem): AppReading => readAppAddress(text, system, targetUrl);

const appUrl =
  (system: AppSystem): Validator =>
  (value) =>
    readAppUrl(String(value), system).problem ?? null;

/** A page of ours, as a campaign's target names it; the click's id is added by the router. */
const PAGE_TARGET = /^\/p_([1-9]\d{0,9})(?:\?[^\s#\\]*)?$/;

/** The template that a campaign's target shows; undefined if it leads to a foreign address. */
export function pageOfTarget(target: string): number | undefined {
  const [, id] = PAGE_TARGET.exec(target) ?? /^https?:\/\/[^/?#]+\/p_([1-9]\d{0,9})\/?(?:[?#]|$)/i.exec(target) ?? [];
  if (id === undefined) return undefined;
  return Number(id);
}

/** {@link targetUrl}, or one of our own pages. */
const campaignTarget: Validator = (value) => {
  if (typeof value !== 'string' || !PAGE_TARGET.test(value)) return targetUrl(value);
  return targetUrlProblem(`https://page.example${value}`);
};

const hostLabel = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?';
const INVITED = new RegExp(`^([^\\s@A-Z]{1,64}@)?${hostLabel}(\\.${hostLabel})+$`);

/** A number within a company or a town, which has fewer digits than a whole one. */
const SHORT_NUMBER = /^[()/.\s-]{0,2}\d(?:[()/.\s-]{0,2}\d){1,4}$/;

const phone: Validator = (value) => {
  if (readPhone(String(value)) !== null || SHORT_NUMBER.test(String(value))) return null;
  return MESSAGE.phone;
};

/** Validators of the text formats of entity fields. Empty optional fields are not validated. */
export const FORMAT_VALIDATORS = {
  sourceName,
  letters: matches(/^[A-Za-z0-9_]+$/, MESSAGE.letters),
  url,
  targetUrl,
  campaignTarget,
  androidUrl: appUrl('android'),
  iosUrl: appUrl('ios'),
  appScheme: (value) => ownSchemeProblem(String(value)),
  hostAddress: urlWith(isHostMacro),
  outgoingUrl: urlWith(isOutgoingMacro),
  leadUrl: urlWith(isLeadPlace),
  email: matches(/^[^\s@\p{Cf}\p{Cc}]{1,64}@[^\s@.\p{Cf}\p{Cc}]+(\.[^\s@.\p{Cf}\p{Cc}]+)+$/u, MESSAGE.email),
  host: matches(new RegExp(`^(?=.{1,253}$)${hostLabel}(\\.${hostLabel})+$`, 'i'), MESSAGE.host),
  timeZone: (value) => (isTimeZone(value) ? null : MESSAGE.timeZone),
  currency: matches(/^[A-Z]{3}$/, MESSAGE.currency),
  currencyOrCoin: matches(/^[A-Z][A-Z0-9]{2,9}$/, MESSAGE.currencyOrCoin),
  code: matches(/^[A-Za-z0-9_-]+$/, MESSAGE.code),
  whitelist: (value) =>
    typeof value === 'string' && !/[A-Z]/.test(value) && (INVITED.test(value) || addressRange(value) !== null)
      ? null
      : MESSAGE.whitelist,
  seriesPrefix: matches(/^[A-Z0-9-]{1,12}$/, MESSAGE.seriesPrefix),
  phone,
  placeName: matches(/^[a-z][a-z0-9_]*$/, MESSAGE.placeName),
  hexColor: matches(/^#[0-9a-f]{6}$/, MESSAGE.hexColor),
  imageAddress: matches(/^(https:\/\/[^\s"'<>\\]+|\/images\/(small-)?[0-9a-f]{32}\.(jpg|png))$/, MESSAGE.imageAddress),
  pagePath: matches(/^\/[^\s?#\p{Cc}]*$/u, MESSAGE.pagePath),
  timeOfDay: matches(/^([01]\d|2[0-3]):[0-5]\d$/, MESSAGE.timeOfDay),
  topics: matches(/^[a-z0-9-]{1,32}(, ?[a-z0-9-]{1,32})*$/, MESSAGE.topics),
  parameterNames: (value) => passOnProblem(String(value)),
  lookerUrl: matches(
    /^https:\/\/(lookerstudio\.google\.com\/embed\/|[a-z0-9-]+\.(?:cloud\.)?looker\.com\/)[^\s]*$/,
    MESSAGE.lookerUrl,
  ),
} as const satisfies Record<string, Validator>;

/** A text format with a validator. */
export type TextFormat = keyof typeof FORMAT_VALIDATORS;
