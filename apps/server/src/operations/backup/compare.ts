/**
 * Compares a restored copy with what its backup recorded: tables, audit trail, documents, facts, and the chunks of the
 * click log, which are shipped as the next start would ship them (docs/operations.md#drill).
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../../database.ts';
import { verifyDocuments } from '../../money/documents/verify.ts';
import { shipOutbox } from '../../partners/conversions/ship/outbox.ts';
import type { ClickHouse } from '../../platform/clickhouse.ts';
import type { Log } from '../../platform/log.ts';
import { openPostgres, openSession } from '../../platform/postgres.ts';
import { lazyVault } from '../../platform/vault.ts';
import { scanFrames } from '../../traffic/clicks/log/frames.ts';
import { clicksFolder, routersIn, segmentsIn } from '../../traffic/clicks/log/segments.ts';
import { readLedger } from '../../traffic/clicks/ship/ledger.ts';
import { shippingRounds } from '../../traffic/clicks/ship/shipper.ts';
import { countByChunk } from '../../traffic/clicks/ship/store.ts';
import { readAnchors } from '../../workplace/records/audit-anchor.ts';
import { verifyAudit } from '../../workplace/records/verify-audit.ts';
import { totalsByMonth } from './facts.ts';
import type { Manifest } from './manifest.ts';
import { beginSnapshot, copyOut, countRows } from './tables.ts';

export interface Comparison {
  what: string;
  expected: string;
  found: string;
}

export const isEqual = ({ expected, found }: Comparison): boolean => expected === found;

export interface DrillDeps {
  databaseUrl: string;
  clickhouse: ClickHouse;
  dataDir: string;
  vaultKey: Buffer | undefined;
  log: Log;
}

/** Tables that a restore changes: chunks after the watermark are compared again, and nothing may be sent. */
const CHANGED_BY_RESTORE: ReadonlySet<string> = new Set(['fact_chunks', 'mail_sender', 'outgoing_stop']);

/** Compares everything, and ships what is after the watermark. Returns every comparison, equal or not. */
export async function compareCopy(deps: DrillDeps, manifest: Manifest): Promise<Comparison[]> {
  return [
    ...(await compareTables(deps.databaseUrl, manifest)),
    ...(await compareRecords(deps, manifest)),
    ...(await compareFacts(deps.clickhouse, manifest)),
    ...(await compareChunks(deps)),
  ];
}

async function compareTables(databaseUrl: string, { tables }: Manifest): Promise<Comparison[]> {
  const client = await openSession(databaseUrl, 'signpost drill');
  const different: string[] = [];
  let rows = 0;
  try {
    await beginSnapshot(client);
    for (const { table, columns, rows: expected, part } of tables) {
      const count = await countRows(client, table);
      rows += count;
      const isSame =
        part === null ||
        CHANGED_BY_RESTORE.has(table) ||
        (await contentHash(copyOut(client, { table, columns }))) === part.content.sha256;
      if (count !== expected || !isSame) different.push(`${table} (${count} rows)`);
    }
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
  const expected = tables.reduce((sum, table) => sum + table.rows, 0);
  return [
    { what: 'rows of all tables', expected: String(expected), found: String(rows) },
    { what: 'tables with another content', expected: 'none', found: different.join(', ') || 'none' },
  ];
}

async function contentHash(content: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of content) hash.update(chunk);
  return hash.digest('hex');
}

async function compareRecords(
  { databaseUrl, dataDir, vaultKey }: DrillDeps,
  { records }: Manifest,
): Promise<Comparison[]> {
  const db = openPostgres<Database>(databaseUrl, { applicationName: 'signpost drill', max: 2, statementTimeoutMs: 0 });
  try {
    const anchors = await readAnchors(dataDir, lazyVault({ db, dataDir, key: vaultKey }));
    // An anchor may have been written after the snapshot, while the files were saved.
    const within = anchors.filter(({ id }) => id <= records.auditEntries);
    const audit = await verifyAudit(db, within);
    const head = await db.selectFrom('audit').select('hash').orderBy('id', 'desc').limit(1).executeTakeFirst();
    const { documents, problems } = await verifyDocuments(db);
    const isWhole = audit.broken === null ? 'whole' : `broken at ${audit.broken.id}`;
    return [
      {
        what: 'audit trail',
        expected: `${records.auditEntries} entries, whole, ending in ${records.auditHead ?? 'nothing'}`,
        found: `${audit.entries} entries, ${isWhole}, ending in ${head?.hash.toString('hex') ?? 'nothing'}`,
      },
      {
        what: 'issued documents',
        expected: `${records.documents}, whole`,
        found: `${documents}, ${problems.join('; ') || 'whole'}`,
      },
    ];
  } finally {
    await db.destroy();
  }
}

