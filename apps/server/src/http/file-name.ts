/** Names of files that people upload and download. */

const LONGEST = 200;
const LONGEST_DOWNLOAD = 120;

/**
 * The name of an uploaded file as it is stored and shown. Marks that turn the direction of a text could show
 * a program as a document, so invisible characters are left out, also inside.
 */
export const storedName = (name: string): string =>
  name
    .replaceAll(/[\p{Cf}\p{Cc}]/gu, '')
    .trim()
    .slice(0, LONGEST)
    .toWellFormed();

/** The name under which a stored file is downloaded: letters, digits and plain signs only. */
export const downloadName = (name: string): string => name.replaceAll(/[^\w. ()-]/g, '_').slice(0, LONGEST_DOWNLOAD);
