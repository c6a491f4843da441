/**
 * One process that issues approved documents until none is left: `node bench/support/issuer.ts DATABASE_URL USER`. It
 * prints how long each locked its number series. `bench/money.ts` starts many and kills them.
 */
import { DEFAULT_BASE_CURRENCY, setBaseCurrency } from '@signpost/contract/money/base-currency.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../apps/server/src/database.ts';
import { issueDocument } from '../../apps/server/src/money/documents/issue.ts';
import { openPostgres } from '../../apps/server/src/platform/postgres.ts';
import { readRows } from '../../apps/server/src/platform/rows.ts';

setBaseCurrency(DEFAULT_BASE_CURRENCY);

const [url = '', user = '0'] = process.argv.slice(2);
const db = openPostgres<Database>(url, { applicationName: 'issuer', max: 1 });
const row = z.object({ id: z.number(), payloadHash: z.string() });
for (;;) {
  const [next] = await readRows(
    db,
    row,
    sql`SELECT id, payload_hash FROM documents WHERE state = 'approved' ORDER BY random() LIMIT 1`,
  );
  if (next === undefined) break;
  try {
    const by = { userId: Number(user), at: new Date() };
    const { lockedAt } = await db.transaction().execute((trx) => issueDocument(trx, next, by));
    process.stdout.write(`${performance.now() - lockedAt}\n`);
  } catch (error) {
    // Another issuer was faster.
    if (!(error instanceof Error) || !error.message.includes('has been issued')) throw error;
  }
}
await db.destroy();
