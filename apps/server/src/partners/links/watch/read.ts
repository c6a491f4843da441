/** The watched links as people see them. */
import { mayOpen } from '@signpost/contract/access/access.ts';
import { addDays, dayIn } from '@signpost/contract/dates/dates.ts';
import { ROUTES } from '@signpost/contract/routes/index.ts';
import { CLICK_ID_FATES, VERDICTS } from '@signpost/contract/traffic/clicks/link-verdict.ts';
import { linkResultSchema } from '@signpost/contract/traffic/links/checks.ts';
import {
  ENDS_SOON_DAYS,
  PLACE_KINDS,
  WATCHED_PAGE,
  type WatchedLink,
  type WatchedShown,
  type WatchedSummary,
  type watchedQuery,
} from '@signpost/contract/traffic/links/watched.ts';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../../../database.ts';
import { readRow, readRows } from '../../../platform/rows.ts';
import type { SessionUser } from '../../../session-user.ts';

/** A gambling link belongs to its manager; all other places are everybody's who may open the screen. */
const isVisible = (viewer: SessionUser): RawBuilder<unknown> => {
  if (viewer.grade === 'Admin' || viewer.grade === 'Management') return sql`true`;
  return sql`EXISTS (SELECT 1 FROM watched_places p LEFT JOIN gambling_links g ON p.kind = 'gamblingLink' AND g.id = p.record_id
        WHERE p.link_id = l.id AND (p.kind <> 'gamblingLink' OR g.manager_id = ${viewer.id}))`;
};

const SHOWN = (today: string): Readonly<Record<WatchedShown, RawBuilder<unknown>>> => ({
  all: sql`true`,
  broken: sql`l.is_broken`,
  ends_soon: sql`l.ends_at < ${addDays(today, ENDS_SOON_DAYS)}::date`,
  lost_click_id: sql`l.click_id = 'lost'`,
});

const summaryRow = z.object({
  links: z.number(),
  broken: z.number(),
  endsSoon: z.number(),
  lostClickId: z.number(),
  notLooked: z.number(),
  takesOut: z.boolean(),
  version: z.number(),
});

export async function readWatchedSummary(db: Queryable, viewer: SessionUser, now: Date): Promise<WatchedSummary> {
  const shown = SHOWN(dayIn(now, viewer.timeZone));
  return await readRow(
    db,
    summaryRow,
    sql`SELECT count(l.id)::integer AS links, count(*) FILTER (WHERE ${shown.broken})::integer AS broken,
        count(*) FILTER (WHERE ${shown.ends_soon})::integer AS ends_soon,
        count(*) FILTER (WHERE ${shown.lost_click_id})::integer AS lost_click_id,
        count(*) FILTER (WHERE l.id IS NOT NULL AND l.looked_at IS NULL)::integer AS not_looked, s.takes_out, s.version
      FROM link_watch_settings s LEFT JOIN watched_links_in_use l ON ${isVisible(viewer)}
      GROUP BY s.takes_out, s.version`,
  );
}

const linkRow = z.object({
  id: z.number(),
  url: z.string(),
  revenuePerDay: z.string(),
  verdict: z.enum(VERDICTS).nullable(),
  reason: z.string(),
  http: z.number().nullable(),
  endUrl: z.string().nullable(),
  title: z.string(),
  steps: linkResultSchema.shape.steps,
  clickId: z.enum(CLICK_ID_FATES).nullable(),
  lostAtStep: z.number().nullable(),
  certificateUntil: z.date().nullable(),
  domainUntil: z.string().nullable(),
  lookedAt: z.date().nullable(),
  failedAt: z.date().nullable(),
  isOut: z.boolean(),
  isTrusted: z.boolean(),
  places: z.array(z.object({ kind: z.enum(PLACE_KINDS), recordId: z.number(), name: z.string() })),
});

