/**
 * Takes back click-outs that were counted twice: when two routers serve the step of one click within the second that a
 * fact takes to become visible, both count it (docs/decisions/0012).
 */
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../../database.ts';
import type { ClickHouse } from '../../../platform/clickhouse.ts';
import { readRows } from '../../../platform/rows.ts';
import { FACT_COLUMNS } from '../../../traffic/clicks/fact-line.ts';
import { putFacts } from '../ship/put-facts.ts';
import { reversalOf } from './facts.ts';

const HOUR_MS = 3_600_000;
/** A page may stay open for two days, and facts that the log brings late are searched for another two days. */
export const WHOLE_MS = 4 * 24 * HOUR_MS;
/** Without an outage, a duplicate arrives within seconds of the first fact. */
export const RECENT_MS = HOUR_MS / 4;
const MOST = 1_000;

const columns = FACT_COLUMNS.map((name) => (name === 'visitor_id' ? 'toString(visitor_id) AS visitor_id_text' : name));
const rowSchema = z.looseObject({ fact_id: z.string(), click_id: z.string(), at: z.string(), partner_id: z.number() });
type Step = z.infer<typeof rowSchema>;

/** Checks the steps of the last `backMs` and returns how many were taken back. Repeating it has no effect. */
export async function countStepsOnce(
  { db, clickhouse }: { db: Db; clickhouse: ClickHouse },
  now: Date,
  backMs = RECENT_MS,
): Promise<number> {
  const steps = await clickhouse.query(
    `SELECT ${columns.join(', ')} FROM facts
     WHERE at >= {from:DateTime64(3, 'UTC')} AND kind = 'clickout' AND clickouts > 0 AND click_id IN (
       SELECT click_id FROM facts WHERE at >= {from:DateTime64(3, 'UTC')} AND kind = 'clickout' AND clickouts > 0
       GROUP BY click_id HAVING count() > 1 LIMIT ${MOST})
     ORDER BY click_id, at, fact_id`,
    { from: new Date(now.getTime() - backMs) },
    { parse: ({ visitor_id_text, ...row }) => rowSchema.parse({ ...row, visitor_id: visitor_id_text }) },
  );
  if (steps.length === 0) return 0;
  const priced = await pricedOf(db, steps);
  const extra = [...Map.groupBy(steps, (step) => step.click_id).values()].flatMap((ofClick) => {
    // Keeps the click-out that was paid for, or else the first one.
    const kept = ofClick.find((step) => priced.has(step.fact_id)) ?? ofClick[0];
    return ofClick.filter((step) => step !== kept);
  });
  return await takeBack(db, extra, now);
}

const pricedRow = z.object({ factId: z.string() });

async function pricedOf(db: Db, steps: readonly Step[]): Promise<ReadonlySet<string>> {
  const rows = await readRows(
    db,
    pricedRow,
    sql`SELECT fact_id::text FROM priced_clickouts
    WHERE click_id IS NOT NULL AND fact_id = ANY(${steps.map((step) => step.fact_id)}::uuid[])`,
  );
  return new Set(rows.map(({ factId }) => factId));
}

const doubledRow = z.object({ factId: z.string() });

async function takeBack(db: Db, extra: readonly Step[], now: Date): Promise<number> {
  return await db.transaction().execute(async (trx) => {
    const rows = await readRows(
      trx,
      doubledRow,
      sql`INSERT INTO doubled_clickouts (fact_id, at)
      SELECT id, ${now} FROM unnest(${extra.map((step) => step.fact_id)}::uuid[]) AS t(id)
      ON CONFLICT DO NOTHING RETURNING fact_id::text`,
    );
    const fresh = new Set(rows.map(({ factId }) => factId));
    const doubles = extra.filter((step) => fresh.has(step.fact_id));
    // Removed duplicates are not charged to any partner.
    await sql`INSERT INTO priced_clickouts (fact_id, partner_id, hour)
      SELECT id, partner, date_trunc('hour', at, 'UTC') FROM unnest(
        ${doubles.map((step) => step.fact_id)}::uuid[], ${doubles.map((step) => step.partner_id)}::bigint[],
        ${doubles.map((step) => step.at)}::timestamptz[]) AS t(id, partner, at)
      WHERE partner IN (SELECT id FROM partners) ON CONFLICT DO NOTHING`.execute(trx);
    const why = 'the click-out is already counted';
    await putFacts(
      trx,
      'doubled click-outs',
      doubles.map((step) => reversalOf(JSON.stringify(step), why, now)),
    );
    await sql`DELETE FROM doubled_clickouts WHERE at < ${new Date(now.getTime() - 2 * WHOLE_MS)}`.execute(trx);
    return doubles.length;
  });
}
