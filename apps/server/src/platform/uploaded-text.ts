/** The text of an uploaded file, in whatever encoding spreadsheets write. */
import { isUtf8 } from 'node:buffer';
import { invalid } from '@signpost/contract/errors.ts';
import { decodeText } from './legacy-text.ts';

const BOMS: readonly [bytes: readonly number[], encoding: string][] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];

/**
 * The text of a file in Unicode; null for one in another encoding. Its encoding is that of its byte order mark. Without one
 * it is UTF-16 if every second byte is zero, and UTF-8 if the bytes allow it.
 *
 * @throws VALIDATION for a file that is not text.
 */
export function unicodeText(bytes: Buffer): string | null {
  const marked = BOMS.find(([bom]) => bom.every((byte, at) => bytes[at] === byte));
  if (marked !== undefined) return new TextDecoder(marked[1]).decode(bytes);
  if (bytes.includes(0)) return wideText(bytes);
  if (isUtf8(bytes)) return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  return null;
}

/**
 * Decodes a file without a question about its encoding. A file that is not in Unicode is read as Windows-1251 if it looks
 * Cyrillic, and as Windows-1252 otherwise.
 *
 * @throws VALIDATION for a file that is not text.
 */
export const textOf = (bytes: Buffer): string => unicodeText(bytes) ?? decodeText(bytes);

/** Characters that no text of a table has. */
const isControl = (character: string): boolean => /[^\P{Cc}\t\r\n]/u.test(character);

/** Texts in UTF-16 without a byte order mark have a zero in most of their characters, always on the same side. */
function wideText(bytes: Buffer): string {
  const head = bytes.subarray(0, 2_000);
  const sides = [0, 0];
  for (const [at, byte] of head.entries()) if (byte === 0) sides[at % 2] = (sides[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = sides;
  const encoding = odd > even ? 'utf-16le' : 'utf-16be';
  const text = Math.max(even, odd) * 4 > head.length ? new TextDecoder(encoding).decode(bytes) : '\0';
  if (isControl(text)) throw invalid('file', 'This is not a CSV file: it is not text.');
  return text;
}
