/** Keeps the watched links equal to the addresses of the configuration. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../database.ts';

/** Every place in use: its kind, its record and its address. Pages of our own are paths and are not watched. */
const PLACES: RawBuilder<unknown> = sql`SELECT kind, record_id, url, lower(substring(url from '^https?://([^/?#]+)')) AS host FROM (
    SELECT 'campaign' AS kind, c.id AS record_id, c.target_url AS url FROM campaigns c
      WHERE c.status = 'active' AND c.archived_at IS NULL
    UNION ALL SELECT 'offer', o.id, o.target_url FROM offers o JOIN partners p ON p.id = o.partner_id
      WHERE o.archived_at IS NULL AND p.archived_at IS NULL AND p.status = 'active'
    UNION ALL SELECT 'boxOffer', b.id, b.target_url FROM box_offers b WHERE b.status = 'active' AND b.archived_at IS NULL
    UNION ALL SELECT 'mirror', m.id, 'https://' || m.name || '/' FROM mbg_mirrors m WHERE m.archived_at IS NULL AND m.active
    UNION ALL SELECT 'directLink', d.id, d.target_url FROM direct_links d
      WHERE d.status = 'active' AND d.archived_at IS NULL
    UNION ALL SELECT 'directLinkFallback', d.id, d.fallback_url FROM direct_links d
      WHERE d.status = 'active' AND d.archived_at IS NULL
    UNION ALL SELECT 'gamblingLink', g.id, g.target_url FROM gambling_links g WHERE g.archived_at IS NULL
    UNION ALL SELECT 'boxFallback', b.id, b.fallback_url FROM campaign_boxes b WHERE b.archived_at IS NULL
    UNION ALL SELECT 'siteFallback', w.id, w.fallback_url FROM websites w WHERE w.archived_at IS NULL
    UNION ALL SELECT 'domainRoot', n.id, n.root_url FROM domains n WHERE n.archived_at IS NULL
    UNION ALL SELECT 'domainUnknownLinks', n.id, n.unknown_link_url FROM domains n WHERE n.archived_at IS NULL
  ) every_place WHERE url ~* '^https?://[^/?#]+'`;

/**
 * Adds new addresses, and forgets places that are gone or lead elsewhere now. The results of earlier looks at an
 * address stay.
 */
export async function followConfiguration(db: Db, now: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`INSERT INTO watched_links (url, host, since)
      SELECT DISTINCT ON (md5(url)) url, host, ${now}::timestamptz FROM (${PLACES}) p
      ON CONFLICT (md5(url)) DO NOTHING`.execute(trx);
    await sql`DELETE FROM watched_places w WHERE NOT EXISTS (SELECT 1 FROM (${PLACES}) p
      WHERE p.kind = w.kind AND p.record_id = w.record_id)`.execute(trx);
    await sql`INSERT INTO watched_places (kind, record_id, link_id)
      SELECT p.kind, p.record_id, l.id FROM (${PLACES}) p JOIN watched_links l ON md5(l.url) = md5(p.url)
      ON CONFLICT (kind, record_id) DO UPDATE SET link_id = excluded.link_id
        WHERE watched_places.link_id <> excluded.link_id`.execute(trx);
    // An address that stands nowhere is not looked at, so what was known of it grows old.
    await sql`UPDATE link_outages o SET ended_at = ${now} WHERE ended_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM watched_places p WHERE p.link_id = o.link_id)`.execute(trx);
    await sql`UPDATE watched_links l SET odds = 0, is_dead = false, successes = 0, failures = 0, failed_at = NULL,
        confirmed_at = NULL, verdict = NULL, looked_at = NULL WHERE looked_at IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM watched_places p WHERE p.link_id = l.id)`.execute(trx);
  });
}
