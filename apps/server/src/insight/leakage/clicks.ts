/** Clicks that were lost, and what clicks are expected to bring, from the facts. */

import type { InstantRange } from '@signpost/contract/dates/dates.ts';
import type { CauseName } from '@signpost/contract/insight/leakage/causes.ts';
import { expectedValue, type Loss } from '@signpost/contract/insight/leakage/leakage.ts';
import { sumMoney } from '@signpost/contract/money/money.ts';
import { addressPattern } from '@signpost/contract/reading/macros.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../../database.ts';
import type { ClickHouse } from '../../platform/clickhouse.ts';
import { engineRow, readRows } from '../../platform/rows.ts';

/** Expected values come from this many days before the end of the range. */
const HISTORY_MS = 90 * 86_400_000;
const CLICK_CAUSES = ['linkOver', 'boxOver', 'botWall', 'noRule', 'cap', 'lastResort', 'deadLink'] as const;

const lostRow = z.object({
  cause: z.enum(CLICK_CAUSES),
  campaignBoxId: z.number(),
  geoId: z.number(),
  device: z.string(),
  lost: z.coerce.number(),
});
export type LostClicks = z.output<typeof lostRow>;

/** The reasons of facts, by cause. */
export const REASONS: Readonly<Record<(typeof CLICK_CAUSES)[number], readonly string[]>> = {
  linkOver: ['link_not_begun', 'link_ended', 'link_used_up'],
  boxOver: ['box_not_begun', 'box_ended', 'box_used_up'],
  botWall: ['burst'],
  noRule: ['no_campaign', 'no_target'],
  cap: ['no_deal'],
  lastResort: ['no_deal', 'box_paused'],
  deadLink: ['no_link', 'dead_link'],
};

/** A time during which an address was dead, from its first failed look on. */
export interface Outage {
  url: string;
  from: Date;
  until: Date;
}

const outageRow = z.object({ url: z.string(), from: z.date(), until: z.date() });
/** More addresses are not dead at the same time; the latest ones count. */
const MOST_OUTAGES = 200;

/** The outages of watched links in a range. */
export const readOutages = async (db: Queryable, { from, until }: InstantRange): Promise<Outage[]> =>
  await readRows(
    db,
    outageRow,
    sql`SELECT l.url, greatest(o.failed_at, ${from}) AS "from", least(coalesce(o.ended_at, ${until}), ${until}) AS until
      FROM link_outages o JOIN watched_links l ON l.id = o.link_id
      WHERE NOT l.is_trusted AND o.failed_at < ${until} AND coalesce(o.ended_at, ${until}) > ${from}
      ORDER BY o.failed_at DESC LIMIT ${MOST_OUTAGES}`,
  );

/** The condition that a click went to an address while it was dead. */
function wentToDead(outages: readonly Outage[]): { sql: string; params: Record<string, unknown> } {
  const params: Record<string, unknown> = {};
  const each = outages.map(({ url, from, until }, at) => {
    Object.assign(params, { [`url${at}`]: addressPattern(url), [`from${at}`]: from, [`until${at}`]: until });
    return `(at >= {from${at}: DateTime64(3, 'UTC')} AND at < {until${at}: DateTime64(3, 'UTC')}
      AND match(target_url, {url${at}: String}))`;
  });
  return { sql: each.length === 0 ? 'false' : `(kind <> 'bot_visit' AND (${each.join(' OR ')}))`, params };
}

