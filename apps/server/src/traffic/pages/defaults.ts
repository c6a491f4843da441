/** The texts and the button of a site, and of its banners instead of those. */

import { byCount } from '@signpost/contract/define/words.ts';
import { campaignBox } from '@signpost/contract/entities/campaign-box.ts';
import { website } from '@signpost/contract/entities/website.ts';
import { AppError, invalid } from '@signpost/contract/errors.ts';
import type { PageDefaultsView, savePageDefaultsSchema } from '@signpost/contract/traffic/pages/preview.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../../database.ts';
import { readRows } from '../../platform/rows.ts';
import { authorOf, recordEvent, type WriteContext } from '../../workplace/records/change.ts';
import { parsePage, placesOf } from '../clicks/pages/liquid.ts';
import { VISIT_PLACES } from '../clicks/pages/render.ts';

const textsSchema = z.array(z.object({ name: z.string(), text: z.string() }));
const nameRow = z.object({ id: z.number(), name: z.string() });
const defaultsRow = z.object({
  version: z.number(),
  buttonId: z.number().nullable(),
  buttonName: z.string().nullable(),
  texts: textsSchema,
});
const bannerRow = nameRow.extend({ texts: z.number(), hasButton: z.boolean() });
const templateRow = z.object({ name: z.string(), html: z.array(z.string()), texts: textsSchema });

/** A place where pages are shown; `bannerId` 0 for the whole site. */
export interface DefaultsPlace {
  readonly websiteId: number;
  readonly bannerId: number;
}

async function namesOf(db: Queryable, { websiteId, bannerId }: DefaultsPlace) {
  const [site] = await readRows(db, nameRow, sql`SELECT id, name FROM websites WHERE id = ${websiteId}`);
  if (site === undefined) throw new AppError('ITEM_NOT_FOUND');
  if (bannerId === 0) return { site, banner: null };
  const [banner] = await readRows(
    db,
    nameRow,
    sql`SELECT id, name FROM campaign_boxes WHERE id = ${bannerId} AND website_id = ${websiteId} AND box_kind <> 'seo'`,
  );
  if (banner === undefined) throw new AppError('ITEM_NOT_FOUND');
  return { site, banner };
}

async function storedAt(db: Queryable, { websiteId, bannerId }: DefaultsPlace) {
  const [row] = await readRows(
    db,
    defaultsRow,
    sql`SELECT d.version, d.button_id AS "buttonId", b.name AS "buttonName", d.texts FROM page_defaults d
      LEFT JOIN buttons b ON b.id = d.button_id
      WHERE d.website_id = ${websiteId} AND coalesce(d.campaign_box_id, 0) = ${bannerId}`,
  );
  return row ?? { version: 0, buttonId: null, buttonName: null, texts: [] };
}

/** Every place that a template uses or fills, with what it shows unless a site or a banner says otherwise. */
async function placesOfTemplates(db: Queryable): Promise<Map<string, { text: string; from: string }>> {
  const templates = await readRows(
    db,
    templateRow,
    sql`SELECT t.name,
        (SELECT coalesce(json_agg(v.html), '[]') FROM template_variants v WHERE v.template_id = t.id AND v.archived_at IS NULL) AS html,
        (SELECT coalesce(json_agg(json_build_object('name', x.name, 'text', x.text) ORDER BY x.position), '[]')
          FROM template_texts x WHERE x.template_id = t.id) AS texts
      FROM templates t WHERE t.archived_at IS NULL ORDER BY t.id`,
  );
  const places = new Map<string, { text: string; from: string }>();
  const sources = new Map<string, number>();
  for (const { name, html, texts } of templates) {
    for (const one of texts) {
      const count = (sources.get(one.name) ?? 0) + 1;
      sources.set(one.name, count);
      // Each template shows its own text, so none of them stands for all.
      const isSame = count === 1 || places.get(one.name)?.text === one.text;
      const from = byCount(count, name, `the texts of ${count} templates`);
      places.set(one.name, { text: isSame ? one.text : '', from });
    }
    for (const variant of html) {
      const parsed = parsePage(variant);
      if (!parsed.ok) continue;
      for (const place of placesOf(parsed.pieces))
        if (!places.has(place) && !VISIT_PLACES.some((known) => known === place))
          places.set(place, { text: '', from: '' });
    }
  }
  return places;
}

