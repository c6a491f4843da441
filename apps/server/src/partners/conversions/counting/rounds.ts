/** The rounds of counting: follows changed status assignments and rates, counts reported transactions, ships the facts. */
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../../database.ts';
import type { ClickHouse } from '../../../platform/clickhouse.ts';
import { runAlone } from '../../../platform/locks.ts';
import type { Log } from '../../../platform/log.ts';
import { readRows } from '../../../platform/rows.ts';
import { bringClickLetters } from '../ship/letters.ts';
import { shipOutbox } from '../ship/outbox.ts';
import { followRates, remapPartner } from './again.ts';
import { countRound } from './round.ts';

export interface ConversionDeps {
  db: Db;
  clickhouse: ClickHouse;
  log: Log;
  /** The folder of this machine's click log, whose dead letters are imported. */
  clicks?: string;
}

const LETTERS_MS = 5_000;
const MARK = 'status mappings';
/** A change may become visible later than its timestamp by up to this time. */
const OVERLAP_SECONDS = 30;

const partnerRow = z.object({ partnerId: z.number(), at: z.date(), changes: z.string() });

/**
 * Counts transactions of those partners again whose overrides or integrations have changed since the last check, or who
 * got other integrations. `done` remembers the changes in the overlap of two checks that have already been processed.
 */
export async function followMappings(db: Db, now: Date, done = new Map<number, string>()): Promise<void> {
  const partners = await readRows(
    db,
    partnerRow,
    sql`WITH seen AS (SELECT coalesce((SELECT at FROM conversion_marks WHERE name = ${MARK}), '-infinity')
        - make_interval(secs => ${OVERLAP_SECONDS}) AS at),
      changed AS (
        SELECT o.partner_id, o.updated_at FROM status_mapping_overrides o, seen WHERE o.updated_at > seen.at
        UNION ALL
        SELECT l.record_id, i.updated_at FROM integrations i JOIN partners_integrations l ON l.target_id = i.id, seen
          WHERE i.updated_at > seen.at
        UNION ALL
        SELECT p.id, p.updated_at FROM partners p, seen WHERE p.updated_at > seen.at
      )
      SELECT c.partner_id, max(c.updated_at) AS at, string_agg(c.updated_at::text, ' ' ORDER BY c.updated_at) AS changes
      FROM changed c
      WHERE EXISTS (SELECT 1 FROM affiliate_transactions t WHERE t.partner_id = c.partner_id)
      GROUP BY c.partner_id`,
  );
  const fresh = partners.filter(({ partnerId, changes }) => done.get(partnerId) !== changes);
  if (fresh.length === 0) return;
  for (const { partnerId } of fresh) await remapPartner(db, partnerId, now);
  done.clear();
  for (const { partnerId, changes } of partners) done.set(partnerId, changes);
  const newest = new Date(Math.max(...partners.map(({ at }) => at.getTime())));
  await sql`INSERT INTO conversion_marks (name, at) VALUES (${MARK}, ${newest})
    ON CONFLICT (name) DO UPDATE SET at = greatest(conversion_marks.at, excluded.at)`.execute(db);
}

export interface ConversionRounds {
  /** Counts due transactions and returns how many it processed. */
  count(now?: Date): Promise<number>;
  /** Ships the facts of counted transactions and returns how many. */
  ship(): Promise<number>;
  /** Everything that was counted before this instant is in the statistics; null before the first round. */
  shippedUntil(): Date | null;
  /** One after the other. */
  once(now?: Date): Promise<number>;
}

/** The rounds of one process, with the state that is kept between rounds. */
export function conversionRounds(deps: ConversionDeps): ConversionRounds {
  let certain = false;
  let shippedUntil: Date | null = null;
  const known = new Set<string>();
  const followed = new Map<number, string>();
  let lettersAt = Number.NEGATIVE_INFINITY;
  return {
    count,
    ship: shipAlone,
    shippedUntil: () => shippedUntil,
    once: async (now) => (await count(now)) + (await shipAlone()),
  };

  async function count(now = new Date()): Promise<number> {
    if (deps.clicks !== undefined && performance.now() - lettersAt > LETTERS_MS) {
      await bringClickLetters(deps.db, deps.clicks, known);
      lettersAt = performance.now();
    }
    await followMappings(deps.db, now, followed);
    await followRates(deps.db, now);
    let counted = 0;
    for (let batch = await countRound(deps, now); batch > 0; batch = await countRound(deps, now)) counted += batch;
    return counted;
  }

  /** If the lock was lost, the next run compares the chunks that were sent before with the engine again. */
  async function shipAlone(): Promise<number> {
    const wasCertain = certain;
    certain = false;
    const began = new Date();
    const shipped = await runAlone(deps.db, 'shipFacts', async () => await shipOutbox(deps, wasCertain));
    certain = shipped !== undefined;
    if (shipped !== undefined) shippedUntil = began;
    return shipped ?? 0;
  }
}
