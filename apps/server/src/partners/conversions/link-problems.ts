/** Stores problems of links that were counted. */
import { sql } from 'kysely';
import type { Queryable } from '../../database.ts';
import type { CountedProblem } from '../../traffic/clicks/problems/link-problems.ts';

/** Strangers choose the texts, so this many of each problem are kept; the others are counted together. */
const MOST_TEXTS = 1_000;
const KEPT_DAYS = 90;

/** Adds the cases to those that are stored. An archived problem that happens again begins anew. */
export async function storeProblems(db: Queryable, counted: readonly CountedProblem[]): Promise<void> {
  if (counted.length === 0) return;
  await sql`DELETE FROM link_problems WHERE last_at < now() - make_interval(days => ${KEPT_DAYS})`.execute(db);
  await sql`WITH given AS (
      SELECT g.problem, s.id AS traffic_source_id, g.cases, g."lastAt" AS last_at,
        CASE WHEN g.problem LIKE 'cost%'
            OR EXISTS (SELECT FROM link_problems k WHERE k.problem = g.problem AND k.found = g.found)
            OR row_number() OVER (PARTITION BY g.problem ORDER BY g.cases DESC)
              + (SELECT count(*) FROM link_problems k WHERE k.problem = g.problem) <= ${MOST_TEXTS}
          THEN g.found ELSE '' END AS found
      FROM jsonb_to_recordset(${JSON.stringify(counted)}::jsonb)
        AS g(problem text, "trafficSourceId" bigint, found text, cases integer, "lastAt" timestamptz)
      LEFT JOIN traffic_sources s ON s.id = g."trafficSourceId")
    INSERT INTO link_problems AS known (problem, traffic_source_id, found, cases, last_at)
    SELECT problem, traffic_source_id, max(found), sum(cases), max(last_at) FROM given
    GROUP BY problem, traffic_source_id, CASE WHEN problem LIKE 'cost%' THEN '' ELSE found END ORDER BY 1, 2, 3
    ON CONFLICT (problem, coalesce(traffic_source_id, 0), (CASE WHEN problem LIKE 'cost%' THEN '' ELSE found END))
    DO UPDATE SET found = excluded.found, last_at = greatest(known.last_at, excluded.last_at), archived_at = NULL,
      cases = excluded.cases + CASE WHEN known.archived_at IS NULL THEN known.cases ELSE 0 END`.execute(db);
}
