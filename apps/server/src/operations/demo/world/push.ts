/** Subscribers of the demo's sites, and pushes in three states. Their push services do not exist, so nothing leaves. */
import { createECDH } from 'node:crypto';
import { dayIn } from '@signpost/contract/dates/dates.ts';
import { sql } from 'kysely';
import type { Trx } from '../../../database.ts';
import { idRow, readRow } from '../../../platform/rows.ts';
import type { Vault } from '../../../platform/vault.ts';
import { addKey } from '../../../traffic/push/keys.ts';
import { planMessages, readPush } from '../../../traffic/push/plan.ts';
import { enqueueWave } from '../../../traffic/push/steps.ts';
import { demoEmail } from '../../../workplace/people/demo-email.ts';
import { put } from './store-records.ts';

const DAY_MS = 86_400_000;
const SUBSCRIBERS = 2_400;
const ZONES = [
  'Europe/Berlin',
  'Europe/London',
  'America/New_York',
  'America/Los_Angeles',
  'Europe/Madrid',
  'Asia/Tokyo',
];

/** Subscriptions of the last ten months on four sites, with two keys. */
async function storeSubscriptions(trx: Trx, vault: Vault, now: Date): Promise<void> {
  const browser = createECDH('prime256v1');
  const p256dh = browser.generateKeys('base64url');
  await addKey(trx, vault);
  await addKey(trx, vault);
  await sql`UPDATE site_push_keys SET created_at = ${now}::timestamptz - CASE id WHEN (SELECT min(id) FROM site_push_keys)
    THEN interval '300 days' ELSE interval '12 days' END`.execute(trx);
  // The remainders are coprime, so that sites, countries, devices and ages mix.
  await sql`INSERT INTO push_subscriptions
      (endpoint, p256dh, auth, vapid_key_id, website_id, geo_id, device, zone, topics, created_at, last_ok, fails, needs_renewal)
    SELECT 'https://push.demo.invalid/p/' || n, ${p256dh}, left(translate(encode(sha256(('auth' || n)::bytea), 'base64'), '+/', '-_'), 22),
      (SELECT CASE WHEN n % 9 < 6 THEN min(id) ELSE max(id) END FROM site_push_keys),
      site.ids[1 + (n * n) % 7 % cardinality(site.ids)], geo.ids[1 + n % 5 % cardinality(geo.ids)],
      (ARRAY['mobile', 'desktop', 'mobile', 'desktop', 'mobile', 'tablet'])[1 + n % 11 % 6],
      (${ZONES}::text[])[1 + n % 13 % 6],
      CASE n % 4 WHEN 0 THEN ARRAY['news', 'bonus'] WHEN 1 THEN ARRAY['news'] WHEN 2 THEN ARRAY['bonus'] ELSE ARRAY['sport'] END,
      ${now}::timestamptz - make_interval(mins => (n * 7919) % 432000), ${now}::timestamptz - make_interval(mins => (n * 31) % 9000),
      CASE WHEN n % 97 = 0 THEN 2 ELSE 0 END, n % 97 = 0
    FROM generate_series(1, ${SUBSCRIBERS}) AS n,
      (SELECT array_agg(id ORDER BY id) AS ids FROM (SELECT id FROM websites WHERE website_kind = 'own' AND archived_at IS NULL
        ORDER BY id LIMIT 4) w) AS site,
      (SELECT array_agg(id ORDER BY id) AS ids FROM geos WHERE code IN ('DE', 'GB', 'US', 'ES', 'JP')) AS geo`.execute(
    trx,
  );
}

/** Every row names the same columns. */
const DRAFT = {
  state: 'draft',
  topics: null,
  timing: 'now',
  localDay: null,
  localTime: null,
  quietFrom: '22:00',
  quietTo: '08:00',
  capPerDay: 3,
  perMinute: 600,
  offerEndsAt: null,
  sentAt: null,
};

