/** Shows what new weights of deals would have done to the clicks of the last days (docs/decisions/0024). */

import { visibleTabs } from '@signpost/contract/access/access.ts';
import { previewWaterfall } from '@signpost/contract/calls/deals.ts';
import { AppError } from '@signpost/contract/errors.ts';
import { multiplyMoney, subtractMoney, sumMoney } from '@signpost/contract/money/money.ts';
import { REPLAY_ENOUGH } from '@signpost/contract/traffic/clicks/replay.ts';
import {
  EARNING_DAYS,
  type EarningDays,
  PREVIEW_DAYS,
  type WaterfallPreview,
} from '@signpost/contract/traffic/clicks/waterfall.ts';
import { sql } from 'kysely';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { goneSignal } from '../../../http/gone-signal.ts';
import { handle } from '../../../http/handle.ts';
import { readEarnings } from '../../../partners/deals/earnings.ts';
import { onlyBoxes } from '../../../traffic/clicks/draft/apply.ts';
import type { Side } from '../../../traffic/clicks/draft/replay.ts';
import { type DealShares, replayChoice, withWeights } from '../../../traffic/clicks/draft/replay-deals.ts';
import { leadsAClick, ReplayedCaps } from '../../../traffic/clicks/draft/replayed-caps.ts';
import { readUse } from '../../../traffic/clicks/snapshot/caps.ts';
import { compile } from '../../../traffic/clicks/snapshot/compile.ts';
import { inUse, type Query, type RoutingConfig, readConfig } from '../../../traffic/clicks/snapshot/config.ts';
import { countChoices, pastChoices } from '../../../traffic/routing/replay/choices.ts';
import { readOtherLeads } from '../../../traffic/routing/replay/facts.ts';
import { type NameOf, namesFor } from '../../../traffic/routing/words.ts';

const DAY_MS = 86_400_000;

const perDay = (clicks: number): number => Math.round((clicks / PREVIEW_DAYS) * 10) / 10;

type Shown = WaterfallPreview['deals'][number];
const gainOf = ({ before, after }: { before: number; after: number }): number => after - before;

/** The earnings of one click-out of a deal; null if too little is known. */
type Epc = (dealId: number) => string | null;

/**
 * The value of the changes. A deal that loses clicks gives them to all deals that gain, in proportion, so that clicks
 * from or to a deal of unknown earnings can be left out and counted.
 */
function valueOfShifts(
  changes: readonly (readonly [number, number])[],
  epcOf: Epc,
): { value: string; unknown: number } {
  const gains = changes.filter(([, gain]) => gain > 0);
  const total = gains.reduce((sum, [, gain]) => sum + gain, 0);
  let unknown = 0;
  const losses = changes.filter(([, loss]) => loss < 0);
  const values = losses.flatMap(([from, loss]) =>
    gains.flatMap(([to, gain]) => {
      const clicks = (-loss * gain) / total;
      const before = epcOf(from);
      const after = epcOf(to);
      if (before !== null && after !== null)
        return multiplyMoney(subtractMoney(after, before), (clicks / PREVIEW_DAYS).toFixed(6));
      unknown += clicks;
      return [];
    }),
  );
  return { value: sumMoney(values), unknown };
}

/** Smaller differences come from rounding alone. */
const LEAST = 1e-6;

function shiftOf(
  shares: DealShares,
  every: number,
  nameOf: (dealId: number) => string,
  epcOf: Epc | null,
): Pick<WaterfallPreview, 'moved' | 'deals' | 'value' | 'unknown'> {
  const changed = [...shares].filter(([, share]) => Math.abs(gainOf(share)) > LEAST);
  const deals = changed
    .map(([dealId, { before, after }]): Shown => {
      const name = dealId === 0 ? 'No deal' : nameOf(dealId);
      return { dealId, name, before: perDay(before * every), after: perDay(after * every) };
    })
    .sort((one, other) => gainOf(one) - gainOf(other));
  const moved = changed.reduce((sum, [, share]) => sum + Math.max(0, gainOf(share)), 0);
  const shown = { moved: perDay(moved * every), deals };
  if (epcOf === null) return { ...shown, value: null, unknown: 0 };
  const { value, unknown } = valueOfShifts(
    changed.map(([dealId, share]) => [dealId, gainOf(share) * every] as const),
    epcOf,
  );
  return { ...shown, value, unknown: perDay(unknown) };
}

const LONGEST_DAYS = Math.max(...EARNING_DAYS);

/**
 * The EPC of deals in the chosen days, or in the longest ones if there were too few click-outs. Visitors who are sent to
 * no deal earn nothing.
 */
