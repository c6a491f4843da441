/** One person per grade, whom anybody on this machine may be while the demo runs. */
import { GRADES, type Grade } from '@signpost/contract/access/grades.ts';
import type { Db } from '../database.ts';
import { demoEmail } from '../people/demo-email.ts';

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

/** Creates the missing people, and keeps changes that were made to existing ones. */
export async function ensureDemoPeople(db: Db): Promise<void> {
  await db
    .insertInto('users')
    .values(
      GRADES.map((grade) => ({
        name: NAMES[grade],
        email: demoEmail(grade),
        grade,
        includedPaths: [],
        excludedPaths: [],
        publisherId: null,
        homeTab: null,
        numberFormat: null,
        lastSeenAt: null,
        archivedAt: null,
      })),
    )
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute();
}