/** A push of last week with its numbers: most were shown, and one in twelve of those clicked. */
async function storeSent(trx: Trx, pushId: number, sentAt: Date): Promise<void> {
  await sql`INSERT INTO push_sends (push_id, subscription_id, state, due_at, attempts, http, accepted_at, shown_at, clicked_at)
    SELECT ${pushId}, CASE WHEN n % 61 > 0 THEN s.id END,
      CASE WHEN n % 61 = 0 THEN 'gone' WHEN n % 53 = 0 THEN 'capped' WHEN n % 97 = 0 THEN 'refused' ELSE 'accepted' END, ${sentAt},
      1, CASE WHEN n % 61 = 0 THEN 410 WHEN n % 53 = 0 THEN NULL WHEN n % 97 = 0 THEN 403 ELSE 201 END,
      CASE WHEN n % 61 > 0 AND n % 53 > 0 AND n % 97 > 0 THEN ${sentAt}::timestamptz + make_interval(secs => n / 10) END,
      CASE WHEN n % 61 > 0 AND n % 53 > 0 AND n % 97 > 0 AND n % 10 < 7 THEN ${sentAt}::timestamptz + make_interval(mins => n % 300) END,
      CASE WHEN n % 61 > 0 AND n % 53 > 0 AND n % 97 > 0 AND n % 17 = 1 AND n % 10 < 7
        THEN ${sentAt}::timestamptz + make_interval(mins => n % 300 + 2) END
    FROM (SELECT id, row_number() OVER (ORDER BY id)::int AS n FROM push_subscriptions WHERE topics && ARRAY['news', 'bonus']
      AND created_at < ${sentAt}) AS s`.execute(trx);
  await sql`UPDATE push_notifications SET (accepted, shown, clicked) = (SELECT count(accepted_at), count(shown_at), count(clicked_at)
    FROM push_sends WHERE push_id = ${pushId}) WHERE id = ${pushId}`.execute(trx);
}

/** Stores subscriptions and pushes. */
export async function storePush(trx: Trx, vault: Vault, now: Date): Promise<void> {
  await storeSubscriptions(trx, vault, now);
  const box = await readRow(
    trx,
    idRow,
    sql`SELECT id FROM campaign_boxes WHERE box_kind = 'regular' AND status = 'active' AND archived_at IS NULL ORDER BY id LIMIT 1`,
  );
  const owner = await trx
    .selectFrom('users')
    .select('id')
    .where('email', '=', demoEmail('Management'))
    .executeTakeFirst();
  const sentAt = new Date(now.getTime() - 6 * DAY_MS);
  const base = { ...DRAFT, campaignBoxId: box.id, createdAt: sentAt };
  await put(trx, 'push_notifications', [
    {
      ...base,
      id: 7001,
      name: 'Weekend cashback',
      title: 'Your weekend cashback is here',
      body: 'Get 15 % of this weekend’s losses back. Until Sunday night.',
      topics: 'news, bonus',
      state: 'sent',
      sentAt,
      offerEndsAt: new Date(sentAt.getTime() + 2 * DAY_MS),
    },
    {
      ...base,
      id: 7002,
      name: 'Champions night, local evening',
      title: 'Kick-off in one hour',
      body: 'Better odds on every match tonight. See them before the whistle.',
      topics: 'sport',
      timing: 'local',
      localDay: dayIn(new Date(now.getTime() + DAY_MS), 'UTC'),
      localTime: '19:00',
      perMinute: 1_200,
    },
    {
      ...base,
      id: 7003,
      name: 'Slots of December',
      title: 'Twelve new slots for December',
      body: 'Try each of them with ten free spins.',
      capPerDay: 2,
    },
  ]);
  await storeSent(trx, 7001, sentAt);
  await trx.updateTable('pushNotifications').set({ state: 'scheduled' }).where('id', '=', 7002).execute();
  const push = await readPush(trx, 7002);
  const { firstAt } = await planMessages(trx, push, now);
  if (firstAt === null) return;
  await enqueueWave(trx, push, { ownerId: owner?.id ?? null, at: firstAt, now });
  await trx.updateTable('pushNotifications').set({ sentAt: firstAt }).where('id', '=', 7002).execute();
}
