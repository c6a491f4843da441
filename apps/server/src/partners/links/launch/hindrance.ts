/** Says why nobody is sent to a campaign or a partner, and which record can change that. */

import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import { bannerGlobalRule } from '@signpost/contract/entities/banner-global-rule.ts';
import { campaign } from '@signpost/contract/entities/campaign.ts';
import { campaignBox } from '@signpost/contract/entities/campaign-box.ts';
import { globalRule } from '@signpost/contract/entities/global-rule.ts';
import { partner } from '@signpost/contract/entities/partner.ts';
import { rule } from '@signpost/contract/entities/rule.ts';
import { seoCampaignBox } from '@signpost/contract/entities/seo-campaign-box.ts';
import type { DealSkipReason } from '@signpost/contract/traffic/clicks/explain.ts';
import type { BoxState, CAMPAIGN_SKIP_REASONS, TraceStep } from '@signpost/contract/traffic/clicks/trace.ts';
import type { Db } from '../../../database.ts';
import { dealsFor, skipOfDeal } from '../../../traffic/clicks/decide/deal.ts';
import { boxStateOf, decide } from '../../../traffic/clicks/decide/decide.ts';
import type { Box, Snapshot } from '../../../traffic/clicks/snapshot/compile.ts';
import type { RoutingConfig } from '../../../traffic/clicks/snapshot/config.ts';
import type { Deal } from '../../../traffic/clicks/snapshot/deals.ts';
import { nameOf } from './names.ts';
import { boxesLeadingTo, testVisit, type Wanted } from './way.ts';

/** The record that can mend a step. */
export type Mend = readonly [entity: EntityDefinition, id: number];
export interface Hindrance {
  text: string;
  mend: Mend;
}
export interface Known {
  db: Db;
  snapshot: Snapshot;
  config: RoutingConfig;
  now: number;
}

const RULES = { global: globalRule, banner: bannerGlobalRule, box: rule } as const;
export const boxMend = (box: Pick<Box, 'id' | 'boxKind'>): Mend => [
  box.boxKind === 'seo' ? seoCampaignBox : campaignBox,
  box.id,
];

const BOX_WORDS: Readonly<Record<BoxState, string>> = {
  active: 'is active',
  paused: 'is paused',
  not_begun: 'has not reached its first day',
  ended: 'is past its last day',
  used_up: 'has had its most clicks',
};

/** Why no click is sent to what is checked. */
export async function whyNobody(known: Known, wanted: Wanted): Promise<Hindrance> {
  if (wanted.subject === 'campaign') return await whyNoCampaign(known, wanted);
  if (wanted.subject === 'partner') return await whyNoPartner(known, wanted);
  return { text: 'This box is not known to the routers.', mend: [campaignBox, wanted.recordId] };
}

async function whyNoPartner(known: Known, wanted: Wanted): Promise<Hindrance> {
  const { db, snapshot, config, now } = known;
  const { recordId: id, geo } = wanted;
  const mend: Mend = [partner, id];
  const name = await nameOf(db, 'partner', id);
  const problem = await partnerProblem(known, id, geo);
  const told = (reason: string, who: Mend = mend): Hindrance => ({
    text: `No visitor of this geo and device is sent to the partner ${name}. ${reason}`,
    mend: who,
  });
  if (problem !== null) return told(problem);
  const boxes = boxesLeadingTo(snapshot, wanted, now);
  const [first] = boxes;
  if (first === undefined) {
    const hasDeal = config.deals.some((deal) => deal.partnerId === id && deal.geo === geo);
    if (hasDeal) return told('No active box has an active campaign that shows its offers; or its offer has no link.');
    return told(`It has no deal for ${geo}, and no active campaign of an active box leads straight to it.`);
  }
  for (const box of boxes)
    for (const { campaign: one } of box.allocation.candidates)
      for (const way of dealsFor(snapshot, { campaign: one, box, step: 'out' }, geo).ways)
        if (way.deal.partnerId === id && way.isDead)
          return told(
            `The link of its offer ${await nameOf(db, 'offer', way.offer.offerId)} is dead and has left the rotation. See the watched links.`,
          );
  const elsewhere = await whichRuleSends(db, snapshot, { wanted, box: first }, now);
  return elsewhere ?? told('Rules and deals of other partners take all of them.', boxMend(first));
}

