/** The public HTTP server that answers visitors' links (docs/product/clicks.md). */

import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { BotReason } from '@signpost/contract/traffic/clicks/bots.ts';
import { TEST_CLICK_HEADER } from '@signpost/contract/traffic/links/launch.ts';
import { clientAddress, isForwardedHttps, type TrustedProxies } from '../../../platform/client-address.ts';
import type { Exchange } from '../../../platform/exchange.ts';
import { IDLE_CONNECTION_MS } from '../../../platform/idle-connection.ts';
import { namesHostTwice, pathOf, plainPath } from '../../../platform/request-target.ts';
import { readUnescapedAddresses } from '../../../platform/unescaped-address.ts';
import { type Decision, decide } from '../decide/decide.ts';
import { destinationOf } from '../decide/destination.ts';
import { decideDirect } from '../decide/direct.ts';
import { decimalOf, type Hash64, hashOf, hashText } from '../decide/hash.ts';
import { targetUrlOf } from '../decide/target-url.ts';
import type { ClickLog } from '../log/writer.ts';
import { answerOrphan, isMissingPage } from '../orphans/answer-orphan.ts';
import type { OrphanVisits } from '../orphans/orphan-visits.ts';
import { answerOut, readOut } from '../out/answer-out.ts';
import type { FindClick } from '../out/find-click.ts';
import { leadsOn, type RecentClicks } from '../out/recent-clicks.ts';
import { answerBeacon, readBeacon } from '../pages/beacons.ts';
import { NOTHING_SHOWN, type Shown, shownTo, variantFor } from '../pages/book.ts';
import { type ImageServer, isImage } from '../pages/images.ts';
import type { Renderings } from '../pages/renderings.ts';
import { servePage } from '../pages/serve.ts';
import type { LinkProblems } from '../problems/link-problems.ts';
import type { Snapshot, Source } from '../snapshot/compile.ts';
import type { LimitedClicks } from '../snapshot/limited-clicks.ts';
import { agentOf } from './agent.ts';
import { notFound, say, sendOn } from './answer.ts';
import { botReason } from './bots.ts';
import { type Bursts, networkOf } from './bursts.ts';
import { leavesAtOnce, lineOfClick } from './click-fact.ts';
import { clickIdAt } from './click-id.ts';
import { takeCost } from './cost.ts';
import type { CountryOf } from './country.ts';
import { type ClickCounts, countOutcome } from './counts.ts';
import type { FloodPlace, Floods } from './floods.ts';
import { type Link, readLink } from './link.ts';
import { passedOn } from './pass-on.ts';
import { tellHealth } from './tell-health.ts';
import { visitOf } from './visit-of.ts';
import { knownVisitor, newVisitor } from './visitor.ts';

/** Answers requests that are not links. False leaves the request to the links. */
export type Beside = (request: IncomingMessage, response: ServerResponse, countryOf: CountryOf) => boolean;

export interface RouterDeps {
  /** Undefined until a configuration has been read. */
  snapshot: () => Snapshot | undefined;
  /** Called for each click that goes to a deal. */
  sent: (dealId: number, at: number) => void;
  /** Counts the clicks of direct links and boxes with a limit. */
  limitedClicks: Pick<LimitedClicks, 'count'>;
  log: ClickLog;
  /** Recent clicks whose visitors may still step to an offer. */
  recent: RecentClicks;
  findClick: FindClick;
  /** Called with unexpected failures. */
  failed: (err: unknown) => void;
  counts: ClickCounts;
  countryOf: CountryOf;
  bursts: Bursts;
  /** Called for each click that is part of a burst. */
  burst: () => void;
  /** Counts the clicks of bots that come too fast to be recorded one by one. */
  floods: Floods;
  /** Bursts of steps to an offer, which repeat a step that is recorded already. */
  outBursts: Bursts;
  renderings: Renderings;
  /** Counts what links say and cannot be used. */
  problems: LinkProblems;
  orphans: OrphanVisits;
  orphanBursts: Bursts;
  /** The body of `GET /health`; strangers only get `up`. */
  health: () => { up: boolean };
  healthSecret?: string | undefined;
  /** The parameter of links with the choice that a visitor made on another site. */
  consentParameter: string;
  /** Proxies whose X-Forwarded-For is believed. */
  trustedProxies: TrustedProxies;
  /** Answers with uploaded images, which pages show, and that every other address does not exist. */
  images: ImageServer;
  /** Answers requests that are not links (postbacks, web push). False leaves the request to the links. */
  beside?: Beside | undefined;
  now?: () => number;
}

const LONGEST_URL = 8 * 1024;
const MOST_CONNECTIONS = 20_000;

