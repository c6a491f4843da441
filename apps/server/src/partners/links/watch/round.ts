/** One round of looks at the watched links (docs/product/links-checker.md#watched-links). */
import { carriesClickId } from '@signpost/contract/reading/macros.ts';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../../database.ts';
import type { ClickHouse } from '../../../platform/clickhouse.ts';
import { EngineError } from '../../../platform/clickhouse-error.ts';
import { newId } from '../../../platform/ids.ts';
import { runAlone } from '../../../platform/locks.ts';
import type { Log } from '../../../platform/log.ts';
import type { Send } from '../../../platform/outgoing.ts';
import { readRows } from '../../../platform/rows.ts';
import { filled, headersOf } from '../check.ts';
import { type Look, look } from '../engine/look.ts';
import { type PoliteClock, politely } from '../polite.ts';
import { budgetOf, chooseLooks, type Watched } from './order.ts';
import { followConfiguration } from './places.ts';
import { valueLinks } from './revenue.ts';
import { storeLook } from './store-look.ts';

export interface WatchDeps {
  db: Db;
  clickhouse: ClickHouse;
  log: Log;
  send: Send;
  /** The name and the address of our checker, for the hosts that it visits. */
  agent: string;
  /** A demo's hosts are made up, so its links are listed and not looked at. */
  isDemo: boolean;
  clock?: PoliteClock;
}

const watchedRow = z.object({
  id: z.number(),
  url: z.string(),
  host: z.string(),
  revenuePerDay: z.coerce.number(),
  since: z.date(),
  lookedAt: z.date().nullable(),
  notBefore: z.date().nullable(),
  isDead: z.boolean(),
  failures: z.number(),
  successes: z.number(),
  deaths: z.number(),
  http: z.number().nullable(),
});
type Link = Watched & { url: string; http: number | null };

async function readWatched(db: Db, where: RawBuilder<unknown> = sql`true`): Promise<Link[]> {
  const rows = await readRows(
    db,
    watchedRow,
    sql`SELECT id, url, host, revenue_per_day, since, looked_at, not_before, is_dead, failures, successes, deaths, http
      FROM watched_links_in_use WHERE ${where}`,
  );
  return rows.map(({ since, lookedAt, notBefore, ...row }) => ({
    ...row,
    since: since.getTime(),
    lookedAt: lookedAt?.getTime() ?? null,
    notBefore: notBefore?.getTime() ?? null,
  }));
}

export interface Seen {
  link: Link;
  look: Look;
}

/** Follows the configuration and looks at the most urgent links; returns how many. Only one worker does so at a time. */
export async function watchRound(
  deps: WatchDeps,
  { now, sinceLastMs, stopping }: { now: Date; sinceLastMs: number; stopping: AbortSignal },
): Promise<number> {
  const looked = await runAlone(deps.db, 'watchLinks', async (session) => {
    await followConfiguration(session, now);
    await valueOrKeep(deps, session, now);
    if (deps.isDemo) return 0;
    const links = await readWatched(session);
    const chosen = chooseLooks(links, budgetOf(links.length, sinceLastMs), now.getTime());
    const seen = await lookAtAll(deps, chosen, now, stopping);
    if (stopping.aborted || (await isOffline(deps, { seen, links, now, stopping }))) return 0;
    for (const { link, look: found } of seen) await storeLook(session, link, found, now);
    return seen.length;
  });
  return looked ?? 0;
}

/** Without the statistics engine, links are watched in the order of the values that were known last. */
async function valueOrKeep({ clickhouse, log }: WatchDeps, db: Db, now: Date): Promise<void> {
  try {
    await valueLinks(db, clickhouse, now);
  } catch (err) {
    if (!(err instanceof EngineError)) throw err;
    log.warn({ err }, 'the revenue of watched links could not be read: the last known one is used');
  }
}

/** Hosts at the same time, the links of one host one after the other. */
async function lookAtAll(deps: WatchDeps, links: readonly Link[], now: Date, stopping: AbortSignal): Promise<Seen[]> {
  const polite = politely(deps.send, stopping, deps.clock);
  const lookAt = async (link: Link): Promise<Seen> => {
    const clickId = carriesClickId(link.url) ? newId() : null;
    const walk = { send: polite.send, headers: headersOf(deps.agent), clickId };
    return { link, look: await look(walk, filled(link.url, clickId ?? ''), () => now) };
  };
  const byHost = [...Map.groupBy(links, ({ host }) => host).values()];
  try {
    const seen = await Promise.all(
      byHost.map(async (ofHost) => {
        const found: Seen[] = [];
        for (const link of ofHost) {
          // A host that asks us to wait in the middle of a round is not asked for its other links.
          if (polite.heldUntil(link.host) === null) found.push(await lookAt(link));
        }
        return found;
      }),
    );
    return seen.flat();
  } catch (error) {
    if (stopping.aborted) return [];
    throw error;
  }
}

const hasAnswer = ({ look: { steps } }: Seen): boolean => steps.some(({ http }) => http !== null);

/** Whether our own connection is down: no host answered, and neither does one that answered at its last look. */
async function isOffline(
  deps: WatchDeps,
  { seen, links, now, stopping }: { seen: readonly Seen[]; links: readonly Link[]; now: Date; stopping: AbortSignal },
): Promise<boolean> {
  if (seen.length === 0 || seen.some(hasAnswer)) return false;
  const hosts = new Set(seen.map(({ link }) => link.host));
  const control = links
    .filter(({ host, http }) => http !== null && !hosts.has(host))
    .reduce<Link | undefined>(
      (best, link) => ((best?.lookedAt ?? -1) >= (link.lookedAt ?? 0) ? best : link),
      undefined,
    );
  if (control === undefined) return false;
  return !(await lookAtAll(deps, [control], now, stopping)).some(hasAnswer);
}
