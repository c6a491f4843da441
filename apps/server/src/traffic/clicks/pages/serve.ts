/** `/p_{id}`: serves the page of a campaign to the visitor of a click, or begins a click (docs/product/pages.md). */
import type { ServerResponse } from 'node:http';
import { isForwardedHttps } from '../../../platform/client-address.ts';
import type { Exchange } from '../../../platform/exchange.ts';
import { NO_OFFER, offerOf } from '../decide/deal.ts';
import type { Decision } from '../decide/decide.ts';
import { decimalOf, hashText } from '../decide/hash.ts';
import { placeOf } from '../decide/visit.ts';
import { botReasonOf, clickOf, visitorOf } from '../out/answer-out.ts';
import type { StoredClick } from '../out/stored-click.ts';
import { notFound, sendOn } from '../redirect/answer.ts';
import { lineOfClick } from '../redirect/click-fact.ts';
import { clickIdAt } from '../redirect/click-id.ts';
import { takeCost } from '../redirect/cost.ts';
import { countOutcome } from '../redirect/counts.ts';
import type { Link } from '../redirect/link.ts';
import { visitOf } from '../redirect/visit-of.ts';
import { knownVisitor, newVisitor } from '../redirect/visitor.ts';
import type { Snapshot } from '../snapshot/compile.ts';
import { ctaOf } from '../snapshot/cta-labels.ts';
import { NOTHING_SHOWN, type Page, type Shown, shownTo } from './book.ts';
import { PAGE_POLICY } from './document.ts';
import { askerOf, type PageDeps, recordImpression } from './impression.ts';
import { type PageVisitor, renderPage } from './render.ts';

/** Sends a document that cannot run scripts. */
export function sendPage(response: ServerResponse, method: string | undefined, html: string, cookie?: string): void {
  const head = [
    'Content-Type',
    'text/html; charset=utf-8',
    'Cache-Control',
    'no-store',
    'Content-Security-Policy',
    PAGE_POLICY,
    'X-Content-Type-Options',
    'nosniff',
    'Referrer-Policy',
    'strict-origin-when-cross-origin',
    'Content-Length',
    String(Buffer.byteLength(html)),
  ];
  if (cookie !== undefined) head.push('Set-Cookie', cookie);
  response.writeHead(200, head);
  response.end(method === 'HEAD' ? undefined : html);
}

/** Serves a page. Its visitor goes on to the offer if the page cannot be shown. */
export async function servePage(
  deps: PageDeps,
  snapshot: Snapshot,
  link: Link,
  { request, response }: Exchange,
): Promise<void> {
  const page = snapshot.book.pages.get(link.boxId);
  const click = link.click === '' ? undefined : await clickOf(deps, link.click);
  if (page === undefined) {
    // A visitor of a campaign still has its offer; whoever opens the address itself has nothing.
    if (click === undefined) notFound(response);
    else sendOn(response, `/out/${click.clickId}`);
    return;
  }
  if (click === undefined) beginClick(deps, snapshot, { page, link }, { request, response });
  else showToClick(deps, snapshot, { page, click }, { request, response });
}

/** The variants that the visitor sees according to the click's fact, as long as they still exist. */
function shownBefore(page: Page, click: StoredClick): Shown | undefined {
  const { templateId, templateVariantId, buttonId, buttonVariantId } = click;
  const isThere = templateId === page.id && page.variants.list.some(({ id }) => id === templateVariantId);
  if (isThere) return { templateId, templateVariantId, buttonId, buttonVariantId };
  return undefined;
}

/** The variants for the visitor of a click: those seen before, without a button that is not on the page. */
function chooseShown(before: Shown | undefined, now: Shown, isOwnButton: boolean): Shown {
  if (before === undefined) return now;
  if (isOwnButton) return before;
  return { ...now, templateVariantId: before.templateVariantId };
}

