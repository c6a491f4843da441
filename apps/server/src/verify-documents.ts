/**
 * `npm run verify-documents`: walks the hash chain of all issued documents of DATABASE_URL, or of the embedded database,
 * and reports whether they are whole.
 */
import { parseArgs } from 'node:util';
import { readEnv } from './env.ts';
import { verifyDocuments } from './money/documents/verify.ts';
import { withDatabase } from './operations/embedded/reach-postgres.ts';
import { runCommand } from './platform/command.ts';

const USAGE = `Usage: npm run verify-documents

Checks the chain of all issued documents. Ends with 1 if one is broken.`;

await runCommand(USAGE, async () => {
  parseArgs();
  const { documents, problems } = await withDatabase(
    readEnv(),
    { applicationName: 'signpost verify-documents' },
    verifyDocuments,
  );
  if (problems.length === 0) process.stdout.write(`All ${documents} issued documents are whole.\n`);
  else {
    process.stdout.write(`${problems.map((problem) => `Broken: ${problem}.`).join('\n')}\n`);
    process.exitCode = 1;
  }
});
