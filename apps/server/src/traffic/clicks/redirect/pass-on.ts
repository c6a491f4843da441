/** Passes parameters of a link on to its target (docs/product/links-and-hosts.md#parameters-that-pass-on). */
import type { Decision } from '../decide/decide.ts';
import { queryOfLink } from './link.ts';
import { nameOf, unescapedParameter } from './tail.ts';

/** The most bytes that all passed parameters of one target have together. */
const MOST_BYTES = 1_500;
/** Characters that may not stand in an address. The bytes that a visitor sent are kept. */
const UNSAFE = /[^\x21-\x7e]|["<>\\^`{|}]/g;

/** The target of a decision, with the parameters of the opened link that pass on. Most links pass none on. */
export function passedOn(decision: Decision, targetUrl: string, url = ''): string {
  const ofBox = decision.box?.passOn ?? null;
  const ofCampaign = decision.campaign?.passOn ?? null;
  const ofLink = decision.passOn ?? null;
  if ((ofBox === null && ofCampaign === null && ofLink === null) || targetUrl === '') return targetUrl;
  return withParameters(
    targetUrl,
    queryOfLink(url),
    (name) => ofBox?.has(name) === true || ofCampaign?.has(name) === true || ofLink?.has(name) === true,
  );
}

/** Adds the parameters that may pass on and that the target does not have, as they were written. */
export function withParameters(targetUrl: string, query: string, passes: (name: string) => boolean): string {
  const [address = '', ...fragment] = targetUrl.split('#');
  const start = address.indexOf('?');
  const taken = new Set(start === -1 ? [] : namesIn(address.slice(start + 1)));
  let added = '';
  for (const part of query.replace(/#.*$/s, '').split('&')) {
    const written = unescapedParameter(part).replace(UNSAFE, escaped);
    const name = decodedName(part);
    if (!passes(name) || taken.has(name) || added.length + written.length + 1 > MOST_BYTES) continue;
    added += `&${written}`;
  }
  if (added === '') return targetUrl;
  return [`${address}${joint(address)}${added.slice(1)}`, ...fragment].join('#');
}

/** The character between an address and the parameters that are added to it. */
function joint(address: string): string {
  if (!address.includes('?')) return '?';
  if (/[?&]$/.test(address)) return '';
  return '&';
}

const namesIn = (query: string): string[] => query.split('&').map(decodedName);

const decodedName = (part: string): string => {
  const [name = ''] = part.split('=', 1);
  try {
    return nameOf(decodeURIComponent(name.replaceAll('+', ' ')));
  } catch {
    return nameOf(name);
  }
};

/** The characters of a request's address are its bytes. */
const escaped = (character: string): string => {
  const code = character.charCodeAt(0);
  if (code > 0xff) return encodeURIComponent(character.toWellFormed());
  return `%${code.toString(16).toUpperCase().padStart(2, '0')}`;
};
