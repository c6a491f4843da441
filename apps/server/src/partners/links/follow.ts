/** Follows an address hop by hop; every hop is checked like the first one. */

import type { Hop, LinkCheck } from '@signpost/contract/traffic/clicks/link-check.ts';
import { OUTGOING_PROBLEMS, OutgoingError, type Send } from '../../platform/outgoing.ts';
import { carries } from './engine/click-id.ts';

const MOST_HOPS = 8;
const HOP_TIMEOUT_MS = 6_000;

export type Followed = Pick<LinkCheck, 'hops' | 'finalHost' | 'problem' | 'clickId' | 'lostParameters'>;

/** Failures of the other side are returned and never thrown. */
export async function follow(
  send: Send,
  start: string,
  clickId: string,
  headers: Readonly<Record<string, string>>,
): Promise<Followed> {
  const hops: Hop[] = [];
  const seen = new Set<string>();
  let url = start;
  let problem: string | null = null;
  while (problem === null) {
    if (seen.has(url)) {
      problem = 'The redirects form a loop.';
      break;
    }
    if (hops.length === MOST_HOPS) {
      problem = `There are more than ${MOST_HOPS} redirects.`;
      break;
    }
    seen.add(url);
    const step = await take(send, url, clickId, headers);
    hops.push(step.hop);
    problem = step.problem;
    if (step.next === null) break;
    url = step.next;
  }
  const last = hops.at(-1);
  return {
    hops,
    problem,
    finalHost: URL.parse(last?.url ?? '')?.host ?? '',
    clickId: fateOf(hops),
    lostParameters: lostOf(start, last?.url ?? start, clickId),
  };
}

function sentBy(target: string | null, refresh: string | null): Hop['by'] {
  if (target !== null) return 'redirect';
  if (refresh !== null) return 'page';
  return null;
}

async function take(
  send: Send,
  url: string,
  clickId: string,
  headers: Readonly<Record<string, string>>,
): Promise<{ hop: Hop; next: string | null; problem: string | null }> {
  const hasClickId = carries(url, clickId);
  try {
    const { http, ms, location, body, contentType } = await send({ url, headers, timeoutMs: HOP_TIMEOUT_MS });
    const target = http >= 300 && http < 400 ? location : null;
    const refresh = http < 300 && /html/i.test(contentType) ? refreshOf(body) : null;
    const hop: Hop = { url, http, ms, by: sentBy(target, refresh), hasClickId };
    const to = target ?? refresh;
    if (to === null) return { hop, next: null, problem: http >= 300 ? `It ends with HTTP ${http}.` : null };
    if (!URL.canParse(to, url)) return { hop, next: null, problem: 'A redirect leads to an invalid address.' };
    return { hop, next: new URL(to, url).href, problem: null };
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    const hop: Hop = { url, http: null, ms: error.ms, by: null, hasClickId };
    return { hop, next: null, problem: OUTGOING_PROBLEMS[error.problem] };
  }
}

/** How much of a page is searched for a refresh, and the maximum length of a tag. */
const LONGEST_PAGE = 100_000;
const LONGEST_TAG = 2_048;

/**
 * The address that a page redirects its visitor to. Tags are cut out first and then parsed one by one, because the page
 * comes from somebody else, and a regular expression for the whole tag could take minutes on a hostile page.
 */
function refreshOf(body: string): string | null {
  const page = body.slice(0, LONGEST_PAGE);
  for (const { index } of page.matchAll(/<meta\b/gi)) {
    const start = page.slice(index, index + LONGEST_TAG);
    const end = start.indexOf('>');
    const tag = start.slice(0, Math.max(end, 0));
    if (!/http-equiv\s*=\s*["']?refresh/i.test(tag)) continue;
    const address = /url\s*=\s*['"]?([^'">\s]+)/i.exec(tag)?.[1];
    return address?.replaceAll('&amp;', '&') ?? null;
  }
  return null;
}

/** The id must be in the address that was opened last, because the partner's site reads it there. */
function fateOf(hops: readonly Hop[]): LinkCheck['clickId'] {
  if (hops[0]?.hasClickId !== true) return 'not_sent';
  const last = hops.at(-1);
  if (last?.hasClickId !== true) return 'lost';
  // An address that nobody opened shows nothing, however complete it looks.
  if (last.http === null) return null;
  return 'survives';
}

function lostOf(start: string, end: string, clickId: string): string[] {
  if (!URL.canParse(start) || !URL.canParse(end)) return [];
  const carried = new Set(new URL(end).searchParams.values());
  return [...new URL(start).searchParams]
    .filter(([, value]) => value !== '' && !carried.has(value) && !(value === clickId && carries(end, clickId)))
    .map(([name]) => name);
}
