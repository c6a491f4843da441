/** Reads past clicks and the value of clicks from the facts. */

import { factRow } from '@signpost/contract/insight/stats/fact-row.ts';
import { NOTHING_KEPT } from '@signpost/contract/traffic/clicks/parameters.ts';
import { REPLAY_CLICKS, REPLAY_ENOUGH } from '@signpost/contract/traffic/clicks/replay.ts';
import { z } from 'zod';
import type { ClickHouse, EngineRow } from '../../../platform/clickhouse.ts';
import { engineRow } from '../../../platform/rows.ts';
import type { PastClick, Worth } from '../../clicks/draft/replay.ts';
import type { OtherLeads } from '../../clicks/draft/replayed-caps.ts';
import type { RoutingConfig } from '../../clicks/snapshot/config.ts';

export interface Asked {
  /** The boxes whose clicks are read; null for every box. */
  boxIds: readonly number[] | null;
  from: Date;
  until: Date;
}

const WHERE = `kind = 'visit' AND at >= {from:DateTime64(3, 'UTC')} AND at < {until:DateTime64(3, 'UTC')}
  AND (empty({boxes:Array(UInt32)}) OR has({boxes:Array(UInt32)}, campaign_box_id)) AND campaign_box_id > 0`;

const paramsOf = ({ boxIds, from, until }: Asked) => ({ boxes: boxIds ?? [], from, until });
const MAX_SECONDS = 20;

/** The number of clicks, and `every`: with too many clicks, only the clicks of one in `every` visitors are read. */
export async function countClicks(
  clickhouse: ClickHouse,
  asked: Asked,
  signal: AbortSignal,
): Promise<{ clicks: number; every: number }> {
  const [clicks = 0] = await clickhouse.query(`SELECT count() AS clicks FROM facts WHERE ${WHERE}`, paramsOf(asked), {
    parse: ({ clicks: count }) => Number(count),
    signal,
    maxSeconds: MAX_SECONDS,
  });
  return { clicks, every: Math.max(1, Math.ceil(clicks / REPLAY_CLICKS)) };
}

const clickSchema = factRow
  .pick({
    campaignBoxId: true,
    trafficSourceId: true,
    geoId: true,
    domainId: true,
    referralCodeId: true,
    campaignId: true,
    partnerId: true,
    language: true,
    device: true,
    os: true,
    browser: true,
    referrer: true,
    sub1: true,
    sub2: true,
    sub3: true,
    sub4: true,
    sub5: true,
  })
  .extend({ at: z.string(), visitor: z.string(), fellBack: z.number() });

/** A fact as the visit that it came from. */
export function clickReader(config: RoutingConfig): (row: EngineRow) => PastClick {
  const geos = new Map(config.geos.map(({ id, code }) => [id, code.toUpperCase()]));
  const sources = new Map(config.sources.map(({ id, name }) => [id, name]));
  const codes = new Map(config.codes.map(({ id, code }) => [id, code]));
  const domains = new Map(config.domains.map(({ id, name }) => [id, name.toLowerCase()]));
  const defaults = new Map(config.boxes.map(({ id, trafficSourceId }) => [id, trafficSourceId ?? 0]));
  const seen = new Set<string>();
  const clickOf = engineRow(clickSchema);
  return (row) => {
    const { visitor, campaignBoxId: boxId, trafficSourceId: sourceId, geoId, partnerId, ...click } = clickOf(row);
    const hash = BigInt(visitor);
    const returning = seen.has(visitor);
    seen.add(visitor);
    return {
      geoId,
      campaignId: click.fellBack === 1 ? 0 : click.campaignId,
      partnerId,
      visit: {
        boxId,
        visitor: { high: Number(hash >> 32n), low: Number(hash & 0xffff_ffffn) },
        // Facts do not record whether a visitor returned, so a visitor's second click in these days counts as
        // returning.
        returning,
        at: Date.parse(click.at),
        geo: geos.get(geoId) ?? '',
        language: click.language,
        device: click.device,
        os: click.os,
        browser: click.browser,
        address: '',
        // The box's own source applies to links that name none, so if the draft has another source, that one applies.
        source: sourceId === defaults.get(boxId) ? '' : (sources.get(sourceId) ?? ''),
        referrer: click.referrer,
        host: domains.get(click.domainId) ?? '',
        code: codes.get(click.referralCodeId) ?? '',
        subs: [click.sub1, click.sub2, click.sub3, click.sub4, click.sub5],
        // A replay fills no targets, and no rule asks for either.
        kept: NOTHING_KEPT,
        consent: '',
      },
    };
  };
}

