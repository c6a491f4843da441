/** The subscriptions of browsers: made, replaced, ended, and what push services say of them. */
import type { PushSubscribe } from '@signpost/contract/traffic/push/subscribe.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db, Queryable, Trx } from '../../database.ts';
import { addressProblem } from '../../platform/outgoing.ts';
import { readRows } from '../../platform/rows.ts';
import { isPushKey, isPushSecret } from '../../platform/web-push.ts';

/** Answers 4xx without a success, after which a subscription is given up. */
export const MOST_FAILS = 5;

export interface Subscriber {
  /** Two capital letters, or ''. */
  geo: string;
  device: string;
}

/** Whether messages can be sent there: an address over HTTPS on the public Internet, and keys of the right form. */
export function isUsable(
  { endpoint, p256dh, auth }: Pick<PushSubscribe, 'endpoint' | 'p256dh' | 'auth'>,
  allowPrivate: boolean,
): boolean {
  if (addressProblem(endpoint, allowPrivate) !== null) return false;
  if (!allowPrivate && !endpoint.startsWith('https://')) return false;
  return isPushSecret(auth) && isPushKey(p256dh);
}

const storedRow = z.object({ id: z.number(), needsRenewal: z.boolean() });
const heldRow = z.object({ id: z.number() });

/** The subscription that a browser replaces, locked; undefined if it replaces none, or one that is not known. */
async function lockReplaced(trx: Trx, { replaces, endpoint }: PushSubscribe) {
  if (replaces === undefined || replaces.endpoint === endpoint) return undefined;
  const [held] = await readRows(
    trx,
    heldRow,
    sql`SELECT id FROM push_subscriptions WHERE endpoint = ${replaces.endpoint} AND auth = ${replaces.auth} FOR UPDATE`,
  );
  return held;
}

/**
 * Stores a subscription, or confirms one. One that takes the place of another keeps its age, and what it was sent; the other
 * ends in the same transaction. Null if the site or the key is unknown, or the address belongs to somebody else.
 */
export async function storeSubscription(
  db: Db,
  given: PushSubscribe,
  { geo, device }: Subscriber,
): Promise<{ needsRenewal: boolean } | null> {
  const { site, key, endpoint, p256dh, auth, zone, topics } = given;
  return await db.transaction().execute(async (trx) => {
    const [known] = await readRows(
      trx,
      z.object({ keyId: z.number(), geoId: z.number().nullable() }),
      sql`SELECT k.id AS key_id, (SELECT g.id FROM geos g WHERE g.code = ${geo} ORDER BY g.id LIMIT 1) AS geo_id
        FROM site_push_keys k, websites w WHERE k.public_key = ${key} AND w.id = ${site} AND w.archived_at IS NULL`,
    );
    if (known === undefined) return null;
    const { keyId, geoId } = known;
    const about = sql`website_id = ${site}, zone = ${zone}, topics = coalesce(${topics ?? null}::text[], s.topics),
      geo_id = coalesce(${geoId}, s.geo_id), device = ${device}`;
    const old = await lockReplaced(trx, given);
    if (old !== undefined) {
      // The row keeps its id, unless the new address was stored before.
      const moved =
        await sql`UPDATE push_subscriptions s SET endpoint = ${endpoint}, p256dh = ${p256dh}, auth = ${auth},
        vapid_key_id = ${keyId}, fails = 0, needs_renewal = false, ${about}
        WHERE s.id = ${old.id} AND NOT EXISTS (SELECT FROM push_subscriptions WHERE endpoint = ${endpoint})`.execute(
          trx,
        );
      if (moved.numAffectedRows === 1n) return { needsRenewal: false };
    }
    const [stored] = await readRows(
      trx,
      storedRow,
      sql`INSERT INTO push_subscriptions AS s (endpoint, p256dh, auth, vapid_key_id, website_id, geo_id, device, zone, topics)
        VALUES (${endpoint}, ${p256dh}, ${auth}, ${keyId}, ${site}, ${geoId}, ${device}, ${zone}, ${topics ?? []}::text[])
        ON CONFLICT (endpoint) DO UPDATE SET ${about} WHERE s.auth = ${auth} AND s.p256dh = ${p256dh}
        RETURNING s.id, s.needs_renewal`,
    );
    if (stored === undefined) return null;
    if (old !== undefined) await mergeInto(trx, stored.id, old.id);
    return { needsRenewal: stored.needsRenewal };
  });
}

