/**
 * The app with a mail server, beside the one that all tests share and that has none: the web process on a port of its own,
 * with the job that sends e-mails to publishers. It uses the database and the data folder of the shared one.
 */
import type { Database } from '../../apps/server/src/database.ts';
import { readEnv } from '../../apps/server/src/env.ts';
import { startJobs } from '../../apps/server/src/operations/jobs/index.ts';
import { run } from '../../apps/server/src/operations/roles/web.ts';
import { mailingJobs } from '../../apps/server/src/partners/mailings/jobs.ts';
import { createLog } from '../../apps/server/src/platform/log.ts';
import { openMail } from '../../apps/server/src/platform/mail.ts';
import { openPostgres } from '../../apps/server/src/platform/postgres.ts';
import { lazyVault } from '../../apps/server/src/platform/vault.ts';

const env = readEnv();
const { databaseUrl = '', dataDir, publicUrl, smtpUrl = '', mailFrom } = env;
const log = createLog({ level: env.logLevel, name: 'mail' });
const db = openPostgres<Database>(databaseUrl, { applicationName: 'signpost mail', max: 6 });
const mail = openMail({ url: smtpUrl, from: mailFrom, publicUrl });
const vault = lazyVault({ db, dataDir, key: undefined });
await run(env);
startJobs(mailingJobs({ db, log, mail, publicUrl, vault, dataDir }), { db, log, worker: `mail ${process.pid}` });
process.on('disconnect', () => process.exit(0));
process.send?.('ready');