async function whyNoCampaign({ db, snapshot, config, now }: Known, wanted: Wanted): Promise<Hindrance> {
  const { recordId: id } = wanted;
  const mend: Mend = [campaign, id];
  const name = await nameOf(db, 'campaign', id);
  const row = config.campaigns.find((one) => one.id === id);
  if (row === undefined || row.archived) return { text: `The campaign ${name} is archived: it takes no clicks.`, mend };
  if (row.status !== 'active') return { text: `The campaign ${name} is paused: it takes no clicks.`, mend };
  const compiled = snapshot.campaigns.get(id);
  if (compiled === undefined) return { text: `The target of the campaign ${name} cannot be used.`, mend };
  if (compiled.isDead)
    return {
      text: `The target of the campaign ${name} is dead and has left the rotation: ${row.targetUrl}. See the watched links.`,
      mend,
    };
  const [first] = boxesLeadingTo(snapshot, wanted, now);
  if (first !== undefined) {
    const elsewhere = await whichRuleSends(db, snapshot, { wanted, box: first }, now);
    return (
      elsewhere ?? {
        text: `The campaign ${name} stands only in rules that do not match a visitor of this geo and device, such as those of the box ${await nameOf(db, 'box', first.id)}.`,
        mend: boxMend(first),
      }
    );
  }
  const rows = config.allocations.filter(({ campaignId }) => campaignId === id);
  const boxes = rows.flatMap(({ campaignBoxId }) => snapshot.boxes.get(campaignBoxId) ?? []);
  const active = boxes.find((box) => boxStateOf(snapshot, box, now) === 'active');
  if (active !== undefined)
    return {
      text: `The campaign ${name} has the weight 0 in the box ${await nameOf(db, 'box', active.id)}.`,
      mend: boxMend(active),
    };
  const [closed] = boxes;
  if (closed === undefined)
    return { text: `The campaign ${name} is in no box, and in no active rule of an active box.`, mend };
  const state = BOX_WORDS[boxStateOf(snapshot, closed, now)];
  return {
    text: `The box ${await nameOf(db, 'box', closed.id)} of the campaign ${name} ${state}.`,
    mend: boxMend(closed),
  };
}

/** The rule that takes the visitors of a box before its own campaigns do. */
async function whichRuleSends(
  db: Db,
  snapshot: Snapshot,
  { wanted, box }: { wanted: Wanted; box: Box },
  now: number,
): Promise<Hindrance | null> {
  const taken = decide(snapshot, testVisit(wanted, box.id, '', now));
  if (taken.rule === null || taken.campaign === null) return null;
  const inBox = await nameOf(db, 'box', box.id);
  const to = await nameOf(db, 'campaign', taken.campaign.id);
  return {
    text: `In the box ${inBox}, the rule “${taken.rule.name}” sends visitors of this geo and device elsewhere: to the campaign ${to}.`,
    mend: [RULES[taken.rule.kind], taken.rule.id],
  };
}

/** Why a partner takes no clicks of a geo by its deals; null if it does, or has no deal there. */
export async function partnerProblem(
  { db, snapshot, config, now }: Known,
  partnerId: number,
  geo: string,
): Promise<string | null> {
  const found = await db
    .selectFrom('partners')
    .select(['name', 'status', 'archivedAt'])
    .where('id', '=', partnerId)
    .executeTakeFirst();
  if (found === undefined) return null;
  if (found.archivedAt !== null) return `The partner “${found.name}” is archived.`;
  if (found.status !== 'active') return `The partner “${found.name}” is paused.`;
  const problems = config.deals
    .filter((deal) => deal.partnerId === partnerId && deal.geo === geo)
    .map((deal) => dealProblem(deal, deal.weight === 0 ? 'weight_zero' : skipOfDeal(snapshot, deal, now)));
  if (problems.length === 0 || problems.includes(null)) return null;
  return problems.join(' ');
}