/** The server, not listening yet. */
export function clickServer(deps: RouterDeps): Server {
  const server = createServer(
    {
      maxHeaderSize: 2 * LONGEST_URL,
      requestTimeout: 10_000,
      headersTimeout: 10_000,
      keepAliveTimeout: IDLE_CONNECTION_MS,
      // Almost no request has a body, and without a body the stream need not be read to its end.
      optimizeEmptyRequests: true,
    },
    (request, response) => {
      // While the server stops, each open connection ends with its next answer.
      if (!server.listening) response.shouldKeepAlive = false;
      deps.counts.requests += 1;
      if (namesHostTwice(request)) {
        say(response, 400, 'This request names its host twice.', ['Connection', 'close']);
        return;
      }
      request.url = plainPath(pathOf(request));
      // No caller catches exceptions, so an exception here would end the process.
      try {
        if (deps.beside?.(request, response, deps.countryOf) !== true) answer(deps, request, response);
      } catch (err) {
        deps.failed(err);
        if (response.headersSent) response.destroy();
        else say(response, 500, 'This link cannot be opened at the moment.');
      }
    },
  );
  server.maxConnections = MOST_CONNECTIONS;
  readUnescapedAddresses(server);
  return server;
}

function answer(deps: RouterDeps, request: IncomingMessage, response: ServerResponse): void {
  const { method, url = '/' } = request;
  const link = readLink(url);
  const out = link === undefined ? readOut(url) : undefined;
  const beacon = link === undefined && out === undefined ? readBeacon(url) : undefined;
  const snapshot = deps.snapshot();
  if (method !== 'GET' && method !== 'HEAD') {
    say(response, 405, 'This link can only be opened with GET.', ['Allow', 'GET, HEAD', 'Connection', 'close']);
  } else if (url.length > LONGEST_URL) {
    say(response, 414, 'This link is too long.', ['Connection', 'close']);
  } else if (url === '/health') {
    tellHealth(deps, request, response);
  } else if (link === undefined && out === undefined && beacon === undefined && isImage(url)) {
    deps.images(url, response, deps.failed);
  } else if (snapshot === undefined) {
    say(response, 503, 'Not ready yet.', ['Retry-After', '1']);
  } else if ((link === undefined && out === undefined && beacon === undefined) || isMissingPage(snapshot, link)) {
    answerOrphan(deps, snapshot, request, response);
  } else if (link?.kind === 'page') {
    orFail(deps, response, servePage(deps, snapshot, link, { request, response }));
  } else if (beacon !== undefined) {
    orFail(deps, response, answerBeacon(deps, snapshot, beacon, { request, response }));
  } else if (link !== undefined) {
    route(deps, snapshot, link, { request, response });
  } else if (out !== undefined) {
    orFail(deps, response, answerOut(deps, snapshot, out, { request, response }));
  }
}

function orFail(deps: RouterDeps, response: ServerResponse, answering: Promise<void>): void {
  answering.catch((err: unknown) => {
    deps.failed(err);
    if (response.headersSent) response.destroy();
    else notFound(response);
  });
}

/** A link `/b_{id}` is a banner box or a button, which leads to a box; their ids never collide. */
function asButton(snapshot: Snapshot, link: Link): { link: Link; buttonId: number } {
  if (link.kind !== 'banner' || snapshot.boxes.has(link.boxId)) return { link, buttonId: 0 };
  const button = snapshot.book.buttons.get(link.boxId);
  if (button === undefined) return { link, buttonId: 0 };
  return { link: { ...link, kind: 'button', boxId: button.boxId }, buttonId: button.id };
}

/**
 * The variants that the visitor saw before the click or sees after it: of the button that they clicked, and of the page
 * that follows.
 */
function shownBy(
  snapshot: Snapshot,
  { link, buttonId }: { link: Link; buttonId: number },
  decision: Decision,
  visitor: Hash64,
): Shown {
  const pageId = decision.campaign?.pageId ?? 0;
  if (pageId === 0 && buttonId === 0) return NOTHING_SHOWN;
  const place = { websiteId: decision.place.websiteId, boxId: decision.box?.id ?? 0 };
  const page = pageId === 0 ? NOTHING_SHOWN : shownTo(snapshot.book, pageId, place, visitor);
  const button = snapshot.book.buttons.get(buttonId);
  if (button === undefined) return page;
  const named = button.variants.list.find(({ id }) => String(id) === link.variant);
  const buttonVariantId = (named ?? variantFor(button.variants, visitor))?.id ?? 0;
  return { ...page, buttonId, buttonVariantId };
}

