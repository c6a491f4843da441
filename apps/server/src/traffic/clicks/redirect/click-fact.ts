/** Writes the fact of one click. */
import type { BotReason } from '@signpost/contract/traffic/clicks/bots.ts';
import { NOTHING_KEPT } from '@signpost/contract/traffic/clicks/parameters.ts';
import type { StepOf } from '@signpost/contract/traffic/clicks/trace.ts';
import type { Decision } from '../decide/decide.ts';
import { codeOf, type Visit } from '../decide/visit.ts';
import { clickLine, KEYS, number, text } from '../fact-line.ts';
import { NOTHING_SHOWN, type Shown } from '../pages/book.ts';
import type { Snapshot } from '../snapshot/compile.ts';
import { traceText } from '../snapshot/steps.ts';
import { isoTime } from './click-id.ts';
import type { Cost } from './cost.ts';
import type { Link } from './link.ts';

/** Everything known about a click when its answer is written. */
export interface Click {
  readonly id: string;
  /** Decimal, 64 bits. */
  readonly visitorId: string;
  readonly link: Link;
  readonly visit: Visit;
  readonly decision: Decision;
  /** The click is redirected and counted, but is not a visit. */
  readonly bot: BotReason | undefined;
  readonly targetUrl: string;
  /** How the app address was chosen; null or left out if there is none. */
  readonly appStep?: StepOf<'app'> | null;
  /** The cost of the click, if its link names one and its source may report costs. */
  readonly cost?: Cost | undefined;
  /** The page and the button that the visitor sees on the way. */
  readonly shown?: Shown;
  /** The page itself was opened, so that its visit is an impression as well. */
  readonly isPage?: boolean;
}

/** The log line of a click's fact (docs/product/clicks.md#what-a-clicks-fact-holds). */
export function lineOfClick(snapshot: Snapshot, click: Click): string {
  const { bot, decision, id, visit, visitorId } = click;
  const kind = bot === undefined ? 'visit' : 'bot_visit';
  const { trace: steps } = decision;
  const trace = traceText(snapshot.version, click.appStep ? [...steps, click.appStep] : steps);
  return clickLine({ id, kind, at: isoTime(visit.at), visitorId, trace }, columnsOf(snapshot, click));
}

/** Whether a click goes directly to the partner and so is a click-out already. */
export function leavesAtOnce({ campaign, reason }: Decision, bot: BotReason | undefined): boolean {
  return (
    bot === undefined &&
    campaign !== null &&
    reason !== 'no_deal' &&
    campaign.landerType !== 'prelander' &&
    campaign.pageId === 0
  );
}

/** The columns of its line. Written out instead of looped over, because this runs for every click. */
function columnsOf(
  snapshot: Snapshot,
  { bot, cost, decision, isPage, link, shown = NOTHING_SHOWN, targetUrl, visit }: Click,
): string {
  const { box, campaign, offer, place } = decision;
  const counts = bot === undefined;
  const prelander = campaign?.landerType === 'prelander';
  const codeId = codeOf(snapshot, link.code)?.id ?? 0;
  const [sub1, sub2, sub3, sub4, sub5] = link.subs;
  return (
    number(KEYS.allocationVersion, decision.allocationVersion) +
    number(KEYS.trafficSourceId, place.source?.id ?? 0) +
    number(KEYS.campaignBoxId, box?.id ?? 0) +
    number(KEYS.campaignId, campaign?.id ?? 0) +
    number(KEYS.prelanderId, prelander ? campaign.id : 0) +
    number(KEYS.offerId, offer.offerId) +
    number(KEYS.productId, offer.productId || box?.productId || 0) +
    number(KEYS.partnerId, offer.partnerId) +
    number(KEYS.integrationId, offer.integrationId) +
    number(KEYS.dealId, offer.dealId) +
    number(KEYS.dealVersion, offer.dealVersion) +
    text(KEYS.dealType, offer.dealType) +
    number(KEYS.geoId, snapshot.geos.get(visit.geo) ?? 0) +
    number(KEYS.publisherId, place.publisherId) +
    number(KEYS.websiteId, place.websiteId) +
    number(KEYS.domainId, place.domainId) +
    number(KEYS.ruleId, decision.rule?.id ?? 0) +
    number(KEYS.referralCodeId, codeId) +
    number(KEYS.templateId, shown.templateId) +
    number(KEYS.buttonId, shown.buttonId) +
    number(KEYS.templateVariantId, shown.templateVariantId) +
    number(KEYS.buttonVariantId, shown.buttonVariantId) +
    text(KEYS.nativeBoxType, box?.nativeBoxType ?? '') +
    text(KEYS.device, visit.device) +
    text(KEYS.os, visit.os) +
    text(KEYS.browser, visit.browser) +
    text(KEYS.language, visit.language) +
    text(KEYS.referrer, visit.referrer) +
    text(KEYS.reason, bot ?? decision.reason) +
    text(KEYS.sub1, sub1) +
    text(KEYS.sub2, sub2) +
    text(KEYS.sub3, sub3) +
    text(KEYS.sub4, sub4) +
    text(KEYS.sub5, sub5) +
    text(KEYS.consent, visit.consent) +
    text(KEYS.targetUrl, targetUrl) +
    (visit.kept === NOTHING_KEPT ? '' : text(KEYS.parameters, JSON.stringify(visit.kept))) +
    number(KEYS.visits, counts ? 1 : 0) +
    number(KEYS.botVisits, counts || bot === 'test' ? 0 : 1) +
    number(KEYS.impressions, counts && isPage === true ? 1 : 0) +
    number(KEYS.prelanderVisits, counts && prelander ? 1 : 0) +
    number(KEYS.clickouts, isPage !== true && leavesAtOnce(decision, bot) ? 1 : 0) +
    number(KEYS.codeUses, counts && codeId !== 0 ? 1 : 0) +
    (cost === undefined ? '' : costColumns(cost))
  );
}

const costColumns = ({ amount, currency, cost }: Cost): string =>
  text(KEYS.amount, amount) + text(KEYS.currency, currency) + text(KEYS.cost, cost);
