/** Unpacks a file that gzip has packed, such as `report.csv.gz`. */
import { gunzipSync } from 'node:zlib';
import { hasCode } from '../files.ts';
import { refusedFile } from './refusal.ts';

export const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

/** Errors: VALIDATION at `file` beyond the limit, and for half a file. */
export function gunzip(bytes: Uint8Array, mostBytes: number): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: mostBytes });
  } catch (error) {
    if (hasCode(error, 'ERR_BUFFER_TOO_LARGE'))
      throw refusedFile(`The file is larger than ${Math.floor(mostBytes / 1024 ** 2)} MB when it is unpacked.`);
    throw refusedFile('The file is packed by gzip and cannot be unpacked.', error);
  }
}