/** The defaults of a place with what it inherits. Errors: ITEM_NOT_FOUND. */
export async function readDefaults(db: Queryable, place: DefaultsPlace): Promise<PageDefaultsView> {
  const { site, banner } = await namesOf(db, place);
  const own = await storedAt(db, place);
  const ofSite = banner && (await storedAt(db, { ...place, bannerId: 0 }));
  const places = await placesOfTemplates(db);
  for (const { name, text } of ofSite?.texts ?? []) places.set(name, { text, from: site.name });
  const banners = await readRows(
    db,
    bannerRow,
    sql`SELECT b.id, b.name, coalesce(jsonb_array_length(d.texts), 0) AS texts, d.button_id IS NOT NULL AS "hasButton"
      FROM campaign_boxes b LEFT JOIN page_defaults d ON d.website_id = ${site.id} AND d.campaign_box_id = b.id
      WHERE b.website_id = ${site.id} AND b.box_kind <> 'seo' AND b.archived_at IS NULL ORDER BY b.name, b.id`,
  );
  return {
    websiteId: site.id,
    websiteName: site.name,
    bannerId: banner?.id ?? null,
    bannerName: banner?.name ?? null,
    version: own.version,
    buttonId: own.buttonId,
    inheritedButton:
      ofSite?.buttonId != null && ofSite.buttonName !== null ? { id: ofSite.buttonId, name: ofSite.buttonName } : null,
    texts: own.texts,
    inherited: [...places]
      .map(([name, { text, from }]) => ({ name, text, from }))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
    banners: banner === null ? banners : [],
  };
}

/** Stores the defaults of a place. Errors: CONFLICT if somebody saved in the meantime, ITEM_NOT_FOUND. */
export async function saveDefaults(
  ctx: WriteContext,
  place: DefaultsPlace,
  { version, buttonId, texts }: z.infer<typeof savePageDefaultsSchema>,
): Promise<PageDefaultsView> {
  const { trx } = ctx;
  const { site, banner } = await namesOf(trx, place);
  const [entity, id] = banner === null ? ([website, site.id] as const) : ([campaignBox, banner.id] as const);
  await sql`SELECT 1 FROM ${sql.table(entity.table)} WHERE id = ${id} FOR UPDATE`.execute(trx);
  const before = await storedAt(trx, place);
  if (before.version !== version)
    throw new AppError('CONFLICT', { message: 'Somebody saved these defaults in the meantime. Load them again.' });
  if (buttonId !== null) {
    const found = await readRows(
      trx,
      nameRow,
      sql`SELECT id, name FROM buttons WHERE id = ${buttonId} AND archived_at IS NULL`,
    );
    if (found.length === 0) throw invalid('buttonId', 'This button does not exist.');
  }
  const author = authorOf(ctx);
  await sql`INSERT INTO page_defaults (website_id, campaign_box_id, button_id, texts, updated_at)
    VALUES (${site.id}, ${banner?.id ?? null}, ${buttonId}, ${JSON.stringify(texts)}::jsonb, ${author.at})
    ON CONFLICT ON CONSTRAINT page_defaults_place DO UPDATE SET button_id = excluded.button_id, texts = excluded.texts,
      version = page_defaults.version + 1, updated_at = excluded.updated_at`.execute(trx);
  await recordEvent(trx, author, {
    entity,
    id,
    before: { pageDefaults: { buttonId: before.buttonId, texts: before.texts } },
    after: { pageDefaults: { buttonId, texts } },
  });
  await sql`SELECT pg_notify('routing', 'pageDefaults')`.execute(trx);
  return await readDefaults(trx, place);
}
