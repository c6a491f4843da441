/** The campaigns of an allocation with their weights, in the form that a decision reads. */
import { crc32 } from 'node:zlib';
import { pageOfTarget } from '@signpost/contract/define/validators.ts';
import type { CAMPAIGN_SKIP_REASONS, StepOf } from '@signpost/contract/traffic/clicks/trace.ts';
import { type Odds, oddsOf } from '../decide/choose.ts';
import type { RoutingConfig } from './config.ts';
import type { StandInsOf } from './hosts.ts';
import { type PassOn, passOnOf } from './pass-on.ts';
import { fixed } from './steps.ts';
import { campaignTargetOf, type Target } from './target.ts';

/** Why a campaign of an allocation takes no clicks now. */
export type SkipReason = (typeof CAMPAIGN_SKIP_REASONS)[number];

export interface Campaign {
  readonly id: number;
  readonly landerType: string;
  readonly offerId: number;
  readonly productId: number;
  readonly partnerId: number;
  readonly integrationId: number;
  readonly target: Target;
  /** The target has left the rotation because its address is dead. */
  readonly isDead: boolean;
  /** The template that its target shows; 0 if it is no page of ours. */
  readonly pageId: number;
  /** The target itself determines whose offer is shown, so it can show any partner's. */
  readonly showsAnyOffer: boolean;
  readonly passOn: PassOn;
  /** The step to its own offer; null if it has none. */
  readonly offerStep: StepOf<'offer'> | null;
}

export interface Candidate {
  readonly campaign: Campaign;
  readonly weight: number;
  /** The trace step that records that it was chosen. */
  readonly step: StepOf<'campaign'>;
}

export interface Allocation {
  /** Changes only with the campaigns and weights, not with other changes of the box. */
  readonly version: number;
  readonly candidates: readonly Candidate[];
  readonly odds: Odds;
  readonly skipped: readonly { readonly campaignId: number; readonly reason: SkipReason }[];
  /** The trace step that records that none of them can be chosen. */
  readonly none: StepOf<'campaign'>;
}

type Row<K extends 'campaigns' | 'offers'> = RoutingConfig[K][number];

/** A campaign with the data of its offer; null if its target cannot be used. */
export function campaignOf(
  row: Row<'campaigns'>,
  offers: ReadonlyMap<number, Row<'offers'>>,
  { dead, ...standIns }: { mirrors: StandInsOf; rotation: StandInsOf; dead: ReadonlySet<string> },
): Campaign | null {
  const target = campaignTargetOf(row.targetUrl, row.landerType === 'prelander' ? standIns.rotation : standIns.mirrors);
  if (target === null) return null;
  const offer = offers.get(row.offerId ?? 0);
  return {
    id: row.id,
    landerType: row.landerType,
    offerId: offer?.id ?? 0,
    productId: offer?.productId ?? 0,
    partnerId: offer?.partnerId ?? 0,
    integrationId: offer?.integrationId ?? 0,
    target,
    isDead: dead.has(row.targetUrl),
    pageId: pageOfTarget(row.targetUrl) ?? 0,
    showsAnyOffer: /\{(?:offer_id|partner_id)\}/.test(row.targetUrl),
    passOn: passOnOf(row.passOn),
    offerStep: offer === undefined ? null : stepTo(offer),
  };
}

interface Share {
  campaignId: number;
  weight: number;
}

export type Known = ReadonlyMap<number, { row: Row<'campaigns'>; campaign: Campaign | null }>;

const stepTo = ({ id, partnerId }: Row<'offers'>) =>
  fixed({ step: 'offer', result: 'campaign', offerId: id, partnerId });

/** The allocation of a box or of a rule. */
export function allocationOf(rows: readonly Share[], campaigns: Known): Allocation {
  const taking: { campaign: Campaign; weight: number }[] = [];
  const skipped: { campaignId: number; reason: SkipReason }[] = [];
  for (const { campaignId, weight } of rows) {
    const known = campaigns.get(campaignId);
    const reason = skipReason(known?.row, weight) ?? (known?.campaign?.isDead === true ? 'dead_link' : undefined);
    if (reason === undefined && known?.campaign) taking.push({ campaign: known.campaign, weight });
    else skipped.push({ campaignId, reason: reason ?? 'bad_target' });
  }
  const told = skipped.length === 0 ? {} : { skipped };
  const candidates = taking.map(({ campaign, weight }): Candidate => {
    const step = fixed({ step: 'campaign', result: 'chosen', campaignId: campaign.id, weight, ...told });
    return { campaign, weight, step };
  });
  const none = fixed({ step: 'campaign', result: 'none', ...told });
  const odds = oddsOf(candidates, ({ campaign }) => campaign.id);
  return { version: versionOf(rows), candidates, odds, skipped, none };
}

function skipReason(campaign: Row<'campaigns'> | undefined, weight: number): SkipReason | undefined {
  if (campaign === undefined) return 'campaign_missing';
  if (campaign.archived) return 'campaign_archived';
  if (campaign.status !== 'active') return 'campaign_paused';
  if (weight > 0) return undefined;
  return 'weight_zero';
}

function versionOf(rows: readonly Share[]): number {
  const weights = rows.filter(({ weight }) => weight > 0).map(({ campaignId, weight }) => `${campaignId}:${weight}`);
  if (weights.length === 0) return 0;
  return crc32(weights.sort().join(','));
}
