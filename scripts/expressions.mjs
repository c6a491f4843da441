/**
 * The regular expressions of the product, and the proof that each of them runs in linear time on any text. A proof takes
 * up to minutes, so `expressions-proven.json` keeps the expressions that are proven. `npm run prove:expressions` writes it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from '@swc/core';
import { checkSync } from 'recheck';
import { root } from './run.mjs';

const FOLDERS = ['apps/server/src', 'packages/contract/src', 'apps/web/src'];
export const PROVEN_FILE = join(root, 'scripts/expressions-proven.json');

/** Expressions that only process texts of this repository, each with the reason. */
export const NEVER_OUTSIDE = {
  'apps/server/src/operations/embedded/analytics-statement.ts':
    'Reads statements that the product writes itself; what people enter travels beside them, as parameters.',
  'apps/server/src/platform/migrate.ts': 'Reads the migrations of this repository.',
};

/**
 * Expressions that are built while the product runs, in the form they have then; each place in the code is named once.
 */
export const BUILT = {
  'apps/server/src/operations/backup/files.ts': [
    /^(?:images|audit|clicks\/dead)\/(?:(?!\.{1,2}(?:\/|$))[^/\\\0]+\/)*(?!\.{1,2}(?:\/|$))[^/\\\0]+$/,
  ],
  'apps/server/src/traffic/clicks/pages/liquid.ts': [/\{\{-?\s*(?:language|source|sub1)\s*-?\}\}/g],
  'apps/server/src/traffic/clicks/pages/once.ts': [
    /m00112233445566778899aabb([0-9])x/g,
    /m00112233445566778899aabb([0-9])x|00000000-0000-7000-8000-0000c11c1c1d/g,
  ],
  'apps/server/src/traffic/clicks/redirect/visitor.ts': [/(?:^|;\s*)signpost_visitor=([\w-]{16,64})(?:;|$)/],
  'apps/server/src/http/access.ts': [/^\/api\/partners\/[^/]+\/history\/[^/]+$/],
  'apps/server/src/partners/leads/offer.ts': [
    /ann@example\.com/giu,
    /(?<![\p{L}\p{N}])Ann(?![\p{L}\p{N}])/giu,
    /(?<![\p{L}\p{N}])aaaaaaaaaaaaaaaab(?![\p{L}\p{N}])/giu,
  ],
  'apps/server/src/platform/parsing/xlsx-tags.ts': [
    /\s(?:\w+:)?numFmtId\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/,
    /<(?:\w+:)?numFmt((?:\s+[\w:]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*\/?>/g,
  ],
  'apps/server/src/operations/protection/record-texts.ts': [
    /(?<![\w.+-])(?:ann@example\.com)(?![\w-]|\.\w)|(?<!\w)Ann\s+Example(?!\w)/gi,
    /(?<![\w.+-])(?:ann@xn--kse-qla\.example|ann@käse\.example)(?![\w-]|\.\w)|(?<!\w)Ann\s+Example(?!\w)/gi,
    /(?<!\d)(?:\+|00)?4[\s().\-/]*3[\s().\-/]*6[\s().\-/]*6[\s().\-/]*0[\s().\-/]*1[\s().\-/]*2(?!\d)/gi,
  ],
  'packages/contract/src/define/validators.ts': [
    /^([^\s@A-Z]{1,64}@)?[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)+$/,
    /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)+$/i,
  ],
};

/** Every clock of the analysis is off and its chance is fixed, so that a busy machine finds the same as a quiet one. */
const ANALYSIS = {
  timeout: null,
  attackTimeout: null,
  incubationTimeout: null,
  seedingTimeout: null,
  randomSeed: 2_026,
};

/** A proof holds for one version of the analysis and its settings. */
const { version } = JSON.parse(readFileSync(join(root, 'node_modules/recheck/package.json'), 'utf8'));
export const ANALYSED_BY = `recheck ${version}, seed ${ANALYSIS.randomSeed}`;

/**
 * The literal expressions of the product by their text, and the files that build one while the product runs, each as
 * often as it does so.
 */
export function findExpressions() {
  const found = { literals: new Map(), builders: [] };
  for (const folder of FOLDERS)
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
      const file = `${folder}/${name}`;
      if (!/\.tsx?$/.test(file) || /\.test\.|\/testing\//.test(file)) continue;
      const text = readFileSync(join(root, file), 'utf8');
      visit(parseSync(text, { syntax: 'typescript', tsx: file.endsWith('x') }), file, found);
    }
  return found;
}

function visit(node, file, found) {
  if (typeof node !== 'object' || node === null) return;
  if (node.type === 'RegExpLiteral') {
    const { pattern, flags } = node;
    const key = `/${pattern}/${flags}`;
    const known = found.literals.get(key) ?? { source: pattern, flags, files: [] };
    known.files.push(file);
    found.literals.set(key, known);
  }
  const isCall = node.type === 'NewExpression' || node.type === 'CallExpression';
  if (isCall && node.callee?.value === 'RegExp') found.builders.push(file);
  for (const below of Object.values(node)) visit(below, file, found);
}

/** Those of `literals` that a text from outside can reach. */
export function reachable(literals) {
  return [...literals.values()].filter(({ files }) => !files.every((file) => file in NEVER_OUTSIDE));
}

/**
 * The problem of an expression, or undefined if it is linear. The analysis reads the expression, or counts the steps of a
 * search. It searches from every place of a text, as the product does.
 */
export function problemOf({ source, flags }) {
  const found = checkSync(source, flags, ANALYSIS);
  if (found.status === 'safe') return undefined;
  if (found.status === 'unknown') throw new Error(`/${source}/${flags} cannot be analysed (${found.error.kind}).`);
  const [{ prefix = '', pump = '' } = {}] = found.attack.pumps;
  return `/${source}/${flags} is ${found.complexity.summary}: ${JSON.stringify(`${prefix}${pump}${pump}`.slice(0, 60))}…`;
}

/** The expressions that are proven to be linear. A list of another version of the analysis proves none. */
export function readProven() {
  const { analysedBy, linear } = JSON.parse(readFileSync(PROVEN_FILE, 'utf8'));
  return new Set(analysedBy === ANALYSED_BY ? linear : []);
}

/** The text under which an expression is listed. */
export const textOf = ({ source, flags }) => `/${source}/${flags}`;