const PLACES = (
  viewer: SessionUser,
): RawBuilder<unknown> => sql`SELECT p.kind, p.record_id, coalesce(c.name, o.name, b.name, m.name, d.slug, g.name, x.name, w.name, n.name, '') AS name
  FROM watched_places p
  LEFT JOIN campaigns c ON p.kind = 'campaign' AND c.id = p.record_id
  LEFT JOIN offers o ON p.kind = 'offer' AND o.id = p.record_id
  LEFT JOIN box_offers b ON p.kind = 'boxOffer' AND b.id = p.record_id
  LEFT JOIN mbg_mirrors m ON p.kind = 'mirror' AND m.id = p.record_id
  LEFT JOIN direct_links d ON p.kind IN ('directLink', 'directLinkFallback') AND d.id = p.record_id
  LEFT JOIN gambling_links g ON p.kind = 'gamblingLink' AND g.id = p.record_id
  LEFT JOIN campaign_boxes x ON p.kind = 'boxFallback' AND x.id = p.record_id
  LEFT JOIN websites w ON p.kind = 'siteFallback' AND w.id = p.record_id
  LEFT JOIN domains n ON p.kind IN ('domainRoot', 'domainUnknownLinks') AND n.id = p.record_id
  WHERE p.link_id = l.id AND (p.kind <> 'gamblingLink' OR g.manager_id = ${viewer.id}
    OR ${viewer.grade === 'Admin' || viewer.grade === 'Management'})
  ORDER BY p.kind, name, p.record_id`;

/** A page of watched links: broken ones first, then other problems, each by the money that depends on them. */
export async function readWatchedLinks(
  db: Queryable,
  viewer: SessionUser,
  { shown, verdict, offset }: z.output<typeof watchedQuery>,
  now: Date,
): Promise<{ links: WatchedLink[]; total: number }> {
  const seesMoney = mayOpen(viewer, ROUTES.leakage);
  const where = sql`${isVisible(viewer)} AND ${SHOWN(dayIn(now, viewer.timeZone))[shown]}
    AND (${verdict ?? null}::text IS NULL OR l.verdict = ${verdict ?? null}::text)`;
  const { total } = await readRow(
    db,
    z.object({ total: z.number() }),
    sql`SELECT count(*)::integer AS total FROM watched_links_in_use l WHERE ${where}`,
  );
  const rows = await readRows(
    db,
    linkRow,
    sql`SELECT l.id, l.url, l.revenue_per_day, l.verdict, l.reason, l.http, l.end_url, l.title, l.steps, l.click_id,
        l.lost_at + 1 AS lost_at_step, l.certificate_until, l.domain_until, l.looked_at, l.failed_at, l.is_trusted,
        s.takes_out AND l.confirmed_at IS NOT NULL AND NOT l.is_trusted AND EXISTS (SELECT 1 FROM watched_places p
          WHERE p.link_id = l.id AND p.kind IN ('campaign', 'offer', 'boxOffer')) AS is_out,
        (SELECT jsonb_agg(jsonb_build_object('kind', kind, 'recordId', record_id, 'name', name)) FROM (${PLACES(viewer)}) p)
          AS places
      FROM watched_links_in_use l, link_watch_settings s WHERE ${where}
      ORDER BY l.is_broken DESC, l.failed_at IS NULL, l.click_id = 'lost' DESC NULLS LAST, l.revenue_per_day DESC, l.id
      LIMIT ${WATCHED_PAGE} OFFSET ${offset}`,
  );
  const links = rows.map(({ endUrl, certificateUntil, lookedAt, failedAt, revenuePerDay, ...row }) => ({
    ...row,
    revenuePerDay: seesMoney ? revenuePerDay : null,
    end: endUrl,
    certificateUntil: certificateUntil?.toISOString() ?? null,
    lookedAt: lookedAt?.toISOString() ?? null,
    failedAt: failedAt?.toISOString() ?? null,
  }));
  return { links, total };
}
