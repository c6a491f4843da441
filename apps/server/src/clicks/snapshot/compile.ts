/** Compiles the configuration into what a decision reads: maps and ready targets, never changed once made. */
import { crc32 } from 'node:zlib';
import type { RoutingConfig } from './config.ts';
import { type Target, targetOf } from './target.ts';

/** Why a campaign of an allocation takes no clicks now. */
export type SkipReason = 'campaign_paused' | 'campaign_archived' | 'campaign_missing' | 'weight_zero' | 'bad_target';

export interface Campaign {
  readonly id: number;
  readonly landerType: string;
  readonly offerId: number;
  readonly productId: number;
  readonly partnerId: number;
  readonly integrationId: number;
  readonly target: Target;
}

export interface Candidate {
  readonly campaign: Campaign;
  readonly weight: number;
}

export interface Allocation {
  /** Stays the same while campaigns and weights do, whatever else changes in the box. */
  readonly version: number;
  readonly candidates: readonly Candidate[];
  readonly skipped: readonly { readonly campaignId: number; readonly reason: SkipReason }[];
}

export interface Box {
  readonly id: number;
  readonly paused: boolean;
  readonly nativeBoxType: string;
  readonly websiteId: number;
  readonly publisherId: number;
  readonly trafficSourceId: number;
  readonly productId: number;
  readonly allocation: Allocation;
  readonly fallback: Target | null;
  readonly siteFallback: Target | null;
}

export interface Source {
  readonly id: number;
  readonly name: string;
  readonly publisherId: number;
}

/** Everything a click is decided from. */
export interface Snapshot {
  readonly version: string;
  readonly boxes: ReadonlyMap<number, Box>;
  readonly sources: ReadonlyMap<number, Source>;
  readonly sourcesByName: ReadonlyMap<string, Source>;
  readonly domains: ReadonlyMap<string, { readonly id: number; readonly websiteId: number }>;
  readonly websites: ReadonlyMap<number, { readonly publisherId: number }>;
  readonly codes: ReadonlyMap<string, number>;
  readonly geos: ReadonlyMap<string, number>;
}

type Row<K extends 'boxes' | 'campaigns' | 'offers' | 'allocations'> = RoutingConfig[K][number];

/** Makes a snapshot; the same configuration always makes the same one. */
export function compile(config: RoutingConfig): Snapshot {
  const offers = new Map(config.offers.map((offer) => [offer.id, offer]));
  const campaigns = new Map(config.campaigns.map((row) => [row.id, { row, campaign: campaignOf(row, offers) }]));
  const websites = new Map(config.websites.map((row) => [row.id, row]));
  const allocations = Map.groupBy(config.allocations, (row) => row.campaignBoxId);
  const sources = config.sources.map((row): Source => ({ ...row, publisherId: row.publisherId ?? 0 }));
  const boxes = config.boxes.map((row): [number, Box] => {
    const site = row.websiteId === null ? undefined : websites.get(row.websiteId);
    return [
      row.id,
      {
        id: row.id,
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
    sources: new Map(sources.map((source) => [source.id, source])),
    sourcesByName: new Map(sources.map((source) => [source.name.toLowerCase(), source])),
    domains: new Map(
      config.domains.map(({ id, name, websiteId }) => [name.toLowerCase(), { id, websiteId: websiteId ?? 0 }]),
    ),
    websites: new Map(config.websites.map(({ id, publisherId }) => [id, { publisherId: publisherId ?? 0 }])),
    codes: new Map(config.codes.map(({ id, code }) => [code.toLowerCase(), id])),
    geos: new Map(config.geos.map(({ id, code }) => [code.toUpperCase(), id])),
  };
}

function campaignOf(row: Row<'campaigns'>, offers: ReadonlyMap<number, Row<'offers'>>): Campaign | null {
  const target = targetOf(row.targetUrl);
  if (target === null) return null;
  const offer = row.offerId === null ? undefined : offers.get(row.offerId);
  return {
    id: row.id,
    landerType: row.landerType,
    offerId: offer?.id ?? 0,
    productId: offer?.productId ?? 0,
    partnerId: offer?.partnerId ?? 0,
    integrationId: offer?.integrationId ?? 0,
    target,
  };
}

type Known = ReadonlyMap<number, { row: Row<'campaigns'>; campaign: Campaign | null }>;

function allocationOf(rows: readonly Row<'allocations'>[], campaigns: Known): Allocation {
  const candidates: Candidate[] = [];
  const skipped: { campaignId: number; reason: SkipReason }[] = [];
  for (const { campaignId, weight } of rows) {
    const known = campaigns.get(campaignId);
    const reason = skipReason(known?.row, weight);
    if (reason === undefined && known?.campaign) candidates.push({ campaign: known.campaign, weight });
    else skipped.push({ campaignId, reason: reason ?? 'bad_target' });
  }
  return { version: versionOf(rows), candidates, skipped };
}

function skipReason(campaign: Row<'campaigns'> | undefined, weight: number): SkipReason | undefined {
  if (campaign === undefined) return 'campaign_missing';
  if (campaign.archived) return 'campaign_archived';
  if (campaign.status !== 'active') return 'campaign_paused';
  return weight > 0 ? undefined : 'weight_zero';
}

function versionOf(rows: readonly Row<'allocations'>[]): number {
  const weights = rows.filter(({ weight }) => weight > 0).map(({ campaignId, weight }) => `${campaignId}:${weight}`);
  return weights.length === 0 ? 0 : crc32(weights.sort().join(','));
}
