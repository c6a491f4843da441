/** Reads links: `/box_{id}?source=…`, `/bs_`, `/b_`, `/d_{slug}` and the pages `/p_{id}`. Never throws. */
import { parse } from 'node:querystring';
import { TEST_CLICK_PARAMETER } from '@signpost/contract/reading/pass-on.ts';
import { type KeptParameters, NOTHING_KEPT } from '@signpost/contract/traffic/clicks/parameters.ts';
import { unescapedText } from '../../../platform/legacy-text.ts';
import { RecentCache } from '../recent-cache.ts';
import { keptParameters } from './kept-parameters.ts';
import { nameOf, queryBehind, separated } from './tail.ts';
import { withUnderscores } from './underscore.ts';

/** The parameters of a link (docs/product/links-and-hosts.md); absent texts are ''. */
export interface Link {
  readonly kind: 'box' | 'seoBox' | 'banner' | 'direct' | 'page' | 'button';
  /** 0 for a direct link; the id of the template for a page. */
  readonly boxId: number;
  /** As the link spells it, in any case; '' for a box. */
  readonly slug: string;
  readonly source: string;
  readonly code: string;
  readonly ref: string;
  /** Different values of one link stand beside each other, with `CONTRADICTION` between them. */
  readonly cost: string;
  readonly currency: string;
  readonly subs: readonly [string, string, string, string, string];
  /** The click that led to a page. */
  readonly click: string;
  /** The visitor and the variant to whom and as which a button was shown. */
  readonly shownTo: string;
  readonly variant: string;
  /** The token of a test click. */
  readonly test: string;
  /** Its other parameters, as its click keeps them. */
  readonly kept: KeptParameters;
}

