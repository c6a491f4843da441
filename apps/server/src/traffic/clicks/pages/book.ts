/** Templates, buttons and their defaults in the form that clicks read. */
import { crc32 } from 'node:zlib';
import { choose, type Odds, oddsOf } from '../decide/choose.ts';
import type { Hash64 } from '../decide/hash.ts';
import type { RoutingConfig } from '../snapshot/config.ts';
import type { ButtonLook } from './button-html.ts';
import { hasButton } from './liquid.ts';

interface Variants<V> {
  readonly list: readonly V[];
  readonly odds: Odds;
  readonly seed: number;
}

export interface PageVariant {
  readonly id: number;
  readonly weight: number;
  readonly html: string;
  readonly hasButton: boolean;
}

export interface Page {
  readonly id: number;
  /** Whether it is shown; the visitors of any other page go on to the offer. */
  readonly isActive: boolean;
  readonly buttonId: number;
  readonly css: string;
  readonly texts: ReadonlyMap<string, string>;
  readonly variants: Variants<PageVariant>;
}

export interface ButtonVariant extends ButtonLook {
  readonly id: number;
  readonly weight: number;
}

export interface PageButton {
  readonly id: number;
  readonly isActive: boolean;
  /** Where it leads on sites; 0 if it is only placed on templates. */
  readonly boxId: number;
  readonly variants: Variants<ButtonVariant>;
}

/** The texts and the button of a site or of one of its banners. */
export interface PageDefaults {
  readonly buttonId: number;
  readonly texts: ReadonlyMap<string, string>;
}

/** The template and the button that a visitor sees, with their variants, as facts record them; 0 for none. */
export interface Shown {
  readonly templateId: number;
  readonly templateVariantId: number;
  readonly buttonId: number;
  readonly buttonVariantId: number;
}

export const NOTHING_SHOWN: Shown = { templateId: 0, templateVariantId: 0, buttonId: 0, buttonVariantId: 0 };

export interface PageBook {
  readonly pages: ReadonlyMap<number, Page>;
  readonly buttons: ReadonlyMap<number, PageButton>;
  /** By website and box, `0` for the whole site. */
  readonly defaults: ReadonlyMap<string, PageDefaults>;
}

/** Where a page is shown: the site of the click, and the box it came through. */
export interface PagePlace {
  readonly websiteId: number;
  readonly boxId: number;
}

const variantsOf = <V extends { id: number; weight: number }>(list: readonly V[], subject: string): Variants<V> => ({
  list,
  odds: oddsOf(list, ({ id }) => id),
  seed: crc32(subject),
});

const textsOf = (rows: readonly { name: string; text: string }[]): ReadonlyMap<string, string> =>
  new Map(rows.map(({ name, text }) => [name, text]));

const defaultsKey = (websiteId: number, boxId: number): string => `${websiteId} ${boxId}`;

/** The templates, buttons and defaults of a configuration. */
export function pageBookOf(config: Pick<RoutingConfig, 'templates' | 'buttons' | 'pageDefaults'>): PageBook {
  const pages = (config.templates ?? []).map((row): [number, Page] => {
    const variants = row.variants.map((one) => ({ ...one, hasButton: hasButton(one.html) }));
    return [
      row.id,
      {
        id: row.id,
        isActive: row.status === 'active' && variants.some(({ weight }) => weight > 0),
        buttonId: row.buttonId ?? 0,
        css: row.css ?? '',
        texts: textsOf(row.texts),
        variants: variantsOf(variants, `template ${row.id}`),
      },
    ];
  });
  const buttons = (config.buttons ?? []).map((row): [number, PageButton] => [
    row.id,
    {
      id: row.id,
      isActive: row.status === 'active',
      boxId: row.boxId ?? 0,
      variants: variantsOf(row.variants, `button ${row.id}`),
    },
  ]);
  const defaults = (config.pageDefaults ?? []).map(({ websiteId, boxId, buttonId, texts }): [string, PageDefaults] => [
    defaultsKey(websiteId, boxId ?? 0),
    { buttonId: buttonId ?? 0, texts: textsOf(texts) },
  ]);
  return { pages: new Map(pages), buttons: new Map(buttons), defaults: new Map(defaults) };
}

/** The defaults that apply at a place: those of the banner before those of the site. */
export function defaultsAt({ defaults }: PageBook, { websiteId, boxId }: PagePlace): PageDefaults[] {
  const found = [defaults.get(defaultsKey(websiteId, boxId)), defaults.get(defaultsKey(websiteId, 0))];
  return found.filter((one) => one !== undefined);
}

/** The variant of a visitor: always the same one until weights change, and even then most visitors keep theirs. */
export const variantFor = <V>({ list, odds, seed }: Variants<V>, visitor: Hash64): V | undefined =>
  choose(list, odds, visitor, seed);

/** The button of a page at a place: that of the banner, of the site, or of the template. */
export function buttonAt(book: PageBook, page: Page, place: PagePlace): PageButton | undefined {
  const id = defaultsAt(book, place).find(({ buttonId }) => buttonId !== 0)?.buttonId ?? page.buttonId;
  const button = book.buttons.get(id);
  if (button?.isActive) return button;
  return undefined;
}

/** The template and the button that a visitor sees on a page, with their variants. */
export function shownTo(book: PageBook, pageId: number, place: PagePlace, visitor: Hash64): Shown {
  const page = book.pages.get(pageId);
  const variant = page?.isActive ? variantFor(page.variants, visitor) : undefined;
  if (page === undefined || variant === undefined) return NOTHING_SHOWN;
  const button = variant.hasButton ? buttonAt(book, page, place) : undefined;
  return {
    templateId: page.id,
    templateVariantId: variant.id,
    buttonId: button?.id ?? 0,
    buttonVariantId: (button && variantFor(button.variants, visitor)?.id) ?? 0,
  };
}
