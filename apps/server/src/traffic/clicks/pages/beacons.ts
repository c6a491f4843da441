/**
 * Addresses that only count: `/b_{id}/show` is a button for a frame, `/b_{id}.gif` says that a button or a banner was shown,
 * and `/i/{clickId}.gif` that a page on another host was.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { hostOf, languageOf } from '@signpost/contract/traffic/clicks/visit-words.ts';
import type { Exchange } from '../../../platform/exchange.ts';
import { decimalOf, hashText } from '../decide/hash.ts';
import { placeOf } from '../decide/visit.ts';
import type { KnownFact } from '../fact-line.ts';
import { botReasonOf, clickOf } from '../out/answer-out.ts';
import { bareHost, notFound } from '../redirect/answer.ts';
import { knownVisitor } from '../redirect/visitor.ts';
import type { Snapshot } from '../snapshot/compile.ts';
import { type PageButton, variantFor } from './book.ts';
import { buttonHtml, withCta } from './button-html.ts';
import { pageDocument } from './document.ts';
import { type Asker, askerOf, type PageDeps, recordImpression } from './impression.ts';
import { sendPage } from './serve.ts';

export type Beacon =
  | { readonly kind: 'frame' | 'shown'; readonly id: number }
  | { readonly kind: 'page'; readonly clickId: string };

const BUTTON = /^\/b_([1-9]\d{0,9})(\/show|\.gif)(?:\?|$)/;
const PAGE = /^\/i\/([0-9a-f-]{36})\.gif(?:\?|$)/;

/** The beacon of a URL; undefined for any other URL. */
export function readBeacon(url: string): Beacon | undefined {
  const [, id, what] = BUTTON.exec(url) ?? [];
  if (id !== undefined) return { kind: what === '.gif' ? 'shown' : 'frame', id: Number(id) };
  const clickId = PAGE.exec(url)?.[1];
  if (clickId === undefined) return undefined;
  return { kind: 'page', clickId };
}

/** The smallest picture: one transparent pixel. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

function sendPixel(response: ServerResponse): void {
  response.writeHead(200, { 'Content-Type': 'image/gif', 'Content-Length': PIXEL.length, 'Cache-Control': 'no-store' });
  response.end(PIXEL);
}

/** Counts an impression and answers with a pixel or with the button. */
export async function answerBeacon(
  deps: PageDeps,
  snapshot: Snapshot,
  beacon: Beacon,
  { request, response }: Exchange,
): Promise<void> {
  const asker = askerOf(deps, snapshot, request);
  if (beacon.kind === 'page') {
    const click = await clickOf(deps, beacon.clickId);
    if (click === undefined) {
      sendPixel(response);
      return;
    }
    const { kind: _kind, at: clickAt, clickouts: _counted, ...known } = click;
    const bot = asker.bot ?? botReasonOf(click);
    recordImpression(
      deps,
      snapshot,
      { asker: { ...asker, bot }, known: { ...known, clickAt, currency: '', status: '' } },
      () => sendPixel(response),
    );
    return;
  }
  const button = snapshot.book.buttons.get(beacon.id);
  const box = snapshot.boxes.get(button?.boxId ?? beacon.id);
  const isBanner = button === undefined && box?.boxKind === 'banner';
  if (button === undefined && !isBanner) {
    notFound(response);
    return;
  }
  if (beacon.kind === 'frame') {
    if (button?.isActive) showButton(deps, snapshot, { button, asker }, { request, response });
    else notFound(response);
    return;
  }
  const fact = { ...whereShown(snapshot, box?.id ?? 0, asker, request), buttonId: button?.id ?? 0 };
  recordImpression(deps, snapshot, { asker, known: fact }, () => sendPixel(response));
}

/**
 * Frames of other sites get no cookie, so the visitor there is the address together with the browser: the same person sees the
 * same variant, and a click tells who it was shown to.
 */
function visitorIn(request: IncomingMessage, { address }: Asker, buttonId: number) {
  const known = knownVisitor(request.headers.cookie);
  return hashText(known ?? `${buttonId} ${address} ${request.headers['user-agent'] ?? ''}`);
}

function showButton(
  deps: PageDeps,
  snapshot: Snapshot,
  { button, asker }: { button: PageButton; asker: Asker },
  { request, response }: Exchange,
): void {
  const visitor = visitorIn(request, asker, button.id);
  const variant = variantFor(button.variants, visitor);
  if (variant === undefined) {
    notFound(response);
    return;
  }
  const visitorId = decimalOf(visitor);
  const href = `/b_${button.id}?v=${variant.id}&u=${visitorId}`;
  const look = withCta(variant, '');
  const body = buttonHtml(look, href, '_top');
  const html = pageDocument({
    body,
    css: 'body{text-align:center;background:none}',
    title: look.text,
    language: '',
  });
  const fact = {
    ...whereShown(snapshot, button.boxId, asker, request),
    visitorId,
    buttonId: button.id,
    buttonVariantId: variant.id,
  };
  recordImpression(deps, snapshot, { asker, known: fact }, () => sendPage(response, request.method, html));
}

/** The columns that say where and to whom a button or banner was shown. */
function whereShown(snapshot: Snapshot, boxId: number, asker: Asker, request: IncomingMessage): Partial<KnownFact> {
  const { headers } = request;
  const box = snapshot.boxes.get(boxId);
  const referrer = hostOf(headers.referer);
  const visit = { source: '', host: bareHost(headers.host), referrer, code: '' };
  const at = { trafficSourceId: box?.trafficSourceId ?? 0, websiteId: box?.websiteId ?? 0 };
  const place = placeOf(snapshot, at, visit);
  return {
    visitorId: decimalOf(visitorIn(request, asker, 0)),
    campaignBoxId: boxId,
    trafficSourceId: place.source?.id ?? 0,
    websiteId: place.websiteId,
    domainId: place.domainId,
    publisherId: place.publisherId,
    productId: box?.productId ?? 0,
    nativeBoxType: box?.nativeBoxType ?? '',
    geoId: snapshot.geos.get(asker.geo) ?? 0,
    device: asker.agent.device,
    os: asker.agent.os,
    browser: asker.agent.browser,
    language: languageOf(headers['accept-language']),
    referrer,
  };
}
