/**
 * The one reader of lists of IP addresses as people type and paste them: addresses, networks (`203.0.113.0/24`), ranges
 * (`203.0.113.4-203.0.113.9`) and stars (`203.0.113.*`). An entry with two meanings is refused with both spellings.
 */
import { addressNumber, addressText, FIRST_IPV6, LAST_IPV4 } from './address-number.ts';
import { isAddress } from './address-range.ts';
import { hasInvisible, trimInvisible } from './invisible.ts';

/** The first and the last address, as places on the line of `address-number.ts`. */
export interface AddressSpan {
  readonly first: bigint;
  readonly last: bigint;
}

export type AddressReading = { kind: 'span'; span: AddressSpan } | { kind: 'refused'; message: string };

const refused = (message: string): AddressReading => ({ kind: 'refused', message });
const span = (first: bigint, last: bigint): AddressReading => ({ kind: 'span', span: { first, last } });

const DASHES = /[\u2010-\u2015\u2212]/g;
const OCTET = /^(?:0|[1-9]\d{0,2})$/;
const STARS = /^((?:(?:0|[1-9]\d{0,2})\.){1,3})\*(?:\.\*)*$/;
const SHORT = /^(?:0|[1-9]\d{0,2})(?:\.(?:0|[1-9]\d{0,2})){0,2}$/;
const PADDED = /(?:^|[.:])0\d+\.|\.0\d+(?:$|\/)/;
const PORT = /^(?:\d+(?:\.\d+){3}|\[[^\]]*\]):\d+$/;

/** A text without blanks around dashes and slashes. `change` is applied to the parts between them. */
const tight = (text: string, change = (part: string) => part): string =>
  text
    .replace(DASHES, '-')
    .split(/([-/])/)
    .map((part) => change(part.trim()))
    .join('');

/** Entries of a list: separated by lines, commas, semicolons or blanks. The rest of a line after `#` is a comment. */
export function addressEntries(text: string): string[] {
  return text
    .split(/\r\n?|\n/)
    .flatMap((line) => (line.split('#')[0] ?? '').split(/[,;]/))
    .flatMap((piece) => tight(piece).split(/\s+/))
    .map((entry) => trimInvisible(entry))
    .filter((entry) => entry !== '');
}

const isAround = (text: string, open: string, close: string): boolean =>
  text.length > 1 && text.startsWith(open) && text.endsWith(close);

/** An entry without its quotes, and an address without its brackets. */
function bare(given: string): string {
  const text = trimInvisible(given);
  const inside = isAround(text, '"', '"') || isAround(text, "'", "'") ? text.slice(1, -1) : text;
  return tight(inside, (part) => (isAround(part, '[', ']') ? part.slice(1, -1) : part)).toLowerCase();
}

/** Why a text is no address, with the spelling that was probably meant. */
function addressProblem(text: string): string {
  if (text === '*' || text === 'any' || text === 'all') return EVERYWHERE;
  if (text.includes('://')) return 'Enter the address alone, without http://.';
  if (PORT.test(text)) return 'Enter the address without its port.';
  if (text.startsWith('!')) return 'Leave out the “!” and choose “is not in” instead.';
  if (text.includes('%'))
    return text.includes(':')
      ? 'An address with a zone (%) belongs to one computer and is never a visitor’s.'
      : 'Write * for “any number”.';
  if (PADDED.test(text)) return 'Leave out the leading zeros: some programs read 010 as 8.';
  if (SHORT.test(text.replace(/\.$/, ''))) return shortProblem(text.replace(/\.$/, ''));
  if (/^(?:\d+|0x[\da-f]+)$/.test(text)) return 'Write the address with dots, such as 203.0.113.7.';
  if (/^[\d.]+$/.test(text)) return 'An IPv4 address has four numbers from 0 to 255.';
  if (/^[\da-f:.]+$/.test(text) && text.includes(':')) return 'This is not an IPv6 address.';
  return 'Enter an IP address or a range such as 203.0.113.0/24. Names are not looked up.';
}

const EVERYWHERE = 'This is every address. Leave the condition out instead.';

function shortProblem(text: string): string {
  const parts = text.split('.');
  if (parts.length === 1) return 'Write the address with dots, such as 203.0.113.7.';
  return `This is not a whole address. Write ${[...parts, '*'].join('.')} for all that begin so.`;
}

function numberOf(text: string): bigint | null {
  const family = text.includes(':') ? 'ipv6' : 'ipv4';
  if (isAddress(text, family)) return addressNumber(text);
  return null;
}

const isIpv6Number = (number: bigint): boolean => number >= FIRST_IPV6;

