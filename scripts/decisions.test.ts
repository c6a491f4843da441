import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const folder = join(import.meta.dirname, '..', 'docs', 'decisions');
const files = readdirSync(folder).filter((name) => /^\d{4}-.+\.md$/.test(name));
// The formatter pads the cells of tables.
const index = readFileSync(join(folder, 'README.md'), 'utf8').replaceAll(/ +/g, ' ');

describe('The decision records', () => {
  it.each(files)('%s has its number, a title, a date and a status', (file) => {
    const lines = readFileSync(join(folder, file), 'utf8').split('\n');
    expect(lines[0]).toMatch(new RegExp(`^# ${file.slice(0, 4)}\\. \\S`));
    expect(lines[2]).toMatch(/^Date: \d{4}-\d{2}-\d{2}$/);
    expect(lines[3]).toMatch(/^Status: (proposed|accepted|replaced by \d{4})$/);
  });

  it.each(files)('%s is listed in the index with its title', (file) => {
    const title = readFileSync(join(folder, file), 'utf8').split('\n')[0]?.slice('# 0000. '.length);
    expect(index).toContain(`| [${file.slice(0, 4)}](${file}) | ${title} |`);
  });

  it('have unique numbers, also those of the records that they include', () => {
    const numbers = files.flatMap((file) => {
      const included = /^Includes: (.+)$/m.exec(readFileSync(join(folder, file), 'utf8'))?.[1];
      return [file.slice(0, 4), ...(included?.split(', ') ?? [])];
    });
    expect(new Set(numbers).size).toBe(numbers.length);
  });
});
