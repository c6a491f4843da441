/** Unpacks the entries of a ZIP archive, and counts their bytes while they arrive, whatever the archive says of them. */

import { Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type Entry, fromBuffer, type ZipFile } from 'yauzl';
import { refusedFile } from './refusal.ts';

/** Whether the bytes begin as a ZIP archive does, such as an XLSX workbook. */
export const isZip = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.subarray(0, 4)).toString('latin1') === 'PK\u0003\u0004';

/** Whether the bytes begin as workbooks do that are encrypted, or of a version before 2007 (`.xls`). */
export const isOle = (bytes: Uint8Array): boolean => Buffer.from(bytes.subarray(0, 4)).toString('hex') === 'd0cf11e0';

const MOST_ENTRIES = 2_000;

const opened = (bytes: Uint8Array): Promise<ZipFile> =>
  new Promise((resolve, reject) => {
    fromBuffer(Buffer.from(bytes), { lazyEntries: true }, (error, zip) => {
      if (error === null) resolve(zip);
      else reject(error);
    });
  });

/** Errors: VALIDATION at `file` beyond the limit; errors of the archive. */
export async function unpack(
  bytes: Uint8Array,
  mostBytes: number,
  isWanted: (name: string) => boolean,
): Promise<Map<string, Uint8Array>> {
  const zip = await opened(bytes);
  if (zip.entryCount > MOST_ENTRIES) throw refusedFile('The file has too many parts.');
  const entries = new Map<string, Uint8Array>();
  let left = mostBytes;
  const count = (): Transform =>
    new Transform({
      transform(chunk: Buffer, _encoding, done) {
        left -= chunk.length;
        if (left < 0)
          done(refusedFile(`The file is larger than ${Math.floor(mostBytes / 1024 ** 2)} MB when it is unpacked.`));
        else done(null, chunk);
      },
    });
  const read = (entry: Entry): Promise<Buffer> =>
    new Promise((resolve, reject) => {
      zip.openReadStream(entry, (error, stream) => {
        if (error !== null) return reject(error);
        const counted = count();
        stream.on('error', (cause) => counted.destroy(cause));
        counted.on('error', () => stream.destroy());
        return buffer(stream.pipe(counted)).then(resolve, reject);
      });
    });
  await new Promise<void>((resolve, reject) => {
    zip.on('error', reject);
    zip.on('end', resolve);
    zip.on('entry', (entry: Entry) => {
      if (!isWanted(entry.fileName)) return zip.readEntry();
      return read(entry).then((content) => {
        entries.set(entry.fileName, content);
        zip.readEntry();
      }, reject);
    });
    zip.readEntry();
  });
  return entries;
}
