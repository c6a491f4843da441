/**
 * `npm run strangers -- FOLDER`: reads public collections with the readers of the product, and prints how many of their
 * cases come out wrong. FOLDER holds checkouts of the collections in folders of their names (uap-core,
 * crawler-user-agents, csv-spectrum, libphonenumber, set-of-emails, JSONTestSuite). They are read where they are and never
 * copied into this repository. A kind whose collections are not there is left out and named. `--show` prints the wrong
 * cases.
 */
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import * as agents from './strangers/agents.mjs';
import * as bounces from './strangers/bounces.mjs';
import * as json from './strangers/json.mjs';
import * as phones from './strangers/phones.mjs';
import * as tables from './strangers/tables.mjs';

const KINDS = { agents, tables, phones, bounces, json };

const [folder] = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const shows = process.argv.includes('--show');
if (folder === undefined) {
  process.stderr.write('Name the folder that holds the collections.\n');
  process.exit(2);
}

let measured = 0;
for (const [kind, { COLLECTIONS, measure }] of Object.entries(KINDS)) {
  const missing = await missingOf(COLLECTIONS);
  if (missing.length > 0) process.stdout.write(`${kind}: left out, because ${missing.join(' and ')} is missing\n`);
  else for (const part of await measure(folder)) report(part);
}
if (measured === 0) {
  process.stderr.write(`There are no collections in ${folder}.\n`);
  process.exitCode = 2;
}

async function missingOf(collections) {
  const missing = [];
  for (const name of collections) await access(join(folder, name)).catch(() => missing.push(name));
  return missing;
}

function report({ name, cases, isWrong, mostPercent, show }) {
  measured += 1;
  const wrong = cases.filter(isWrong);
  const percent = (100 * wrong.length) / cases.length;
  const isKept = percent <= mostPercent;
  process.stdout.write(
    `${name}: ${wrong.length} of ${cases.length} = ${percent.toFixed(2)} % (at most ${mostPercent} %): ${isKept ? 'as promised' : 'TOO MANY'}\n`,
  );
  if (!isKept) process.exitCode = 1;
  if (shows) for (const one of wrong) process.stdout.write(`  ${show(one)}\n`);
}
