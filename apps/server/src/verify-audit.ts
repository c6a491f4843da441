/**
 * `npm run verify-audit`: checks the audit trail of DATABASE_URL, or of the embedded database, and reports whether it
 * is intact.
 */
import type { Database } from './database.ts';
import { withEmbeddedPostgres } from './embedded/reach-postgres.ts';
import { readEnv } from './env.ts';
import { openPostgres } from './platform/postgres.ts';
import { startSentence } from './platform/start-error.ts';
import { verifyAudit } from './records/verify-audit.ts';

async function verdictAt(url: string) {
  const db = openPostgres<Database>(url, { applicationName: 'signpost verify-audit', max: 1 });
  try {
    return await verifyAudit(db);
  } finally {
    await db.destroy();
  }
}

try {
  const env = readEnv();
  const { entries, broken } = await (env.databaseUrl === undefined
    ? withEmbeddedPostgres(env.dataDir, verdictAt)
    : verdictAt(env.databaseUrl));
  if (broken === null) process.stdout.write(`The audit trail holds: ${entries} entries.\n`);
  else {
    process.stdout.write(`The audit trail is broken at entry ${broken.id}: ${broken.problem}.\n`);
    process.exitCode = 1;
  }
} catch (error) {
  const sentence = startSentence(error);
  if (sentence === undefined) throw error;
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 2;
}
