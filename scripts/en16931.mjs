/**
 * `npm run en16931 -- FOLDER`: runs XML of this product through the official rules of EN 16931 and prints how many asserts
 * failed. FOLDER holds a checkout of github.com/ConnectingEurope/eInvoicing-EN16931, which is read where it is and never
 * copied into this repository. The documents are one for each row of the VAT table that is not refused, random ones of
 * every kind, and those that the server issues in the generated worlds of `documents/worlds.test.ts`.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import SaxonJS from 'saxon-js';
import { renderUbl } from '../apps/server/src/money/documents/render/ubl.ts';
import { anyPayload, HEAD } from '../apps/server/src/money/documents/testing/payloads.ts';
import { allVatOutcomes, distinctVatDocuments } from '../apps/server/src/money/documents/testing/vat-cases.ts';
import { bin, run } from './run.mjs';

const RANDOM_DOCUMENTS = 300;
const [folder] = process.argv.slice(2);
const rules = join(folder ?? '', 'ubl', 'xslt', 'EN16931-UBL-validation.xslt');
if (folder === undefined || !existsSync(rules)) {
  process.stderr.write(
    `There are no rules at ${rules}. Name the folder of a checkout of github.com/ConnectingEurope/eInvoicing-EN16931.\n`,
  );
  process.exit(1);
}

const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
process.stdout.write(`Random documents have the seed ${seed} (SEED=… chooses another).\n`);
const work = await mkdtemp(join(tmpdir(), 'en16931-'));
try {
  const stylesheet = await compiled();
  const rows = distinctVatDocuments(allVatOutcomes()).map(({ name, payload }) => ({
    name: `${name} ${payload.kind} ${payload.language}`,
    xml: renderUbl(payload, HEAD),
  }));
  const random = fc.sample(anyPayload, { numRuns: RANDOM_DOCUMENTS, seed }).map((payload, index) => ({
    name: `random document ${index + 1}`,
    xml: renderUbl(payload, HEAD),
  }));
  const documents = [...rows, ...random, ...(await issued())];
  const failedAsserts = check(stylesheet, documents);
  process.stdout.write(`${JSON.stringify({ documents: documents.length, rows: rows.length, failedAsserts })}\n`);
  process.exitCode = failedAsserts === 0 ? 0 : 1;
} finally {
  await rm(work, { recursive: true });
}

/** Runs a program and shows its output if it fails. */
async function must(command, args, env) {
  const { code, output } = await run(command, args, { capture: true, env });
  if (code !== 0) throw new Error(`${command} failed.\n${output}`);
}

async function compiled() {
  const file = join(work, 'rules.sef.json');
  await must(bin('xslt3'), [`-xsl:${rules}`, `-export:${file}`, '-nogo']);
  return JSON.parse(await readFile(file, 'utf8'));
}

/** The XML of all documents that the server issues in the generated worlds: invoices and their credit notes. */
async function issued() {
  const test = 'apps/server/src/money/documents/worlds.test.ts';
  await must(bin('vitest'), ['run', test], { XML_FOLDER: work, SEED: String(seed), THOROUGH: '1' });
  const names = (await readdir(work)).filter((name) => name.endsWith('.xml'));
  if (names.length === 0) throw new Error('The worlds issued no document.');
  return await Promise.all(
    names.map(async (name) => ({ name: `issued document ${name}`, xml: await readFile(join(work, name), 'utf8') })),
  );
}

/** Prints each failed assert, fatal or not, and returns their number. */
function check(stylesheet, documents) {
  let failed = 0;
  for (const [index, { name, xml }] of documents.entries()) {
    const options = { stylesheetInternal: stylesheet, sourceText: xml, destination: 'serialized' };
    const { principalResult } = SaxonJS.transform(options, 'sync');
    // If no rule fired, the file is not a document that the rules know, and no assert could ever fail.
    if (!principalResult.includes('<svrl:fired-rule')) throw new Error(`No rule is about ${name}.`);
    for (const report of principalResult.split('<svrl:failed-assert').slice(1)) {
      failed += 1;
      const id = /\sid="([^"]*)"/.exec(report)?.[1] ?? '';
      const text = /<svrl:text>([^<]*)/.exec(report)?.[1] ?? '';
      process.stdout.write(`${name}: ${id} ${text.trim()}\n`);
    }
    if ((index + 1) % 500 === 0) process.stdout.write(`${index + 1} of ${documents.length} documents\n`);
  }
  return failed;
}