const CLICKS = `SELECT at, toString(visitor_id) AS visitor, campaign_box_id, traffic_source_id, geo_id, domain_id,
  referral_code_id, campaign_id, partner_id, reason IN ('no_deal', 'no_campaign', 'box_paused', 'box_not_begun', 'box_ended', 'box_used_up', 'no_target') AS fell_back,
  language, device, os, browser, referrer, sub1, sub2, sub3, sub4, sub5
FROM facts WHERE ${WHERE} AND visitor_id % {every:UInt32} = 0 ORDER BY at, click_id`;

/** The clicks in order of time, streamed in batches. Of each visitor, all clicks are included or none. */
export function pastClicks(
  clickhouse: ClickHouse,
  asked: Asked,
  { every, parse, signal }: { every: number; parse: (row: EngineRow) => PastClick; signal: AbortSignal },
): AsyncGenerator<PastClick[]> {
  return clickhouse.stream(CLICKS, { ...paramsOf(asked), every }, { parse, signal, maxSeconds: MAX_SECONDS });
}

/** The length of the longest day, on which clocks are set back. */
const LONGEST_DAY_MS = 25 * 3_600_000;

const OTHER_LEADS = `SELECT deal_id, toStartOfInterval(click_at, INTERVAL 15 MINUTE) AS quarter, sum(leads) AS leads FROM facts
WHERE click_at >= {since:DateTime64(3, 'UTC')} AND click_at < {until:DateTime64(3, 'UTC')}
  AND at >= {since:DateTime64(3, 'UTC')} AND has({deals:Array(UInt32)}, deal_id)
  AND (click_at < {from:DateTime64(3, 'UTC')}
    OR if(empty({boxes:Array(UInt32)}), campaign_box_id = 0, NOT has({boxes:Array(UInt32)}, campaign_box_id)))
GROUP BY deal_id, quarter HAVING leads > 0 ORDER BY quarter`;

const leadsRow = z.object({ dealId: z.number(), quarter: z.string(), leads: z.number() });

/**
 * Leads of these deals that do not come from replayed clicks: leads of other boxes, and all leads of the replay's first
 * day before the replay starts. They are grouped by quarters of an hour, because in every time zone a day starts at
 * one.
 */
export async function readOtherLeads(
  clickhouse: ClickHouse,
  asked: Asked,
  deals: readonly number[],
  signal: AbortSignal,
): Promise<OtherLeads[]> {
  if (deals.length === 0) return [];
  const rows = await clickhouse.query(
    OTHER_LEADS,
    { ...paramsOf(asked), since: new Date(asked.from.getTime() - LONGEST_DAY_MS), deals: [...deals] },
    {
      parse: engineRow(leadsRow),
      signal,
      maxSeconds: MAX_SECONDS,
    },
  );
  return rows.map(({ quarter, ...row }) => ({ ...row, at: Date.parse(quarter) }));
}

/** Clicks of the last week may still convert, so their value is computed from the two months before. */
const RIPE_DAYS = 7;
const WORTH_DAYS = 60;
const DAY_MS = 86_400_000;

const WORTH = `SELECT campaign_id, geo_id, sum(visits) AS clicks, toFloat64(sum(revenue)) AS earned FROM facts
WHERE at >= {from:DateTime64(3, 'UTC')} AND click_at >= {from:DateTime64(3, 'UTC')} AND click_at < {until:DateTime64(3, 'UTC')}
  AND has({campaigns:Array(UInt32)}, campaign_id) GROUP BY campaign_id, geo_id`;

const worthRow = z.object({ campaignId: z.number(), geoId: z.number(), clicks: z.number(), earned: z.number() });

/**
 * The average earnings per click of each campaign: by geo if enough clicks are known there, otherwise over all geos.
 */
export async function readWorth(
  clickhouse: ClickHouse,
  campaigns: readonly number[],
  now: Date,
  signal: AbortSignal,
): Promise<Worth> {
  const back = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const rows = await clickhouse.query(
    WORTH,
    { campaigns: [...campaigns], from: back(RIPE_DAYS + WORTH_DAYS), until: back(RIPE_DAYS) },
    {
      parse: engineRow(worthRow),
      signal,
      maxSeconds: MAX_SECONDS,
    },
  );
  const enough = (list: readonly { clicks: number; earned: number }[]): number | undefined => {
    const clicks = list.reduce((sum, row) => sum + row.clicks, 0);
    if (clicks < REPLAY_ENOUGH) return undefined;
    return list.reduce((sum, row) => sum + row.earned, 0) / clicks;
  };
  const here = new Map(rows.map((row) => [`${row.campaignId} ${row.geoId}`, enough([row])]));
  const anywhere = new Map(
    [...Map.groupBy(rows, ({ campaignId }) => campaignId)].map(([id, list]) => [id, enough(list)]),
  );
  return (campaignId, geoId) => here.get(`${campaignId} ${geoId}`) ?? anywhere.get(campaignId);
}
