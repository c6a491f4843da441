/** Campaign stats: boxes, campaigns, prelanders and landers in one table (docs/product/statistics.md#other-reports). */
import { z } from 'zod';
import { statsSchema } from './answer.ts';
import { type StatsTab, tabMetrics } from './define-tab.ts';
import type { DimensionKey } from './dimensions.ts';
import { globalTab } from './tabs/global.ts';

/** The kinds of rows. A campaign's row has the kind that the campaign has now. */
export const CAMPAIGN_ROW_KINDS = ['box', 'prelander', 'lander', 'campaign'] as const;
export type CampaignRowKind = (typeof CAMPAIGN_ROW_KINDS)[number];

/** The labels of the kinds and their dimensions. */
export const CAMPAIGN_ROWS: Readonly<
  Record<CampaignRowKind, Readonly<{ one: string; many: string; dimension: DimensionKey }>>
> = {
  box: { one: 'Campaign box', many: 'Campaign boxes', dimension: 'campaign_box' },
  prelander: { one: 'Prelander', many: 'Prelanders', dimension: 'campaign' },
  lander: { one: 'Lander', many: 'Landers', dimension: 'campaign' },
  campaign: { one: 'Campaign', many: 'Campaigns', dimension: 'campaign' },
};

/** The kind of a campaign's row, from its type. A campaign that no longer exists counts as a campaign. */
export function campaignRowKind(landerType: string | undefined): CampaignRowKind {
  if (landerType === 'prelander') return 'prelander';
  if (landerType === 'offer_lander' || landerType === 'external_lander') return 'lander';
  return 'campaign';
}

/** The additional parts of this screen's questions: the kinds of rows, and a search in their names. */
export const campaignStatsFilter = z.looseObject({
  kinds: z
    .array(z.enum(CAMPAIGN_ROW_KINDS))
    .min(1)
    .default([...CAMPAIGN_ROW_KINDS]),
  q: z.string().trim().max(200).default(''),
});

/** URL keys that are not part of the statistics question. */
export const CAMPAIGN_STATS_BESIDE = Object.keys(campaignStatsFilter.shape);

/** The default question of the screen, which covers all facts. */
export const campaignStatsTab: StatsTab = {
  ...globalTab,
  title: 'Campaign stats',
  longTitle: 'Campaigns, prelanders, landers and boxes',
  ...tabMetrics({
    defaultKingStat: 'revenue',
    defaultKingstatOptions: [
      'revenue',
      'earningsPerClick',
      'profit',
      'clickouts',
      'prelanderClickThroughRate',
      'leadRate',
      'firstDepositRate',
      'returnOnInvestment',
    ],
    defaultVisibleColumns: [
      'visits',
      'prelanderVisits',
      'prelanderClickThroughRate',
      'clickouts',
      'leads',
      'firstDeposits',
      'earningsPerClick',
      'revenue',
      'profit',
    ],
  }),
};

export const campaignStatsRowSchema = z.strictObject({
  kind: z.enum(CAMPAIGN_ROW_KINDS),
  id: z.number(),
  name: z.string(),
  stats: statsSchema,
  compare: statsSchema.optional(),
});

/** One row: an item of the dimension that belongs to its kind. */
export type CampaignStatsRow = z.infer<typeof campaignStatsRowSchema>;

/**
 * A visit counts for its box and for its campaign, so rows of boxes and of campaigns cannot be added up. `totals.of`
 * says what the totals cover: every fact once (`facts`), or the rows that match (`rows`). They are null if matching
 * rows overlap.
 */
export const campaignStatsDataSchema = z.strictObject({
  rows: z.array(campaignStatsRowSchema),
  totals: z
    .strictObject({ of: z.enum(['facts', 'rows']), stats: statsSchema, compare: statsSchema.optional() })
    .nullable(),
});
export type CampaignStatsData = z.infer<typeof campaignStatsDataSchema>;
