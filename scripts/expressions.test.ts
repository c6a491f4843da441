/** Checks that every regular expression of the product runs in linear time on any text. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from '@swc/core';
import { checkSync } from 'recheck';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const FOLDERS = ['apps/server/src', 'packages/contract/src', 'apps/web/src'];
/** Expressions that only process texts of this repository, each with the reason. */
const NEVER_OUTSIDE: Readonly<Record<string, string>> = {
  'apps/server/src/embedded/analytics-statement.ts':
    'Reads statements that the product writes itself; what people enter travels beside them, as parameters.',
  'apps/server/src/platform/migrate.ts': 'Reads the migrations of this repository.',
};

/**
 * Expressions that are built while the product runs, in the form they have then; each place in the code is named once.
 */
const BUILT: Readonly<Record<string, readonly RegExp[]>> = {
  'apps/server/src/backup/files.ts': [
    /^(?:images|audit|clicks\/dead)\/(?:(?!\.{1,2}(?:\/|$))[^/\\\0]+\/)*(?!\.{1,2}(?:\/|$))[^/\\\0]+$/,
  ],
  'apps/server/src/clicks/pages/liquid.ts': [/\{\{-?\s*(?:language|source|sub1)\s*-?\}\}/g],
  'apps/server/src/clicks/pages/once.ts': [
    /m00112233445566778899aabb([0-9])x/g,
    /m00112233445566778899aabb([0-9])x|00000000-0000-7000-8000-0000c11c1c1d/g,
  ],
  'apps/server/src/clicks/redirect/visitor.ts': [/(?:^|;\s*)signpost_visitor=([\w-]{16,64})(?:;|$)/],
  'apps/server/src/http/access.ts': [/^\/api\/partners\/[^/]+\/history\/[^/]+$/],
  'apps/server/src/leads/offer.ts': [
    /ann@example\.com/giu,
    /(?<![\p{L}\p{N}])Ann(?![\p{L}\p{N}])/giu,
    /(?<![\p{L}\p{N}])aaaaaaaaaaaaaaaab(?![\p{L}\p{N}])/giu,
  ],
  'apps/server/src/platform/parsing/xlsx-tags.ts': [
    /\s(?:\w+:)?numFmtId\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/,
    /<(?:\w+:)?numFmt((?:\s+[\w:]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*\/?>/g,
  ],
  'apps/server/src/protection/record-texts.ts': [
    /(?<![\w.+-])(?:ann@example\.com)(?![\w-]|\.\w)|(?<!\w)Ann\s+Example(?!\w)/gi,
    /(?<![\w.+-])(?:ann@xn--kse-qla\.example|ann@käse\.example)(?![\w-]|\.\w)|(?<!\w)Ann\s+Example(?!\w)/gi,
    /(?<!\d)(?:\+|00)?4[\s().\-/]*3[\s().\-/]*6[\s().\-/]*6[\s().\-/]*0[\s().\-/]*1[\s().\-/]*2(?!\d)/gi,
  ],
  'packages/contract/src/define/validators.ts': [
    /^([^\s@A-Z]{1,64}@)?[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)+$/,
    /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)+$/i,
  ],
};

interface Found {
  literals: Map<string, { source: string; flags: string; files: string[] }>;
  builders: string[];
}

function expressionsIn(folders: readonly string[]): Found {
  const found: Found = { literals: new Map(), builders: [] };
  for (const folder of folders)
    for (const name of readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })) {
      const file = `${folder}/${name}`;
      if (!/\.tsx?$/.test(file) || /\.test\.|\/testing\//.test(file)) continue;
      visit(
        parseSync(readFileSync(join(ROOT, file), 'utf8'), { syntax: 'typescript', tsx: file.endsWith('x') }),
        file,
        found,
      );
    }
  return found;
}

function visit(node: unknown, file: string, found: Found): void {
  if (typeof node !== 'object' || node === null) return;
  if ('type' in node && node.type === 'RegExpLiteral' && 'pattern' in node && 'flags' in node) {
    const { pattern, flags } = node;
    const key = `/${pattern}/${flags}`;
    const known = found.literals.get(key) ?? { source: String(pattern), flags: String(flags), files: [] };
    known.files.push(file);
    found.literals.set(key, known);
  }
  const callee = 'callee' in node ? node.callee : undefined;
  const isRegExp = typeof callee === 'object' && callee !== null && 'value' in callee && callee.value === 'RegExp';
  if (isRegExp && 'type' in node && (node.type === 'NewExpression' || node.type === 'CallExpression'))
    found.builders.push(file);
  for (const below of Object.values(node)) visit(below, file, found);
}

/** Every clock of the analysis is off and its chance is fixed, so that a busy machine finds the same as a quiet one. */
const ANALYSIS = {
  timeout: null,
  attackTimeout: null,
  incubationTimeout: null,
  seedingTimeout: null,
  randomSeed: 2_026,
} as const;

/**
 * The problem of an expression, or undefined if it is linear. The analysis reads the expression, or counts the steps of a
 * search. It searches from every place of a text, as the product does.
 */
function problemOf(source: string, flags: string): string | undefined {
  const found = checkSync(source, flags, ANALYSIS);
  if (found.status === 'safe') return undefined;
  if (found.status === 'unknown') throw new Error(`/${source}/${flags} cannot be analysed (${found.error.kind}).`);
  const [{ prefix = '', pump = '' } = {}] = found.attack.pumps;
  return `/${source}/${flags} is ${found.complexity.summary}: ${JSON.stringify(`${prefix}${pump}${pump}`.slice(0, 60))}…`;
}

const { literals, builders } = expressionsIn(FOLDERS);

it('detects known super-linear expressions', () => {
  const known = [
    /<meta[^>]+http-equiv\s*=\s*["']?refresh["']?[^>]*>/i,
    /"([\w-]*(?:authorization|cookie|token)[\w-]*)":"(?:[^"\\]|\\.)*"/gi,
    /[\w.+-]+(?:@|%40)[\w-]+(?:\.[\w-]+)+/g,
    /(?<=.)_+([a-z0-9])/g,
    /(\.\d*?)0+$/,
    /^\+?[\d\s()/.-]*\d[\d\s()/.-]*( ?(ext\.?|x) ?\d+)?$/i,
    /^(a+)+$/,
    /_+([a-z0-9])/g,
  ];
  for (const { source, flags } of known) expect(problemOf(source, flags)).toBeDefined();
});

it('finds every expression of the product linear, whatever the text', () => {
  const wrong = [...literals.values()]
    .filter(({ files }) => !files.every((file) => file in NEVER_OUTSIDE))
    .flatMap(({ source, flags, files }) => {
      const problem = problemOf(source, flags);
      return problem === undefined ? [] : [`${files.join(', ')}: ${problem}`];
    });
  expect(wrong).toEqual([]);
  expect(literals.size).toBeGreaterThan(150);
});

it('lists every expression that is built from text, each of which is linear too', () => {
  const sites = Object.entries(BUILT);
  const outside = new Set(builders.filter((file) => !(file in NEVER_OUTSIDE)));
  expect([...outside].sort()).toEqual(sites.map(([file]) => file).sort());
  const wrong = sites.flatMap(([file, built]) =>
    built.flatMap(({ source, flags }) => problemOf(source, flags) ?? []).map((problem) => `${file}: ${problem}`),
  );
  expect(wrong).toEqual([]);
});

it('exempts only files that still contain an expression', () => {
  const files = new Set([...builders, ...[...literals.values()].flatMap((literal) => literal.files)]);
  for (const file of Object.keys(NEVER_OUTSIDE)) expect(files).toContain(file);
});
