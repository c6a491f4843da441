/** Tables: github.com/max-mapper/csv-spectrum has files of every awkward form, and the rows that each of them holds. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readDelimited } from '../../apps/server/src/platform/parsing/delimited.ts';
import { TABLE_LIMITS } from '../../apps/server/src/platform/parsing/limits.ts';

export const COLLECTIONS = ['csv-spectrum'];

/** Its rows are those of an earlier version of the file. */
const OUTDATED = 'location_coordinates';

/** Each file with the rows that it holds and the rows that were read. */
export async function measure(folder) {
  const home = join(folder, 'csv-spectrum');
  const files = await readdir(join(home, 'csvs'));
  const names = files.map((file) => file.replace(/\.csv$/, '')).filter((name) => name !== OUTDATED);
  const cases = await Promise.all(names.map((name) => caseOf(home, name)));
  return [
    {
      name: 'Tables read wrongly',
      cases,
      isWrong: ({ read, right }) => read !== right,
      mostPercent: 0,
      show: ({ name, read, right }) => `${name}: ${read} instead of ${right}`,
    },
  ];
}

async function caseOf(home, name) {
  const right = JSON.parse(await readFile(join(home, 'json', `${name}.json`), 'utf8'));
  const { rows } = readDelimited(await readFile(join(home, 'csvs', `${name}.csv`)), TABLE_LIMITS, {});
  const [header = [], ...body] = rows;
  const read = body.map((cells) => Object.fromEntries(header.map((title, at) => [title, cells[at] ?? ''])));
  return { name, read: JSON.stringify(read), right: JSON.stringify(right) };
}
