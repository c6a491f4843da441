/** The fact of one click. */
import type { BotReason } from '@signpost/contract/clicks/bots.ts';
import { BASE_CURRENCY, type Fact } from '@signpost/contract/stats/fact.ts';
import type { Decision } from '../decide/decide.ts';
import type { Visit } from '../decide/visit.ts';
import { clickLine } from '../fact-line.ts';
import type { Snapshot } from '../snapshot/compile.ts';
import { traceText } from '../snapshot/steps.ts';
import { isoTime } from './click-id.ts';
import type { Link } from './link.ts';

/** Everything that is known of a click when its answer is written. */
export interface Click {
  readonly id: string;
  /** Decimal, 64 bits. */
  readonly visitorId: string;
  readonly link: Link;
  readonly visit: Visit;
  readonly decision: Decision;
  /** Redirected and counted, but never a visit. */
  readonly bot: BotReason | undefined;
  readonly targetUrl: string;
}

const AMOUNT = /^\d{1,12}(?:\.\d{1,6})?$/;
const CURRENCY = /^[A-Z]{3}$/;

/** The line of a click's fact: what is remembered of it (design: clicks, step 6). */
export function lineOfClick(snapshot: Snapshot, click: Click): string {
  const { bot, decision, id, visit, visitorId } = click;
  const kind = bot === undefined ? 'visit' : 'bot_visit';
  const trace = traceText(snapshot.version, decision.trace);
  return clickLine({ id, kind, at: isoTime(visit.at), visitorId, trace }, factOf(snapshot, click));
}

/** Whether a click leaves for the partner at once: a click-out already. */
export function leavesAtOnce({ campaign, reason }: Decision, bot: BotReason | undefined): boolean {
  return bot === undefined && campaign !== null && reason !== 'no_deal' && campaign.landerType !== 'prelander';
}

// One literal with every key each time: so its keys are walked the fastest way.
function factOf(snapshot: Snapshot, { bot, decision, link, targetUrl, visit }: Click): Partial<Fact> {
  const { box, campaign, offer, place } = decision;
  const counts = bot === undefined;
  const prelander = campaign?.landerType === 'prelander';
  const codeId = link.code === '' ? 0 : (snapshot.codes.get(link.code.toLowerCase()) ?? 0);
  const cost = link.cost === '' || !counts ? NO_COST : costOf(link);
  return {
    allocationVersion: decision.allocationVersion,
    trafficSourceId: place.source?.id ?? 0,
    campaignBoxId: box?.id ?? 0,
    campaignId: campaign?.id ?? 0,
    prelanderId: prelander ? campaign.id : 0,
    offerId: offer.offerId,
    productId: offer.productId || box?.productId || 0,
    partnerId: offer.partnerId,
    integrationId: offer.integrationId,
    dealId: offer.dealId,
    dealVersion: offer.dealVersion,
    dealType: offer.dealType,
    geoId: snapshot.geos.get(visit.geo) ?? 0,
    publisherId: place.publisherId,
    websiteId: place.websiteId,
    domainId: place.domainId,
    ruleId: decision.rule?.id ?? 0,
    referralCodeId: codeId,
    nativeBoxType: box?.nativeBoxType ?? '',
    device: visit.device,
    os: visit.os,
    browser: visit.browser,
    language: visit.language,
    referrer: visit.referrer,
    reason: bot ?? decision.reason,
    sub1: link.subs[0],
    sub2: link.subs[1],
    sub3: link.subs[2],
    sub4: link.subs[3],
    sub5: link.subs[4],
    targetUrl,
    visits: counts ? 1 : 0,
    botVisits: counts ? 0 : 1,
    prelanderVisits: counts && prelander ? 1 : 0,
    clickouts: leavesAtOnce(decision, bot) ? 1 : 0,
    codeUses: counts && codeId !== 0 ? 1 : 0,
    amount: cost.amount,
    currency: cost.currency,
    cost: cost.cost,
  };
}

const NO_COST = { amount: '', currency: '', cost: '' } as const;

/** What the link says it cost. Another currency is kept as reported: its worth is added once a rate is known. */
function costOf({ cost, currency }: Link): Record<keyof typeof NO_COST, string> {
  if (!AMOUNT.test(cost)) return NO_COST;
  const code = currency === '' ? BASE_CURRENCY : currency.toUpperCase();
  if (!CURRENCY.test(code)) return NO_COST;
  return { amount: cost, currency: code, cost: code === BASE_CURRENCY ? cost : '' };
}
