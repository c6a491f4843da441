import { testApp } from '@signpost/testkit/app.ts';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { ensureDemoPeople, refuseDemoInInstallation } from './people.ts';

const { db } = await testApp();

it('a demo is not made in an installation with people of its own, and goes on in a database that was a demo before', async () => {
  await refuseDemoInInstallation(db);
  await ensureDemoPeople(db);
  await refuseDemoInInstallation(db);
  await sql`INSERT INTO users (name, email, grade) VALUES ('Anna', 'anna@company.example', 'Admin')`.execute(db);
  await expect(refuseDemoInInstallation(db)).rejects.toThrow(
    'This database is an installation with people of its own, and a demo would add invented records to it',
  );
  await sql`INSERT INTO demo_world (ends_at, facts) VALUES (now(), 1)`.execute(db);
  await refuseDemoInInstallation(db);
});
