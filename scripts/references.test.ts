import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');

interface Reference {
  file: string;
  line: number;
  text: string;
}

const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.js', '*.css', '*.sql', '*.md'], {
  cwd: root,
})
  .toString()
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(root, file)));

/** The lines of a file that people read: all lines of a document, the comments of a program. */
function* readLines(file: string): Generator<Reference> {
  const lines = readFileSync(join(root, file), 'utf8').split('\n');
  for (const [index, text] of lines.entries()) {
    const isComment = /^\s*(\/\*|\*|\/\/|--|\{\/\*)|\s\/\/ |\/\*\*/.test(text);
    if (file.endsWith('.md') || isComment) yield { file, line: index + 1, text };
  }
}

const lines = files.flatMap((file) => [...readLines(file)]);
const matches = (pattern: RegExp): { reference: Reference; name: string }[] =>
  lines.flatMap((reference) => [...reference.text.matchAll(pattern)].map(([name]) => ({ reference, name })));
const where = ({ file, line }: Reference, name: string): string => `${file}:${line}: ${name}`;

/** The anchor that a heading of a document gets. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

function hasAnchor(document: string, anchor: string): boolean {
  const headings = readFileSync(document, 'utf8').matchAll(/^#+ (.+)$/gm);
  return [...headings].some(([, heading = '']) => anchorOf(heading) === anchor);
}

/** The numbers of the records that a decision record includes. */
function includedIn(file: string): string[] {
  const list = /^Includes: (.+)$/m.exec(readFileSync(file, 'utf8'))?.[1] ?? '';
  return list.split(', ');
}

/** The file that `docs/decisions/0040` or a path names, if there is one. */
function fileOf(path: string, from: string): string | undefined {
  const decision = /docs\/decisions\/(\d{4})$/.exec(path)?.[1];
  if (decision !== undefined) {
    const folder = join(root, 'docs/decisions');
    const files = readdirSync(folder).map((name) => join(folder, name));
    // Applied migrations never change, so they name records that stand in another one by now.
    return (
      files.find((file) => basename(file).startsWith(`${decision}-`)) ??
      files.find((file) => includedIn(file).includes(decision))
    );
  }
  return [join(root, path), join(root, dirname(from), path)].find((it) => existsSync(it));
}

describe('Comments and documents', () => {
  it('name only files of docs/ that exist, and headings that these files have', () => {
    const missing = matches(/\bdocs\/[\w./-]*[\w/](#[\w-]+)?/g).filter(({ reference, name }) => {
      const [path = '', anchor] = name.split('#');
      const file = fileOf(path, reference.file);
      return file === undefined || (anchor !== undefined && !hasAnchor(file, anchor));
    });
    expect(missing.map(({ reference, name }) => where(reference, name))).toEqual([]);
  });

  it('name only Markdown files of this repository', () => {
    const missing = matches(/(?<![\w./<>-])[\w./-]+\.md\b/g).filter(
      ({ reference, name }) => !name.includes('NNNN') && fileOf(name, reference.file) === undefined,
    );
    expect(missing.map(({ reference, name }) => where(reference, name))).toEqual([]);
  });

  it('cite no section, page, issue or record outside this repository', () => {
    const cited = matches(
      /\bdesign: |\bdesign\/|\bspec(ification)?('s)? sections? \d|\bissue \d|\b(record|decisions?) \d/gi,
    );
    expect(cited.map(({ reference, name }) => where(reference, name))).toEqual([]);
  });
});
