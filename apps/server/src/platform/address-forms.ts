/** The forms of one e-mail address: browsers send `xn--mnchen-3ya.example` where people type `münchen.example`. */
import { domainToASCII, domainToUnicode } from 'node:url';

const NOT_ASCII = /[^\0-\x7f]/;

/** Domains that mean the same as this one, the one of ASCII letters first. */
function domainsOf(domain: string): string[] {
  // Other domains stay as they are, because the reader of domains takes `1.2` for the address 1.0.0.2.
  if (!NOT_ASCII.test(domain) && !domain.includes('xn--')) return [domain];
  const unicode = domainToUnicode(domain);
  const all = [domainToASCII(domain), unicode, unicode.normalize('NFD'), domain, domain.normalize('NFC')];
  // A domain that breaks the rules for names becomes an empty text.
  return all.filter((one) => one !== '');
}

/**
 * All forms in which this address may be stored, in lower case: letters and marks together (NFC) or apart (NFD), the
 * domain in its own letters or in ASCII. The first one is the form of its keyed hash.
 */
export function addressForms(address: string): string[] {
  const given = address.toLowerCase();
  const at = given.lastIndexOf('@');
  if (at === -1) return [given];
  const local = given.slice(0, at);
  const domains = domainsOf(given.slice(at + 1));
  const locals = [local.normalize('NFC'), local.normalize('NFD'), local];
  return [...new Set(locals.flatMap((one) => domains.map((domain) => `${one}@${domain}`)))];
}

/** The one form of an address that its keyed hash is made of. */
export const addressKey = (address: string): string => addressForms(address)[0] ?? address;
