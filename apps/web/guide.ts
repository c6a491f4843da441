import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { GUIDE_PAGES, headingAnchor } from '@signpost/contract/guide/places.ts';
import { type MarkedToken, marked, type Token, type Tokens } from 'marked';
import type { Plugin } from 'vite';
import type { GuideBlock, GuideInline, GuideText } from './src/shell/guide-text.ts';

const NAME = 'virtual:guide';
const folder = new URL('../../docs/product/', import.meta.url);
const fileOf = (page: string): string => fileURLToPath(new URL(`${page}.md`, folder));

/** Links between pages stay links; what leads to code or decisions is plain text, because the app does not hold it. */
function linkOf({ href, tokens }: Tokens.Link, page: string): GuideInline[] {
  const inner = inlineOf(tokens, page);
  if (/^https?:/.test(href)) return [{ href, inner }];
  const [path = '', anchor] = href.split('#');
  const target = path === '' ? page : basename(path, '.md');
  const isPage = GUIDE_PAGES.some((name) => name === target) && (path === '' || !path.includes('/'));
  return isPage ? [{ place: anchor === undefined ? target : `${target}#${anchor}`, inner }] : inner;
}

function inlineOf(tokens: readonly Token[] | undefined, page: string): GuideInline[] {
  return (tokens ?? []).flatMap((token): GuideInline[] => {
    const it = token as MarkedToken;
    switch (it.type) {
      case 'text':
        return it.tokens === undefined ? [textOf(it.text)] : inlineOf(it.tokens, page);
      case 'escape':
        return [textOf(it.text)];
      case 'codespan':
        return [{ code: textOf(it.text) }];
      case 'strong':
        return [{ strong: inlineOf(it.tokens, page) }];
      case 'em':
        return [{ em: inlineOf(it.tokens, page) }];
      case 'link':
        return linkOf(it, page);
      case 'paragraph':
        return inlineOf(it.tokens, page);
      default:
        throw new Error(`docs/product/${page}.md: the guide can't show "${it.type}" (${it.raw}).`);
    }
  });
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};
const textOf = (text: string): string =>
  text.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity);

function blockOf(token: Token, page: string): GuideBlock[] {
  const it = token as MarkedToken;
  switch (it.type) {
    case 'space':
      return [];
    case 'heading':
      return [{ kind: 'heading', depth: it.depth, anchor: headingAnchor(it.text), inner: inlineOf(it.tokens, page) }];
    case 'paragraph':
      return [{ kind: 'paragraph', inner: inlineOf(it.tokens, page) }];
    case 'code':
      return [{ kind: 'code', text: it.text }];
    case 'list':
      return [{ kind: 'list', ordered: it.ordered, items: it.items.map(({ tokens }) => itemOf(tokens, page)) }];
    case 'table':
      return [
        {
          kind: 'table',
          head: it.header.map(({ tokens }) => inlineOf(tokens, page)),
          rows: it.rows.map((row) => row.map(({ tokens }) => inlineOf(tokens, page))),
        },
      ];
    default:
      throw new Error(`docs/product/${page}.md: the guide can't show "${it.type}" (${it.raw}).`);
  }
}

/** The text of an item may hold further lists. */
const itemOf = (tokens: readonly Token[], page: string): GuideBlock[] =>
  tokens.flatMap((token) =>
    token.type === 'text' ? [{ kind: 'paragraph' as const, inner: inlineOf([token], page) }] : blockOf(token, page),
  );

/** The pages of `docs/product` as blocks without any HTML, so that nothing in them can become a tag. */
function readGuide(): GuideText[] {
  return GUIDE_PAGES.map((page) => {
    const blocks = marked.lexer(readFileSync(fileOf(page), 'utf8')).flatMap((token) => blockOf(token, page));
    const [first] = blocks;
    if (first?.kind !== 'heading' || first.depth !== 1)
      throw new Error(`docs/product/${page}.md begins without a title.`);
    return { page, blocks };
  });
}

/** Puts the guide into the build as a module that only its panel loads. */
export const guide = (): Plugin => ({
  name: 'guide',
  resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
  load(id) {
    if (id !== `\0${NAME}`) return undefined;
    for (const page of GUIDE_PAGES) this.addWatchFile(fileOf(page));
    return `export const guide = ${JSON.stringify(readGuide())};`;
  },
});