async function compareFacts(clickhouse: ClickHouse, { facts }: Manifest): Promise<Comparison[]> {
  const found = new Map((await totalsByMonth(clickhouse, facts.columns)).map(({ month, totals }) => [month, totals]));
  const months = new Set([...facts.months.map(({ month }) => month), ...found.keys()]);
  return [...months].sort().map((month) => ({
    what: `facts and statistics of ${month}`,
    expected: JSON.stringify(facts.months.find((one) => one.month === month)?.totals ?? null),
    found: JSON.stringify(found.get(month) ?? null),
  }));
}

/** Ships what is after the watermark, and counts every chunk of the saved log and of the outbox in ClickHouse. */
async function compareChunks({ databaseUrl, clickhouse, dataDir, log }: DrillDeps): Promise<Comparison[]> {
  const clicks = clicksFolder(dataDir);
  const logged = await countFrames(clicks);
  await shippingRounds({ clicks, clickhouse, log, signal: new AbortController().signal })();
  const chunks = await ledgerOf(clicks);
  const stored = await countByChunk(clickhouse, [...chunks.keys()]);
  const db = openPostgres<Database>(databaseUrl, { applicationName: 'signpost drill', max: 2, statementTimeoutMs: 0 });
  try {
    await shipOutbox({ db, clickhouse, log }, false);
    const outbox = await db
      .selectFrom('factOutbox')
      .innerJoin('factChunks', 'factChunks.id', 'factOutbox.chunkId')
      .select((of) => ['factChunks.id', of.fn.countAll().as('rows')])
      .where('factOutbox.dead', 'is', null)
      // A demo's invented facts are stored in chunks of their own.
      .where('factChunks.id', 'like', 'pg.%')
      .groupBy('factChunks.id')
      .execute();
    const money = await countByChunk(
      clickhouse,
      outbox.map(({ id }) => id),
    );
    const wrongMoney = outbox.filter(({ id, rows }) => money.get(id) !== Number(rows));
    const wrongClicks = [...chunks].filter(([id, rows]) => (stored.get(id) ?? 0) !== rows);
    const rows = [...chunks.values()].reduce((sum, one) => sum + one, 0);
    return [
      { what: 'clicks of the saved log that are in chunks', expected: String(logged), found: String(rows) },
      { what: 'chunks of the click log that are incomplete', expected: 'none', found: listOf(wrongClicks) },
      {
        what: 'chunks of the outbox that are incomplete',
        expected: 'none',
        found: listOf(wrongMoney.map(({ id, rows: count }) => [id, Number(count)])),
      },
    ];
  } finally {
    await db.destroy();
  }
}

const listOf = (wrong: readonly (readonly [string, number])[]): string =>
  wrong.map(([id, rows]) => `${id} (${rows} rows)`).join(', ') || 'none';

async function countFrames(clicks: string): Promise<number> {
  let count = 0;
  for (const router of await routersIn(clicks))
    for (const name of await segmentsIn(join(clicks, router), 'log')) {
      count += scanFrames(await readFile(join(clicks, router, `${name}.log`))).frames.length;
    }
  return count;
}

/** The rows that each chunk has to have in ClickHouse. */
async function ledgerOf(clicks: string): Promise<Map<string, number>> {
  const chunks = new Map<string, number>();
  for (const router of await routersIn(clicks)) {
    const places = [
      { folder: join(clicks, router), names: await segmentsIn(join(clicks, router), 'log') },
      { folder: join(clicks, router, 'done'), names: await segmentsIn(join(clicks, router, 'done'), 'done') },
    ];
    for (const { folder, names } of places)
      for (const name of names) {
        const ledger = await readLedger(join(folder, `${name}.chunks`));
        for (const { from, rows } of ledger.chunks.values())
          if (rows > 0) chunks.set(`${router}.${name}.${from}`, rows - (ledger.done.get(from) ?? 0));
      }
  }
  return chunks;
}
