/**
 * The keys by which push services recognise our sites. A subscription can only be used with the key it was made with
 * (RFC 8292, 4), so an older key stays as long as a subscription needs it (docs/decisions/0255).
 */
import type { PushSetup } from '@signpost/contract/traffic/push/audience.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db, Queryable, Trx } from '../../database.ts';
import { runAlone } from '../../platform/locks.ts';
import { readRows } from '../../platform/rows.ts';
import { PURPOSES } from '../../platform/sealed.ts';
import { holdKey, type Vault } from '../../platform/vault.ts';
import { newPushKeys, type PushKeys } from '../../platform/web-push.ts';

const PURPOSE = PURPOSES.sitePush;

/** The public key for new subscriptions; undefined before the worker has made the first one. */
export async function currentPublicKey(db: Queryable): Promise<string | undefined> {
  const row = await db.selectFrom('sitePushKeys').select('publicKey').orderBy('id', 'desc').limit(1).executeTakeFirst();
  return row?.publicKey;
}

/** Makes a key, which new subscriptions use from now on. */
export async function addKey(trx: Trx, vault: Vault): Promise<void> {
  await holdKey(trx, vault);
  const { publicKey, privateKey } = newPushKeys();
  await trx
    .insertInto('sitePushKeys')
    .values({ publicKey, privateSealed: vault.seal(privateKey, PURPOSE) })
    .execute();
}

/** Makes the first key, once, however many workers start. */
export async function ensureKey(db: Db, vault: () => Promise<Vault>): Promise<void> {
  if ((await currentPublicKey(db)) !== undefined) return;
  await runAlone(db, 'pushKeys', async (session) => {
    if ((await currentPublicKey(session)) !== undefined) return;
    const opened = await vault();
    await session.transaction().execute((trx) => addKey(trx, opened));
  });
}

/** Opens keys by their ids; each is opened once. */
export function keyRing(db: Queryable, vault: () => Promise<Vault>): (id: number) => Promise<PushKeys> {
  const opened = new Map<number, Promise<PushKeys>>();
  const open = async (id: number): Promise<PushKeys> => {
    const row = await db
      .selectFrom('sitePushKeys')
      .select(['publicKey', 'privateSealed'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return { publicKey: row.publicKey, privateKey: (await vault()).open(row.privateSealed, PURPOSE) };
  };
  return (id) => {
    const found = opened.get(id) ?? open(id);
    opened.set(id, found);
    return found;
  };
}

/** Removes older keys that no subscription needs. */
export async function removeUnusedKeys(trx: Trx): Promise<void> {
  await sql`DELETE FROM site_push_keys k WHERE id < (SELECT max(id) FROM site_push_keys)
    AND NOT EXISTS (SELECT FROM push_subscriptions s WHERE s.vapid_key_id = k.id)`.execute(trx);
}

const keyRow = z.object({ id: z.number(), publicKey: z.string(), createdAt: z.date(), subscribers: z.number() });
const countRow = z.object({ subscribers: z.number(), toRenew: z.number() });
const siteRow = z.object({ id: z.number(), name: z.string(), subscribers: z.number() });
const topicRow = z.object({ topic: z.string(), subscribers: z.number() });
const MOST_TOPICS = 100;

/** The keys, sites and topics, with their subscribers. */
export async function readSetup(db: Queryable): Promise<PushSetup> {
  const [keys, [count], sites, topics] = await Promise.all([
    readRows(
      db,
      keyRow,
      sql`SELECT k.id, k.public_key, k.created_at, (SELECT count(*) FROM push_subscriptions s WHERE s.vapid_key_id = k.id)
        AS subscribers FROM site_push_keys k ORDER BY k.id DESC`,
    ),
    readRows(
      db,
      countRow,
      sql`SELECT count(*) AS subscribers, count(*) FILTER (WHERE needs_renewal) AS to_renew FROM push_subscriptions`,
    ),
    readRows(
      db,
      siteRow,
      sql`SELECT w.id, w.name, count(*) AS subscribers FROM push_subscriptions s JOIN websites w ON w.id = s.website_id
        GROUP BY w.id ORDER BY subscribers DESC, w.id`,
    ),
    readRows(
      db,
      topicRow,
      sql`SELECT topic, count(*) AS subscribers FROM push_subscriptions, unnest(topics) AS topic
        GROUP BY topic ORDER BY subscribers DESC, topic LIMIT ${MOST_TOPICS}`,
    ),
  ]);
  return {
    keys: keys.map(({ createdAt, ...key }, at) => ({
      ...key,
      createdAt: createdAt.toISOString(),
      isCurrent: at === 0,
    })),
    subscribers: count?.subscribers ?? 0,
    toRenew: count?.toRenew ?? 0,
    sites,
    topics,
  };
}