async function epcReader(
  { clickhouse, clock }: Pick<Deps, 'clickhouse' | 'clock'>,
  deals: readonly number[],
  { days, timeZone }: { days: EarningDays; timeZone: string },
  signal: AbortSignal,
): Promise<{ epcOf: Epc; usesLongest: () => boolean }> {
  const now = clock.now();
  const [chosen, longest] = await Promise.all(
    [days, LONGEST_DAYS].map((of) => readEarnings(clickhouse, deals, { now, days: of, timeZone }, signal)),
  );
  let isLonger = false;
  const epcOf: Epc = (dealId) => {
    if (dealId === 0) return '0';
    const near = chosen?.of(dealId);
    if (near !== undefined && near.clickouts >= REPLAY_ENOUGH) return near.epc;
    const far = longest?.of(dealId);
    if (far === undefined || far.clickouts < REPLAY_ENOUGH) return null;
    isLonger = true;
    return far.epc;
  };
  return { epcOf, usesLongest: () => isLonger };
}

/** Names deals by their partners, and by the integration as well where the partner has several deals in the geo. */
function namesOfDeals(deals: RoutingConfig['deals'], nameOf: NameOf): (dealId: number) => string {
  const byId = new Map(deals.map((deal) => [deal.id, deal]));
  const counts = new Map([...Map.groupBy(deals, ({ partnerId }) => partnerId)].map(([id, of]) => [id, of.length]));
  return (dealId) => {
    const deal = byId.get(dealId);
    if (deal === undefined) return `#${dealId}`;
    const partner = nameOf('partner', deal.partnerId);
    if ((counts.get(deal.partnerId) ?? 0) > 1) return `${partner} (${nameOf('integration', deal.integrationId)})`;
    return partner;
  };
}

export function waterfallPreviewRoutes(app: App, { db, clickhouse, clock }: Deps): void {
  const query: Query = async (text) => (await sql.raw<Record<string, unknown>>(text).execute(db)).rows;

  handle(app, previewWaterfall, async ({ body: { geoId, integrationId, weights, days }, viewer, reply }) => {
    const signal = goneSignal(reply);
    const until = clock.now();
    const from = new Date(until.getTime() - PREVIEW_DAYS * DAY_MS);
    const config = inUse(await readConfig(query));
    const geo = config.geos.find(({ id }) => id === geoId)?.code.toUpperCase();
    const deals = config.deals.filter((deal) => deal.geo === geo);
    const known = new Set(deals.filter((deal) => deal.integrationId === integrationId).map(({ id }) => id));
    if (geo === undefined || weights.some(({ dealId }) => !known.has(dealId))) throw new AppError('ITEM_NOT_FOUND');
    const drafted = withWeights(config, new Map(weights.map(({ dealId, after }) => [dealId, after])));

    const landers = config.campaigns.filter(({ landerType }) => landerType === 'offer_lander').map(({ id }) => id);
    const asked = { geoId, landers, from, until };
    const { clicks, boxIds, every } = await countChoices(clickhouse, asked, signal);
    const capped = new Map(deals.filter(({ leadCap }) => leadCap !== null).map(({ id, timeZone }) => [id, timeZone]));
    const leadsOf = leadsAClick(new Map((await readUse(query)).map((use) => [use.dealId, use.leadRate])), every);
    const others = await readOtherLeads(clickhouse, { boxIds: null, from, until }, [...capped.keys()], signal);
    const side = (whole: RoutingConfig): Side => {
      const caps = new ReplayedCaps({ leadsAClick: leadsOf, timeZoneOf: (deal) => capped.get(deal), others });
      return { caps, snapshot: { ...compile(onlyBoxes(whole, boxIds)), use: caps } };
    };
    const sides = { before: side(config), after: side(drafted) };
    const shares: DealShares = new Map();
    let decided = 0;
    for await (const batch of pastChoices(clickhouse, asked, every, signal))
      for (const choice of batch) if (replayChoice(shares, choice, geo, sides)) decided += 1;

    const ids = deals.map(({ id }) => id);
    const mayKnow = visibleTabs(viewer).length > 0;
    const [earnings, nameOf] = await Promise.all([
      mayKnow ? epcReader({ clickhouse, clock }, ids, { days, timeZone: viewer.timeZone }, signal) : null,
      namesFor(
        db,
        deals.flatMap((deal) => [['partner', deal.partnerId] as const, ['integration', deal.integrationId] as const]),
      ),
    ]);
    const shift = shiftOf(shares, every, namesOfDeals(deals, nameOf), earnings?.epcOf ?? null);
    return { clicks, decided, ...shift, earningDays: earnings?.usesLongest() ? LONGEST_DAYS : days };
  });
}
