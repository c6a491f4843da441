/** The worker's part of conversions: follows changes of mappings, counts reports, ships the facts. */
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '../../database.ts';
import { knowClicks } from '../../leads/clicks.ts';
import { distributeDue } from '../../leads/distribute.ts';
import { dealFlow } from '../../leads/flow.ts';
import type { ClickHouse } from '../../platform/clickhouse.ts';
import type { Log } from '../../platform/log.ts';
import type { Send } from '../../platform/outgoing.ts';
import type { Vault } from '../../platform/vault.ts';
import { storePackageRates } from '../money/package-rates.ts';
import { deliverDue } from '../outgoing/deliver.ts';
import { bringClickLetters } from '../ship/letters.ts';
import { shipOutbox } from '../ship/outbox.ts';
import { followRates, remapPartner } from './again.ts';
import { priceClickouts } from './clickouts.ts';
import { ALL_COSTS_MS, countCosts } from './costs.ts';
import { countStepsOnce, WHOLE_MS } from './doubles.ts';
import { countRound } from './round.ts';

export interface ConversionDeps {
  db: Db;
  clickhouse: ClickHouse;
  log: Log;
  /** The folder of this machine's click log, whose dead letters are imported. */
  clicks?: string;
}

const ROUND_MS = 300;
const DELIVER_MS = 1_000;
const LONGEST_WAIT_MS = 5_000;
const LETTERS_MS = 5_000;
const CLICKOUTS_MS = 10_000;
const COSTS_MS = 30_000;
const ALL_COSTS_EVERY_MS = 60 * 60 * 1000;
const DOUBLES_MS = 60_000;
const ALL_DOUBLES_MS = 60 * 60 * 1000;
const FLOW_MS = 700;
const RATES_MS = 6 * 60 * 60 * 1000;
const MARK = 'status mappings';
/** Any fixed number: one worker ships the facts at a time. */
const SHIP_LOCK = 728_114_654;
/** A change may become visible this much later than its timestamp. */
const OVERLAP_SECONDS = 30;

/**
 * Remaps the partners whose overrides or integrations have changed since the last look, or which have other ones now.
 * `done` remembers the changes of the overlapping time that have been processed.
 */
export async function followMappings(db: Db, now: Date, done = new Map<number, string>()): Promise<void> {
  const { rows: partners } = await sql<{ partnerId: number; at: Date; changes: string }>`
    WITH seen AS (SELECT coalesce((SELECT at FROM conversion_marks WHERE name = ${MARK}), '-infinity')
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
    GROUP BY c.partner_id`.execute(db);
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
  /** Counts what is due; answers how many transactions it looked at. */
  count(now?: Date): Promise<number>;
  /** Ships the facts of what was counted; answers how many. */
  ship(): Promise<number>;
  /** One after the other. */
  once(now?: Date): Promise<number>;
}

/** The rounds of one process, which remember what it knows from one to the next. */
export function conversionRounds(deps: ConversionDeps): ConversionRounds {
  let certain = false;
  const known = new Set<string>();
  const followed = new Map<number, string>();
  let lettersAt = Number.NEGATIVE_INFINITY;
  return {
    count,
    ship: shipAlone,
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

  /** The lock belongs to its connection, so a worker that dies gives it back. */
  async function shipAlone(): Promise<number> {
    return await deps.db.connection().execute(async (session) => {
      const { rows } = await sql<{ mine: boolean }>`SELECT pg_try_advisory_lock(${SHIP_LOCK}) AS mine`.execute(session);
      if (rows[0]?.mine !== true) {
        certain = false;
        return 0;
      }
      const known = certain;
      certain = false;
      try {
        const shipped = await shipOutbox(deps, known);
        certain = true;
        return shipped;
      } finally {
        await sql`SELECT pg_advisory_unlock(${SHIP_LOCK})`.execute(session);
      }
    });
  }
}

/** Starts all loops; they run until stopped and survive outages: counting, outgoing postbacks, and offering leads to buyers. */
export function startConversions(deps: ConversionDeps & { send: Send; vault: () => Promise<Vault> }): {
  stop(): Promise<void>;
} {
  const stopping = new AbortController();
  const rounds = conversionRounds(deps);
  const flow = dealFlow(deps);
  const loops = [
    repeat(deps.log, stopping.signal, RATES_MS, 'exchange rates', async () => {
      await storePackageRates(deps.db);
    }),
    repeat(deps.log, stopping.signal, ROUND_MS, 'conversions', async () => {
      await rounds.count();
    }),
    // By itself: a backlog to count, or one that cannot be counted now, holds up nothing that was counted.
    repeat(deps.log, stopping.signal, ROUND_MS, 'facts of conversions', async () => {
      await rounds.ship();
    }),
    repeat(deps.log, stopping.signal, CLICKOUTS_MS, 'paid click-outs', async () => {
      await priceClickouts(deps, new Date());
    }),
    repeat(deps.log, stopping.signal, COSTS_MS, 'costs of clicks', async () => {
      await countCosts(deps, new Date());
    }),
    repeat(deps.log, stopping.signal, ALL_COSTS_EVERY_MS, 'late costs of clicks', async () => {
      await countCosts(deps, new Date(), ALL_COSTS_MS);
    }),
    repeat(deps.log, stopping.signal, DOUBLES_MS, 'doubled click-outs', async () => {
      await countStepsOnce(deps, new Date());
    }),
    repeat(deps.log, stopping.signal, ALL_DOUBLES_MS, 'late doubled click-outs', async () => {
      await countStepsOnce(deps, new Date(), WHOLE_MS);
    }),
    repeat(deps.log, stopping.signal, FLOW_MS, 'how full deals are', async () => {
      await flow.measure(new Date());
    }),
    repeat(deps.log, stopping.signal, DELIVER_MS, 'outgoing postbacks', async () => {
      while ((await deliverDue(deps, new Date())) > 0 && !stopping.signal.aborted);
    }),
    repeat(deps.log, stopping.signal, DELIVER_MS, 'clicks of leads', async () => {
      await knowClicks(deps, new Date());
    }),
    repeat(deps.log, stopping.signal, DELIVER_MS, 'leads', async () => {
      while ((await distributeDue(deps, new Date())) > 0 && !stopping.signal.aborted);
    }),
  ];
  return {
    async stop() {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}

/** Repeats something for ever. After failures it waits longer each time and logs only the first one. */
async function repeat(
  log: Log,
  stopping: AbortSignal,
  everyMs: number,
  what: string,
  work: () => Promise<void>,
): Promise<void> {
  let wait = everyMs;
  let failing = false;
  while (!stopping.aborted) {
    try {
      await work();
      if (failing) log.info({ what }, 'background work goes on again');
      failing = false;
      wait = everyMs;
    } catch (err) {
      if (!failing) log.error({ err, what }, 'background work cannot go on: it waits in PostgreSQL');
      failing = true;
      wait = Math.min(wait * 2, LONGEST_WAIT_MS);
    }
    // Ended early when the worker stops.
    await delay(wait, undefined, { signal: stopping }).catch(() => undefined);
  }
}
