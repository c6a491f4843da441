/** Answers visitors who followed no link: sends them where their host says, and counts them. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OrphanKind } from '@signpost/contract/entities/orphan-visit.ts';
import { clientAddress, type TrustedProxies } from '../../../platform/client-address.ts';
import { agentOf } from '../redirect/agent.ts';
import { bareHost, notFound, sendOn } from '../redirect/answer.ts';
import { botReason } from '../redirect/bots.ts';
import type { Bursts } from '../redirect/bursts.ts';
import type { CountryOf } from '../redirect/country.ts';
import type { ClickCounts } from '../redirect/counts.ts';
import type { Link } from '../redirect/link.ts';
import { withUnderscores } from '../redirect/underscore.ts';
import type { Domain, Snapshot } from '../snapshot/compile.ts';
import type { OrphanOutcome, OrphanVisits } from './orphan-visits.ts';
import { isAutomatic, storedPath } from './path.ts';

export interface OrphanDeps {
  orphans: OrphanVisits;
  /** Bursts of requests for addresses without a link. */
  orphanBursts: Bursts;
  counts: ClickCounts;
  countryOf: CountryOf;
  trustedProxies: TrustedProxies;
  now?: () => number;
}

const ROOT = /^\/+(?:[?#]|$)/;
/** A link that does not exist, without what follows it. */
const NO_LINK = /^\/+((?:box|bs|b|p)_\d{1,12}|d_[A-Z0-9_-]{1,64})/i;
/** Browsers ask for pages with these; for pictures, scripts and data with others. */
const OPENED = new Set(['document', 'iframe', 'frame', 'fencedframe']);

/** Sends the visitor of an address without a link to the address that the host has for them, else answers with 404. */
export function answerOrphan(
  deps: OrphanDeps,
  snapshot: Snapshot,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const { headers, url = '/' } = request;
  const destination = headers['sec-fetch-dest'];
  if (isAutomatic(url) || (typeof destination === 'string' && !OPENED.has(destination))) {
    notFound(response);
    return;
  }
  const now = deps.now?.() ?? Date.now();
  const host = bareHost(headers.host);
  const domain = snapshot.domains.get(host);
  const address = clientAddress(request, deps.trustedProxies);
  const agent = agentOf(headers['user-agent']);
  const targetUrl = targetFor(domain, url)?.({ geo: deps.countryOf(address), device: agent.device }) ?? '';
  const isBot =
    botReason(request, agent, snapshot.exempt, address) !== undefined ||
    (deps.orphanBursts.count(address, performance.now()) && !snapshot.exempt(address));
  const place = { domainId: domain?.id ?? 0, host, ...openedBy(url) };
  deps.orphans.count(place, outcomeOf(isBot, targetUrl), new Date(now));
  if (targetUrl !== '') deps.counts.redirects += 1;
  sendOn(response, targetUrl);
}

function outcomeOf(isBot: boolean, targetUrl: string): OrphanOutcome {
  if (isBot) return 'bot';
  if (targetUrl === '') return 'visit';
  return 'sentOn';
}

function targetFor(domain: Domain | undefined, url: string) {
  if (ROOT.test(url)) return domain?.root;
  return domain?.unknownLink;
}

function openedBy(url: string): { orphanKind: OrphanKind; path: string } {
  if (ROOT.test(url)) return { orphanKind: 'root', path: '/' };
  const link = (NO_LINK.exec(url) ?? NO_LINK.exec(withUnderscores(url)))?.[1];
  if (link !== undefined) return { orphanKind: 'link', path: `/${link.toLowerCase()}` };
  return { orphanKind: 'path', path: storedPath(url) };
}

/** Whether a page is opened that does not exist, and that no visitor of a campaign was sent to. */
export const isMissingPage = ({ book }: Snapshot, link: Link | undefined): boolean =>
  link !== undefined && link.kind === 'page' && link.click === '' && !book.pages.has(link.boxId);