/** Each lost click once, with the cause that it met first. */
export async function lostClicks(
  clickhouse: ClickHouse,
  { from, until }: InstantRange,
  outages: readonly Outage[],
): Promise<LostClicks[]> {
  const dead = wentToDead(outages);
  return await clickhouse.query(
    `SELECT cause, campaign_box_id, geo_id, device, count() AS lost
FROM (
  SELECT click_id,
    argMin(multiIf(reason IN ('link_not_begun', 'link_ended', 'link_used_up'), 'linkOver',
      reason IN ('box_not_begun', 'box_ended', 'box_used_up'), 'boxOver', reason = 'burst', 'botWall',
      reason IN ('no_link', 'dead_link') OR (reason IN ('no_campaign', 'no_deal') AND position(trace, '"dead_link"') > 0), 'deadLink',
      reason IN ('no_campaign', 'no_target'), 'noRule', reason NOT IN ('no_deal', 'box_paused'), 'deadLink',
      position(trace, '"over_cap"') > 0, 'cap', 'lastResort'), at) AS cause,
    any(campaign_box_id) AS campaign_box_id, any(geo_id) AS geo_id, any(device) AS device
  FROM (SELECT *, ${dead.sql} AS is_dead FROM facts
    WHERE at >= {from: DateTime64(3, 'UTC')} AND at < {until: DateTime64(3, 'UTC')}
      AND kind IN ('visit', 'bot_visit', 'clickout'))
  WHERE is_dead OR reason IN ('burst', 'no_campaign', 'no_target', 'no_link', 'dead_link', 'no_deal', 'box_paused',
    'link_not_begun', 'link_ended', 'link_used_up', 'box_not_begun', 'box_ended', 'box_used_up')
  GROUP BY click_id
)
GROUP BY cause, campaign_box_id, geo_id, device`,
    { from, until, ...dead.params },
    { parse: engineRow(lostRow) },
  );
}

const earnedRow = z.object({
  campaignBoxId: z.number(),
  geoId: z.number(),
  device: z.string(),
  clicks: z.coerce.number(),
  revenue: z.coerce.string(),
});

/** The revenue that a click of a box, geo and device is expected to bring. */
export interface ExpectedValues {
  of(click: { campaignBoxId: number; geoId: number; device: string }): string;
  /** Of a click about which nothing is known. */
  whole: string;
}

interface Sums {
  clicks: number;
  revenue: string;
}

export async function expectedValues(clickhouse: ClickHouse, until: Date): Promise<ExpectedValues> {
  const rows = await clickhouse.query(
    `SELECT campaign_box_id, geo_id, device, sum(visits) AS clicks, toString(sum(revenue)) AS revenue
FROM facts WHERE at >= {from: DateTime64(3, 'UTC')} AND at < {until: DateTime64(3, 'UTC')}
GROUP BY campaign_box_id, geo_id, device`,
    { from: new Date(until.getTime() - HISTORY_MS), until },
    { parse: engineRow(earnedRow) },
  );
  const sums = new Map<string, Sums>();
  const keysOf = ({ campaignBoxId, geoId, device }: { campaignBoxId: number; geoId: number; device: string }) => [
    '',
    `${campaignBoxId}`,
    `${campaignBoxId} ${geoId}`,
    `${campaignBoxId} ${geoId} ${device}`,
  ];
  for (const row of rows)
    for (const key of keysOf(row)) {
      const before = sums.get(key) ?? { clicks: 0, revenue: '0' };
      sums.set(key, { clicks: before.clicks + row.clicks, revenue: sumMoney([before.revenue, row.revenue]) });
    }
  const chain = (keys: readonly string[]): string =>
    keys.reduce((above, key) => expectedValue(sums.get(key) ?? { clicks: 0, revenue: '0' }, above), '0');
  return { of: (click) => chain(keysOf(click)), whole: chain(['']) };
}

export const lossesOf = (clicks: readonly LostClicks[], values: ExpectedValues): Loss[] =>
  clicks.map(({ cause, lost, ...click }) => ({ cause, count: lost, isExact: false, value: values.of(click) }));

/** The boxes that lose most by a cause. */
export function largestBoxes(clicks: readonly LostClicks[], cause: CauseName, most: number) {
  const counts = new Map<number, number>();
  for (const click of clicks)
    if (click.cause === cause && click.campaignBoxId !== 0)
      counts.set(click.campaignBoxId, (counts.get(click.campaignBoxId) ?? 0) + click.lost);
  return [...counts].toSorted(([, one], [, other]) => other - one).slice(0, most);
}
