/** Shows the effect that a draft would have had: the router's code decides the real clicks of the last days again. */

import { replayDraft } from '@signpost/contract/calls/routing.ts';
import type { EntityName } from '@signpost/contract/define/entity-names.ts';
import type { Draft } from '@signpost/contract/traffic/clicks/draft.ts';
import type { Replay, ReplayShift } from '@signpost/contract/traffic/clicks/replay.ts';
import { sql } from 'kysely';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { goneSignal } from '../../../http/gone-signal.ts';
import { handle } from '../../../http/handle.ts';
import { onlyBoxes, withDraft } from '../../clicks/draft/apply.ts';
import { type Counts, draftedRule, emptyTally, replayClick, type Side, type Tally } from '../../clicks/draft/replay.ts';
import { leadsAClick, ReplayedCaps } from '../../clicks/draft/replayed-caps.ts';
import { readUse } from '../../clicks/snapshot/caps.ts';
import { compile } from '../../clicks/snapshot/compile.ts';
import { inUse, type Query, type RoutingConfig, readConfig } from '../../clicks/snapshot/config.ts';
import { type Asked, clickReader, countClicks, pastClicks, readOtherLeads, readWorth } from '../replay/facts.ts';
import { type NameOf, namesFor, type Reference } from '../words.ts';

const DAY_MS = 86_400_000;

/** The boxes whose clicks a draft may affect; null for all boxes, empty for a box that has no clicks yet. */
function boxesOf(config: RoutingConfig, draft: Draft, id: number): number[] | null {
  switch (draft.kind) {
    case 'campaignBox':
    case 'seoCampaignBox':
      if (draft.id === null) return [];
      return [id];
    case 'rule': {
      // Even if no box uses a rule yet, the visitors that match it can be counted.
      const boxes = config.boxRules.filter(({ ruleId }) => ruleId === id).map(({ campaignBoxId }) => campaignBoxId);
      if (boxes.length === 0) return null;
      return boxes;
    }
    case 'globalRule':
      return null;
    case 'bannerGlobalRule':
      return config.boxes.filter(({ boxKind }) => boxKind === 'banner').map((box) => box.id);
  }
}

/** Every campaign that could get a click, so that all are loaded with one query. */
const campaignsOf = ({ allocations, ruleAllocations }: RoutingConfig): number[] => [
  ...new Set([...allocations, ...ruleAllocations].map(({ campaignId }) => campaignId)),
];

function shifts(
  counts: ReadonlyMap<number, Counts>,
  every: number,
  nameOf: NameOf,
  [entity, none]: [EntityName, string],
): ReplayShift[] {
  return [...counts]
    .map(([id, { recorded, before, after }]) => ({
      id,
      name: id === 0 ? none : nameOf(entity, id),
      recorded: recorded * every,
      before: before * every,
      after: after * every,
    }))
    .sort((one, other) => other.after - one.after || other.before - one.before || one.id - other.id);
}

function capsOf(
  config: RoutingConfig,
  tally: Tally,
  { days, every, leadsOf }: { days: number; every: number; leadsOf: (dealId: number) => number },
  nameOf: NameOf,
): Replay['caps'] {
  return config.deals.flatMap(({ id, leadCap, geo, partnerId }) => {
    const counts = tally.deals.get(id);
    if (counts === undefined || leadCap === null) return [];
    const leads = (clicks: number) => Math.round((clicks * leadsOf(id) * 10) / days) / 10;
    const name = `${nameOf('partner', partnerId)} · ${geo}`;
    const over = { overBefore: counts.overBefore * every, overAfter: counts.overAfter * every };
    return [{ dealId: id, name, cap: leadCap, before: leads(counts.before), after: leads(counts.after), ...over }];
  });
}

export function replayRoutes(app: App, { db, clickhouse, clock }: Deps): void {
  const query: Query = async (text) => (await sql.raw<Record<string, unknown>>(text).execute(db)).rows;
  handle(app, replayDraft, async ({ body: { days, ...draft }, reply }) => {
    const signal = goneSignal(reply);
    const until = clock.now();
    const config = inUse(await readConfig(query));
    const { config: drafted, id } = withDraft(config, draft);
    const boxIds = boxesOf(drafted, draft, id);
    const part = (whole: RoutingConfig) => compile(boxIds === null ? whole : onlyBoxes(whole, boxIds));
    const asked: Asked = { boxIds, from: new Date(until.getTime() - days * DAY_MS), until };
    const none = boxIds !== null && boxIds.length === 0;
    const { clicks, every } = none ? { clicks: 0, every: 1 } : await countClicks(clickhouse, asked, signal);
    const tally = emptyTally();
    const leadsOf = leadsAClick(new Map((await readUse(query)).map((use) => [use.dealId, use.leadRate])), every);
    const capped = new Map(
      drafted.deals.filter(({ leadCap }) => leadCap !== null).map((deal) => [deal.id, deal.timeZone]),
    );
    const others = none ? [] : await readOtherLeads(clickhouse, asked, [...capped.keys()], signal);
    const side = (whole: RoutingConfig): Side => {
      const caps = new ReplayedCaps({ leadsAClick: leadsOf, timeZoneOf: (deal) => capped.get(deal), others });
      return { caps, snapshot: { ...part(whole), use: caps } };
    };
    const sides = { before: side(config), after: side(drafted) };
    const rule = draftedRule(draft, id);
    if (clicks > 0) {
      const worth = await readWorth(clickhouse, campaignsOf(drafted).concat(campaignsOf(config)), until, signal);
      // Works in batches, so that other requests are answered in between.
      for await (const batch of pastClicks(clickhouse, asked, { every, parse: clickReader(config), signal }))
        for (const click of batch) replayClick(tally, click, sides, { worth, rule });
    }
    const asPartners = drafted.deals.filter((deal) => tally.deals.has(deal.id));
    const nameOf = await namesFor(db, [
      ...[...tally.campaigns.keys()].map((campaign): Reference => ['campaign', campaign]),
      ...[...tally.partners.keys()].map((partner): Reference => ['partner', partner]),
      ...asPartners.map(({ partnerId }): Reference => ['partner', partnerId]),
    ]);
    const { before, after } = tally.expected;
    const shareOf = (known: number) => {
      if (tally.decided === 0) return 0;
      return known / tally.decided;
    };
    const answer: Replay = {
      from: asked.from.toISOString(),
      until: until.toISOString(),
      clicks,
      decided: tally.decided,
      unjudged: tally.unjudged * every,
      moved: tally.moved * every,
      rule: rule && {
        matched: tally.matched * every,
        decides: tally.decides * every,
        boxes: [...sides.after.snapshot.boxes.values()].filter(({ rules }) => rules.all.some((one) => one.id === id))
          .length,
      },
      campaigns: shifts(tally.campaigns, every, nameOf, ['campaign', 'Fallback link']),
      partners: shifts(tally.partners, every, nameOf, ['partner', 'No partner']),
      revenue: {
        before: (before.revenue * every).toFixed(2),
        after: (after.revenue * every).toFixed(2),
        knownBefore: shareOf(before.known),
        knownAfter: shareOf(after.known),
      },
      caps: capsOf(drafted, tally, { days, every, leadsOf }, nameOf),
    };
    return answer;
  });
}
