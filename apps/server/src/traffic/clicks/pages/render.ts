/** A page as a visitor sees it. Pages that look the same are rendered and sanitised once. */

import { defaultsAt, type Page, type PageBook, type PagePlace, type PageVariant, type Shown } from './book.ts';
import { buttonHtml, withCta } from './button-html.ts';
import { pageDocument } from './document.ts';
import { BUTTON, fillPage, parsePage, placesOf } from './liquid.ts';
import { CLICK_ID, canBeFilled, type FreePlace, fillPieces, markOf, piecesOf, printedPlaces } from './once.ts';

/** The values that a page may show about its visitor. */
export interface PageVisitor {
  readonly geo: string;
  readonly device: string;
  readonly language: string;
  readonly source: string;
  readonly subs: readonly [string, string, string, string, string];
  /** The CTA label of its box; '' for none. */
  readonly cta: string;
}

/** The places that every page has. */
export const VISIT_PLACES = [
  'geo',
  'country',
  'device',
  'language',
  'source',
  'sub1',
  'sub2',
  'sub3',
  'sub4',
  'sub5',
  'cta',
  'year',
  'click_url',
] as const;

const countries = new Intl.DisplayNames(['en'], { type: 'region' });
const countryOf = (geo: string): string => {
  if (/^[A-Z]{2}$/.test(geo)) return countries.of(geo) ?? geo;
  return '';
};

type Values = Record<string, string>;

function visitValues(visitor: PageVisitor): Values {
  const { geo, device, language, source, subs, cta } = visitor;
  const [sub1, sub2, sub3, sub4, sub5] = subs;
  const year = String(new Date().getUTCFullYear());
  const click_url = `/out/${CLICK_ID}`;
  return { geo, country: countryOf(geo), device, language, source, sub1, sub2, sub3, sub4, sub5, cta, year, click_url };
}

/** The texts of a page at a place: its own, replaced by those of the site, replaced by those of the banner. */
export function textsAt(book: PageBook, page: Page, place: PagePlace): Record<string, string> {
  const narrowestLast = [
    page.texts,
    ...defaultsAt(book, place)
      .reverse()
      .map(({ texts }) => texts),
  ];
  return Object.assign({}, ...narrowestLast.map((texts) => Object.fromEntries(texts)));
}

export interface Showing {
  readonly book: PageBook;
  readonly page: Page;
  readonly variant: PageVariant;
  readonly shown: Pick<Shown, 'buttonId' | 'buttonVariantId'>;
  readonly place: PagePlace;
}

/** A document that is rendered for all clicks with the same key, in the pieces between which values and the id stand. */
interface Rendered {
  readonly pieces: ReturnType<typeof piecesOf>;
}

/**
 * The finished document; undefined if the template cannot be parsed, `unsafe` if marks stand where values would change
 * more than themselves. Throws if it cannot be rendered.
 */
function renderOnce({ book, page, variant, shown, place }: Showing, known: Values): Rendered | 'unsafe' | undefined {
  const parsed = parsePage(variant.html);
  if (!parsed.ok) return undefined;
  const look = book.buttons.get(shown.buttonId)?.variants.list.find(({ id }) => id === shown.buttonVariantId);
  const texts = textsAt(book, page, place);
  const button = look === undefined ? '' : buttonHtml(withCta(look, known.cta ?? ''), known.click_url ?? '');
  const body = fillPage(parsed.pieces, { ...texts, ...known, [BUTTON]: button });
  if (!canBeFilled(body)) return 'unsafe';
  const title = texts.title ?? texts.headline ?? '';
  return { pieces: piecesOf(pageDocument({ body, css: page.css, title, language: texts.lang ?? '' })) };
}

const MOST_KEPT = 300;

interface Kept {
  /** The places that the variant uses, without those that are filled in afterwards. */
  uses: readonly string[];
  /** The places whose values are filled into the finished document. */
  printed: readonly FreePlace[];
  documents: Map<string, Rendered | undefined>;
}
/** The documents of each page of a snapshot, so that a new configuration begins with none. */
const kept = new WeakMap<PageVariant, Kept>();

function keptOf(variant: PageVariant): Kept {
  const known = kept.get(variant);
  if (known !== undefined) return known;
  const parsed = parsePage(variant.html);
  const places = parsed.ok ? placesOf(parsed.pieces) : [];
  const printed = printedPlaces(variant.html).filter((name) => places.includes(name));
  return keep(variant, places, printed);
}

function keep(variant: PageVariant, places: readonly string[], printed: readonly FreePlace[]): Kept {
  const made = {
    uses: VISIT_PLACES.filter((name) => places.includes(name) && !printed.some((one) => one === name)),
    printed,
    documents: new Map(),
  };
  kept.set(variant, made);
  return made;
}

/** The values that anybody can choose freely by the link or a header are left empty. */
const withoutFreeValues = (visitor: PageVisitor): PageVisitor => ({
  ...visitor,
  language: '',
  source: '',
  subs: ['', '', '', '', ''],
});

export interface Rendering {
  /**
   * Gets the error of a page that cannot be rendered. The same values would fail again, so this result is kept too, and
   * the error is reported once.
   */
  failed: (err: unknown) => void;
  /** Whether a page with new values may be rendered; if not, it is shown without the values that anybody can choose. */
  mayRender?: (() => boolean) | undefined;
}

/** The document for a click; undefined if the page cannot be shown. */
export function renderPage(
  showing: Showing,
  visitor: PageVisitor,
  clickId: string,
  { failed, mayRender }: Rendering,
): string | undefined {
  const { uses, printed, documents } = keptOf(showing.variant);
  const values = visitValues(visitor);
  // A place without a value is rendered without one, because an attribute without a value is written in another way.
  const marked = { ...values };
  for (const name of printed) if (values[name] !== '') marked[name] = markOf(name);
  const key = keyOf(showing, [...uses, ...printed], marked);
  const isNew = !documents.has(key);
  if (isNew && uses.length + printed.length > 0 && mayRender?.() === false)
    return renderPage(showing, withoutFreeValues(visitor), clickId, { failed });
  if (isNew) {
    if (documents.size >= MOST_KEPT) documents.clear();
    let rendered: Rendered | undefined;
    try {
      const found = renderOnce(showing, marked);
      if (found === 'unsafe') {
        keep(showing.variant, [...uses, ...printed], []);
        return renderPage(showing, visitor, clickId, { failed, mayRender });
      }
      rendered = found;
    } catch (err) {
      failed(new Error(`Template ${showing.page.id} cannot be rendered.`, { cause: err }));
    }
    documents.set(key, rendered);
  }
  const rendered = documents.get(key);
  return rendered && fillPieces(rendered.pieces, values, clickId);
}

/** The same for all documents that look the same. */
function keyOf(showing: Showing, names: readonly string[], values: Values): string {
  const { place, shown } = showing;
  // Places without defaults of their own look the same.
  const isOwn = defaultsAt(showing.book, place).length > 0;
  let key = isOwn ? `${place.websiteId} ${place.boxId} ${shown.buttonVariantId}` : String(shown.buttonVariantId);
  for (const name of names) key += `\u0001${values[name]}`;
  if (showing.variant.hasButton) key += `\u0001${values.cta}`;
  return key;
}
