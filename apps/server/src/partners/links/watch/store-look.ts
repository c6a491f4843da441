/**
 * The changes after a look at a watched link: the belief about it, its outage, and whether it may leave the rotation.
 */
import { sql } from 'kysely';
import type { Db } from '../../../database.ts';
import { storable } from '../checks.ts';
import { type Belief, learn, verdictOf } from '../engine/decide.ts';
import type { Look } from '../engine/look.ts';

/** A link leaves the rotation after this many failed looks, which are ten minutes apart. */
const LOOKS_TO_CONFIRM = 2;

export interface Known extends Belief {
  failedAt: Date | null;
  confirmedAt: Date | null;
}

/** The knowledge after one more look. Pure. */
export function learnFrom(before: Known, found: Pick<Look, 'observations'>, now: Date): Known {
  const belief = learn(before, found.observations);
  return {
    ...belief,
    failedAt: belief.failures === 0 ? null : (before.failedAt ?? now),
    confirmedAt: belief.isDead && belief.failures >= LOOKS_TO_CONFIRM ? (before.confirmedAt ?? now) : null,
  };
}

/** Stores a look. Routers are told at once when a link leaves the rotation or comes back. */
export async function storeLook(db: Db, link: { id: number; host: string }, found: Look, now: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const before = await trx
      .selectFrom('watchedLinks')
      .select(['odds', 'isDead', 'successes', 'failures', 'failedAt', 'confirmedAt'])
      .where('id', '=', link.id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const after = learnFrom(before, found, now);
    const hasDied = after.isDead && !before.isDead;
    await trx
      .updateTable('watchedLinks')
      .set({
        ...after,
        verdict: verdictOf(after, found.kind),
        reason: storable(found.reason),
        http: found.http,
        endUrl: storable(found.end),
        title: storable(found.title),
        steps: storable(JSON.stringify(found.steps)),
        clickId: found.clickId,
        lostAt: found.lostAt,
        certificateUntil: instantOf(found.certificateUntil),
        lookedAt: now,
        notBefore: instantOf(found.retryAt),
        deaths: hasDied ? sql<number>`deaths + 1` : undefined,
      })
      .where('id', '=', link.id)
      .execute();
    // The other links of a host that limits us wait as well.
    if (found.retryAt !== null && hostIn(found.end) === link.host)
      await sql`UPDATE watched_links SET not_before = greatest(not_before, ${found.retryAt}::timestamptz)
        WHERE host = ${link.host}`.execute(trx);
    if (hasDied)
      await sql`INSERT INTO link_outages (link_id, failed_at, decided_at)
        VALUES (${link.id}, ${after.failedAt ?? now}, ${now})`.execute(trx);
    if (before.isDead && !after.isDead)
      await sql`UPDATE link_outages SET ended_at = ${now} WHERE link_id = ${link.id} AND ended_at IS NULL`.execute(trx);
    if ((before.confirmedAt === null) !== (after.confirmedAt === null)) await tellRouters(trx);
  });
}

const instantOf = (text: string | null): Date | null => {
  if (text === null) return null;
  return new Date(text);
};
const hostIn = (url: string): string => URL.parse(url)?.host ?? '';

/** Routers read their configuration again. */
export const tellRouters = async (db: Parameters<ReturnType<typeof sql>['execute']>[0]): Promise<void> => {
  await sql`SELECT pg_notify('routing', 'watchedLink')`.execute(db);
};