/** Programs put a whole address behind the slash of a host, because they take it for a path. */
const LINK =
  /^\/+(?:https?(?::|%3a)(?:\/|%2f){1,2}[^/?#%]{1,253}(?:\/|%2f))?(?:(box|bs|b|p)_([1-9]\d{0,9})(?!\d)|d_([A-Z0-9_-]{1,64})(?![A-Z0-9_-]))/i;
/** Addresses under a button that are no links: its frame and its picture. */
const BEACON = /^\/b_\d+(?:\/show|\.gif)(?:\?|$)/;
/** The characters of the name or id of a source. */
const SOURCE_NAME = /^[A-Za-z0-9_]+/;
const INVISIBLE_START = /^[\s\p{Cf}]+/u;
const KINDS: Readonly<Record<string, Link['kind']>> = { box: 'box', bs: 'seoBox', b: 'banner', p: 'page' };
const LONGEST_VALUE = 500;
/** The parameters that may not contradict themselves, because they are money. */
const MONEY = ['cost', 'currency'] as const;
/** Stands between the values of `cost` or `currency` in a link that names several different ones. */
export const CONTRADICTION = ' & ';
const MOST_PARAMETERS = 100;
const NO_PARAMETERS: Omit<Link, 'kind' | 'boxId' | 'slug'> = {
  source: '',
  code: '',
  ref: '',
  cost: '',
  currency: '',
  subs: ['', '', '', '', ''],
  click: '',
  shownTo: '',
  variant: '',
  test: '',
  kept: NOTHING_KEPT,
};

/** Most links are on pages and in e-mails, so many visitors open exactly the same one. */
const recent = new RecentCache<Link | undefined>(2_000, parseLink);
/** Longer links carry values of one visitor and are not worth caching. */
const LONGEST_KEPT = 300;

/** The link in a request's URL, or undefined if the URL is not a link. */
export function readLink(url: string): Link | undefined {
  if (url.length > LONGEST_KEPT) return parseLink(url);
  return recent.get(url);
}

/** Characters behind a slug with which an escaped underscore begins. */
const ESCAPES: ReadonlySet<string> = new Set(['\\', '/', '%']);

/** The parts of a link, and what follows its id. Only a link that cannot be read as it is gets its underscores back. */
function partsOf(url: string): { parts: RegExpExecArray; tail: string } | undefined {
  const plain = LINK.exec(url);
  if (plain !== null && (plain[3] === undefined || !ESCAPES.has(url.charAt(plain[0].length))))
    return { parts: plain, tail: url.slice(plain[0].length) };
  const repaired = withUnderscores(url);
  const parts = LINK.exec(repaired);
  if (parts === null) return undefined;
  return { parts, tail: repaired.slice(parts[0].length) };
}

function parseLink(url: string): Link | undefined {
  const found = partsOf(url);
  if (found === undefined || BEACON.test(url)) return undefined;
  const [, marker, id, slug = ''] = found.parts;
  const kind = KINDS[(marker ?? '').toLowerCase()] ?? 'direct';
  const to = { kind, boxId: Number(id ?? 0), slug } as const;
  const query = queryBehind(found.tail);
  const inPath = costInPath(found.tail);
  if (query === '') return { ...to, ...NO_PARAMETERS, cost: inPath };
  const given = parametersOf(query);
  return {
    ...to,
    source: sourceOf(textOf(given, 'source')),
    code: textOf(given, 'code'),
    ref: textOf(given, 'ref'),
    cost: textOf(given, 'cost') || inPath,
    currency: textOf(given, 'currency'),
    subs: [
      textOf(given, 'sub1'),
      textOf(given, 'sub2'),
      textOf(given, 'sub3'),
      textOf(given, 'sub4'),
      textOf(given, 'sub5'),
    ],
    click: textOf(given, 'click'),
    shownTo: textOf(given, 'u'),
    variant: textOf(given, 'v'),
    test: textOf(given, TEST_CLICK_PARAMETER),
    kept: keptParameters(given),
  };
}

/** A segment that names a cost, or that is an amount with decimals. */
const PATH_COST = /\/(?:cost(?:[=:]|%3d|\/)[^/?&]{1,40}|\d{0,9}[.,]\d{1,9})(?=[/?&]|$)/i;

/**
 * The text in the path behind an id that looks like a cost, with its slash. Only parameters are read, so such a text is
 * counted as a cost that cannot be read. Empty if there is none.
 */
function costInPath(tail: string): string {
  if (!tail.startsWith('/')) return '';
  const path = tail.split(/[?&]/, 1)[0] ?? '';
  return PATH_COST.exec(path)?.[0] ?? '';
}

/** The parameters of a link as they were written, separated by `&` only; '' if there are none. */
export function queryOfLink(url: string): string {
  const found = partsOf(url);
  if (found === undefined) return '';
  return separated(queryBehind(found.tail));
}

/** In the place of bytes that are no UTF-8. */
const GARBLED = '\ufffd';

/** The first value of each parameter, by its name as the product knows it. */
function parametersOf(query: string): ReadonlyMap<string, string> {
  const given = firstValues(parse(separated(query), '&', '=', { maxKeys: MOST_PARAMETERS }));
  for (const value of given.values()) if (value.includes(GARBLED)) return legacyParametersOf(query);
  return given;
}

/** The parameters of a link whose values are not in UTF-8, because an old program escaped them. */
const legacyParametersOf = (query: string): ReadonlyMap<string, string> =>
  firstValues(parse(separated(query), '&', '=', { maxKeys: MOST_PARAMETERS, decodeURIComponent: unescapedPart }));

const unescapedPart = (part: string): string => unescapedText(part);

function firstValues(parsed: ReturnType<typeof parse>): Map<string, string> {
  const given = new Map<string, string>();
  for (const written in parsed) {
    const value = parsed[written];
    const name = nameOf(written);
    if (!given.has(name)) given.set(name, (Array.isArray(value) ? value[0] : value) ?? '');
  }
  for (const name of MONEY) if (given.has(name)) given.set(name, everyValue(parsed, name));
  return given;
}

/** The different values of one parameter. One that is empty, or differs in its case alone, says nothing else. */
function everyValue(parsed: ReturnType<typeof parse>, name: string): string {
  const different = new Map<string, string>();
  for (const written in parsed)
    if (nameOf(written) === name)
      for (const value of [parsed[written] ?? ''].flat()) {
        const meant = value.trim().toLowerCase();
        if (meant !== '' && !different.has(meant)) different.set(meant, value.slice(0, LONGEST_VALUE));
      }
  return [...different.values()].join(CONTRADICTION);
}

/** A parameter's value, shortened and with lone surrogates replaced. */
function textOf(given: ReadonlyMap<string, string>, name: string): string {
  const value = given.get(name);
  if (value === undefined || value === '') return '';
  return value.slice(0, LONGEST_VALUE).toWellFormed();
}

/** The name of a source ends at the first character that no name has. A text that begins with one stays, so that it is listed. */
function sourceOf(text: string): string {
  return SOURCE_NAME.exec(text.replace(INVISIBLE_START, ''))?.[0] ?? text;
}