/** Ends the old subscription of a browser; the messages that it got count for the new one. */
async function mergeInto(trx: Queryable, id: number, oldId: number): Promise<void> {
  await sql`UPDATE push_sends p SET subscription_id = ${id} WHERE subscription_id = ${oldId}
    AND NOT EXISTS (SELECT FROM push_sends q WHERE q.push_id = p.push_id AND q.subscription_id = ${id})`.execute(trx);
  await sql`DELETE FROM push_subscriptions WHERE id = ${oldId}`.execute(trx);
}

/** Ends a subscription whose secret is known; nothing happens otherwise. */
export async function endSubscription(db: Queryable, { endpoint, auth }: { endpoint: string; auth: string }) {
  await db.deleteFrom('pushSubscriptions').where('endpoint', '=', endpoint).where('auth', '=', auth).execute();
}

/** A subscription as it was when a message was sent. The browser may have replaced it since. */
export interface SentTo {
  id: number;
  endpoint: string;
}

/** Removes a subscription that has ended; false if the browser has a new address by now. */
export async function removeEnded(db: Queryable, { id, endpoint }: SentTo): Promise<boolean> {
  const removed = await db
    .deleteFrom('pushSubscriptions')
    .where('id', '=', id)
    .where('endpoint', '=', endpoint)
    .executeTakeFirst();
  return removed.numDeletedRows === 1n;
}

/** Counts a refusal, and gives the subscription up after {@link MOST_FAILS} without a success. */
export async function countRefusal(db: Queryable, { id, endpoint }: SentTo, needsRenewal: boolean): Promise<void> {
  const [held] = await readRows(
    db,
    z.object({ fails: z.number() }),
    sql`UPDATE push_subscriptions SET fails = fails + 1, needs_renewal = needs_renewal OR ${needsRenewal}
      WHERE id = ${id} AND endpoint = ${endpoint} RETURNING fails`,
  );
  if ((held?.fails ?? 0) >= MOST_FAILS) await removeEnded(db, { id, endpoint });
}

export async function countSuccess(db: Queryable, { id, endpoint }: SentTo, now: Date): Promise<void> {
  await sql`UPDATE push_subscriptions SET last_ok = ${now}, fails = 0, needs_renewal = false
    WHERE id = ${id} AND endpoint = ${endpoint}`.execute(db);
}

/** A browser reports that a message was shown or clicked; each counts once. A click that was not shown before was shown. */
export async function storeReport(db: Db, token: string, what: 'shown' | 'clicked', now: Date): Promise<void> {
  const isClick = what === 'clicked';
  await sql`WITH before AS (SELECT id, push_id, shown_at, clicked_at FROM push_sends WHERE token = ${token} FOR UPDATE),
      told AS (
        UPDATE push_sends s SET shown_at = coalesce(s.shown_at, ${now}),
          clicked_at = CASE WHEN ${isClick} THEN coalesce(s.clicked_at, ${now}) ELSE s.clicked_at END
        FROM before b WHERE s.id = b.id AND (b.shown_at IS NULL OR (${isClick} AND b.clicked_at IS NULL))
        RETURNING b.push_id, b.shown_at, b.clicked_at)
    UPDATE push_notifications p SET shown = shown + CASE WHEN told.shown_at IS NULL THEN 1 ELSE 0 END,
      clicked = clicked + CASE WHEN ${isClick} AND told.clicked_at IS NULL THEN 1 ELSE 0 END
    FROM told WHERE p.id = told.push_id`.execute(db);
}
