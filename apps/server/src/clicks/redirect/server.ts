/** The public HTTP server that answers visitors' links (docs/product/clicks.md). */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { BotReason } from '@signpost/contract/clicks/bots.ts';
import { hostOf, languageOf } from '@signpost/contract/clicks/visit-words.ts';
import { clientAddress, isForwardedHttps, type TrustedProxies } from '../../platform/client-address.ts';
import { mayReadFigures } from '../../platform/health-access.ts';
import { type Decision, decide } from '../decide/decide.ts';
import { decideDirect } from '../decide/direct.ts';
import { decimalOf, hashText } from '../decide/hash.ts';
import { targetUrlOf } from '../decide/target-url.ts';
import type { Visit } from '../decide/visit.ts';
import type { ClickLog } from '../log/writer.ts';
import { answerOut, readOut } from '../out/answer-out.ts';
import type { FindClick } from '../out/find-click.ts';
import { leadsOn, type RecentClicks } from '../out/recent-clicks.ts';
import type { Snapshot } from '../snapshot/compile.ts';
import { agentOf } from './agent.ts';
import { bareHost, notFound, say, sendOn } from './answer.ts';
import { botReason } from './bots.ts';
import { type Bursts, networkOf } from './bursts.ts';
import { leavesAtOnce, lineOfClick } from './click-fact.ts';
import { clickIdAt } from './click-id.ts';
import type { CountryOf } from './country.ts';
import type { FloodPlace, Floods } from './floods.ts';
import { type Link, readLink } from './link.ts';
import { knownVisitor, newVisitor } from './visitor.ts';

export interface RouterDeps {
  /** Undefined until a configuration has been read. */
  snapshot: () => Snapshot | undefined;
  /** Called for each click that goes to a deal. */
  sent: (dealId: number, at: number) => void;
  log: ClickLog;
  /** Recent clicks whose visitors may still step to an offer. */
  recent: RecentClicks;
  findClick: FindClick;
  /** Called with unexpected failures. */
  failed: (err: unknown) => void;
  countryOf: CountryOf;
  bursts: Bursts;
  /** Called for each click that is part of a burst. */
  burst: () => void;
  /** Counts the clicks of bots that come too fast to be recorded one by one. */
  floods: Floods;
  /** Bursts of steps to an offer, which repeat a step that is recorded already. */
  outBursts: Bursts;
  /** The body of `GET /health`; strangers only get `up`. */
  health: () => { up: boolean };
  healthSecret?: string | undefined;
  /** Proxies whose X-Forwarded-For is believed. */
  trustedProxies: TrustedProxies;
  /** Answers requests that are not links (postbacks). False leaves the request to the links. */
  beside?: (request: IncomingMessage, response: ServerResponse) => boolean;
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
      keepAliveTimeout: 30_000,
      // Almost no request has a body, and without a body the stream need not be read to its end.
      optimizeEmptyRequests: true,
    },
    (request, response) => {
      // While the server stops, each open connection ends with its next answer.
      if (!server.listening) response.shouldKeepAlive = false;
      // No caller catches exceptions, so an exception here would end the process.
      try {
        if (deps.beside?.(request, response) !== true) answer(deps, request, response);
      } catch (err) {
        deps.failed(err);
        if (response.headersSent) response.destroy();
        else say(response, 500, 'This link cannot be opened at the moment.');
      }
    },
  );
  server.maxConnections = MOST_CONNECTIONS;
  return server;
}

function answer(deps: RouterDeps, request: IncomingMessage, response: ServerResponse): void {
  const { method, url = '/' } = request;
  const link = readLink(url);
  const out = link === undefined ? readOut(url) : undefined;
  const snapshot = deps.snapshot();
  if (method !== 'GET' && method !== 'HEAD') {
    say(response, 405, 'This link can only be opened with GET.', ['Allow', 'GET, HEAD', 'Connection', 'close']);
  } else if (url.length > LONGEST_URL) {
    say(response, 414, 'This link is too long.', ['Connection', 'close']);
  } else if (url === '/health') {
    tellHealth(deps, request, response);
  } else if (link === undefined && out === undefined) {
    notFound(response);
  } else if (snapshot === undefined) {
    say(response, 503, 'Not ready yet.', ['Retry-After', '1']);
  } else if (link !== undefined) {
    route(deps, snapshot, link, request, response);
  } else if (out !== undefined) {
    answerOut(deps, snapshot, out, request, response).catch((err: unknown) => {
      deps.failed(err);
      notFound(response);
    });
  }
}

