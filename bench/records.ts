/**
 * `npm run bench:records`: measures a list of 100 000 records that is searched, sorted and paged over HTTP. The last
 * output is one line of JSON.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TICKET_HEADER, TICKET_VALUE } from '@signpost/contract/envelope.ts';
import { sql } from 'kysely';
import type { Database } from '../apps/server/src/database.ts';
import { withPostgres } from '../apps/server/src/operations/embedded/reach-postgres.ts';
import { freePort } from '../apps/server/src/platform/ports.ts';
import { openPostgres } from '../apps/server/src/platform/postgres.ts';
import { signInDemo, startProduct } from './support/product.ts';

const RECORDS = 100_000;
const ROUNDS = 25;
const folder = await mkdtemp(join(tmpdir(), 'signpost-bench-records-'));
const product = await startProduct(folder, { port: await freePort(), clickPort: await freePort() });
try {
  await withPostgres({ databaseUrl: undefined, dataDir: folder }, async (url) => {
    const db = openPostgres<Database>(url, { applicationName: 'bench', max: 1 });
    await sql`INSERT INTO publishers (name, status, commission_percent, currency, contact_email)
      SELECT 'Publisher ' || md5(n::text), CASE n % 5 WHEN 0 THEN 'paused' ELSE 'active' END, n % 100, 'EUR', 'p' || n || '@example.com'
      FROM generate_series(1, ${RECORDS}::integer) n`.execute(db);
    await sql`VACUUM ANALYZE publishers`.execute(db);
    await db.destroy();
  });
  const token = await signInDemo(product.port);
  const ask = async (query: string): Promise<number> => {
    const began = performance.now();
    const answer = await fetch(`http://127.0.0.1:${product.port}/api/publishers?${query}`, {
      headers: { authorization: `Bearer ${token}`, [TICKET_HEADER]: TICKET_VALUE },
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${query}: ${answer.status} ${text.slice(0, 200)}`);
    return performance.now() - began;
  };
  const questions: Record<string, (round: number) => string> = {
    search: (round) => `q=${(round * 7919).toString(16)}`,
    sort: (round) =>
      `orderBy=${['name', 'commissionPercent', 'updatedAt', 'status', 'id'][round % 5]}&orderByDirection=desc`,
    page: (round) => `offset=${round * 50}`,
    deepPage: (round) => `offset=${90_000 + round * 50}`,
    filter: () => 'filters[status][]=paused',
  };
  const p95: Record<string, number> = {};
  for (const [name, query] of Object.entries(questions)) {
    const took: number[] = [];
    await ask(query(0));
    for (let round = 1; round <= ROUNDS; round += 1) took.push(await ask(query(round)));
    took.sort((one, other) => one - other);
    p95[`${name}P95Ms`] = Math.round(took[Math.floor(took.length * 0.95)] ?? 0);
  }
  console.log(JSON.stringify({ records: RECORDS, ...p95, listP95Ms: Math.max(...Object.values(p95)) }));
} finally {
  await product.stop();
  await rm(folder, { recursive: true, force: true });
}
