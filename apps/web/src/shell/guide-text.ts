import type { GuidePage } from '@signpost/contract/guide/places.ts';

/** A piece of a line. `place` leads to a page of the guide, `href` out of the product. */
export type GuideInline =
  | string
  | Readonly<{ code: string }>
  | Readonly<{ strong: readonly GuideInline[] }>
  | Readonly<{ em: readonly GuideInline[] }>
  | Readonly<{ place: string; inner: readonly GuideInline[] }>
  | Readonly<{ href: string; inner: readonly GuideInline[] }>;

/** A paragraph, heading, list, table or piece of code of the guide. */
export type GuideBlock =
  | Readonly<{ kind: 'heading'; depth: number; anchor: string; inner: readonly GuideInline[] }>
  | Readonly<{ kind: 'paragraph'; inner: readonly GuideInline[] }>
  | Readonly<{ kind: 'code'; text: string }>
  | Readonly<{ kind: 'list'; ordered: boolean; items: readonly (readonly GuideBlock[])[] }>
  | Readonly<{
      kind: 'table';
      head: readonly (readonly GuideInline[])[];
      rows: readonly (readonly (readonly GuideInline[])[])[];
    }>;

/** A page of the guide. Its first block is its title. */
export interface GuideText {
  page: GuidePage;
  blocks: readonly GuideBlock[];
}

/** The plain text of a line, without its formatting. */
export function plainInline(inline: readonly GuideInline[]): string {
  return inline
    .map((it) => {
      if (typeof it === 'string') return it;
      if ('code' in it) return it.code;
      if ('strong' in it) return plainInline(it.strong);
      return plainInline('em' in it ? it.em : it.inner);
    })
    .join('');
}

function plainBlock(block: GuideBlock): string {
  switch (block.kind) {
    case 'code':
      return block.text;
    case 'list':
      return block.items.map((item) => item.map(plainBlock).join(' ')).join(' ');
    case 'table':
      return [block.head, ...block.rows].map((row) => row.map(plainInline).join(' – ')).join(' · ');
    default:
      return plainInline(block.inner);
  }
}

/** A heading of the guide and what stands below it. */
export interface GuideSection {
  place: string;
  page: string;
  heading: string;
  text: string;
}

/** The parts of all pages, as the search reads them. */
export function sectionsOf(pages: readonly GuideText[]): GuideSection[] {
  return pages.flatMap(({ page, blocks }) => {
    const sections: GuideSection[] = [];
    const [title] = blocks;
    const pageTitle = title?.kind === 'heading' ? plainInline(title.inner) : page;
    for (const block of blocks) {
      const last = sections.at(-1);
      if (block.kind === 'heading') {
        const place = last === undefined ? page : `${page}#${block.anchor}`;
        sections.push({ place, page: pageTitle, heading: plainInline(block.inner), text: '' });
      } else if (last !== undefined) last.text = `${last.text} ${plainBlock(block)}`.trim();
    }
    return sections;
  });
}

const MOST_FOUND = 20;
const BEFORE = 40;
const EXCERPT = 160;

/** A part of the guide that holds every searched word, with the text around the first of them. */
export interface GuideHit extends GuideSection {
  excerpt: string;
}

/** The parts that hold every word: first those whose heading does, then those that explain it in a table. */
export function searchGuide(sections: readonly GuideSection[], query: string): GuideHit[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const [first] = words;
  if (first === undefined) return [];
  const rank = ({ heading, text }: GuideSection): number => {
    const hasAll = (where: string) => words.every((word) => where.toLowerCase().includes(word));
    if (hasAll(heading)) return 0;
    if (text.toLowerCase().includes(` ${words.join(' ')} – `)) return 1;
    return hasAll(`${heading} ${text}`) ? 2 : 3;
  };
  return sections
    .map((section) => ({ section, order: rank(section) }))
    .filter(({ order }) => order < 3)
    .toSorted((one, other) => one.order - other.order)
    .slice(0, MOST_FOUND)
    .map(({ section, order }) => {
      const lower = section.text.toLowerCase();
      const found = order === 1 ? lower.indexOf(` ${words.join(' ')} – `) + 1 : lower.indexOf(first);
      const start = order === 1 ? found : Math.max(0, found - BEFORE);
      const excerpt = section.text.slice(start, start + EXCERPT);
      return {
        ...section,
        excerpt: `${start > 0 ? '… ' : ''}${excerpt}${start + EXCERPT < section.text.length ? ' …' : ''}`,
      };
    });
}
