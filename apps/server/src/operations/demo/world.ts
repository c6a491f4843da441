/** The demo world: a believable company with two years of traffic, made once per data folder. */
import { sql } from 'kysely';
import type { Db, Queryable, Trx } from '../../database.ts';
import type { Env } from '../../env.ts';
import { readTerms } from '../../partners/deals/terms.ts';
import type { ClickHouse } from '../../platform/clickhouse.ts';
import type { Clock } from '../../platform/clock.ts';
import { storedFacts } from '../../platform/cluster.ts';
import { LOCKS } from '../../platform/locks.ts';
import type { Log } from '../../platform/log.ts';
import { hostInUrl } from '../../platform/origin.ts';
import type { Vault } from '../../platform/vault.ts';
import { demoEmail } from '../../workplace/people/demo-email.ts';
import { storeAlerts } from './world/alerts.ts';
import { storeBoxSheets } from './world/box-sheets.ts';
import type { DemoTransaction } from './world/counter.ts';
import { storeDetails } from './world/details.ts';
import { storeDocuments } from './world/documents.ts';
import { earlierFacts } from './world/earlier.ts';
import { demoFacts } from './world/facts.ts';
import { storeFurnishing } from './world/furnishing.ts';
import { storeGamblingLinks } from './world/gambling-links.ts';
import { storeLeads } from './world/leads.ts';
import { storeLinkChecks } from './world/link-checks.ts';
import { storeNotes } from './world/notes.ts';
import { storeNotices } from './world/notices.ts';
import { storeOperations } from './world/operations.ts';
import { storePages, storePageTests } from './world/pages.ts';
import { storePublisherMails } from './world/publisher-mails.ts';
import { storePush } from './world/push.ts';
import { makeRates } from './world/rates.ts';
import { makeRecords } from './world/records.ts';
import { storeReports } from './world/reports.ts';
import { storeRules } from './world/rules.ts';
import { put, storeRecords } from './world/store-records.ts';
import { storeTransactions } from './world/transactions.ts';
import { storeWatchedLinks } from './world/watched-links.ts';

/** The publisher that the demo's publisher person looks after. */
const DEMO_PUBLISHER = 301;
const HOUR_MS = 3_600_000;
/** The months of facts that are made one by one, and the part of the work that they are. */
const MONTHS = 13;
const FACTS_FROM = 0.05;
const FACTS_UNTIL = 0.75;

interface DemoDeps {
  db: Db;
  clickhouse: ClickHouse;
  clock: Clock;
  log: Log;
  /** Where the demo's links are answered. */
  env: Pick<Env, 'host' | 'clickPort'>;
  /** Seals the demo's leads. */
  vault: () => Promise<Vault>;
  /** Called with the share of the world that is made, from 0 to 1, if it has to be made. */
  progress?: ((share: number) => Promise<void>) | undefined;
}

/**
 * Makes the demo world unless it is there. Its marker in PostgreSQL is written last: a world that was left half made
 * is replaced. Safe from several processes at once.
 */
export async function ensureDemoWorld(deps: DemoDeps): Promise<void> {
  const { db, clickhouse, clock, log, progress = async () => undefined } = deps;
  if (await isMade(db)) return;
  await progress(0);
  // A session lock, because a transaction would be idle while the facts are generated.
  await db.connection().execute(async (session) => {
    // Another process may take its time to make it.
    await sql`SET statement_timeout = 0`.execute(session);
    await sql`SELECT pg_advisory_lock(${LOCKS.demoWorld})`.execute(session);
    try {
      if (await isMade(session)) return;
      const began = performance.now();
      const now = clock.now();
      const records = makeRecords();
      await session.transaction().execute(async (trx) => {
        await storeRecords(trx, records, linksOf(deps.env));
        await put(trx, 'exchange_rates', makeRates(now));
        await storeRules(trx, records);
        await storePages(trx, records, now);
        await givePublisher(trx);
        await giveManagers(trx);
        await giveLastVisits(trx, now);
      });
      await clearFacts(clickhouse);
      const terms = await readTerms(
        session,
        records.partners.map(({ id }) => id),
        records.publishers.map(({ id }) => ({ publisherId: id, dealId: 0, dealVersion: 0 })),
      );
      const { facts, transactions } = await storeFacts(clickhouse, { records, terms, now }, progress);
      await progress(0.85);
      await session.transaction().execute(async (trx) => {
        await storeTransactions(trx, { clickhouse, counted: transactions, now });
        await storeLeads(trx, clickhouse, await deps.vault(), now);
        await storeOperations(trx, records, now);
        await storeGamblingLinks(trx, records, DEMO_PUBLISHER, now);
        await storeNotices(trx, now);
        await storeLinkChecks(trx, now);
        await storeBoxSheets(trx, now);
        await storePublisherMails(trx, now);
        await storeNotes(trx, records, now);
        await storeReports(trx, now);
        await storeAlerts(trx, now);
        await storePageTests(trx, records, now);
        await storePush(trx, await deps.vault(), now);
        await storeFurnishing(trx, records, now);
        await storeDetails(trx, records, now);
        await sql`INSERT INTO demo_world (ends_at, facts) VALUES (${now}, ${facts})`.execute(trx);
      });
      await progress(0.95);
      await storeDocuments(session, clickhouse, records, now);
      await storeWatchedLinks(session, clickhouse, now);
      log.info({ facts, seconds: Math.round((performance.now() - began) / 1000) }, 'the demo world was created');
    } finally {
      await sql`SELECT pg_advisory_unlock(${LOCKS.demoWorld})`.execute(session);
      await sql`RESET statement_timeout`.execute(session);
    }
  });
}

