/** The home of a publisher (docs/product/access.md#the-home-of-a-publisher). */
import {
  PUBLISHER_FIGURES,
  PUBLISHER_PERIODS,
  type PublisherHome,
  readPublisherHome,
} from '@signpost/contract/calls/publisher-home.ts';
import { dayIn, eachDay } from '@signpost/contract/dates/dates.ts';
import { rangeInWords } from '@signpost/contract/dates/relative-dates.ts';
import { metric } from '@signpost/contract/insight/stats/metrics.ts';
import { sumMoney } from '@signpost/contract/money/money.ts';
import { boxPath, seoBoxPath } from '@signpost/contract/traffic/clicks/link-settings.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../../../database.ts';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { handle } from '../../../http/handle.ts';
import type { EngineRow } from '../../../platform/clickhouse.ts';
import { readRows } from '../../../platform/rows.ts';
import { askItems, byRecord } from '../../stats/list-figures.ts';
import { statsOf } from '../../stats/run.ts';

const LINKS_MAX = 200;
const EARNINGS = [metric.publisherCost.id, metric.flatFeeCost.id] as const;

const publisherRow = z.object({
  id: z.number(),
  name: z.string(),
  commissionPercent: z.string().nullable(),
  manager: z.string().nullable(),
  email: z.string().nullable(),
});
const boxRow = z.object({ id: z.number(), name: z.string(), website: z.string(), kind: z.string() });
const postbackRow = z.object({ id: z.number(), name: z.string(), events: z.array(z.string()), url: z.string() });

async function readPublisher(db: Queryable, id: number | null) {
  const [found] = await readRows(
    db,
    publisherRow,
    sql`SELECT p.id, p.name, p.commission_percent, u.name AS manager, u.email FROM publishers p
      LEFT JOIN users u ON u.id = p.manager_id AND u.archived_at IS NULL WHERE p.id = ${id}`,
  );
  return found;
}

async function linksOf(db: Queryable, publisherId: number): Promise<PublisherHome['links']> {
  const boxes = await readRows(
    db,
    boxRow,
    sql`SELECT b.id, b.name, w.name AS website, b.box_kind AS kind FROM campaign_boxes b JOIN websites w ON w.id = b.website_id
      WHERE w.publisher_id = ${publisherId} AND b.status = 'active' AND b.archived_at IS NULL AND w.archived_at IS NULL
      ORDER BY w.name, b.name, b.id LIMIT ${LINKS_MAX}`,
  );
  return boxes.map(({ kind, ...box }) => ({
    ...box,
    path: kind === 'seo' ? seoBoxPath(box.id) : boxPath(box.id, kind),
  }));
}

async function postbacksOf(db: Queryable, publisherId: number): Promise<PublisherHome['postbacks']> {
  return await readRows(
    db,
    postbackRow,
    sql`SELECT id, name, events, url FROM outgoing_postbacks
      WHERE publisher_id = ${publisherId} AND status = 'active' AND archived_at IS NULL ORDER BY name, id`,
  );
}

function earningsIn(row: EngineRow): string {
  const stats = statsOf(row, 'a', EARNINGS);
  return sumMoney(EARNINGS.map((id) => String(stats[id] ?? '0')));
}

async function figuresOf({ clickhouse, clock }: Deps, id: number, timeZone: string) {
  const today = dayIn(clock.now(), timeZone);
  const engine = { clickhouse, facts: { publisherId: id } };
  const about = { dimension: 'publisher', ids: [id], timeZone } as const;
  const days = eachDay(rangeInWords('last30Days', today));
  const [periods, daily] = await Promise.all([
    askItems(engine, {
      ...about,
      metrics: [...PUBLISHER_FIGURES, ...EARNINGS],
      ranges: PUBLISHER_PERIODS.map((words) => rangeInWords(words, today)),
    }),
    askItems(engine, {
      ...about,
      metrics: [metric.visits.id, ...EARNINGS],
      ranges: days.map((day) => ({ start: day, end: day })),
    }),
  ]);
  const ofPeriod = byRecord(periods);
  const ofDay = byRecord(daily);
  return {
    periods: PUBLISHER_PERIODS.map((period, at) => ({
      period,
      stats: statsOf(ofPeriod(id, at), 'a', PUBLISHER_FIGURES),
      earnings: earningsIn(ofPeriod(id, at)),
    })),
    days: days.map((day, at) => ({
      day,
      visits: Number(statsOf(ofDay(id, at), 'a', [metric.visits.id])[metric.visits.id] ?? 0),
      earnings: earningsIn(ofDay(id, at)),
    })),
  };
}

export function publisherHomeRoutes(app: App, deps: Deps): void {
  handle(app, readPublisherHome, async ({ viewer }) => {
    const { db } = deps;
    const publisher = await readPublisher(db, viewer.grade === 'Publisher' ? viewer.publisherId : null);
    if (publisher === undefined)
      return { publisher: null, periods: [], days: [], links: [], postbacks: [], contact: null };
    const { id, name, commissionPercent, manager, email } = publisher;
    const [figures, links, postbacks] = await Promise.all([
      figuresOf(deps, id, viewer.timeZone),
      linksOf(db, id),
      postbacksOf(db, id),
    ]);
    return {
      publisher: { id, name, commissionPercent },
      ...figures,
      links,
      postbacks,
      contact: manager === null || email === null ? null : { name: manager, email },
    };
  });
}
