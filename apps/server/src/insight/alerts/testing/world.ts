/** A server with hourly leads of two partners, and the worker's part of alerts. */
import { testApp } from '@signpost/testkit/app.ts';
import { makeRecords } from '../../../operations/demo/world/records.ts';
import { storeRecords } from '../../../operations/demo/world/store-records.ts';
import { createLog } from '../../../platform/log.ts';
import { HOUR_MS } from '../engine/hours.ts';
import { watchLateData } from '../late-data.ts';
import { watchAlerts } from '../watch.ts';

export const HISTORY_HOURS = 24 * 7 * 12;

/** @testing */
export async function alertWorld() {
  const now = new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS);
  const world = await testApp();
  const { db, databases } = world;
  await db.transaction().execute((trx) => storeRecords(trx, makeRecords(), 'http://127.0.0.1:4001'));
  const { clickhouse } = databases;
  const log = createLog({ level: 'silent', name: 'test' });

  /** One fact with this many leads for each hour from one instant to another; counts vary a little by a fixed rule. */
  async function leads(of: { partnerId: number; from: number; until: number; perHour: number; revenue?: number }) {
    const { partnerId, from, until, perHour, revenue = 0 } = of;
    await clickhouse.command(
      `INSERT INTO facts (fact_id, chunk_id, kind, at, recorded_at, visitor_id, partner_id, geo_id, device, leads, visits, revenue)
        SELECT generateUUIDv4(), 'test', 'lead', fromUnixTimestamp64Milli({from: Int64} + number * 3600000) AS moment, moment, number,
          {partner: UInt32}, 1, 'mobile', {perHour: Int32} + (number * 7919) % 5 - 2, 100, {revenue: Int32} + (number * 104729) % 7
        FROM numbers({hours: UInt32})`,
      { from, hours: Math.round((until - from) / HOUR_MS), partner: partnerId, perHour, revenue },
    );
  }

  return {
    ...world,
    now,
    leads,
    at: (hours: number) => new Date(now.getTime() + hours * HOUR_MS),
    watch: (at: Date) => watchAlerts({ db, clickhouse, log }, at),
    watchLate: (at: Date) => watchLateData(db, at),
    newAlert: (more: Record<string, unknown> = {}, question: Record<string, unknown> = {}) => ({
      name: 'Leads by partner',
      visibility: 'shared',
      definition: {
        question: { tab: 'global', timeZone: 'Europe/Berlin', dateRange: 'last30Days', kingstat: 7, ...question },
        watchEach: 'partner',
      },
      recipients: [],
      ...more,
    }),
    told: (userId: number) =>
      db
        .selectFrom('notices')
        .innerJoin('notifications', 'notifications.id', 'notices.notificationId')
        .select(['title', 'body', 'threadKey'])
        .where('userId', '=', userId)
        .where('topic', '=', 'alerts')
        .orderBy('notifications.id')
        .execute(),
  };
}
