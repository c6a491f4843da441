/** The text of an uploaded file, in whatever encoding spreadsheets write. */
import { AppError } from '@signpost/contract/errors.ts';

const refused = (message: string) => new AppError('VALIDATION', { errors: [{ path: 'file', message }] });
const BOMS: readonly [bytes: readonly number[], encoding: string][] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];

/**
 * The text of a file: by its byte order mark, else UTF-8, else as Windows-1252, which Western spreadsheets write.
 *
 * @throws VALIDATION for a file that is not text.
 */
export function textOf(bytes: Buffer): string {
  const marked = BOMS.find(([bom]) => bom.every((byte, at) => bytes[at] === byte));
  if (marked !== undefined) return new TextDecoder(marked[1]).decode(bytes);
  if (bytes.includes(0)) throw refused('This is not a CSV file: it is not text.');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
