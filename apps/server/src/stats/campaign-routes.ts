/** Campaign stats: the table and its file. */
import { campaignStatsFilter, campaignStatsTab } from '@signpost/contract/stats/campaign-stats.ts';
import { readQuestion } from '@signpost/contract/stats/query.ts';
import { z } from 'zod';
import { viewerOf } from '../http/access.ts';
import type { App } from '../http/app-type.ts';
import { ok } from '../http/envelope.ts';
import { runCampaignStats } from './campaign-stats.ts';
import { campaignTable } from './export.ts';
import { sendTable } from './send-table.ts';
import type { EngineFor } from './viewer.ts';

export function campaignRoutes(app: App, engineFor: EngineFor): void {
  const config = { access: { routes: ['campaignStats', 'campaignStatsPreset'], action: 'view' }, rows: 'own' } as const;
  const tags = ['Statistics'];

  app.get(
    '/api/statistics/campaigns',
    { config, schema: { tags, querystring: campaignStatsFilter } },
    async (request, reply) => {
      const { kinds, q, ...asked } = request.query;
      const question = readQuestion(campaignStatsTab, { timeZone: viewerOf(request).timeZone, ...asked });
      const { data, total, freshness } = await runCampaignStats(await engineFor(request, reply), question, {
        kinds,
        q,
      });
      return ok(data, { total, freshness });
    },
  );

  app.get(
    '/api/statistics/campaigns/export',
    { config, schema: { tags, querystring: campaignStatsFilter.extend({ format: z.enum(['csv', 'xlsx']) }) } },
    async (request, reply) => {
      const { kinds, q, format, ...asked } = request.query;
      const question = readQuestion(campaignStatsTab, { timeZone: viewerOf(request).timeZone, ...asked });
      const engine = await engineFor(request, reply);
      const table = await campaignTable(engine, campaignStatsTab.longTitle, question, { kinds, q });
      return await sendTable(
        reply,
        table,
        `campaign-stats-${question.dateRange.start}-${question.dateRange.end}`,
        format,
      );
    },
  );
}
