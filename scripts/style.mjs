/**
 * `npm run style`: counts of the style rules, for each package without its tests.
 *
 * `npm run style -- --list nested` names the places of one rule. `npm run check` calls it with `--check`, which fails if a
 * package has more than `LIMITS` allows.
 */
import { globSync, readFileSync } from 'node:fs';
import { parseSync, Visitor } from 'oxc-parser';

const AREAS = ['apps/server/src', 'apps/web/src', 'packages/contract/src'];
/** The limits of each package: counts, and for rates the count in 1 000 lines. They may only become smaller. */
const LIMITS = {
  'apps/server/src': { 'ternaries/kL': 11.5, 'conditionalSpreads/kL': 1 },
  'apps/web/src': { 'ternaries/kL': 18, 'conditionalSpreads/kL': 1, 'useState/kL': 3.5 },
  'packages/contract/src': { 'ternaries/kL': 9.6, 'conditionalSpreads/kL': 0.8 },
};
/** The limits of every package. */
const EVERYWHERE = { nested: 0, arrayTricks: 0, parameters: 0, long: 0, longRefusals: 0, freeClauses: 0 };
/** The hooks that keep a state of a component, each of which a reader has to hold in mind. */
const STATE_HOOKS = new Set(['useState', 'useSetState', 'useReducer', 'useDisclosure', 'useToggle']);
/** The beginning of a clause that has no subject of its own, such as "What a trace consists of". */
const FREE_CLAUSE = /^(?:What|Who|How far) (?!.*\?$)/;
const MAX_LINES = 100;
const MAX_PARAMETERS = 4;

const listed = process.argv.includes('--list') ? process.argv[process.argv.indexOf('--list') + 1] : undefined;

function isProductFile(path) {
  return !/\.(test|d)\.tsx?$/.test(path) && !path.includes('/testing/');
}

function withoutParentheses(node) {
  return node.type === 'ParenthesizedExpression' ? withoutParentheses(node.expression) : node;
}

function isTernary(node) {
  return withoutParentheses(node).type === 'ConditionalExpression';
}

/** Whether an expression is the long form of `invalid(path, message)`. The function itself has to write it. */
function isLongRefusal(node, path) {
  const [code, detail] = node.arguments;
  if (path.endsWith('contract/src/errors.ts') || node.callee.name !== 'AppError' || code?.value !== 'VALIDATION')
    return false;
  const properties = detail?.type === 'ObjectExpression' ? detail.properties : [];
  const errors = properties.find(({ key }) => key?.name === 'errors')?.value;
  const saysMore = properties.some(({ key }) => key?.name !== 'errors' && key?.name !== 'cause');
  if (saysMore || errors?.type !== 'ArrayExpression' || errors.elements.length !== 1) return false;
  const names = errors.elements[0].properties
    ?.map(({ key }) => key?.name)
    .sort()
    .join();
  return names === 'message,path';
}

function sentencesOf({ value }) {
  const words = value
    .replaceAll(/\n\s*\*? ?/g, ' ')
    .replace(/^\*?\s*/, '')
    .trim();
  return words.split(/(?<=[.!?])\s+(?=[A-Z])/);
}

function countFile(path, add) {
  const text = readFileSync(path, 'utf8');
  const { comments, program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0].message}`);

  const lineOf = (offset) => text.slice(0, offset).split('\n').length;
  const hit = (rule, node) => {
    add(rule);
    if (listed !== rule) return;
    const excerpt = text.slice(node.start, node.start + 100).replace(/\s+/g, ' ');
    console.log(`${path}:${lineOf(node.start)}  ${excerpt}`);
  };
  for (const comment of comments) {
    for (const sentence of sentencesOf(comment)) if (FREE_CLAUSE.test(sentence)) hit('freeClauses', comment);
  }
  const visitFunction = (node) => {
    if (!node.body) return;
    if (node.params.length > MAX_PARAMETERS) hit('parameters', node);
    if (lineOf(node.end) - lineOf(node.start) + 1 > MAX_LINES) hit('long', node);
  };

  new Visitor({
    ConditionalExpression(node) {
      hit('ternaries', node);
      for (const part of [node.test, node.consequent, node.alternate]) {
        if (isTernary(part)) hit('nested', part);
      }
    },
    VariableDeclarator(node) {
      if (node.id.type === 'ArrayPattern' && node.init?.type === 'ArrayExpression') hit('arrayTricks', node);
    },
    AssignmentExpression(node) {
      if (node.left.type === 'ArrayPattern' && node.right.type === 'ArrayExpression') hit('arrayTricks', node);
    },
    SpreadElement(node) {
      const value = withoutParentheses(node.argument);
      const isConditional = value.type === 'ConditionalExpression' || value.type === 'LogicalExpression';
      if (isConditional) hit('conditionalSpreads', node);
    },
    CallExpression(node) {
      if (node.callee.type === 'Identifier' && STATE_HOOKS.has(node.callee.name)) hit('useState', node);
    },
    NewExpression(node) {
      if (isLongRefusal(node, path)) hit('longRefusals', node);
    },
    FunctionDeclaration: visitFunction,
    FunctionExpression: visitFunction,
    ArrowFunctionExpression: visitFunction,
  }).visit(program);
  return text.split('\n').length;
}

const table = AREAS.map((area) => {
  const counts = {
    ternaries: 0,
    nested: 0,
    arrayTricks: 0,
    conditionalSpreads: 0,
    parameters: 0,
    long: 0,
    longRefusals: 0,
    freeClauses: 0,
    useState: 0,
  };
  let lines = 0;
  for (const path of globSync(`${area}/**/*.{ts,tsx}`).filter(isProductFile).sort()) {
    lines += countFile(path, (rule) => {
      counts[rule] += 1;
    });
  }
  const perThousand = (count) => Number(((count * 1000) / lines).toFixed(1));
  return {
    area,
    lines,
    ...counts,
    'ternaries/kL': perThousand(counts.ternaries),
    'nested/kL': perThousand(counts.nested),
    'conditionalSpreads/kL': perThousand(counts.conditionalSpreads),
    'useState/kL': perThousand(counts.useState),
  };
});
/** The rules that a package breaks, as sentences. */
function problemsOf(row) {
  const limits = Object.entries({ ...EVERYWHERE, ...LIMITS[row.area] });
  return limits.flatMap(([rule, limit]) =>
    row[rule] > limit
      ? [
          `${row.area} has ${row[rule]} ${rule}, and ${limit} are allowed: npm run style -- --list ${rule.split('/')[0]}`,
        ]
      : [],
  );
}

if (process.argv.includes('--check')) {
  const problems = table.flatMap(problemsOf);
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
} else if (listed === undefined) console.table(table);
