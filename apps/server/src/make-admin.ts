/** `npm run make-admin -- mail@example.com`: makes that person an Admin, in DATABASE_URL or in the embedded database. */
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { readEnv } from './env.ts';
import { withDatabase } from './operations/embedded/reach-postgres.ts';
import { systemClock } from './platform/clock.ts';
import { onlyArgument, runCommand } from './platform/command.ts';
import { StartError } from './platform/start-error.ts';
import { makeAdmin } from './workplace/people/first-admin.ts';

const USAGE = `Usage: npm run make-admin -- MAIL

Makes the person with that e-mail address an Admin.`;

await runCommand(USAGE, async () => {
  const email = z.email().safeParse(onlyArgument(parseArgs({ allowPositionals: true }).positionals));
  if (!email.success) throw new StartError('Name the e-mail address: npm run make-admin -- mail@example.com');
  const id = await withDatabase(readEnv(), { applicationName: 'signpost make-admin' }, (db) =>
    makeAdmin(db, email.data, systemClock),
  );
  process.stdout.write(`${email.data} is an Admin now (person ${id}).\n`);
});
