/** A push as it is sent, and its plan: one message for each subscription of its audience, with the instant it is due. */
import { pushNotification } from '@signpost/contract/entities/push-notification.ts';
import { pushAudienceSchema } from '@signpost/contract/traffic/push/audience.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable, Trx } from '../../database.ts';
import { readRow } from '../../platform/rows.ts';
import type { QuietHours } from '../../workplace/notifications/quiet.ts';
import { readRecord } from '../../workplace/records/read.ts';
import { audienceFilter, zonesOf } from './audience.ts';
import { dueAt, type Timing } from './due.ts';

const dateOrNull = z
  .string()
  .nullable()
  .transform((text) => (text === null ? null : new Date(text)));

const pushSchema = pushAudienceSchema.extend({
  id: z.number(),
  name: z.string(),
  version: z.number(),
  archivedAt: z.string().nullable(),
  state: z.enum(['draft', 'scheduled', 'sending', 'sent', 'stopped', 'failed']),
  title: z.string(),
  body: z.string(),
  icon: z.string().nullable(),
  image: z.string().nullable(),
  campaignBoxId: z.number(),
  trafficSourceId: z.number().nullable(),
  timing: z.enum(['now', 'at', 'local']),
  sendAt: dateOrNull,
  localDay: z.string().nullable(),
  localTime: z.string().nullable(),
  quietFrom: z.string().nullable(),
  quietTo: z.string().nullable(),
  capPerDay: z.number(),
  perMinute: z.number(),
  ttlHours: z.number(),
  offerEndsAt: dateOrNull,
  replaceWord: z.string().nullable(),
  accepted: z.number(),
  shown: z.number(),
  clicked: z.number(),
  sentAt: dateOrNull,
});
export type Push = z.output<typeof pushSchema>;

/** A push. Errors: ITEM_NOT_FOUND. */
export const readPush = async (db: Queryable, id: number): Promise<Push> =>
  pushSchema.parse(await readRecord(db, pushNotification, id));

export const quietOf = ({ quietFrom, quietTo }: Pick<Push, 'quietFrom' | 'quietTo'>): QuietHours | null => {
  if (quietFrom === null || quietTo === null) return null;
  return { startsAt: quietFrom, endsAt: quietTo };
};

export const timingOf = ({ timing, sendAt, localDay, localTime, ...push }: Push): Timing => ({
  timing,
  sendAt,
  localDay,
  localTime,
  quiet: quietOf(push),
});

const plannedRow = z.object({ planned: z.number(), firstAt: z.date().nullable() });

/**
 * Plans one message for each subscription of the audience that has none of this push yet. Messages that could only be sent
 * after the offer has ended are marked so at once. Returns how many wait now, and when the first is due.
 */
export async function planMessages(
  trx: Trx,
  push: Push,
  now: Date,
): Promise<{ planned: number; firstAt: Date | null }> {
  const zones = await zonesOf(trx);
  const due = zones.map((zone) => dueAt(timingOf(push), zone, now));
  const ends = push.offerEndsAt;
  const states = due.map((at) => (ends !== null && at >= ends ? 'expired' : 'waiting'));
  await sql`INSERT INTO push_sends (push_id, subscription_id, state, due_at)
    SELECT ${push.id}, s.id, plan.state, plan.due_at
    FROM push_subscriptions s JOIN unnest(${zones}::text[], ${states}::text[], ${due.map((at) => at.toISOString())}::timestamptz[])
      AS plan (zone, state, due_at) ON plan.zone = s.zone
    WHERE ${audienceFilter(push, now)}
    ON CONFLICT (push_id, subscription_id) DO UPDATE SET due_at = excluded.due_at, state = excluded.state, attempts = 0
      WHERE push_sends.state IN ('waiting', 'capped', 'unreachable')`.execute(trx);
  return await waitingOf(trx, push.id);
}

/** How many messages of a push wait, and when the first is due. */
export const waitingOf = async (db: Queryable, pushId: number): Promise<{ planned: number; firstAt: Date | null }> =>
  await readRow(
    db,
    plannedRow,
    sql`SELECT count(*) AS planned, min(due_at) AS first_at FROM push_sends WHERE push_id = ${pushId} AND state = 'waiting'`,
  );
