/** Writes a report as CSV, or CSV.gz, while its rows arrive. */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { csvLine } from '@signpost/contract/records/csv.ts';
import { hashed, type TableSource, type WrittenTable } from './table-source.ts';

/**
 * UTF-8 with BOM. The lines about the question come first, then the table (header, rows, totals), then the number of
 * rows and the hash of the table's bytes.
 */
export async function writeCsv(
  file: string,
  source: TableSource,
  { isZipped }: { isZipped: boolean },
): Promise<WrittenTable> {
  const table = createHash('sha256');
  const whole = createHash('sha256');
  let rows = 0;
  // Bytes from here on, so that no hash and no stream encodes the same text again.
  const inTable = (text: string): Buffer => {
    const bytes = Buffer.from(text);
    table.update(bytes);
    return bytes;
  };
  async function* text(): AsyncGenerator<string | Buffer> {
    yield `\uFEFF${source.about.map((line) => `${csvLine(line)}\r\n`).join('')}\r\n`;
    yield inTable(`${csvLine(source.head)}\r\n`);
    for await (const lines of source.lines()) {
      let chunk = '';
      for (const line of lines) chunk += source.writer.csv(line);
      rows += lines.length;
      yield inTable(chunk);
    }
    yield inTable(`${csvLine(source.totalsRow(rows))}\r\n`);
    yield `\r\n${csvLine(['Rows', rows])}\r\n${csvLine(['SHA-256 of the table', table.copy().digest('hex')])}\r\n`;
  }
  const target = createWriteStream(file);
  const { signal } = source;
  if (isZipped) await pipeline(text(), createGzip(), hashed(whole), target, { signal });
  else await pipeline(text(), hashed(whole), target, { signal });
  return { rows, sheets: 1, sha256: whole.digest('hex'), tableSha256: table.digest('hex') };
}
