/** Compiles the configuration into what a decision reads: maps and ready targets, never changed once made. */
import { hostOf } from '@signpost/contract/clicks/visit-words.ts';
import { type Allocation, allocationOf, type Campaign, campaignOf } from './allocation.ts';
import { type CapUse, NO_USE } from './caps.ts';
import type { RoutingConfig } from './config.ts';
import { type DealBook, dealBookOf } from './deals.ts';
import { type Exempt, exemptOf } from './exempt.ts';
import { mirrorsOf, rotationOf } from './hosts.ts';
import { type IdleRule, type RuleList, rulesOf } from './rules.ts';
import { type Target, targetOf } from './target.ts';

export interface Box {
  readonly id: number;
  readonly paused: boolean;
  readonly boxKind: string;
  readonly nativeBoxType: string;
  readonly websiteId: number;
  readonly publisherId: number;
  readonly trafficSourceId: number;
  readonly productId: number;
  /** All that are tried, in their order: global rules, banner global rules, the box's own. */
  readonly rules: RuleList;
  /** Those that take no part, and why. */
  readonly idleRules: readonly IdleRule[];
  readonly allocation: Allocation;
  readonly fallback: Target | null;
  readonly siteFallback: Target | null;
}

export interface DirectLink {
  readonly id: number;
  readonly trafficSourceId: number;
  /** Where its visits count. */
  readonly campaign: Campaign | null;
  readonly target: Target | null;
}

export interface Source {
  readonly id: number;
  readonly name: string;
  readonly publisherId: number;
  readonly categoryId: number;
}

/** Through whom a visitor came; 0 for nobody. */
export interface ReferralCode {
  readonly id: number;
  readonly publisherId: number;
}

/** Whose a host is; 0 for nobody's. */
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
      // As a visit has it.
      hostOf(name) || name.toLowerCase(),
      { publisherId: publisherId ?? 0, trafficSourceId: trafficSourceId ?? 0, websiteId: websiteId ?? 0 },
    ]),
  );
}

/** Everything a click is decided from. */
export interface Snapshot {
  readonly version: string;
  readonly boxes: ReadonlyMap<number, Box>;
  /** Every one whose target can be used, paused and archived ones too: somebody may be on its page already. */
  readonly campaigns: ReadonlyMap<number, Campaign>;
  readonly deals: DealBook;
  /** How full capped deals are; newer than the rest. */
  readonly use: CapUse;
  /** By slug. */
  readonly directLinks: ReadonlyMap<string, DirectLink>;
  readonly sources: ReadonlyMap<number, Source>;
  readonly sourcesByName: ReadonlyMap<string, Source>;
  readonly domains: ReadonlyMap<string, { readonly id: number; readonly websiteId: number }>;
  readonly websites: ReadonlyMap<number, { readonly publisherId: number; readonly fallback: Target | null }>;
  /** Whose a host is that visitors come from; null where nobody has said of any. */
  readonly referrers: ReadonlyMap<string, Referrer> | null;
  /** By their text in small letters. */
  readonly codes: ReadonlyMap<string, ReferralCode>;
  readonly geos: ReadonlyMap<string, number>;
  readonly geoCodes: ReadonlyMap<number, string>;
  /** Whether no bot rule concerns an address. */
  readonly exempt: Exempt;
}

/** Makes a snapshot; the same configuration always makes the same one. */
export function compile(config: RoutingConfig): Snapshot {
  const offers = new Map(config.offers.map((offer) => [offer.id, offer]));
  const [mirrors, rotation] = [mirrorsOf(config), rotationOf(config)];
  const campaigns = new Map(
    config.campaigns.map((row) => [row.id, { row, campaign: campaignOf(row, offers, { mirrors, rotation }) }]),
  );
  const websites = new Map(config.websites.map((row) => [row.id, row]));
  const allocations = Map.groupBy(config.allocations, (row) => row.campaignBoxId);
  const sources = config.sources.map((row): Source => ({ ...row, publisherId: row.publisherId ?? 0 }));
  const rules = rulesOf(config, campaigns);
  const boxes = config.boxes.map((row): [number, Box] => {
    const site = row.websiteId === null ? undefined : websites.get(row.websiteId);
    return [
      row.id,
      {
        id: row.id,
        ...rules.forBox(row),
        boxKind: row.boxKind,
        paused: row.status !== 'active',
        nativeBoxType: row.nativeBoxType ?? '',
        websiteId: row.websiteId ?? 0,
        publisherId: site?.publisherId ?? 0,
        trafficSourceId: row.trafficSourceId ?? 0,
        productId: row.productId ?? 0,
        allocation: allocationOf(allocations.get(row.id) ?? [], campaigns),
        fallback: targetOf(row.fallbackUrl),
        siteFallback: targetOf(site?.fallbackUrl ?? null),
      },
    ];
  });
  return {
    version: config.version,
    boxes: new Map(boxes),
    campaigns: new Map([...campaigns].flatMap(([id, { campaign }]) => (campaign === null ? [] : [[id, campaign]]))),
    deals: dealBookOf(config),
    use: NO_USE,
    directLinks: new Map(
      config.directLinks.map((row): [string, DirectLink] => [
        row.slug,
        {
          id: row.id,
          trafficSourceId: row.trafficSourceId ?? 0,
          campaign: (row.campaignId === null ? undefined : campaigns.get(row.campaignId)?.campaign) ?? null,
          target: targetOf(row.targetUrl, mirrors),
        },
      ]),
    ),
    sources: new Map(sources.map((source) => [source.id, source])),
    sourcesByName: new Map(sources.map((source) => [source.name.toLowerCase(), source])),
    domains: new Map(
      config.domains.map(({ id, name, websiteId }) => [name.toLowerCase(), { id, websiteId: websiteId ?? 0 }]),
    ),
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
    exempt: exemptOf((config.exempt ?? []).map(({ pattern }) => pattern)),
  };
}
