/** Campaign stats: campaigns, prelanders, landers and boxes in one table. */
import { z } from 'zod';
import { statsMetaSchema } from '../insight/stats/answer.ts';
import { campaignStatsDataSchema, campaignStatsFilter } from '../insight/stats/campaign-stats.ts';
import { defineCall, FILE } from './define-call.ts';

const tag = 'Statistics';
const access = { routes: ['campaignStats', 'campaignStatsPreset'], action: 'view' } as const;

export const readCampaignStats = defineCall({
  name: 'readCampaignStats',
  summary: 'The campaign stats table: a page of rows, and totals over all of them.',
  tag,
  method: 'GET',
  path: 'statistics/campaigns',
  access,
  rows: 'own',
  query: campaignStatsFilter,
  answer: campaignStatsDataSchema,
  meta: statsMetaSchema,
});

export const exportCampaignStats = defineCall({
  name: 'exportCampaignStats',
  summary: 'All rows of the campaign stats table as a file.',
  tag,
  method: 'GET',
  path: 'statistics/campaigns/export',
  access,
  rows: 'own',
  query: campaignStatsFilter.extend({ format: z.enum(['csv', 'xlsx']) }),
  answer: FILE,
});
