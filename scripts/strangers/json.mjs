/**
 * Bodies of postbacks in JSON: github.com/nst/JSONTestSuite has texts that every reader must take (y_), must refuse (n_),
 * or may do either with (i_).
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { reportsOf } from '../../apps/server/src/partners/conversions/intake/body.ts';

export const COLLECTIONS = ['JSONTestSuite'];

/** A name with two different values contradicts itself: the report is refused, kept, and can be read again. */
const CONTRADICTING = 'y_object_duplicated_key.json';

/** Each text as the value of a report's parameter that nobody reads, and whether the report is read. */
export async function measure(folder) {
  const home = join(folder, 'JSONTestSuite', 'test_parsing');
  const names = (await readdir(home)).filter((name) => name !== CONTRADICTING);
  const cases = await Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(home, name));
      const body = Buffer.concat([Buffer.from('{"click_id":"c","other":'), text, Buffer.from('}')]);
      const reports = await reportsOf(body, 'application/json');
      return { name, isRead: Array.isArray(reports) && reports[0]?.get('click_id') === 'c' };
    }),
  );
  return [
    part('Valid JSON refused', cases, 'y_', ({ isRead }) => !isRead),
    part('Invalid JSON read', cases, 'n_', ({ isRead }) => isRead),
  ];
}

const part = (name, cases, start, isWrong) => ({
  name,
  cases: cases.filter((one) => one.name.startsWith(start)),
  isWrong,
  mostPercent: 0,
  show: (one) => one.name,
});