function dealProblem(deal: Deal, reason: DealSkipReason | undefined): string | null {
  const named = `deal ${deal.id} (${deal.dealType}, ${deal.geo})`;
  switch (reason) {
    case 'no_longer_valid':
      return `The ${named} ended on ${deal.validTo}.`;
    case 'not_yet_valid':
      return `The ${named} begins on ${deal.validFrom}.`;
    case 'over_cap':
      return `The lead cap of the ${named} is reached: ${deal.leadCap} a day.`;
    case 'weight_zero':
      return `The ${named} has the weight 0.`;
    default:
      return null;
  }
}

type CampaignSkip = (typeof CAMPAIGN_SKIP_REASONS)[number];
const CAMPAIGN_WORDS: Record<CampaignSkip, string> = {
  campaign_paused: 'is paused',
  campaign_archived: 'is archived',
  campaign_missing: 'does not exist',
  weight_zero: 'has the weight 0',
  bad_target: 'has a target that cannot be used',
  dead_link: 'has a dead target, which has left the rotation (see the watched links)',
};
/** Reasons that the form of the campaign can change; the others are in the box. */
const IN_CAMPAIGN: readonly CampaignSkip[] = ['campaign_paused', 'campaign_archived', 'bad_target', 'dead_link'];

/** Why a click ended at the fallback link, and which record can change that; null if it did not. */
export async function whyFallback(
  { db, snapshot }: Pick<Known, 'db' | 'snapshot'>,
  trace: readonly TraceStep[],
  boxId: number,
  partnerId: number,
): Promise<Hindrance | null> {
  if (!trace.some(({ step }) => step === 'fallback')) return null;
  const box = snapshot.boxes.get(boxId);
  const ofBox: Mend = box === undefined ? [campaignBox, boxId] : boxMend(box);
  const state = trace.find((one) => one.step === 'box')?.result ?? 'active';
  if (state !== 'active')
    return { text: `The box ${BOX_WORDS[state]}: the click goes to the fallback link.`, mend: ofBox };
  const deal = trace.find((one) => one.step === 'deal');
  if (deal?.result === 'none') {
    const skipped = deal.skipped ?? [];
    const reasons = await Promise.all(skipped.map(({ dealId, reason }) => skippedDeal(db, snapshot, dealId, reason)));
    const first = snapshot.deals.byId(skipped[0]?.dealId ?? 0)?.partnerId ?? partnerId;
    return {
      text: `No deal can take the click, so it goes to the fallback link. ${reasons.join(' ')}`.trim(),
      mend: [partner, first],
    };
  }
  const none = trace.find((one) => one.step === 'campaign' && one.result === 'none');
  if (none?.step !== 'campaign')
    return {
      text: 'The offer of the page has no working link: the click goes to the fallback link.',
      mend: [partner, partnerId],
    };
  const skipped = none.skipped ?? [];
  const reasons = await Promise.all(
    skipped.map(
      async ({ campaignId, reason }) =>
        `The campaign ${await nameOf(db, 'campaign', campaignId)} ${CAMPAIGN_WORDS[reason]}.`,
    ),
  );
  const mendable = skipped.find(({ reason }) => IN_CAMPAIGN.includes(reason));
  return {
    text: `No rule and no campaign can take the click, so it goes to the fallback link. ${reasons.join(' ') || 'The box has no campaigns.'}`,
    mend: mendable === undefined ? ofBox : [campaign, mendable.campaignId],
  };
}

async function skippedDeal(db: Db, snapshot: Snapshot, dealId: number, reason: DealSkipReason): Promise<string> {
  const deal = snapshot.deals.byId(dealId);
  if (deal === undefined) return `The deal ${dealId} takes none.`;
  const name = await nameOf(db, 'partner', deal.partnerId);
  if (reason === 'partner_paused') return `The partner ${name} is paused.`;
  if (reason === 'dead_link') return `The link of the partner ${name} is dead and has left the rotation.`;
  if (reason === 'waterfall_blocked') return `The deal ${dealId} of ${name} takes no overflow of other deals.`;
  return dealProblem(deal, reason)?.replace(/\.$/, `, partner ${name}.`) ?? `The deal ${dealId} of ${name} takes none.`;
}
