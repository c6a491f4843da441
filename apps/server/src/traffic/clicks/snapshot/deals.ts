/** Compiled deals: for each campaign and geo, the deals that may take a click and the target of each. */
import { crc32 } from 'node:zlib';
import type { StepOf } from '@signpost/contract/traffic/clicks/trace.ts';
import { type Odds, oddsOf } from '../decide/choose.ts';
import { type InWaterfall, type Overflow, overflowOf } from '../decide/waterfall.ts';
import type { Campaign } from './allocation.ts';
import { type Addresses, targetWithApps } from './app-target.ts';
import type { RoutingConfig } from './config.ts';
import { mirrorsOf } from './hosts.ts';
import { fixed } from './steps.ts';
import type { Target } from './target.ts';

/** A deal in the form that a decision reads; days are `YYYY-MM-DD` in `timeZone`, both included. */
export type Deal = RoutingConfig['deals'][number];

/** The advertised offer with its partner and deal; zeros and '' for none. */
export interface Offered {
  readonly offerId: number;
  readonly productId: number;
  readonly partnerId: number;
  readonly integrationId: number;
  readonly dealId: number;
  readonly dealVersion: number;
  readonly dealType: string;
}

/** A deal with its offer and its target. */
export interface Way extends InWaterfall {
  readonly deal: Deal;
  readonly offer: Offered;
  readonly target: Target;
  /** The target has left the rotation because its address is dead. */
  readonly isDead: boolean;
  /** The trace step when this deal takes a click as the first deal tried. */
  readonly step: StepOf<'deal'>;
}

/** A deal that exists but cannot take a click of this campaign. */
interface Idle {
  readonly dealId: number;
  readonly reason: 'weight_zero' | 'no_link';
}

export interface DealList {
  /** Stays the same as long as deals and weights do. */
  readonly version: number;
  /** Heaviest first. */
  readonly ways: readonly Way[];
  readonly odds: Odds;
  readonly overflow: Overflow<Way>;
  readonly idle: readonly Idle[];
}

/** `visit`: on the way to the campaign's page; `out`: from its page to the offer. */
export type Step = 'visit' | 'out';

/** A target, and whether it has left the rotation because its address is dead. */
export interface Link {
  readonly target: Target;
  readonly isDead: boolean;
}

/** Addresses that have left the rotation. */
export const deadLinksOf = ({ deadLinks = [] }: Pick<RoutingConfig, 'deadLinks'>): ReadonlySet<string> =>
  new Set(deadLinks.map(({ url }) => url));

type Offer = RoutingConfig['offers'][number] & { readonly link: Link | null };
type Asked = { campaign: Campaign; boxId: number; productId: number; geo: string; step: Step };

const NONE: DealList = listOf([], []);

function listOf(found: readonly Omit<Way, 'step'>[], idle: readonly Idle[]): DealList {
  const weights = found.map(({ deal }) => `${deal.id}:${deal.weight}`);
  const version = found.length === 0 ? 0 : crc32(`deals ${weights.sort().join(',')}`);
  const ways = found.map((way): Way => {
    const { dealId, offerId, partnerId } = way.offer;
    const step = { step: 'deal', result: 'chosen', version, dealId, weight: way.weight, offerId, partnerId } as const;
    return { ...way, step: fixed(step) };
  });
  return { version, ways, odds: oddsOf(ways, ({ deal }) => deal.id), overflow: overflowOf(ways), idle };
}

/**
 * The candidate deals of a click. Each list is computed once for every combination of campaign, box and geo that
 * occurs.
 */
export interface DealBook {
  listFor(asked: Asked): DealList;
  /** The link of an offer, or the box's link for it; null if there is none. */
  linkOf(boxId: number, offerId: number): Link | null;
  byId(dealId: number): Deal | undefined;
}

