/** Removes data that has been kept long enough (docs/product/data-protection.md). */
import {
  RETENTION,
  RETENTION_KINDS,
  type Retention,
  type RetentionKind,
} from '@signpost/contract/operations/retention.ts';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Db, Queryable } from '../../database.ts';
import { erasePersons } from '../../partners/leads/erase.ts';
import { cutAddresses } from '../../partners/leads/person.ts';
import type { ClickHouse } from '../../platform/clickhouse.ts';
import { storedFacts } from '../../platform/cluster.ts';
import { idRow, readRow, readRows } from '../../platform/rows.ts';
import type { Vault } from '../../platform/vault.ts';
import { systemAuthor } from '../../workplace/records/change.ts';

const DAY_MS = 86_400_000;
/** Short statements hold their locks for a short time. */
const BATCH = 500;

/** The kinds whose rows are in PostgreSQL. */
type StoredKind = Exclude<RetentionKind, 'clickParameters'>;

/** The rows of each kind that are older than `before` and have not been removed. */
const DUE: Record<StoredKind, (before: Date) => RawBuilder<unknown>> = {
  visitorAddresses: (before) => sql`SELECT p.lead_id AS id FROM lead_persons p JOIN leads l ON l.id = p.lead_id
    WHERE NOT p.address_cut AND l.received_at < ${before}`,
  leadPersons: (before) => sql`SELECT p.lead_id AS id FROM lead_persons p JOIN leads l ON l.id = p.lead_id
    WHERE l.received_at < ${before}`,
  rawPostbacks: (before) => sql`SELECT id FROM affiliate_transactions
    WHERE raw ->> 'method' <> '' AND received_at < ${before}`,
  refusals: (before) => sql`SELECT id FROM postback_refusals WHERE at < ${before}
    UNION ALL SELECT id FROM lead_refusals WHERE at < ${before}`,
  sessions: (before) => sql`SELECT id FROM sessions WHERE least(expires_at, revoked_at) < ${before}`,
};

interface RemovalDeps {
  db: Db;
  clickhouse: ClickHouse;
  vault: () => Promise<Vault>;
}

/** Removes one batch of a kind; returns how many rows it changed. */
const REMOVE: Record<RetentionKind, (deps: RemovalDeps, before: Date, now: Date) => Promise<number>> = {
  async visitorAddresses({ db, vault }, before) {
    const ids = await dueIds(db, 'visitorAddresses', before);
    const opened = await vault();
    return await db.transaction().execute((trx) => cutAddresses(trx, opened, ids));
  },
  async leadPersons({ db }, before, now) {
    const ids = await dueIds(db, 'leadPersons', before);
    return await db.transaction().execute((trx) => erasePersons(trx, systemAuthor(now), ids, 'retention'));
  },
  rawPostbacks: ({ db }, before) =>
    changed(
      db,
      sql`UPDATE affiliate_transactions SET raw = ${EMPTY_REQUEST}::jsonb
        WHERE id IN (${DUE.rawPostbacks(before)} LIMIT ${BATCH})`,
    ),
  async refusals({ db }, before) {
    let removed = 0;
    for (const table of ['postback_refusals', 'lead_refusals']) {
      const due = sql`SELECT id FROM ${sql.table(table)} WHERE at < ${before} LIMIT ${BATCH}`;
      removed += await changed(db, sql`DELETE FROM ${sql.table(table)} WHERE id IN (${due})`);
    }
    // Counts have no person in them, and a few rows a day.
    await sql`DELETE FROM lead_refusal_counts WHERE last_at < ${before}`.execute(db);
    return removed;
  },
  async clickParameters({ clickhouse }, before) {
    const due = await countOldParameters(clickhouse, before);
    if (due === 0) return 0;
    await clickhouse.command(
      `ALTER TABLE ${storedFacts(clickhouse)} UPDATE parameters = '' WHERE ${OLD_PARAMETERS}`,
      { before },
      { settings: { mutations_sync: 2 } },
    );
    return due;
  },
  sessions: ({ db }, before) =>
    changed(db, sql`DELETE FROM sessions WHERE id IN (${DUE.sessions(before)} LIMIT ${BATCH})`),
};

/** A stored request without content; screens show that there is nothing. */
const EMPTY_REQUEST = JSON.stringify({ method: '', address: '', agent: '', parameters: [] });

const changed = async (db: Queryable, statement: RawBuilder<unknown>): Promise<number> =>
  Number((await statement.execute(db)).numAffectedRows ?? 0n);

const OLD_PARAMETERS = "parameters != '' AND at < {before:DateTime64(3, 'UTC')}";

/** How many clicks before an instant still have parameters. */
async function countOldParameters(clickhouse: ClickHouse, before: Date): Promise<number> {
  const [count = 0] = await clickhouse.query(
    `SELECT count() AS count FROM facts WHERE ${OLD_PARAMETERS}`,
    { before },
    { parse: (row) => Number(row.count) },
  );
  return count;
}

const dueIds = async (db: Queryable, kind: StoredKind, before: Date): Promise<number[]> =>
  (await readRows(db, idRow, sql`${DUE[kind](before)} LIMIT ${BATCH}`)).map(({ id }) => id);

const beforeOf = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS);

const countRow = z.object({ count: z.number() });

/** How many rows would be changed now if a kind were kept for so many days. */
export async function countDue(
  { db, clickhouse }: { db: Queryable; clickhouse: ClickHouse },
  kind: RetentionKind,
  days: number | null,
  now: Date,
): Promise<number> {
  if (days === null) return 0;
  if (kind === 'clickParameters') return await countOldParameters(clickhouse, beforeOf(now, days));
  const { count } = await readRow(
    db,
    countRow,
    sql`SELECT count(*) AS count FROM (${DUE[kind](beforeOf(now, days))}) due`,
  );
  return count;
}

const settingRow = z.object({
  kind: z.string(),
  days: z.number().nullable(),
  changedAt: z.date(),
  changedBy: z.string(),
});

/** How long each kind is kept, without what is due. */
export async function readRetention(db: Queryable): Promise<Omit<Retention, 'due'>[]> {
  const rows = await readRows(
    db,
    settingRow,
    sql`SELECT r.kind, r.days, r.changed_at, u.name AS changed_by FROM retention r JOIN users u ON u.id = r.changed_by_id`,
  );
  return RETENTION_KINDS.map((kind) => {
    const row = rows.find((one) => one.kind === kind);
    if (row === undefined) return { kind, days: RETENTION[kind].defaultDays, changedAt: null, changedBy: null };
    return { kind, days: row.days, changedAt: row.changedAt.toISOString(), changedBy: row.changedBy };
  });
}

interface Round extends RemovalDeps {
  now: Date;
  signal: AbortSignal;
  progress(done: number): Promise<void>;
}

/** Removes everything that is due, kind by kind. Returns how many rows of each kind it changed. */
export async function removeDue({
  now,
  signal,
  progress,
  ...deps
}: Round): Promise<Partial<Record<RetentionKind, number>>> {
  const result: Partial<Record<RetentionKind, number>> = {};
  let done = 0;
  for (const { kind, days } of await readRetention(deps.db)) {
    if (days === null) continue;
    let removed = 0;
    for (let batch = 1; batch > 0; removed += batch) {
      signal.throwIfAborted();
      batch = await REMOVE[kind](deps, beforeOf(now, days), now);
      done += batch;
      await progress(done);
    }
    result[kind] = removed;
  }
  return result;
}
