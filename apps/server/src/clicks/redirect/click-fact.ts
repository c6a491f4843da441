/** The fact of one click. */
import type { BotReason } from '@signpost/contract/clicks/bots.ts';
import { BASE_CURRENCY } from '@signpost/contract/stats/fact.ts';
import type { Decision } from '../decide/decide.ts';
import type { Visit } from '../decide/visit.ts';
import type { KnownFact } from '../fact-line.ts';
import type { Snapshot } from '../snapshot/compile.ts';
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

/** What is remembered of a click (design: clicks, step 6). */
export function clickFact(snapshot: Snapshot, click: Click): KnownFact {
  const { decision, link, visit, bot } = click;
  const { box, campaign, offer, place } = decision;
  const prelander = campaign?.landerType === 'prelander';
  const codeId = link.code === '' ? 0 : (snapshot.codes.get(link.code.toLowerCase()) ?? 0);
  const [sub1, sub2, sub3, sub4, sub5] = link.subs;
  return {
    factId: click.id,
    clickId: click.id,
    kind: bot === undefined ? 'visit' : 'bot_visit',
    at: new Date(visit.at).toISOString(),
    visitorId: click.visitorId,
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
    sub1,
    sub2,
    sub3,
    sub4,
    sub5,
    targetUrl: click.targetUrl,
    trace: JSON.stringify({ configuration: snapshot.version, steps: decision.trace }),
    ...(bot === undefined ? counts(campaign !== null && decision.reason !== 'no_deal', prelander) : BOT),
    ...(codeId !== 0 && bot === undefined && { codeUses: 1 }),
    ...(link.cost !== '' && bot === undefined && costOf(link)),
  };
}

const BOT = { botVisits: 1 } as const;
const PRELANDER = { visits: 1, prelanderVisits: 1 } as const;
const CLICKOUT = { visits: 1, clickouts: 1 } as const;
const VISIT = { visits: 1 } as const;

/** A click that leaves for the partner is a click-out at once; one to a prelander becomes one by its next step. */
function counts(hasCampaign: boolean, prelander: boolean) {
  if (prelander) return PRELANDER;
  return hasCampaign ? CLICKOUT : VISIT;
}

/** What the link says it cost. Another currency is kept as reported: its worth is added once a rate is known. */
function costOf({ cost, currency }: Link) {
  if (!AMOUNT.test(cost)) return undefined;
  const code = currency === '' ? BASE_CURRENCY : currency.toUpperCase();
  if (!CURRENCY.test(code)) return undefined;
  return { amount: cost, currency: code, ...(code === BASE_CURRENCY && { cost }) };
}
