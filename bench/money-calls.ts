/**
 * `npm run bench:money-calls` measures the calls about money whose work grows with the data: undoing an import of 50 000
 * rows, listing what is due to 300 parties, and closing a month of these parties. The last output is one line of JSON.
 */
import { DEFAULT_BASE_CURRENCY, setBaseCurrency } from '@signpost/contract/money/base-currency.ts';
import { sql } from 'kysely';
import type { Database } from '../apps/server/src/database.ts';
import { readDue } from '../apps/server/src/money/documents/due.ts';
import { closeMonth } from '../apps/server/src/money/documents/periods.ts';
import { shipOutbox } from '../apps/server/src/partners/conversions/ship/outbox.ts';
import { putFactsOfMany, takeBackFacts } from '../apps/server/src/partners/conversions/ship/put-facts.ts';
import { newId } from '../apps/server/src/platform/ids.ts';
import { createLog } from '../apps/server/src/platform/log.ts';
import { openPostgres, runOnce } from '../apps/server/src/platform/postgres.ts';
import { idRow, readRow } from '../apps/server/src/platform/rows.ts';
import type { KnownFact } from '../apps/server/src/traffic/clicks/fact-line.ts';
import { startEngines } from './support/engines.ts';

setBaseCurrency(DEFAULT_BASE_CURRENCY);

const PARTIES = 300;
const FACTS_PER_PARTY = 100;
const IMPORTED = 50_000;
const FIRST_PARTY = 800_000;
const MONTH = '2026-10';

const engines = await startEngines();
const { clickhouse, databaseUrl } = engines;
const db = openPostgres<Database>(databaseUrl, { applicationName: 'bench', max: 4 });
const log = createLog({ level: 'warn', name: 'bench' });
const figures: Record<string, number> = {};
try {
  await runOnce(databaseUrl, worldSql());
  await putMany(
    Array.from({ length: PARTIES * FACTS_PER_PARTY }, (_, index) => ({
      origin: `bench ${index}`,
      fact: factOf(index, FIRST_PARTY + 1 + (index % PARTIES)),
    })),
  );
  await undoImport();
  await measure('dueMs', () => readDue({ db, clickhouse }, { side: 'receivable', month: MONTH, partyIds: null }));
  await measure('closeMonthMs', () =>
    closeMonth({ db, clickhouse }, MONTH, { userId: 951, at: new Date('2026-11-26T12:00:00Z') }),
  );
  console.log(JSON.stringify({ parties: PARTIES, facts: PARTIES * FACTS_PER_PARTY, imported: IMPORTED, ...figures }));
} finally {
  await db.destroy();
  await engines.stop();
}

async function measure(name: string, work: () => Promise<unknown>): Promise<void> {
  const began = performance.now();
  await work();
  figures[name] = Math.round(performance.now() - began);
  console.log(`${name}: ${figures[name]} ms`);
}

function factOf(index: number, partnerId: number): KnownFact {
  return {
    factId: newId(),
    kind: 'first_deposit',
    at: `${MONTH}-${String(1 + (index % 28)).padStart(2, '0')}T12:00:00.000Z`,
    recordedAt: '2026-11-20T12:00:00.000Z',
    partnerId,
    dealType: 'CPA',
    geoId: 12,
    currency: 'EUR',
    amount: '10.5',
    revenue: '10.5',
    firstDeposits: 1,
  };
}

/** Queues facts in one transaction and ships them. */
async function putMany(facts: readonly { origin: string; fact: KnownFact }[]): Promise<void> {
  await db.transaction().execute(async (trx) => putFactsOfMany(trx, facts));
  await shipOutbox({ db, clickhouse, log }, true);
}

/** Makes an import whose rows have two facts each, and measures the transaction that undoes it. */
async function undoImport(): Promise<void> {
  const { id } = await readRow(
    db,
    idRow,
    sql`INSERT INTO gambling_imports (name, partner_id, import_state) VALUES ('Years', ${FIRST_PARTY + 1}, 'imported') RETURNING id`,
  );
  const { rows } = await sql<{
    id: number;
  }>`INSERT INTO gambling_stats (name, day, partner_id, geo_id, currency, import_id, revenue)
    SELECT 'Row ' || n, '2026-10-31'::date - (n / 50)::integer, ${FIRST_PARTY + 1}, 1 + n % 50, 'EUR', ${id}, 10.5
    FROM generate_series(0, ${IMPORTED - 1}::integer) n RETURNING id`.execute(db);
  const origins = rows.map((row) => `gambling ${row.id}`);
  await putMany(
    origins.flatMap((origin, index) => [0, 1].map(() => ({ origin, fact: factOf(index, FIRST_PARTY + 1) }))),
  );
  await measure('undoImportMs', () =>
    db.transaction().execute(async (trx) => {
      await sql`UPDATE gambling_stats SET entry_status = 'reversed', reversed_because = 'Bench', version = version + 1
        WHERE import_id = ${id} AND entry_status = 'posted'`.execute(trx);
      await takeBackFacts(trx, origins, 'Bench', new Date());
    }),
  );
  await shipOutbox({ db, clickhouse, log }, true);
}

function worldSql(): string {
  return `
INSERT INTO users (id, name, email, grade) VALUES (951, 'Bench', 'bench@example.com', 'Admin');
INSERT INTO partner_types (id, name) VALUES (950, 'Bench');
INSERT INTO partners (id, name, partner_type_id, currency, billing_from)
  SELECT ${FIRST_PARTY} + n, 'Bench ' || n, 950, 'EUR', '2020-01-01' FROM generate_series(1, ${PARTIES}) n;
INSERT INTO legal_entities (id, name, legal_name, street, postal_code, city, billing_geo_id, vat_id, number_prefix) VALUES
  (951, 'Bench', 'Bench GmbH', 'Gasse 5', '1040', 'Vienna', 12, 'ATU87654321', 'BE');
`;
}