const linksOf = ({ host, clickPort }: DemoDeps['env']): string => `http://${hostInUrl(host)}:${clickPort}`;

async function givePublisher(trx: Trx): Promise<void> {
  await trx
    .updateTable('users')
    .set({ publisherId: DEMO_PUBLISHER })
    .where('email', '=', demoEmail('Publisher'))
    .where('publisherId', 'is', null)
    .execute();
}

/** Ada and Mara share the publishers, so that both have invoices of their own to look after. */
async function giveManagers(trx: Trx): Promise<void> {
  await sql`UPDATE publishers p SET manager_id = u.id FROM users u
    WHERE p.manager_id IS NULL AND u.email = CASE WHEN p.id % 2 = 0
      THEN ${demoEmail('Admin')} ELSE ${demoEmail('Management')} END`.execute(trx);
}

/** Everybody who works with the demo every day was here lately; the others never were. */
async function giveLastVisits(trx: Trx, now: Date): Promise<void> {
  for (const [nth, grade] of (
    ['Operations', 'Management', 'Default User', 'Publisher', 'Seo User', 'Cost User'] as const
  ).entries())
    await sql`UPDATE users SET last_seen_at = ${new Date(now.getTime() - (nth * nth * 7 + 1) * HOUR_MS)}
      WHERE email = ${demoEmail(grade)} AND last_seen_at IS NULL`.execute(trx);
}

/** Stores all facts; returns how many, and the transactions of the last weeks. */
async function storeFacts(
  clickhouse: ClickHouse,
  input: Parameters<typeof demoFacts>[0],
  progress: (share: number) => Promise<void>,
): Promise<{ facts: number; transactions: DemoTransaction[] }> {
  // One month is stored while the next is made.
  let storing: Promise<void> = Promise.resolve();
  let stored = 0;
  const months = demoFacts(input);
  let next = months.next();
  for (; next.done !== true; next = months.next()) {
    await storing;
    await progress(FACTS_FROM + (FACTS_UNTIL - FACTS_FROM) * Math.min(1, stored / MONTHS));
    stored += 1;
    storing = clickhouse.insert('facts', next.value, { settings: { async_insert: 0 } });
    // The next await throws a failure, so that no promise rejects unhandled in the meantime.
    storing.catch(() => undefined);
    await new Promise(setImmediate);
  }
  await storing;
  for (const { sql: copy, params } of earlierFacts(input.now)) await clickhouse.command(copy, params);
  return { facts: await countFacts(clickhouse), transactions: next.value };
}

async function countFacts(clickhouse: ClickHouse): Promise<number> {
  const [facts = 0] = await clickhouse.query(
    `SELECT count() AS facts FROM facts WHERE startsWith(chunk_id, 'demo.')`,
    {},
    { parse: (row) => Number(row.facts) },
  );
  return facts;
}

async function isMade(db: Queryable): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM demo_world`.execute(db);
  return rows.length > 0;
}

/** Removes the remains of an earlier attempt. */
async function clearFacts(clickhouse: ClickHouse): Promise<void> {
  if ((await countFacts(clickhouse)) === 0) return;
  await clickhouse.command(
    `ALTER TABLE ${storedFacts(clickhouse)} DELETE WHERE startsWith(chunk_id, 'demo.')`,
    {},
    { settings: { mutations_sync: 2 } },
  );
}