function route(deps: RouterDeps, snapshot: Snapshot, opened: Link, { request, response }: Exchange): void {
  const { link, buttonId } = asButton(snapshot, opened);
  const { headers } = request;
  const known = knownVisitor(headers.cookie);
  const fresh = known === undefined ? newVisitor(isForwardedHttps(request, deps.trustedProxies)) : undefined;
  // A button in a frame of another site was shown without the visitor's cookie.
  const visitor = (buttonId === 0 ? undefined : hashOf(link.shownTo)) ?? hashText(known ?? fresh?.name ?? '');
  const now = deps.now?.() ?? Date.now();
  const agent = agentOf(headers['user-agent']);
  const address = clientAddress(request, deps.trustedProxies);
  const ticket = ticketOf(snapshot, link, now);
  // A test whose time is over, or that this router does not know yet, is no click.
  if (link.test !== '' && ticket === undefined) {
    say(response, 503, 'This test click is not known, or its time is over.', ['Retry-After', '1']);
    return;
  }
  const visit = visitOf(headers, link, {
    boxId: link.boxId,
    visitor,
    returning: known !== undefined,
    at: now,
    geo: ticket?.geo ?? deps.countryOf(address),
    // A test click comes from our own server, whose address says nothing about visitors.
    address: ticket === undefined ? address : '',
    agent,
    consentParameter: deps.consentParameter,
  });
  const decision = link.kind === 'direct' ? decideDirect(snapshot, link.slug, visit) : decide(snapshot, visit);
  if (!leads(link, decision)) {
    answerOrphan(deps, snapshot, request, response);
    return;
  }
  const id = clickIdAt(now);
  const named = ticket === undefined ? botReason(request, agent, snapshot.exempt, address) : 'test';
  const isBurst = named === undefined && deps.bursts.count(address, performance.now()) && !snapshot.exempt(address);
  if (isBurst) deps.burst();
  const bot = isBurst ? 'burst' : named;
  const place =
    bot !== undefined &&
    ticket === undefined &&
    deps.floods.isFlood(address, performance.now()) &&
    !snapshot.exempt(address)
      ? placeOf(address, bot, link, decision)
      : undefined;
  const joined = place && deps.floods.join(place);
  if (joined !== undefined) {
    const targetUrl = targetUrlOf(decision, visit, { clickId: joined, code: link.code });
    countOutcome(deps.counts, bot ?? decision.reason);
    if (targetUrl !== '') deps.counts.redirects += 1;
    sendOn(response, passedOn(decision, targetUrl, request.url), named === undefined ? fresh?.cookie : undefined);
    return;
  }
  if (decision.offer.dealId !== 0 && bot === undefined) deps.sent(decision.offer.dealId, now);
  if (bot === undefined && decision.countsFor) deps.limitedClicks.count(decision.countsFor);
  if (bot === undefined) countUnknownSource(deps.problems, link, decision.place.source, now);
  const destination = destinationOf(decision, visit, { clickId: id, code: link.code }, bot !== undefined);
  const { targetUrl } = destination;
  const shown = shownBy(snapshot, { link, buttonId }, decision, visitor);
  const line = lineOfClick(snapshot, {
    id,
    visitorId: decimalOf(visitor),
    link,
    visit,
    decision,
    bot,
    targetUrl,
    appStep: destination.step,
    cost: takeCost(deps.problems, link, decision.place.source, bot),
    shown,
  });
  countOutcome(deps.counts, bot ?? decision.reason);
  if (targetUrl !== '') deps.counts.redirects += 1;
  if (ticket !== undefined) response.setHeader(TEST_CLICK_HEADER, id);
  if (place !== undefined) deps.floods.begin(place, id, line);
  // The visitor is redirected whether or not the fact was stored; the log counts what it could not store.
  if (leadsOn(decision.campaign)) deps.recent.put(id, line, leavesAtOnce(decision, bot));
  // A burst may contain people too, so they keep their cookies.
  // The parameters that pass on are a visitor's, so they are not part of the fact.
  const location = destination.locate((url) => passedOn(decision, url, request.url));
  deps.log.append(line, () => sendOn(response, location, named === undefined ? fresh?.cookie : undefined));
}

/** Counts a source that the link names and nobody set up; its click counts for the source of its referrer or box. */
function countUnknownSource(
  problems: LinkProblems,
  { source: said }: Link,
  source: Source | undefined,
  now: number,
): void {
  if (said === '' || said === source?.name) return;
  const isKnown =
    source !== undefined && (said.toLowerCase() === source.name.toLowerCase() || Number(said) === source.id);
  if (!isKnown) problems.count('unknown_source', 0, said, now);
}

/** The ticket of a test click; undefined for any other click. */
function ticketOf({ tickets }: Snapshot, { test }: Link, now: number) {
  const ticket = test === '' ? undefined : tickets.get(createHash('sha256').update(test).digest('hex'));
  if (ticket === undefined || ticket.until <= now) return undefined;
  return ticket;
}

const placeOf = (address: string, reason: BotReason, link: Link, { campaign, offer }: Decision): FloodPlace => ({
  network: networkOf(address),
  reason,
  link,
  campaignId: campaign?.id ?? 0,
  dealId: offer.dealId,
});

/** Whether the link exists; an unknown one is not a click. `/bs_` and `/b_` exist only for SEO and banner boxes. */
function leads({ kind }: Link, { box, reason }: Decision): boolean {
  if (kind === 'direct') return reason !== 'unknown_link';
  if (kind === 'box' || kind === 'button' || box === null) return box !== null;
  return box.boxKind === (kind === 'seoBox' ? 'seo' : 'banner');
}
