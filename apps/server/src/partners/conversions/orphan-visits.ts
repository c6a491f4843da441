/** Stores orphan visits that routers counted. */
import { OTHER_PATHS } from '@signpost/contract/entities/orphan-visit.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../database.ts';
import type { CountedOrphans } from '../../traffic/clicks/orphans/orphan-visits.ts';

/** Strangers choose the paths, so about this many of each host, kind and day are kept; the others are counted together. */
const MOST_PATHS = 100;
const KEPT_DAYS = 90;

/** Adds the visits to those that are stored. All hosts that are no domain of ours count as one host. */
export async function storeOrphans(db: Queryable, counted: readonly CountedOrphans[]): Promise<void> {
  if (counted.length === 0) return;
  await sql`DELETE FROM orphan_visits WHERE day < (now() AT TIME ZONE 'UTC')::date - ${KEPT_DAYS}::integer`.execute(db);
  await sql`WITH given AS (
      SELECT g.day, d.id AS domain_id, g.host, g."orphanKind" AS orphan_kind, g.path, g.visits, g."sentOn" AS sent_on,
        g."botVisits" AS bot_visits, g."lastAt" AS last_at,
        EXISTS (SELECT FROM orphan_visits k WHERE k.day = g.day AND coalesce(k.domain_id, 0) = coalesce(d.id, 0)
          AND k.orphan_kind = g."orphanKind" AND k.host = g.host AND k.path = g.path) AS is_known
      FROM jsonb_to_recordset(${JSON.stringify(counted)}::jsonb)
        AS g(day date, "domainId" bigint, host text, "orphanKind" text, path text, visits integer, "sentOn" integer,
          "botVisits" integer, "lastAt" timestamptz)
      LEFT JOIN domains d ON d.id = g."domainId"),
    placed AS (
      SELECT g.*, is_known OR path = ${OTHER_PATHS}
        OR row_number() OVER (PARTITION BY g.day, g.domain_id, g.orphan_kind, g.is_known, g.path = ${OTHER_PATHS}
            ORDER BY g.visits DESC, g.path)
          + (SELECT count(*) FROM orphan_visits k WHERE k.day = g.day AND coalesce(k.domain_id, 0) = coalesce(g.domain_id, 0)
              AND k.orphan_kind = g.orphan_kind) <= ${MOST_PATHS} AS has_room
      FROM given g)
    INSERT INTO orphan_visits AS known (day, domain_id, host, orphan_kind, path, visits, sent_on, bot_visits, last_at)
    SELECT day, domain_id, kept_host, orphan_kind, kept_path, sum(visits), sum(sent_on), sum(bot_visits), max(last_at)
    FROM (SELECT p.*, CASE WHEN has_room THEN path ELSE ${OTHER_PATHS} END AS kept_path,
        CASE WHEN domain_id IS NOT NULL OR (has_room AND path <> ${OTHER_PATHS}) THEN host ELSE ${OTHER_PATHS} END AS kept_host
      FROM placed p) kept
    GROUP BY day, domain_id, kept_host, orphan_kind, kept_path ORDER BY 1, 2, 4, 3, 5
    ON CONFLICT (day, coalesce(domain_id, 0), orphan_kind, host, path)
    DO UPDATE SET visits = known.visits + excluded.visits, sent_on = known.sent_on + excluded.sent_on,
      bot_visits = known.bot_visits + excluded.bot_visits,
      last_at = greatest(known.last_at, excluded.last_at)`.execute(db);
}
