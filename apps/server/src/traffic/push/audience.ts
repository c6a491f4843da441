/** The audience of a push: a part of all subscriptions. */
import { dayIn, startOfDay } from '@signpost/contract/dates/dates.ts';
import { type PushAudience, type PushAudienceCount, topicsIn } from '@signpost/contract/traffic/push/audience.ts';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../../database.ts';
import { readRow, readRows } from '../../platform/rows.ts';

/** The condition on `push_subscriptions s` that an audience means at an instant. */
export function audienceFilter(audience: PushAudience, now: Date): RawBuilder<unknown> {
  const { websites, geos, devices, minAgeDays, maxAgeDays } = audience;
  const topics = topicsIn(audience.topics);
  const parts = [sql`true`];
  if (websites.length > 0) parts.push(sql`s.website_id = ANY(${websites}::bigint[])`);
  if (geos.length > 0) parts.push(sql`s.geo_id = ANY(${geos}::bigint[])`);
  if (devices.length > 0) parts.push(sql`s.device = ANY(${devices}::text[])`);
  if (topics.length > 0) parts.push(sql`s.topics && ${topics}::text[]`);
  if (minAgeDays !== null) parts.push(sql`s.created_at <= ${now}::timestamptz - make_interval(days => ${minAgeDays})`);
  if (maxAgeDays !== null) parts.push(sql`s.created_at >= ${now}::timestamptz - make_interval(days => ${maxAgeDays})`);
  return sql.join(parts, sql` AND `);
}

const zoneRow = z.object({ zone: z.string() });

/** The zones of all subscriptions. */
export async function zonesOf(db: Queryable): Promise<string[]> {
  return (await readRows(db, zoneRow, sql`SELECT DISTINCT zone FROM push_subscriptions`)).map(({ zone }) => zone);
}

/**
 * The start of the present day in each zone, as a table `day (zone, starts_at)`. It is computed here, because PostgreSQL may
 * not know every zone that browsers know.
 */
export function dayStarts(zones: readonly string[], now: Date): RawBuilder<unknown> {
  const starts = zones.map((zone) => startOfDay(dayIn(now, zone), zone).toISOString());
  return sql`unnest(${zones}::text[], ${starts}::timestamptz[]) AS day (zone, starts_at)`;
}

/** An attempt that began so long ago was cut off: its message may be taken again. */
const LEASE_MS = 10 * 60_000;

/** Whether nobody is sending a message at an instant. */
export const isFree = (takenAt: RawBuilder<unknown>, now: Date): RawBuilder<boolean> =>
  sql`(${takenAt} IS NULL OR ${takenAt} < ${new Date(now.getTime() - LEASE_MS)}::timestamptz)`;

/**
 * The messages that a subscription has had on the day that began at `day.starts_at`: those that were accepted, and those of
 * other pushes that are being sent now.
 */
export const messagesToday = (subscriptionId: RawBuilder<unknown>, now: Date): RawBuilder<unknown> =>
  sql`(SELECT count(*) FROM push_sends o WHERE o.subscription_id = ${subscriptionId} AND (o.accepted_at >= day.starts_at
    OR (o.state = 'waiting' AND NOT ${isFree(sql`o.taken_at`, now)})))`;

const countRow = z.object({ subscribers: z.number(), matching: z.number(), capped: z.number() });

/** How many subscriptions an audience has, and how many of them have had enough messages today. */
export async function countAudience(
  db: Queryable,
  audience: PushAudience & { capPerDay: number },
  now: Date,
): Promise<PushAudienceCount> {
  const zones = await zonesOf(db);
  return await readRow(
    db,
    countRow,
    sql`SELECT (SELECT count(*) FROM push_subscriptions) AS subscribers, count(*) AS matching,
        count(*) FILTER (WHERE ${messagesToday(sql`s.id`, now)} >= ${audience.capPerDay}) AS capped
      FROM push_subscriptions s JOIN ${dayStarts(zones, now)} ON day.zone = s.zone
      WHERE ${audienceFilter(audience, now)}`,
  );
}
