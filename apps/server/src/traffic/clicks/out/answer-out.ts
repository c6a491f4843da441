/** `/out/{clickId}`: the step from a prelander or lander to its offer (docs/product/clicks.md#the-step-to-the-offer). */
import { type BotReason, isBotReason } from '@signpost/contract/traffic/clicks/bots.ts';
import { readKeptParameters } from '@signpost/contract/traffic/clicks/parameters.ts';
import { clientAddress, type TrustedProxies } from '../../../platform/client-address.ts';
import type { Exchange } from '../../../platform/exchange.ts';
import { type Destination, destinationOf } from '../decide/destination.ts';
import { type Hash64, hashOf } from '../decide/hash.ts';
import { decideOut, type OutDecision } from '../decide/out.ts';
import { factLine, type KnownFact } from '../fact-line.ts';
import type { ClickLog } from '../log/writer.ts';
import { type Agent, agentOf } from '../redirect/agent.ts';
import { bareHost, sendOn } from '../redirect/answer.ts';
import { botReason } from '../redirect/bots.ts';
import type { Bursts } from '../redirect/bursts.ts';
import { clickIdAt } from '../redirect/click-id.ts';
import { type ClickCounts, countOutcome } from '../redirect/counts.ts';
import type { Snapshot } from '../snapshot/compile.ts';
import type { Labelled } from '../snapshot/cta-labels.ts';
import { clickTime, type FindClick } from './find-click.ts';
import type { RecentClicks } from './recent-clicks.ts';
import type { StoredClick } from './stored-click.ts';

export interface OutDeps {
  recent: RecentClicks;
  /** Finds clicks that are not in memory. */
  findClick: FindClick;
  log: ClickLog;
  outBursts: Bursts;
  counts: ClickCounts;
  sent: (dealId: number, at: number) => void;
  trustedProxies: TrustedProxies;
  now?: () => number;
}

const OUT = /^\/out\/([0-9A-Fa-f-]{1,64})\/?(?:\?|$)/;

/** The click id of a `/out/` URL; undefined for any other URL. */
export function readOut(url: string): string | undefined {
  return OUT.exec(url)?.[1]?.toLowerCase();
}

/** Redirects the visitor of a click to its offer, or to the site's fallback if there is none. */
export async function answerOut(
  deps: OutDeps,
  snapshot: Snapshot,
  id: string,
  { request, response }: Exchange,
): Promise<void> {
  const click = await clickOf(deps, id);
  const site = click?.websiteId || snapshot.domains.get(bareHost(request.headers.host))?.websiteId || 0;
  const lastResort = snapshot.websites.get(site)?.fallback ?? null;
  if (click === undefined) {
    const target = lastResort?.({}) ?? '';
    if (target !== '') deps.counts.redirects += 1;
    sendOn(response, target);
    return;
  }
  const at = deps.now?.() ?? Date.now();
  const geo = snapshot.geoCodes.get(click.geoId) ?? '';
  const asking = { at, geo, visitor: visitorOf(click) };
  const decision = decideOut(
    snapshot,
    { boxId: click.campaignBoxId, campaignId: click.campaignId },
    asking,
    lastResort,
  );
  const agent = agentOf(request.headers['user-agent']);
  const address = clientAddress(request, deps.trustedProxies);
  const bot = botReason(request, agent, snapshot.exempt, address) ?? botReasonOf(click);
  const { targetUrl, step } = destinationOfClick(snapshot, click, decision, { ...asking, agent, bot });
  const reached = decision.reason === 'out';
  // A click counts as a click-out once, even if the visitor follows the link several times.
  const first = reached && bot === undefined && deps.recent.leave(id);
  if (first && decision.offer.dealId !== 0) deps.sent(decision.offer.dealId, at);
  if (targetUrl !== '') deps.counts.redirects += 1;
  // The first step of a click is always recorded. Repetitions count nothing, so a burst of them needs no facts.
  if (!first && deps.outBursts.count(address, performance.now()) && !snapshot.exempt(address)) {
    sendOn(response, targetUrl);
    return;
  }
  const fact = outFact(snapshot, click, decision, { at, targetUrl, step, first, bot });
  countOutcome(deps.counts, fact.reason ?? decision.reason);
  deps.log.append(factLine(fact), () => sendOn(response, targetUrl));
}

/** A click that counted as a bot's keeps counting as a bot's. */
export function botReasonOf({ kind, reason }: StoredClick): BotReason | undefined {
  if (kind !== 'bot_visit') return undefined;
  if (isBotReason(reason)) return reason;
  return 'bot';
}

/** The click of an id, from memory or from ClickHouse. */
export async function clickOf(
  { recent, findClick }: Pick<OutDeps, 'recent' | 'findClick'>,
  id: string,
): Promise<StoredClick | undefined> {
  if (clickTime(id) === undefined) return undefined;
  const known = recent.get(id);
  if (known !== undefined) return known;
  const found = await findClick(id);
  if (found === undefined) return undefined;
  // Another request for the same click may have loaded it in the meantime.
  if (recent.get(id) === undefined) recent.put(id, JSON.stringify(found.click), found.out);
  return found.click;
}

/** The visitor of a stored click. */
export const visitorOf = ({ visitorId }: StoredClick): Hash64 => hashOf(visitorId) ?? { high: 0, low: 0 };

/** A box that no longer exists keeps its id in addresses. */
function boxOf(snapshot: Snapshot, { campaignBoxId: id }: StoredClick): Labelled | null {
  if (id === 0) return null;
  return snapshot.boxes.get(id) ?? { id, campaignLabels: new Map(), offerLabels: new Map() };
}

function destinationOfClick(
  snapshot: Snapshot,
  click: StoredClick,
  decision: OutDecision,
  { agent, at, bot, geo }: { agent: Agent; at: number; bot: BotReason | undefined; geo: string },
): Destination {
  const { sub1, sub2, sub3, sub4, sub5, device } = click;
  const code =
    click.referralCodeId === 0 ? undefined : [...snapshot.codes].find(([, { id }]) => id === click.referralCodeId);
  const place = { source: snapshot.sources.get(click.trafficSourceId) };
  const box = boxOf(snapshot, click);
  const subs = [sub1, sub2, sub3, sub4, sub5] as const;
  const known = { clickId: click.clickId, code: code?.[0] ?? '' };
  const visit = {
    kept: readKeptParameters(click.parameters),
    subs,
    geo,
    device,
    at,
    os: agent.os,
    browser: agent.browser,
  };
  return destinationOf({ ...decision, box, place }, visit, known, bot !== undefined);
}

/** The fact of the step: linked to its click, with the offer and deal of this moment. */
function outFact(
  snapshot: Snapshot,
  { kind: _kind, at: clickAt, clickouts: _counted, parameters: _kept, ...click }: StoredClick,
  { offer, reason, trace }: OutDecision,
  out: Pick<Destination, 'targetUrl' | 'step'> & { at: number; first: boolean; bot: BotReason | undefined },
): KnownFact {
  const again = reason === 'out' && !out.first ? (out.bot ?? 'out_again') : reason;
  return {
    ...click,
    ...offer,
    productId: offer.productId || click.productId,
    factId: clickIdAt(out.at),
    kind: 'clickout',
    at: new Date(out.at).toISOString(),
    recordedAt: new Date(out.at).toISOString(),
    clickAt,
    reason: again,
    targetUrl: out.targetUrl,
    trace: JSON.stringify({ configuration: snapshot.version, steps: out.step === null ? trace : [...trace, out.step] }),
    ...(out.first && { clickouts: 1, ...(click.prelanderId !== 0 && { prelanderClickouts: 1 }) }),
  };
}
