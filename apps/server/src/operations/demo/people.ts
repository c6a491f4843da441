/** One person per grade, whom anybody on this machine may be while the demo runs. */
import { GRADES, type Grade } from '@signpost/contract/access/grades.ts';
import { sql } from 'kysely';
import type { Db } from '../../database.ts';
import { StartError } from '../../platform/start-error.ts';
import { DEMO_DOMAIN, demoEmail } from '../../workplace/people/demo-email.ts';
import { NEW_PERSON } from '../../workplace/people/new-person.ts';

const NAMES: Readonly<Record<Grade, string>> = {
  Admin: 'Ada Admin',
  Management: 'Mara Management',
  'Default User': 'Dora Default',
  Publisher: 'Paul Publisher',
  'Seo User': 'Sina Seo',
  'Cost User': 'Cosmo Cost',
  'Exclude All Pages': 'Eve Excluded',
  'Starter Profile': 'Stan Starter',
  Operations: 'Otto Operations',
};

/**
 * Refuses to make a demo of an installation: its invented records could not be told from real ones afterwards. Errors:
 * StartError where people other than the demo's have signed in and no demo was made before.
 */
export async function refuseDemoInInstallation(db: Db): Promise<void> {
  const { rows } = await sql`SELECT 1 FROM users WHERE email NOT LIKE ${`%@${DEMO_DOMAIN}`}
    AND NOT EXISTS (SELECT 1 FROM demo_world) LIMIT 1`.execute(db);
  if (rows.length > 0)
    throw new StartError(
      'This database is an installation with people of its own, and a demo would add invented records to it: start it with the variables that it had before, or with DEMO=0.',
    );
}

/** Creates the missing people, and keeps changes that were made to existing ones. */
export async function ensureDemoPeople(db: Db): Promise<void> {
  await db
    .insertInto('users')
    .values(GRADES.map((grade) => ({ ...NEW_PERSON, name: NAMES[grade], email: demoEmail(grade), grade })))
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute();
}