function showToClick(
  deps: PageDeps,
  snapshot: Snapshot,
  { page, click }: { page: Page; click: StoredClick },
  { request, response }: Exchange,
): void {
  const place = { websiteId: click.websiteId, boxId: click.campaignBoxId };
  const now = shownTo(snapshot.book, page.id, place, visitorOf(click));
  const before = shownBefore(page, click);
  // The button on which the visitor came is not the one on the page.
  const isOwnButton = click.buttonId === 0 || click.buttonId === now.buttonId;
  const shown = chooseShown(before, now, isOwnButton);
  const { sub1, sub2, sub3, sub4, sub5 } = click;
  const visitor: PageVisitor = {
    geo: snapshot.geoCodes.get(click.geoId) ?? '',
    device: click.device,
    language: click.language,
    source: snapshot.sources.get(click.trafficSourceId)?.name ?? '',
    subs: [sub1, sub2, sub3, sub4, sub5],
    cta: ctaOf(snapshot.boxes.get(click.campaignBoxId), click.campaignId, click.offerId),
  };
  const asker = askerOf(deps, snapshot, request);
  const { address } = asker;
  const html = documentOf(deps, snapshot, page, { shown, place, visitor, clickId: click.clickId, address });
  if (html === undefined) {
    sendOn(response, `/out/${click.clickId}`);
    return;
  }
  const { kind: _kind, at: clickAt, clickouts: _counted, ...known } = click;
  const counted = {
    ...known,
    ...shown,
    ...(!isOwnButton && { buttonId: 0, buttonVariantId: 0 }),
    clickAt,
    currency: '',
    status: '',
  };
  recordImpression(deps, snapshot, { asker: { ...asker, bot: asker.bot ?? botReasonOf(click) }, known: counted }, () =>
    sendPage(response, request.method, html),
  );
}

function documentOf(
  deps: PageDeps,
  snapshot: Snapshot,
  page: Page,
  {
    shown,
    place,
    visitor,
    clickId,
    address,
  }: {
    shown: Shown;
    place: { websiteId: number; boxId: number };
    visitor: PageVisitor;
    clickId: string;
    address: string;
  },
): string | undefined {
  const variant = page.isActive ? page.variants.list.find(({ id }) => id === shown.templateVariantId) : undefined;
  if (variant === undefined) return undefined;
  return renderPage({ book: snapshot.book, page, variant, shown, place }, visitor, clickId, {
    failed: deps.failed,
    mayRender: () => deps.renderings.allow(address, performance.now()),
  });
}

/** Somebody opened the page itself: a visit and an impression in one fact. */
function beginClick(
  deps: PageDeps,
  snapshot: Snapshot,
  { page, link }: { page: Page; link: Link },
  { request, response }: Exchange,
): void {
  const { headers } = request;
  const { address, agent, at, bot, geo } = askerOf(deps, snapshot, request);
  const known = knownVisitor(headers.cookie);
  const fresh = known === undefined ? newVisitor(isForwardedHttps(request, deps.trustedProxies)) : undefined;
  const visitor = hashText(known ?? fresh?.name ?? '');
  const visit = visitOf(headers, link, {
    boxId: 0,
    visitor,
    returning: known !== undefined,
    at,
    geo,
    address: '',
    agent,
    consentParameter: deps.consentParameter,
  });
  const place = placeOf(snapshot, { trafficSourceId: 0, websiteId: 0 }, visit);
  const where = { websiteId: place.websiteId, boxId: 0 };
  const shown = page.isActive ? shownTo(snapshot.book, page.id, where, visitor) : NOTHING_SHOWN;
  const id = clickIdAt(at);
  const campaign = snapshot.campaigns.get(page.id) ?? null;
  const asVisitor = { ...visit, source: place.source?.name ?? '', cta: '' };
  const html = documentOf(deps, snapshot, page, { shown, place: where, visitor: asVisitor, clickId: id, address });
  const decision: Decision = {
    box: null,
    rule: null,
    allocationVersion: 0,
    target: null,
    place,
    campaign,
    offer: campaign === null ? NO_OFFER : offerOf(campaign),
    reason: 'direct_link',
    trace: [],
  };
  const cost = takeCost(deps.problems, link, place.source, bot);
  const click = { id, visitorId: decimalOf(visitor), link, visit, decision, bot, targetUrl: '', cost, shown };
  const line = lineOfClick(snapshot, { ...click, isPage: html !== undefined });
  const cookie = bot === undefined ? fresh?.cookie : undefined;
  const answer = (): void => {
    if (html === undefined) sendOn(response, `/out/${id}`, cookie);
    else sendPage(response, request.method, html, cookie);
  };
  // A burst of bots is answered, but only its first visits are recorded.
  if (bot !== undefined && deps.outBursts.count(address, performance.now()) && !snapshot.exempt(address)) {
    answer();
    return;
  }
  countOutcome(deps.counts, bot ?? decision.reason);
  deps.recent.put(id, line, false);
  deps.log.append(line, answer);
}
