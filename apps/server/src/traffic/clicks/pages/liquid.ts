/** The places of templates: Liquid with conditions and a few filters, and nothing that could run or load anything. */
import { Liquid, type Template } from 'liquidjs';
import { RecentCache } from '../recent-cache.ts';
import { sanitizePage } from './sanitize.ts';

const TAGS = new Set(['if', 'unless', 'case', 'comment']);
const FILTERS = new Set([
  'upcase',
  'downcase',
  'capitalize',
  'default',
  'strip',
  'truncate',
  'truncatewords',
  'replace',
]);
/** Encodes a value for a part of an address. Places in the middle of an address have it without being told. */
const ENCODED = 'url_encode';
/** The variable that holds the HTML of the button. */
export const BUTTON = '_button';

const engine = new Liquid({
  // Every value is escaped; the filter `raw` does not exist.
  outputEscape: 'escape',
  ownPropertyOnly: true,
  strictFilters: true,
  templates: {},
  parseLimit: 200_000,
  // There are no loops, so the two other limits bound the work. This limit is wall-clock time, which also passes while
  // the process is not running: a short one would reject valid pages on a busy machine.
  renderLimit: 30_000,
  memoryLimit: 1_000_000,
});
for (const name of Object.keys(engine.tags)) if (!TAGS.has(name)) delete engine.tags[name];
for (const name of Object.keys(engine.filters)) if (!FILTERS.has(name)) delete engine.filters[name];
engine.registerFilter(ENCODED, (value: unknown) => encodeURIComponent(String(value ?? '').toWellFormed()));
engine.registerTag('button', {
  parse: () => undefined,
  render: (context) => String(context.getSync([BUTTON]) ?? ''),
});

/** A template that has been read, or the reason why it cannot be. */
export type Parsed =
  | { readonly ok: true; readonly pieces: Template[] }
  | { readonly ok: false; readonly problem: string };

const inPlainWords = (err: unknown): string => {
  const said = err instanceof Error ? err.message : '';
  const line = /line:(\d+)/.exec(said)?.[1];
  if (line === undefined) return `The text cannot be read: ${reasonIn(said)}.`;
  return `Line ${line} cannot be read: ${reasonIn(said)}.`;
};

function reasonIn(said: string): string {
  const tag = /^tag "([^"\s]{1,60})"/.exec(said)?.[1];
  if (tag !== undefined) return `{% ${tag} %} does not exist here`;
  const filter = /^undefined filter: (\w{1,60})/.exec(said)?.[1];
  if (filter !== undefined) return `the filter "${filter}" does not exist here`;
  return said.split(', line:')[0]?.split(', file:')[0] ?? '';
}

const ADDRESS = /(\s(?:href|src)=")([^"]*)(?=")/g;
const TAG_OR_PLACE = /\{%[^{}]*%\}|\{\{([^{}]*)\}\}/g;

/**
 * Encodes the places in the middle of addresses: a value such as "Birch & Partners" stays one parameter. A place with
 * which an address begins is the address itself.
 */
const withEncodedPlaces = (html: string): string =>
  html.replace(ADDRESS, (_, before: string, address: string) => {
    let isMiddle = false;
    let last = 0;
    const encoded = address.replace(TAG_OR_PLACE, (found: string, inner: string | undefined, at: number) => {
      isMiddle ||= address.slice(last, at).trim() !== '';
      last = at + found.length;
      if (inner === undefined) return found;
      const wasMiddle = isMiddle;
      isMiddle = true;
      if (!wasMiddle || inner.includes(ENCODED)) return found;
      // `{{- place -}}` also takes away the space around it.
      const trim = inner.endsWith('-') ? '-' : '';
      return `{{${inner.slice(0, inner.length - trim.length)}| ${ENCODED} ${trim}}}`;
    });
    return `${before}${encoded}`;
  });

function parse(html: string): Parsed {
  try {
    return { ok: true, pieces: engine.parse(withEncodedPlaces(sanitizePage(html))) };
  } catch (err) {
    return { ok: false, problem: inPlainWords(err) };
  }
}

const recent = new RecentCache<Parsed>(500, parse);

/** Reads the HTML of a variant, after taking out what is not allowed. Never throws. */
export const parsePage = (html: string): Parsed => recent.get(html);

/** The names of the places in a variant, without those of filters and conditions that it does not use. */
export const placesOf = (pieces: Template[]): string[] => engine.variablesSync(pieces);

/**
 * The places among these that a variant does not only print as they are, but uses in a condition, with a filter, or in
 * an address. Undefined if the variant cannot be read.
 */
export function placesOutside(html: string, names: readonly string[]): string[] | undefined {
  const printed = new RegExp(`\\{\\{-?\\s*(?:${names.join('|')})\\s*-?\\}\\}`, 'g');
  try {
    const rest = engine.parse(withEncodedPlaces(sanitizePage(html)).replace(printed, ''));
    return engine.variablesSync(rest).filter((name) => names.includes(name));
  } catch {
    return undefined;
  }
}

/** Whether a variant shows the button. */
export const hasButton = (html: string): boolean => /\{%-?\s*button\s*-?%\}/.test(html);

/** Fills the places. The result is sanitised again, because values and conditions could combine to something else. */
export function fillPage(pieces: Template[], values: Readonly<Record<string, string>>): string {
  return sanitizePage(String(engine.renderSync(pieces, values)));
}
