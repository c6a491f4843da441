/**
 * `npm run prove:expressions`: proves every regular expression that is not in `expressions-proven.json` to be linear, and
 * writes the file again without those that the product no longer has. It names each expression that is not linear and
 * then ends with 1. With `--check`, it proves and writes nothing, and names the expressions that are not in the file.
 */
import { existsSync, writeFileSync } from 'node:fs';
import {
  ANALYSED_BY,
  BUILT,
  findExpressions,
  PROVEN_FILE,
  problemOf,
  reachable,
  readProven,
  textOf,
} from './expressions.mjs';

const proven = existsSync(PROVEN_FILE) ? readProven() : new Set();
const expressions = [...reachable(findExpressions().literals), ...Object.values(BUILT).flat()];
if (process.argv.includes('--check')) nameUnlisted();
else proveAll();

function nameUnlisted() {
  const unlisted = expressions.map(textOf).filter((text) => !proven.has(text));
  if (unlisted.length === 0) return;
  console.error(`Run \`npm run prove:expressions\` to prove these expressions:\n${unlisted.join('\n')}`);
  process.exitCode = 1;
}

function proveAll() {
  const linear = new Set();
  for (const expression of expressions) {
    const text = textOf(expression);
    if (linear.has(text)) continue;
    const problem = proven.has(text) ? undefined : problemOf(expression);
    if (problem === undefined) linear.add(text);
    else {
      console.error(problem);
      process.exitCode = 1;
    }
  }
  writeFileSync(PROVEN_FILE, `${JSON.stringify({ analysedBy: ANALYSED_BY, linear: [...linear].sort() }, null, 2)}\n`);
  console.log(`${linear.size} expressions are proven to be linear.`);
}
