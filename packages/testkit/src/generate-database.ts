/** Writes `apps/server/src/database-types.ts` from a freshly migrated database. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../../../apps/server/src/platform/migrate.ts';
import { printDatabaseTypes } from './database-types.ts';
import { databaseOf, startTestPostgres } from './postgres.ts';

const folder = await mkdtemp(join(tmpdir(), 'signpost-types-'));
const postgres = await startTestPostgres(folder);
try {
  const databaseUrl = databaseOf(postgres.url, postgres.template);
  await migrate({ databaseUrl });
  await writeFile(
    join(import.meta.dirname, '../../../apps/server/src/database-types.ts'),
    await printDatabaseTypes(databaseUrl),
  );
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
