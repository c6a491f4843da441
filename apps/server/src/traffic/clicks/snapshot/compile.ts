/** Compiles the configuration into the form that decisions read: maps and prepared targets, immutable once made. */

import { leadsBack } from '@signpost/contract/reading/host-address.ts';
import type { EndState, StepOf } from '@signpost/contract/traffic/clicks/trace.ts';
import { hostOf } from '@signpost/contract/traffic/clicks/visit-words.ts';
import { type PageBook, pageBookOf } from '../pages/book.ts';
import { type Allocation, allocationOf, type Campaign, campaignOf } from './allocation.ts';
import { targetWithApps } from './app-target.ts';
import { type CapUse, NO_USE } from './caps.ts';
import type { RoutingConfig } from './config.ts';
import { type Labelled, labelsBy } from './cta-labels.ts';
import { type DealBook, deadLinksOf, dealBookOf } from './deals.ts';
import { type ClicksSoFar, type Ends, endsOf } from './ends.ts';
import { type Exempt, exemptOf } from './exempt.ts';
import { mirrorsOf, rotationOf } from './hosts.ts';
import { LimitedClicks } from './limited-clicks.ts';
import { type PassOn, passOnOf } from './pass-on.ts';
import { type IdleRule, type RuleList, rulesOf } from './rules.ts';
import { fixed } from './steps.ts';
import { type Target, targetOf } from './target.ts';

export interface Box extends Labelled {
  readonly paused: boolean;
  readonly ends: Ends;
  readonly boxKind: string;
  readonly nativeBoxType: string;
  readonly websiteId: number;
  readonly publisherId: number;
  readonly trafficSourceId: number;
  readonly productId: number;
  /** All rules that are tried, in their order: global rules, banner global rules, the box's own. */
  readonly rules: RuleList;
  /** Rules that are not tried, and why. */
  readonly idleRules: readonly IdleRule[];
  readonly allocation: Allocation;
  readonly fallback: Target | null;
  readonly siteFallback: Target | null;
  readonly passOn: PassOn;
}

type LinkSteps = Readonly<Record<EndState, StepOf<'direct'>>>;

function stepsOf(directLinkId: number): LinkSteps {
  const step = (result: EndState) => fixed({ step: 'direct', result, directLinkId } as const);
  return { active: step('active'), not_begun: step('not_begun'), ended: step('ended'), used_up: step('used_up') };
}

export interface DirectLink {
  readonly id: number;
  readonly trafficSourceId: number;
  /** The source, website and publisher that its visits count for. */
  readonly campaign: Campaign | null;
  readonly target: Target | null;
  readonly ends: Ends;
  readonly fallback: Target | null;
  readonly passOn: PassOn;
  readonly steps: LinkSteps;
}

/** A host of links, and where it sends visitors who followed none. */
export interface Domain {
  readonly id: number;
  readonly websiteId: number;
  readonly root: Target | null;
  readonly unknownLink: Target | null;
}

function domainOf({ id, name, websiteId, rootUrl, unknownLinkUrl }: RoutingConfig['domains'][number]): Domain {
  // Without this, a host that was renamed could send its visitors around in a circle.
  const target = (url: string | null = null) => {
    if (url === null || leadsBack(url, name)) return null;
    return targetOf(url);
  };
  return { id, websiteId: websiteId ?? 0, root: target(rootUrl), unknownLink: target(unknownLinkUrl) };
}

export interface Source {
  readonly id: number;
  readonly name: string;
  readonly publisherId: number;
  readonly categoryId: number;
  readonly maySendCosts: boolean;
  /** Decimal, in the base currency. */
  readonly mostCostPerClick: string;
  /** Whether the worker counts the costs of this source: only the worker knows the costs from all routers of a day. */
  readonly isCostLimitedPerDay?: boolean | undefined;
}

/** The publisher through whom a visitor came; 0 for none. */
export interface ReferralCode {
  readonly id: number;
  readonly publisherId: number;
}

/** The assignment of a host; 0 for none. */
export interface Referrer {
  readonly publisherId: number;
  readonly trafficSourceId: number;
  readonly websiteId: number;
}

function referrersOf(config: RoutingConfig): Snapshot['referrers'] {
  const rows = config.referrers ?? [];
  if (rows.length === 0) return null;
  return new Map(
    rows.map(({ name, publisherId, trafficSourceId, websiteId }) => [
      // In the form in which a visit has it.
      hostOf(name) || name.toLowerCase(),
      { publisherId: publisherId ?? 0, trafficSourceId: trafficSourceId ?? 0, websiteId: websiteId ?? 0 },
    ]),
  );
}

function directLinksOf(
  config: RoutingConfig,
  campaigns: ReadonlyMap<number, { campaign: Campaign | null }>,
  mirrors: ReturnType<typeof mirrorsOf>,
): Snapshot['directLinks'] {
  const links = config.directLinks.map((row): [string, DirectLink] => [
    row.slug,
    {
      id: row.id,
      trafficSourceId: row.trafficSourceId ?? 0,
      campaign: campaigns.get(row.campaignId ?? 0)?.campaign ?? null,
      target: targetWithApps(row, mirrors),
      ends: endsOf(row, 'direct_links'),
      fallback: targetOf(row.fallbackUrl, mirrors),
      passOn: passOnOf(row.passOn),
      steps: stepsOf(row.id),
    },
  ]);
  const bySlug = new Map(links);
  for (const [slug, link] of links) {
    const folded = slug.toLowerCase();
    if (!bySlug.has(folded)) bySlug.set(folded, link);
  }
  return bySlug;
}

