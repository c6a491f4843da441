/**
 * `node scripts/en16931.mjs FOLDER`: writes a document of every case of the VAT table and runs the official rules of
 * EN 16931 over them. FOLDER holds `EN16931-UBL-validation.xslt` of github.com/ConnectingEurope/eInvoicing-EN16931
 * (`ubl/xslt`), which is read where it is and never copied into this repository. Prints how many asserts failed.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { renderUbl } from '../apps/server/src/documents/render/ubl.ts';
import { HEAD } from '../apps/server/src/documents/testing/payloads.ts';
import { allVatOutcomes } from '../apps/server/src/documents/testing/vat-cases.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  process.stderr.write('Name the folder that holds EN16931-UBL-validation.xslt.\n');
  process.exit(2);
}

const require = createRequire(import.meta.url);
const SaxonJS = require('saxon-js');
const work = mkdtempSync(join(tmpdir(), 'en16931-'));
const compiled = join(work, 'rules.sef.json');
const source = `-xsl:${join(folder, 'EN16931-UBL-validation.xslt')}`;
execFileSync(process.execPath, [require.resolve('xslt3'), source, `-export:${compiled}`, '-nogo', '-ns:##html5'], {
  stdio: ['ignore', 'ignore', 'inherit'],
});
const rules = readFileSync(compiled, 'utf8');
rmSync(work, { recursive: true });

const failed = new Map();
const outcomes = allVatOutcomes();
/** Cases that differ in a country alone are checked once for each rate. */
const documents = new Map(
  outcomes.flatMap(({ name, payloads }) =>
    payloads.map((payload) => {
      const [group] = payload.groups;
      const like = name.replaceAll(/(?<=_)[A-Z]{2}/g, '');
      return [[like, payload.kind, payload.currency, group.treatment, group.rate].join(' '), { name, payload }];
    }),
  ),
);
for (const { name, payload } of documents.values()) {
  const { principalResult } = SaxonJS.transform({
    stylesheetText: rules,
    sourceText: renderUbl(payload, HEAD),
    destination: 'serialized',
  });
  for (const [, id] of principalResult.matchAll(/<svrl:failed-assert[^>]*?\sid="([^"]+)"/g))
    failed.set(id, [...(failed.get(id) ?? []), name]);
}
const refused = outcomes.filter(({ payloads }) => payloads.length === 0).length;
process.stdout.write(`${outcomes.length} cases, ${refused} of them refused; ${documents.size} documents checked\n`);
for (const [id, names] of failed) process.stdout.write(`${id}: ${names.length} failed, such as ${names[0]}\n`);
const total = [...failed.values()].flat().length;
process.stdout.write(`${total} failed asserts\n`);
process.exit(total === 0 ? 0 : 1);