function route(
  deps: RouterDeps,
  snapshot: Snapshot,
  link: Link,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const { headers } = request;
  const known = knownVisitor(headers.cookie);
  const fresh = known === undefined ? newVisitor(isForwardedHttps(request, deps.trustedProxies)) : undefined;
  const visitor = hashText(known ?? fresh?.name ?? '');
  const now = deps.now === undefined ? Date.now() : deps.now();
  const agent = agentOf(headers['user-agent']);
  const address = clientAddress(request, deps.trustedProxies);
  const visit: Visit = {
    boxId: link.boxId,
    visitor,
    returning: known !== undefined,
    at: now,
    geo: deps.countryOf(address),
    language: languageOf(headers['accept-language']),
    device: agent.device,
    os: agent.os,
    browser: agent.browser,
    source: link.source,
    referrer: hostOf(link.ref) || hostOf(headers.referer),
    host: bareHost(headers.host),
    code: link.code,
    subs: link.subs,
  };
  const decision = link.kind === 'direct' ? decideDirect(snapshot, link.slug, visit) : decide(snapshot, visit);
  if (!leads(link, decision)) {
    notFound(response);
    return;
  }
  const id = clickIdAt(now);
  const named = botReason(request, agent, snapshot.exempt, address);
  const isBurst = named === undefined && deps.bursts.count(address, performance.now()) && !snapshot.exempt(address);
  if (isBurst) deps.burst();
  const bot = isBurst ? 'burst' : named;
  const place =
    bot !== undefined && deps.floods.isFlood(address, performance.now()) && !snapshot.exempt(address)
      ? placeOf(address, bot, link, decision)
      : undefined;
  const joined = place && deps.floods.join(place);
  if (joined !== undefined) {
    const targetUrl = targetUrlOf(decision, visit, { clickId: joined, code: link.code });
    sendOn(response, targetUrl, named === undefined ? fresh?.cookie : undefined);
    return;
  }
  if (decision.offer.dealId !== 0 && bot === undefined) deps.sent(decision.offer.dealId, now);
  const targetUrl = targetUrlOf(decision, visit, { clickId: id, code: link.code });
  const line = lineOfClick(snapshot, { id, visitorId: decimalOf(visitor), link, visit, decision, bot, targetUrl });
  if (place !== undefined) deps.floods.begin(place, id, line);
  // The visitor is redirected whether or not the fact was stored; the log counts what it could not store.
  if (leadsOn(decision.campaign)) deps.recent.put(id, line, leavesAtOnce(decision, bot));
  // A burst may contain people too, so they keep their cookies.
  deps.log.append(line, () => sendOn(response, targetUrl, named === undefined ? fresh?.cookie : undefined));
}

const placeOf = (address: string, reason: BotReason, link: Link, { campaign, offer }: Decision): FloodPlace => ({
  network: networkOf(address),
  reason,
  link,
  campaignId: campaign?.id ?? 0,
  dealId: offer.dealId,
});

/** Whether the link exists; an unknown one is not a click. `/bs_` and `/b_` exist only for SEO and banner boxes. */
function leads({ kind }: Link, { box, target }: Decision): boolean {
  if (kind === 'direct') return target !== null;
  if (kind === 'box' || box === null) return box !== null;
  return box.boxKind === (kind === 'seoBox' ? 'seo' : 'banner');
}

function tellHealth(deps: RouterDeps, request: IncomingMessage, response: ServerResponse): void {
  const health = deps.health();
  const body = JSON.stringify(mayReadFigures(request, deps.healthSecret) ? health : { up: health.up });
  response.writeHead(health.up ? 200 : 503, [
    'Content-Type',
    'application/json',
    'Cache-Control',
    'no-store',
    'Content-Length',
    String(Buffer.byteLength(body)),
  ]);
  response.end(body);
}
