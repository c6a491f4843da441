/** E-mail addresses as people paste them from lists, address books and links. */
import { trimInvisible } from './invisible.ts';

/** The address without invisible characters at its ends, the scheme of a link, and the punctuation of a list or sentence. */
export const plainEmail = (given: string): string =>
  trimInvisible(
    trimInvisible(given)
      .replace(/^mailto:/i, '')
      .replace(/[,;.\s]+$/, ''),
  );
