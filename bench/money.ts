/**
 * `npm run bench:money`: drafts an invoice from a million money facts, then issues 120 approved documents from 32
 * connections at once, lets 32 processes do the other 120 while they are killed at random, and walks the hash chain. The last output is one line of JSON.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { DEFAULT_BASE_CURRENCY, setBaseCurrency } from '@signpost/contract/money/base-currency.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '../apps/server/src/database.ts';
import { createDraft } from '../apps/server/src/money/documents/drafts.ts';
import { issueDocument } from '../apps/server/src/money/documents/issue.ts';
import { insertDraft, readDocument } from '../apps/server/src/money/documents/store.ts';
import { verifyDocuments } from '../apps/server/src/money/documents/verify.ts';
import { openPostgres, runOnce } from '../apps/server/src/platform/postgres.ts';
import { readRow, readRows } from '../apps/server/src/platform/rows.ts';
import { startEngines } from './support/engines.ts';

setBaseCurrency(DEFAULT_BASE_CURRENCY);

const facts = 1_000_000;
const documents = 240;
const issuers = 32;
const kills = 40;
const lastRow = z.object({ id: z.number() });
const countRow = z.object({ issued: z.number(), numbers: z.number(), highest: z.number() });
const partner = 951;

const engines = await startEngines();
const { clickhouse, databaseUrl } = engines;
await runOnce(databaseUrl, worldSql());
const db = openPostgres<Database>(databaseUrl, { applicationName: 'bench', max: 4 });
const by = { userId: 951, at: new Date() };
try {
  const draftMs = await draftOfAMillion();
  await approvedDocuments();
  const locks = await issueAtOnce();
  await issueAndKill();
  const { issued, numbers, gaps } = await count();
  const { problems } = await verifyDocuments(db);
  for (const problem of problems) console.log(problem);
  locks.sort((one, other) => one - other);
  console.log(`${issued} issued; lock median ${at(locks, 0.5)} ms, longest ${at(locks, 1)} ms`);
  console.log(
    JSON.stringify({
      draftMs,
      lockMs: at(locks, 0.99),
      duplicates: issued - numbers,
      gaps,
      broken: problems.length,
    }),
  );
  process.exitCode = problems.length > 0 || issued !== numbers || gaps > 0 ? 1 : 0;
} finally {
  await db.destroy();
  await engines.stop();
}

function at(sorted: readonly number[], part: number): number {
  return Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0) * 10) / 10;
}

/** A month with a million conversions of one partner among four million clicks. */
async function draftOfAMillion(): Promise<number> {
  const months = `toDateTime64('2026-10-01 00:00:00', 3, 'UTC') + toIntervalSecond(number % 2600000)`;
  for (let part = 0; part < 5; part += 1)
    await clickhouse.command(
      part === 0
        ? `INSERT INTO facts (chunk_id, position, fact_id, kind, at, partner_id, geo_id, product_id, deal_type, currency, amount, revenue, first_deposits)
           SELECT 'pg.bench', 1 + intDiv(number, 5000), generateUUIDv4(), 'first_deposit', ${months}, ${partner}, 1 + number % 40,
             1 + number % 5, 'CPA', 'EUR', toDecimal64(number % 977, 6) / 7, toDecimal64(number % 977, 6) / 7, 1
           FROM numbers(${facts})`
        : `INSERT INTO facts (chunk_id, fact_id, kind, at, partner_id, geo_id, visits)
           SELECT 'r.bench', generateUUIDv4(), 'visit', ${months}, ${partner}, 1 + number % 40, 1 FROM numbers(${facts})`,
      {},
      { maxSeconds: 300 },
    );
  await sql`INSERT INTO fact_chunks (id, rows, done, position)
    SELECT 'pg.bench.' || n, 5000, true, n FROM generate_series(1, ${facts / 5000}) AS n`.execute(db);
  const began = performance.now();
  await createDraft(
    { db, clickhouse },
    {
      kind: 'invoice',
      side: 'receivable',
      partyId: partner,
      currency: 'EUR',
      legalEntityId: 951,
      month: '2026-10',
      note: '',
      externalNumber: '',
    },
    by,
  );
  const took = Math.round(performance.now() - began);
  console.log(`draft from ${facts} money facts: ${took} ms`);
  return took;
}

