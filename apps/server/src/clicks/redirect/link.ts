/** Reads links: `/box_{id}?source=…`, `/bs_`, `/b_`, `/d_{slug}` and the pages `/p_{id}`. Never throws. */
import { type ParsedUrlQuery, parse } from 'node:querystring';
import { TEST_CLICK_PARAMETER } from '@signpost/contract/links/launch.ts';
import { RecentCache } from '../recent-cache.ts';

/** The parameters of a link (docs/product/links-and-hosts.md); absent texts are ''. */
export interface Link {
  readonly kind: 'box' | 'seoBox' | 'banner' | 'direct' | 'page' | 'button';
  /** 0 for a direct link; the id of the template for a page. */
  readonly boxId: number;
  /** '' for a box. */
  readonly slug: string;
  readonly source: string;
  readonly code: string;
  readonly ref: string;
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
}

const LINK = /^\/(?:(box|bs|b|p)_([1-9]\d{0,9})|d_([A-Za-z0-9_-]{1,64}))\/?$/;
const KINDS: Readonly<Record<string, Link['kind']>> = { box: 'box', bs: 'seoBox', b: 'banner', p: 'page' };
const LONGEST_VALUE = 500;
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
};

/** Most links are on pages and in e-mails, so many visitors open exactly the same one. */
const recent = new RecentCache<Link | undefined>(2_000, parseLink);
/** Longer links carry values of one visitor and are not worth caching. */
const LONGEST_KEPT = 300;

/** The link in a request's URL, or undefined if the URL is not a link. */
export function readLink(url: string): Link | undefined {
  return url.length > LONGEST_KEPT ? parseLink(url) : recent.get(url);
}

function parseLink(url: string): Link | undefined {
  const mark = url.indexOf('?');
  const [found, marker, id, slug = ''] = LINK.exec(mark === -1 ? url : url.slice(0, mark)) ?? [];
  if (found === undefined) return undefined;
  const to = { kind: KINDS[marker ?? ''] ?? 'direct', boxId: Number(id ?? 0), slug } as const;
  if (mark === -1 || mark === url.length - 1) {
    return { ...to, ...NO_PARAMETERS };
  }
  const query = parse(url.slice(mark + 1), '&', '=', { maxKeys: MOST_PARAMETERS });
  return {
    ...to,
    source: textOf(query, 'source'),
    code: textOf(query, 'code'),
    ref: textOf(query, 'ref'),
    cost: textOf(query, 'cost'),
    currency: textOf(query, 'currency'),
    subs: [
      textOf(query, 'sub1'),
      textOf(query, 'sub2'),
      textOf(query, 'sub3'),
      textOf(query, 'sub4'),
      textOf(query, 'sub5'),
    ],
    click: textOf(query, 'click'),
    shownTo: textOf(query, 'u'),
    variant: textOf(query, 'v'),
    test: textOf(query, TEST_CLICK_PARAMETER),
  };
}

/** The first value of that name, shortened and with lone surrogates replaced. */
function textOf(query: ParsedUrlQuery, name: string): string {
  const given = query[name];
  const value = Array.isArray(given) ? (given[0] ?? '') : (given ?? '');
  return value === '' ? '' : value.slice(0, LONGEST_VALUE).toWellFormed();
}