/** Compiles the deals of a configuration. */
export function dealBookOf(config: RoutingConfig): DealBook {
  const byGeo = Map.groupBy(config.deals, ({ geo }) => geo);
  const mirrors = mirrorsOf(config);
  const dead = deadLinksOf(config);
  const linkTo = (row: Addresses): Link | null => {
    const target = targetWithApps(row, mirrors);
    if (target === null) return null;
    return { target, isDead: dead.has(row.targetUrl ?? '') };
  };
  const offers = config.offers.map((row): Offer => ({ ...row, link: linkTo(row) }));
  const offersById = new Map(offers.map((offer) => [offer.id, offer]));
  const offersOf = Map.groupBy(offers, ({ partnerId, productId }) => `${partnerId} ${productId}`);
  const boxLinks = new Map<string, Link>();
  for (const { campaignBoxId, offerId, targetUrl } of config.boxOffers) {
    const link = linkTo({ targetUrl });
    const key = `${campaignBoxId} ${offerId}`;
    if (link !== null && !boxLinks.has(key)) boxLinks.set(key, link);
  }
  const boxesWithLinks = new Set(
    config.boxOffers.filter(({ targetUrl }) => targetUrl !== '').map(({ campaignBoxId }) => campaignBoxId),
  );
  const known = { visit: new Map<number, Map<string, DealList>>(), out: new Map<number, Map<string, DealList>>() };
  const linkOf = (boxId: number, offerId: number): Link | null =>
    boxLinks.get(`${boxId} ${offerId}`) ?? offersById.get(offerId)?.link ?? null;

  /** The partner's offer that a deal belongs to: the campaign's own offer, else the offer of the deal's integration. */
  function offerOf(deal: Deal, { campaign, productId }: Asked): Offer | undefined {
    const fitting = (offersOf.get(`${deal.partnerId} ${productId}`) ?? []).filter(
      ({ id, integrationId, archived }) =>
        (integrationId === null || integrationId === deal.integrationId) &&
        (archived !== true || id === campaign.offerId),
    );
    return (
      fitting.find(({ id }) => id === campaign.offerId) ??
      fitting.find(({ integrationId }) => integrationId === deal.integrationId) ??
      fitting[0]
    );
  }

  function targetFor(offer: Offer, { campaign, boxId, step }: Asked): Link | null {
    const own = campaign.partnerId === offer.partnerId || campaign.showsAnyOffer;
    const page = own && campaign.landerType !== 'prelander' ? campaign : null;
    const link = linkOf(boxId, offer.id);
    if (step === 'visit') return page ?? link;
    return link ?? page;
  }

  function make(asked: Asked, deals: readonly Deal[]): DealList {
    const ways: Omit<Way, 'step'>[] = [];
    const idle: Idle[] = [];
    for (const deal of deals) {
      const offer = offerOf(deal, asked);
      if (offer === undefined) continue;
      const link = targetFor(offer, asked);
      if (deal.weight === 0) idle.push({ dealId: deal.id, reason: 'weight_zero' });
      else if (link === null) idle.push({ dealId: deal.id, reason: 'no_link' });
      else {
        const { id: dealId, partnerId, integrationId, dealType, version: dealVersion, weight, blocked } = deal;
        const of = { offerId: offer.id, productId: offer.productId, partnerId, integrationId };
        const { target, isDead } = link;
        ways.push({ weight, blocked, deal, offer: { ...of, dealId, dealVersion, dealType }, target, isDead });
      }
    }
    return listOf(ways, idle);
  }

  const dealsById = new Map(config.deals.map((deal) => [deal.id, deal]));
  return {
    linkOf,
    byId: (dealId) => dealsById.get(dealId),
    listFor(asked) {
      const { boxId, campaign, geo, productId, step } = asked;
      const special = productId !== campaign.productId || (boxesWithLinks.size > 0 && boxesWithLinks.has(boxId));
      // The longer key is built only when needed, because joining texts costs as much as the rest of this look-up.
      const key = special ? `${boxId} ${productId} ${geo}` : geo;
      const found = known[step].get(campaign.id)?.get(key);
      if (found !== undefined) return found;
      const deals = byGeo.get(geo);
      if (deals === undefined || productId === 0) return NONE;
      const ofCampaign = known[step].get(campaign.id) ?? new Map<string, DealList>();
      const list = make(asked, deals);
      known[step].set(campaign.id, ofCampaign.set(key, list));
      return list;
    },
  };
}