/** Copies of the draft that claim later positions, approved by the two people that its amount needs. */
async function approvedDocuments(): Promise<void> {
  const { id } = await readRow(db, lastRow, sql`SELECT max(id) AS id FROM documents`);
  const { payload } = await readDocument(db, id);
  for (let number = 1; number <= documents; number += 1) {
    const from = 1_000_000 + number * 10;
    const claims = payload.claims.slice(0, 1).map((claim) => ({ ...claim, from, to: from + 10 }));
    await db.transaction().execute(async (trx) => {
      const copy = await insertDraft(
        trx,
        { payload: { ...payload, claims, note: `Copy ${number}` }, legalEntityId: 951, partyId: partner },
        by,
      );
      await sql`INSERT INTO approvals (subject, subject_id, payload_hash, user_id, is_admin, verdict, at)
        SELECT 'document', d.id, d.payload_hash, u.id, true, 'approved', now()
        FROM documents d, users u WHERE d.id = ${copy} AND u.id IN (952, 953)`.execute(trx);
      await sql`UPDATE documents SET state = 'approved' WHERE id = ${copy}`.execute(trx);
    });
  }
}

/** How long 32 connections at once lock the number series for each of the first half of the documents. */
async function issueAtOnce(): Promise<number[]> {
  const pool = openPostgres<Database>(databaseUrl, { applicationName: 'bench issuers', max: issuers });
  // Connections are open before anybody issues, as in a running server: opening 32 at once takes both cores.
  await Promise.all(Array.from({ length: issuers }, () => sql`SELECT pg_sleep(0.2)`.execute(pool)));
  const locks: number[] = [];
  const half = await readRows(
    db,
    z.object({ id: z.number(), payloadHash: z.string() }),
    sql`SELECT id, payload_hash FROM documents WHERE state = 'approved' ORDER BY id LIMIT ${documents / 2}`,
  );
  const work = async (): Promise<void> => {
    for (let next = half.pop(); next !== undefined; next = half.pop()) {
      const approved = next;
      const { lockedAt } = await pool.transaction().execute((trx) => issueDocument(trx, approved, by));
      locks.push(performance.now() - lockedAt);
    }
  };
  await Promise.all(Array.from({ length: issuers }, work));
  await pool.destroy();
  return locks;
}

/** Runs the issuers, kills one at random until enough were killed, and starts another in its place. */
async function issueAndKill(): Promise<void> {
  let issuedByChildren = 0;
  const running = new Set<ChildProcess>();
  let killed = 0;
  const failures: string[] = [];
  await new Promise<void>((resolve) => {
    const start = (): void => {
      const child = spawn(process.execPath, [join(import.meta.dirname, 'support/issuer.ts'), databaseUrl, '951'], {
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      running.add(child);
      child.stdout.on('data', (text: Buffer) => {
        issuedByChildren += String(text).trim().split('\n').length;
        // A process that has just issued is about to issue the next document.
        if (killed < kills && issuedByChildren > killed * 3) {
          killed += 1;
          child.kill('SIGKILL');
        }
      });
      child.stderr.on('data', (text: Buffer) => failures.push(String(text)));
      child.on('exit', (_code, signal) => {
        running.delete(child);
        if (signal === 'SIGKILL') start();
        else if (running.size === 0) resolve();
      });
    };
    for (let number = 0; number < issuers; number += 1) start();
  });
  console.log(`${killed} issuers were killed`);
  if (failures.length > 0) throw new Error(failures.join('\n'));
}

async function count(): Promise<{ issued: number; numbers: number; gaps: number }> {
  const { issued, numbers, highest } = await readRow(
    db,
    countRow,
    sql`SELECT count(*)::integer AS issued, count(DISTINCT number)::integer AS numbers, max(number_value) AS highest
      FROM documents WHERE state = 'issued'`,
  );
  return { issued, numbers, gaps: highest - numbers + (documents - issued) };
}

function worldSql(): string {
  return `
INSERT INTO users (id, name, email, grade) VALUES (951, 'Author', 'author@bench.test', 'Management'),
  (952, 'First', 'first@bench.test', 'Admin'), (953, 'Second', 'second@bench.test', 'Admin');
INSERT INTO partner_types (id, name) VALUES (951, 'Bench');
INSERT INTO partners (id, name, partner_type_id, billing_geo_id, billing_from) VALUES (951, 'Bench partner', 951, 12, '2025-01-01');
INSERT INTO legal_entities (id, name, legal_name, street, postal_code, city, billing_geo_id, number_prefix) VALUES
  (951, 'Bench', 'Bench GmbH', 'Ring 1', '1010', 'Vienna', 12, 'BENCH');`;
}