/** Everything that decides a click. */
export interface Snapshot {
  readonly version: string;
  readonly boxes: ReadonlyMap<number, Box>;
  /** Every campaign with a usable target, including paused and archived ones, whose pages may still have visitors. */
  readonly campaigns: ReadonlyMap<number, Campaign>;
  readonly deals: DealBook;
  /** How full capped deals are; this changes more often than the rest. */
  readonly use: CapUse;
  /** The clicks so far of direct links and boxes with a limit. */
  readonly limitedClicks: ClicksSoFar;
  /** By slug, and by the slug in lower case where that is no slug itself. */
  readonly directLinks: ReadonlyMap<string, DirectLink>;
  readonly sources: ReadonlyMap<number, Source>;
  readonly sourcesByName: ReadonlyMap<string, Source>;
  readonly domains: ReadonlyMap<string, Domain>;
  readonly websites: ReadonlyMap<number, { readonly publisherId: number; readonly fallback: Target | null }>;
  /** The assignments of referrer hosts; null if there are none. */
  readonly referrers: ReadonlyMap<string, Referrer> | null;
  /** By their lower-case text. */
  readonly codes: ReadonlyMap<string, ReferralCode>;
  readonly geos: ReadonlyMap<string, number>;
  readonly geoCodes: ReadonlyMap<number, string>;
  /** Templates, buttons and their defaults. */
  readonly book: PageBook;
  /** Whether an address is exempt from bot rules. */
  readonly exempt: Exempt;
  /** Test clicks that may be made, by the hash of their token; `until` in milliseconds. */
  readonly tickets: ReadonlyMap<string, { readonly geo: string; readonly until: number }>;
}

/** Makes a snapshot. The same configuration always gives the same snapshot. */
export function compile(config: RoutingConfig): Snapshot {
  const offers = new Map(config.offers.map((offer) => [offer.id, offer]));
  const mirrors = mirrorsOf(config);
  const rotation = rotationOf(config);
  const dead = deadLinksOf(config);
  const campaigns = new Map(
    config.campaigns.map((row) => [row.id, { row, campaign: campaignOf(row, offers, { mirrors, rotation, dead }) }]),
  );
  const websites = new Map(config.websites.map((row) => [row.id, row]));
  const allocations = Map.groupBy(config.allocations, (row) => row.campaignBoxId);
  const boxOffers = Map.groupBy(config.boxOffers, (row) => row.campaignBoxId);
  const sources = config.sources.map((row): Source => ({ ...row, publisherId: row.publisherId ?? 0 }));
  const rules = rulesOf(config, campaigns);
  const boxes = config.boxes.map((row): [number, Box] => {
    const site = websites.get(row.websiteId ?? 0);
    return [
      row.id,
      {
        id: row.id,
        ...rules.forBox(row),
        boxKind: row.boxKind,
        paused: row.status !== 'active',
        ends: endsOf(row, 'campaign_boxes'),
        nativeBoxType: row.nativeBoxType ?? '',
        websiteId: row.websiteId ?? 0,
        publisherId: site?.publisherId ?? 0,
        trafficSourceId: row.trafficSourceId ?? 0,
        productId: row.productId ?? 0,
        allocation: allocationOf(allocations.get(row.id) ?? [], campaigns),
        campaignLabels: labelsBy('campaignId', allocations.get(row.id) ?? []),
        offerLabels: labelsBy('offerId', boxOffers.get(row.id) ?? []),
        fallback: targetOf(row.fallbackUrl),
        siteFallback: targetOf(site?.fallbackUrl ?? null),
        passOn: passOnOf(row.passOn),
      },
    ];
  });
  return {
    version: config.version,
    boxes: new Map(boxes),
    campaigns: new Map([...campaigns].flatMap(([id, { campaign }]) => (campaign === null ? [] : [[id, campaign]]))),
    deals: dealBookOf(config),
    use: NO_USE,
    limitedClicks: new LimitedClicks(),
    directLinks: directLinksOf(config, campaigns, mirrors),
    sources: new Map(sources.map((source) => [source.id, source])),
    sourcesByName: new Map(sources.map((source) => [source.name.toLowerCase(), source])),
    domains: new Map(config.domains.map((row) => [row.name.toLowerCase(), domainOf(row)])),
    websites: new Map(
      config.websites.map(({ id, publisherId, fallbackUrl }) => [
        id,
        { publisherId: publisherId ?? 0, fallback: targetOf(fallbackUrl) },
      ]),
    ),
    referrers: referrersOf(config),
    codes: new Map(
      config.codes.map(({ id, code, publisherId }) => [code.toLowerCase(), { id, publisherId: publisherId ?? 0 }]),
    ),
    geos: new Map(config.geos.map(({ id, code }) => [code.toUpperCase(), id])),
    geoCodes: new Map(config.geos.map(({ id, code }) => [id, code.toUpperCase()])),
    book: pageBookOf(config),
    tickets: new Map((config.tickets ?? []).map(({ hash, geo, until }) => [hash, { geo, until }])),
    exempt: exemptOf((config.exempt ?? []).map(({ pattern }) => pattern)),
  };
}
