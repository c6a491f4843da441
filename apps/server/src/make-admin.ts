/** `npm run make-admin -- mail@example.com`: makes that person an Admin, in DATABASE_URL or in the embedded database. */
import { parseArgs } from 'node:util';
import { z } from 'zod';
import type { Database } from './database.ts';
import { readEnv } from './env.ts';
import { reachPostgres } from './operations/embedded/reach-postgres.ts';
import { systemClock } from './platform/clock.ts';
import { onlyArgument, runCommand } from './platform/command.ts';
import { openPostgres } from './platform/postgres.ts';
import { StartError } from './platform/start-error.ts';
import { makeAdmin } from './workplace/people/first-admin.ts';

async function makeAt(url: string, email: string): Promise<number> {
  const db = openPostgres<Database>(url, { applicationName: 'signpost make-admin', max: 1 });
  try {
    return await makeAdmin(db, email, systemClock);
  } finally {
    await db.destroy();
  }
}

const USAGE = `Usage: npm run make-admin -- MAIL

Makes the person with that e-mail address an Admin.`;

await runCommand(USAGE, async () => {
  const email = z.email().safeParse(onlyArgument(parseArgs({ allowPositionals: true }).positionals));
  if (!email.success) throw new StartError('Name the e-mail address: npm run make-admin -- mail@example.com');
  const id = await reachPostgres(readEnv(), (url) => makeAt(url, email.data));
  process.stdout.write(`${email.data} is an Admin now (person ${id}).\n`);
});
