/** E-mail addresses as people paste them from lists, address books and links. */
import { trimEnd, trimInvisible } from './invisible.ts';

/** The address without invisible characters at its ends, the scheme of a link, and the punctuation of a list or sentence. */
export function plainEmail(given: string): string {
  const address = trimInvisible(given).replace(/^mailto:/i, '');
  return trimInvisible(trimEnd(address, /[,;.\s]/));
}
