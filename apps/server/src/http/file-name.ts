/** Names of files that people upload and download. */
import { latinName, wholeName } from '@signpost/contract/reading/file-name.ts';

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

/** The characters that may stand unescaped behind `filename*` (RFC 8187), apart from those that `encodeURIComponent` keeps. */
const TO_ESCAPE = /['()*!~]/g;

/**
 * The header with which a file is downloaded or shown. It has the whole name, and for old programs the name in plain
 * Latin letters. `fallback` is the name of a file whose own name has no Latin form, such as `document-12.pdf`.
 */
export function disposition(kind: 'attachment' | 'inline', name: string, fallback = ''): string {
  const whole = wholeName(name);
  const plain = plainName(whole, fallback);
  if (plain === whole) return `${kind}; filename="${plain}"`;
  const escaped = encodeURIComponent(whole).replaceAll(
    TO_ESCAPE,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${escaped}`;
}

const ENDING = /(?:\.csv)?\.[a-z0-9]{1,8}$/i;

/** The name in plain Latin letters and signs, or the fallback if only its ending has a Latin form. */
function plainName(name: string, fallback: string): string {
  const ending = ENDING.exec(name)?.[0] ?? '';
  const stem = name.slice(0, name.length - ending.length);
  const latin = latinName(stem)
    .trim()
    .slice(0, LONGEST_DOWNLOAD - ending.length);
  const hasItsLetters = /[A-Za-z]/.test(latin) || !/\p{L}/u.test(stem);
  if (hasItsLetters && latin !== '') return `${latin}${ending}`;
  if (fallback !== '') return fallback;
  return `file${ending}`;
}
