/** Stores the results of checks, and finds the hosts that are due. */
import { CHECK_EVERY_HOURS, type HostCheck } from '@signpost/contract/records/host-health.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../../database.ts';
import { readRows } from '../../platform/rows.ts';

/** Every host of ours. */
const OURS = sql`(SELECT name FROM domains WHERE archived_at IS NULL UNION SELECT name FROM websites WHERE archived_at IS NULL
  UNION SELECT name FROM spider_domains WHERE archived_at IS NULL UNION SELECT name FROM prelander_domains WHERE archived_at IS NULL
  UNION SELECT name FROM mbg_mirrors WHERE archived_at IS NULL)`;

export async function keepCheck(db: Queryable, check: HostCheck): Promise<void> {
  const { host, at, http, certificateUntil, ms, problem } = check;
  await sql`INSERT INTO host_checks (host, at, http, certificate_until, ms, problem)
    VALUES (${host}, ${at}, ${http}, ${certificateUntil}, ${ms}, ${problem})`.execute(db);
}

/** The newest checks of a host, newest first. */
export async function checksOf(db: Queryable, host: string, limit: number): Promise<HostCheck[]> {
  const rows = await db
    .selectFrom('hostChecks')
    .select(['host', 'at', 'http', 'certificateUntil', 'ms', 'problem'])
    .where('host', '=', host)
    .orderBy('at', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    ...row,
    at: row.at.toISOString(),
    certificateUntil: row.certificateUntil?.toISOString() ?? null,
  }));
}

export async function isOurs(db: Queryable, host: string): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM ${OURS} o WHERE lower(o.name) = ${host}`.execute(db);
  return rows.length > 0;
}

const hostRow = z.object({ host: z.string() });

/** Hosts that have not been checked for a day, the longest wait first. */
export async function hostsDue(db: Queryable, now: Date, limit: number): Promise<string[]> {
  const rows = await readRows(
    db,
    hostRow,
    sql`SELECT lower(o.name) AS host FROM ${OURS} o LEFT JOIN LATERAL
        (SELECT max(at) AS at FROM host_checks c WHERE c.host = lower(o.name)) last ON true
      WHERE coalesce(last.at, '-infinity') < ${now}::timestamptz - make_interval(hours => ${CHECK_EVERY_HOURS})
      ORDER BY last.at NULLS FIRST, o.name LIMIT ${limit}`,
  );
  return rows.map(({ host }) => host);
}
