/**
 * `npm run verify-documents`: walks the hash chain of all issued documents of DATABASE_URL, or of the embedded database,
 * and reports whether they are whole.
 */
import type { Database } from './database.ts';
import { verifyDocuments } from './documents/verify.ts';
import { withEmbeddedPostgres } from './embedded/reach-postgres.ts';
import { readEnv } from './env.ts';
import { openPostgres } from './platform/postgres.ts';
import { reaching, startSentence } from './platform/start-error.ts';

async function verdictAt(url: string) {
  const db = openPostgres<Database>(url, { applicationName: 'signpost verify-documents', max: 1 });
  try {
    return await verifyDocuments(db);
  } finally {
    await db.destroy();
  }
}

try {
  const { databaseUrl, dataDir } = readEnv();
  const { documents, problems } = await (databaseUrl === undefined
    ? withEmbeddedPostgres(dataDir, verdictAt)
    : reaching('DATABASE_URL', () => verdictAt(databaseUrl)));
  if (problems.length === 0) process.stdout.write(`All ${documents} issued documents are whole.\n`);
  else {
    process.stdout.write(`${problems.map((problem) => `Broken: ${problem}.`).join('\n')}\n`);
    process.exitCode = 1;
  }
} catch (error) {
  const sentence = startSentence(error);
  if (sentence === undefined) throw error;
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 2;
}