/** The number of leading bits behind a slash; null if it is neither a number nor a mask such as 255.255.255.0. */
function bitsOf(text: string, length: number): number | null {
  if (/^\d{1,3}$/.test(text)) return Number(text) <= length ? Number(text) : null;
  const mask = length === 32 && isAddress(text, 'ipv4') ? addressNumber(text) : null;
  if (mask === null) return null;
  const zeros = LAST_IPV4 - mask;
  // A mask is ones, then zeros.
  if ((zeros & (zeros + 1n)) === 0n) return 32 - zeros.toString(2).replace(/^0$/, '').length;
  return null;
}

function readNetwork(text: string): AddressReading {
  const [given = '', length = '', more] = text.split('/');
  if (more !== undefined) return refused('A network has one slash, such as 203.0.113.0/24.');
  // 10/8 and 192.168/16 leave out the zeros at the end.
  const octets = SHORT.test(given) ? given.split('.') : [];
  const isShort = octets.length > 0 && Number(length) <= octets.length * 8;
  const address = isShort ? [...octets, '0', '0', '0'].slice(0, 4).join('.') : given;
  const number = numberOf(address);
  if (number === null) return refused(addressProblem(given));
  const isDotted = !address.includes(':');
  const bits = bitsOf(length, isDotted ? 32 : 128);
  if (bits === null)
    return refused(
      isDotted
        ? 'Behind the slash is a number from 1 to 32, or a mask such as 255.255.255.0.'
        : 'Behind the slash is a number from 1 to 128.',
    );
  const isMapped = !isDotted && !isIpv6Number(number);
  if (isMapped && bits > 0 && bits < 96)
    return refused('This network has more than the IPv4 addresses (::ffff:0:0/96). Enter it without ::ffff:.');
  const kept = isMapped ? bits - 96 : bits;
  if (kept <= 0) return refused(EVERYWHERE);
  const rest = (1n << BigInt((isDotted || isMapped ? 32 : 128) - kept)) - 1n;
  // The first IPv6 address is a power of two, so that its own low bits are those of the address.
  const first = number - (number & rest);
  if (first !== number)
    return refused(
      `This is either the network ${addressText(first)}/${kept} or the address ${addressText(number)}. Write the one you mean.`,
    );
  return span(first, first + rest);
}

function readRange(text: string): AddressReading {
  const [from = '', to = '', more] = text.split('-');
  if (more !== undefined) return refused('A range has one dash, such as 203.0.113.4-203.0.113.9.');
  const first = numberOf(from);
  if (first === null) return refused(addressProblem(from));
  // 203.0.113.4-9 repeats only the last number.
  const isShort = isAddress(from, 'ipv4') && OCTET.test(to);
  const end = isShort ? [...from.split('.').slice(0, 3), to].join('.') : to;
  const last = numberOf(end);
  if (last === null) return refused(addressProblem(to));
  if (isIpv6Number(first) !== isIpv6Number(last)) return refused('A range is either IPv4 or IPv6.');
  if (last < first) return refused('The range ends before it begins.');
  const isEverything = first === 0n ? last === LAST_IPV4 : first === FIRST_IPV6 && last === 2n * FIRST_IPV6 - 1n;
  if (isEverything) return refused(EVERYWHERE);
  return span(first, last);
}

function readStars(text: string): AddressReading {
  const fixed = (STARS.exec(text)?.[1] ?? '').split('.').slice(0, -1);
  const with0 = [...fixed, '0', '0', '0'].slice(0, 4).join('.');
  if (fixed.length === 0 || text.split('.').length > 4) {
    const isAll = /^\*(?:\.\*){0,3}$/.test(text);
    return refused(isAll ? EVERYWHERE : 'Stars stand at the end, such as 203.0.113.* or 203.0.*.*.');
  }
  return readNetwork(`${with0}/${fixed.length * 8}`);
}

/** Netmasks stand behind a slash; alone, they would be read as an address that no visitor has. */
function isMaskAlone(text: string): boolean {
  return /^255\./.test(text) || /^0\.0\.\d+\.\d+$/.test(text);
}

/** Reads one entry of a list. */
export function readAddressEntry(given: string): AddressReading {
  const text = bare(given);
  if (hasInvisible(text)) return refused('It contains an invisible character. Type it again.');
  if (text.includes('*')) return readStars(text);
  if (text.includes('/') && !text.includes('://')) return readNetwork(text);
  if (text.includes('-')) return readRange(text);
  if (isMaskAlone(text)) return refused('A netmask stands behind a slash, such as 203.0.113.0/255.255.255.0.');
  const number = numberOf(text);
  if (number === null) return refused(addressProblem(text));
  return span(number, number);
}
