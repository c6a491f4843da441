/**
 * The findings of the worker at the links of the demo's configuration: nearly all links work, and each problem appears
 * once.
 */
import type { Verdict } from '@signpost/contract/traffic/clicks/link-verdict.ts';
import { sql, type Updateable } from 'kysely';
import { z } from 'zod';
import type { Database, Db } from '../../../database.ts';
import { followConfiguration } from '../../../partners/links/watch/places.ts';
import { valueLinks } from '../../../partners/links/watch/revenue.ts';
import type { ClickHouse } from '../../../platform/clickhouse.ts';
import { readRows } from '../../../platform/rows.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

interface Problem {
  verdict: Verdict;
  reason: string;
  http: number;
  /** For how long it has been dead. */
  deadHours?: number;
  losesClickId?: true;
  certificateDays?: number;
}

const PROBLEMS: readonly Problem[] = [
  { verdict: 'broken', reason: 'The page does not exist (HTTP 404).', http: 404, deadHours: 26 },
  { verdict: 'broken', reason: 'The domain is parked or for sale.', http: 200, deadHours: 3 },
  { verdict: 'ok', reason: '', http: 200, losesClickId: true },
  { verdict: 'ok', reason: '', http: 200, certificateDays: 6 },
  { verdict: 'unknown', reason: 'The server answers with HTTP 502.', http: 502 },
  { verdict: 'blocked', reason: 'Cloudflare asks whether the visitor is a person.', http: 403 },
  { verdict: 'limited', reason: 'The host limits our visits (HTTP 429).', http: 429 },
];
/** Every so many links has a problem, so that they are spread over partners. */
const STRIDE = 7;

const linkRow = z.object({ id: z.number(), url: z.string(), lookedAt: z.date() });

export async function storeWatchedLinks(db: Db, clickhouse: ClickHouse, now: Date): Promise<void> {
  const since = new Date(now.getTime() - 90 * DAY_MS);
  await followConfiguration(db, since);
  // The worker may have summed up the revenue before there was any.
  await sql`UPDATE link_watch_settings SET valued_at = NULL`.execute(db);
  await valueLinks(db, clickhouse, now);
  // One look each: a page that carries the click id where the link has one.
  await sql`UPDATE watched_links SET since = ${since}, verdict = 'ok', http = 200, odds = -6.9, successes = 3, end_url = url,
      click_id = CASE WHEN url LIKE '%{click_id}%' THEN 'survives' ELSE 'not_sent' END, title = host,
      steps = jsonb_build_array(jsonb_build_object('url', url, 'http', 200, 'ms', 80 + id % 140, 'by', null,
        'hasClickId', url LIKE '%{click_id}%')),
      certificate_until = CASE WHEN url LIKE 'https:%'
        THEN ${now}::timestamptz + (25 + id % 60) * interval '1 day' END,
      looked_at = ${now}::timestamptz - (id % 55) * interval '1 minute'`.execute(db);
  const links = await readRows(
    db,
    linkRow,
    sql`SELECT id, url, looked_at FROM watched_links WHERE url LIKE '%/join?%' AND revenue_per_day > 0 ORDER BY revenue_per_day, id`,
  );
  for (const [at, problem] of PROBLEMS.entries()) {
    const link = links[at * STRIDE];
    if (link !== undefined) await giveProblem(db, link, problem, now);
  }
}

function failureTime({ verdict, deadHours }: Problem, lookedAt: Date | null, now: Date): Date | null {
  if (deadHours !== undefined) return new Date(now.getTime() - deadHours * HOUR_MS);
  // A link cannot fail after its last look: the one that is unknown failed at that look for the first time.
  if (verdict === 'unknown') return lookedAt;
  return null;
}

async function giveProblem(
  db: Db,
  { id, url, lookedAt }: z.output<typeof linkRow>,
  problem: Problem,
  now: Date,
): Promise<void> {
  const { verdict, reason, http, deadHours, losesClickId, certificateDays } = problem;
  const isDead = deadHours !== undefined;
  const failedAt = failureTime(problem, lookedAt, now);
  const decidedAt = failedAt && new Date(failedAt.getTime() + 11 * 60_000);
  const home = new URL(url).origin;
  const steps = [
    { url, http: losesClickId ? 302 : http, ms: 131, by: losesClickId ? 'redirect' : null, hasClickId: true },
  ];
  if (losesClickId) steps.push({ url: `${home}/home`, http, ms: 96, by: null, hasClickId: false });
  const found: Updateable<Database['watchedLinks']> = {
    verdict,
    reason,
    http,
    steps: JSON.stringify(steps),
    failedAt,
    isDead,
  };
  if (failedAt !== null) {
    found.successes = 0;
    found.failures = isDead ? 4 : 1;
  }
  if (isDead) {
    found.odds = 6.9;
    found.deaths = 1;
    found.confirmedAt = decidedAt;
  }
  if (losesClickId) {
    found.clickId = 'lost';
    found.lostAt = 1;
    found.endUrl = `${home}/home`;
  }
  if (certificateDays !== undefined) found.certificateUntil = new Date(now.getTime() + certificateDays * DAY_MS);
  await db.updateTable('watchedLinks').set(found).where('id', '=', id).execute();
  if (isDead && failedAt !== null && decidedAt !== null)
    await db.insertInto('linkOutages').values({ linkId: id, failedAt, decidedAt }).execute();
}
