/**
 * `npm run verify-audit`: checks the audit trail of DATABASE_URL, or of the embedded database, and reports whether it
 * is intact.
 */
import { parseArgs } from 'node:util';
import type { Db } from './database.ts';
import { type Env, readEnv } from './env.ts';
import { withDatabase } from './operations/embedded/reach-postgres.ts';
import { runCommand } from './platform/command.ts';

import { lazyVault } from './platform/vault.ts';
import { anchorPath, readAnchors } from './workplace/records/audit-anchor.ts';
import { verifyAudit } from './workplace/records/verify-audit.ts';

async function verdictOf(db: Db, { dataDir, vaultKey }: Env) {
  // The anchors are read first, because the product may go on appending both.
  const anchors = await readAnchors(dataDir, lazyVault({ db, dataDir, key: vaultKey }));
  return { ...(await verifyAudit(db, anchors)), anchor: anchors.at(-1) };
}

const USAGE = `Usage: npm run verify-audit

Checks the audit trail of the database. Ends with 1 if it is broken.`;

await runCommand(USAGE, async () => {
  parseArgs();
  const env = readEnv();
  const { entries, broken, anchor } = await withDatabase(env, { applicationName: 'signpost verify-audit' }, (db) =>
    verdictOf(db, env),
  );
  const confirmed =
    anchor === undefined
      ? `There is no anchor in ${anchorPath(env.dataDir)}, so a cut end cannot be noticed.`
      : `The anchor of ${anchor.at} confirms them up to entry ${anchor.id}.`;
  if (broken === null) process.stdout.write(`The audit trail holds: ${entries} entries. ${confirmed}\n`);
  else {
    process.stdout.write(`The audit trail is broken at entry ${broken.id}: ${broken.problem}.\n`);
    process.exitCode = 1;
  }
});
