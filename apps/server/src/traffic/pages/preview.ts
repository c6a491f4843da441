/** The preview of a draft: the same code that serves pages. */
import type { pagePreviewSchema, previewPageSchema } from '@signpost/contract/traffic/pages/preview.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Queryable } from '../../database.ts';
import { type PageBook, pageBookOf } from '../clicks/pages/book.ts';
import { parsePage, placesOf } from '../clicks/pages/liquid.ts';
import { renderPage, textsAt, VISIT_PLACES } from '../clicks/pages/render.ts';
import { isCut, sanitizeCss, sanitizePage } from '../clicks/pages/sanitize.ts';
import { readConfig } from '../clicks/snapshot/config.ts';

type Draft = z.infer<typeof previewPageSchema>;

/** The templates, buttons and defaults of today. */
export async function readBook(db: Queryable): Promise<PageBook> {
  const config = await readConfig(async (statement) => {
    const { rows } = await sql<Record<string, unknown>>`${sql.raw(statement)}`.execute(db);
    return rows;
  });
  return pageBookOf(config);
}

const LANGUAGE = 'en';
const isVisitPlace = (name: string): boolean => VISIT_PLACES.some((known) => known === name);

/** Renders a draft. Never throws for what somebody typed. */
export async function previewPage(db: Queryable, draft: Draft): Promise<z.infer<typeof pagePreviewSchema>> {
  const html = sanitizePage(draft.html);
  const cut = isCut(draft.html) || sanitizeCss(draft.css) !== draft.css;
  const parsed = parsePage(html);
  if (!parsed.ok) return { html: '', problem: parsed.problem, isCut: cut, unfilled: [] };
  const saved = await readBook(db);
  const texts = draft.texts.flatMap(({ name, text }) => (name && text ? [{ name, text }] : []));
  const id = 0;
  const variant = { id: 1, weight: 100, html };
  const row = { id, status: 'active', buttonId: draft.buttonId, css: draft.css, texts, variants: [variant] };
  const own = pageBookOf({ templates: [row] }).pages.get(id);
  const shownVariant = own?.variants.list[0];
  if (own === undefined || shownVariant === undefined) return { html: '', problem: '', isCut: cut, unfilled: [] };
  const place = { websiteId: draft.websiteId ?? 0, boxId: 0 };
  const button = saved.buttons.get(draft.buttonId ?? 0);
  const shown = { buttonId: button?.id ?? 0, buttonVariantId: button?.variants.list[0]?.id ?? 0 };
  const document = renderPage(
    { book: saved, page: own, variant: shownVariant, shown, place },
    { geo: draft.geo, device: draft.device, language: LANGUAGE, source: '', subs: ['', '', '', '', ''], cta: '' },
    '',
    // The answer says it.
    { failed: () => undefined },
  );
  const known = textsAt(saved, own, place);
  const unfilled = placesOf(parsed.pieces).filter((name) => !isVisitPlace(name) && !(name in known));
  const problem = document === undefined ? 'The page cannot be shown: with its texts filled in, it is too long.' : '';
  return { html: document ?? '', problem, isCut: cut, unfilled };
}
