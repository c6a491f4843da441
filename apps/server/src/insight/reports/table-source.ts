/** The table that is written to a file: where its rows come from, and what is known once it is complete. */
import type { Hash } from 'node:crypto';
import { Transform } from 'node:stream';
import type { ColumnFormat } from '@signpost/contract/insight/reports/units.ts';
import type { RowWriter } from './rows.ts';

export interface TableSource {
  about: readonly (readonly [string, string])[];
  head: readonly string[];
  /** The columns of the keys, first in each row: days are dates in formats that have them. */
  keyFormats: readonly ('text' | 'day')[];
  /** The format of each column behind the keys. */
  formats: readonly ColumnFormat[];
  writer: RowWriter;
  /** The rows as lines of the engine, in batches; read once. */
  lines(): AsyncIterable<string[]>;
  /** The cells of the totals, when the number of rows is known. */
  totalsRow(rows: number): readonly (string | number)[];
  signal: AbortSignal;
}

export interface WrittenTable {
  rows: number;
  sheets: number;
  /** Of the whole file. */
  sha256: string;
  /** Of the table as lines of CSV: header, rows and totals. */
  tableSha256: string;
}

/** Passes bytes on and adds them to a hash. */
export const hashed = (hash: Hash): Transform =>
  new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
