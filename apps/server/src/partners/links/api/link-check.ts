/** `/partner-link-checker`: follows the links of campaigns per geo and device. */
import { checkLinks } from '@signpost/contract/calls/links.ts';
import { fillMacros } from '@signpost/contract/reading/macros.ts';
import type { CheckDevice, LinkCheck } from '@signpost/contract/traffic/clicks/link-check.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../../../database.ts';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { handle } from '../../../http/handle.ts';
import { newId } from '../../../platform/ids.ts';
import type { Send } from '../../../platform/outgoing.ts';
import { readRows } from '../../../platform/rows.ts';
import { mirrorsOf, rotationOf, type StandInsOf } from '../../../traffic/clicks/snapshot/hosts.ts';
import { targetOf } from '../../../traffic/clicks/snapshot/target.ts';
import { AGENTS } from '../devices.ts';
import { follow } from '../follow.ts';

const AT_ONCE = 6;

interface Link {
  id: number;
  name: string;
  link: LinkCheck['link'];
  isPrelander: boolean;
  targetUrl: string;
  offerId: number | null;
  partnerId: number | null;
}

const geoRow = z.object({ code: z.string() });

export function linkCheckRoutes(app: App, deps: Deps): void {
  handle(app, checkLinks, async ({ body: { campaignIds, geoIds, devices } }) => {
    const links = await readLinks(deps.db, campaignIds);
    const standIns = await readStandIns(deps.db);
    const geos = await readRows(
      deps.db,
      geoRow,
      sql`SELECT code FROM geos WHERE id = ANY(${geoIds}::bigint[]) ORDER BY code`,
    );
    const due = links.flatMap((link) => geos.flatMap(({ code }) => devices.map((device) => ({ link, code, device }))));
    const results: LinkCheck[] = [];
    for (let at = 0; at < due.length; at += AT_ONCE)
      results.push(
        ...(await Promise.all(
          due
            .slice(at, at + AT_ONCE)
            .map(({ link, code, device }) => check(deps.send, standIns, link, { geo: code, device })),
        )),
      );
    return results;
  });
}

const linkRow = z.object({
  id: z.number(),
  name: z.string(),
  isPrelander: z.boolean(),
  targetUrl: z.string(),
  offerId: z.number().nullable(),
  partnerId: z.number().nullable(),
  offerUrl: z.string().nullable(),
});

/**
 * The page of each campaign and, if it leads to another address, the partner link of its offer. A page of ours is a path,
 * not an address that could be followed.
 */
async function readLinks(db: Queryable, ids: readonly number[]): Promise<Link[]> {
  const rows = await readRows(
    db,
    linkRow,
    sql`SELECT c.id, c.name, c.target_url, c.offer_id, o.partner_id, o.target_url AS offer_url,
        c.lander_type = 'prelander' AS is_prelander
      FROM campaigns c LEFT JOIN offers o ON o.id = c.offer_id
      WHERE c.id = ANY(${[...ids]}::bigint[]) ORDER BY c.name, c.id`,
  );
  return rows.flatMap(({ offerUrl, ...row }) => {
    const links: Link[] = [];
    if (!row.targetUrl.startsWith('/')) links.push({ ...row, link: 'campaign' });
    if (offerUrl !== null && offerUrl !== '' && offerUrl !== row.targetUrl)
      links.push({ ...row, link: 'offer', targetUrl: offerUrl });
    return links;
  });
}

interface StandIns {
  mirrors: StandInsOf;
  rotation: StandInsOf;
}

const mirrorRow = z.object({ partnerId: z.number(), name: z.string(), geo: z.string(), active: z.boolean() });

const prelanderDomainRow = z.object({ id: z.number(), name: z.string(), role: z.string(), weight: z.number() });

/** Hosts that are replaced by others, as the routers do it. */
async function readStandIns(db: Queryable): Promise<StandIns> {
  const mirrors = await readRows(
    db,
    mirrorRow,
    sql`SELECT m.partner_id, m.name, upper(g.code) AS geo, m.active FROM mbg_mirrors m JOIN geos g ON g.id = m.geo_id
      WHERE m.archived_at IS NULL ORDER BY m.id`,
  );
  const prelanderDomains = await readRows(
    db,
    prelanderDomainRow,
    sql`SELECT id, name, domain_role AS role, rotation_weight AS weight FROM prelander_domains
      WHERE archived_at IS NULL ORDER BY id`,
  );
  return { mirrors: mirrorsOf({ mirrors }), rotation: rotationOf({ prelanderDomains }) };
}

/** The main language of a country; English for an unknown code. */
function languageOf(geo: string): string {
  if (/^[a-z]{2}$/i.test(geo)) return new Intl.Locale('und', { region: geo }).maximize().language;
  return 'en';
}

/** Opens one link like one visitor, at the mirror of the visitor's geo. The click id is new and belongs to no click. */
async function check(
  send: Send,
  standIns: StandIns,
  link: Link,
  { geo, device }: { geo: string; device: CheckDevice },
): Promise<LinkCheck> {
  const clickId = newId();
  const values = {
    click_id: clickId,
    geo,
    device,
    source: 'link_check',
    sub1: '',
    sub2: '',
    sub3: '',
    sub4: '',
    sub5: '',
    campaign_id: link.id,
    box_id: '',
    offer_id: link.offerId ?? '',
    partner_id: link.partnerId ?? '',
    code: '',
    timestamp: Math.floor(Date.now() / 1000),
  };
  const hosts = link.isPrelander && link.link === 'campaign' ? standIns.rotation : standIns.mirrors;
  const url = targetOf(link.targetUrl, hosts)?.(values) ?? fillMacros(link.targetUrl, values);
  const language = languageOf(geo);
  const headers = {
    'user-agent': AGENTS[device],
    'accept-language': `${language}-${geo},${language};q=0.9,en;q=0.5`,
    accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
  };
  const of = { campaignId: link.id, campaign: link.name, link: link.link };
  return { ...of, geo, device, ...(await follow(send, url, clickId, headers)) };
}
