import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testDatabases } from './database.ts';
import { printDatabaseTypes } from './database-types.ts';

const { databaseUrl } = await testDatabases();

it('finds the committed types equal to the migrated schema', async () => {
  const written = await readFile(join(import.meta.dirname, '../../../apps/server/src/database-types.ts'), 'utf8');
  const isCurrent = written === (await printDatabaseTypes(databaseUrl));
  expect(isCurrent, 'apps/server/src/database-types.ts is out of date: run `npm run generate:database`').toBe(true);
});
