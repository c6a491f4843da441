/** Campaign stats: the table and its file. */

import { exportCampaignStats, readCampaignStats } from '@signpost/contract/calls/campaign-stats.ts';
import { campaignStatsTab } from '@signpost/contract/insight/stats/campaign-stats.ts';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app-type.ts';
import { withMeta } from '../../http/handle.ts';
import { sendTable } from '../../http/send-table.ts';
import { runCampaignStats } from './campaign-stats.ts';
import type { Completeness } from './completeness.ts';
import { campaignTable } from './export.ts';
import { handleQuestion } from './handle-question.ts';
import { readAsked } from './known.ts';
import { metaOf } from './run.ts';
import type { EngineFor } from './viewer.ts';

export function campaignRoutes(
  app: App,
  deps: Pick<Deps, 'db' | 'clock'>,
  engineFor: EngineFor,
  completeness: Completeness,
): void {
  handleQuestion(app, readCampaignStats, async ({ query: { kinds, q, ...asked }, viewer, request, reply }) => {
    const question = await readAsked(deps, viewer, campaignStatsTab, asked);
    const engine = await engineFor(request, reply);
    const completeUntil = await completeness.ofQuestion(question);
    const { data, total, freshness } = await runCampaignStats(engine, question, { kinds, q });
    return withMeta(data, { total, freshness, ...completeUntil, ...metaOf(question) });
  });

  handleQuestion(
    app,
    exportCampaignStats,
    async ({ query: { kinds, q, format, ...asked }, viewer, request, reply }) => {
      const question = await readAsked(deps, viewer, campaignStatsTab, asked);
      const engine = await engineFor(request, reply);
      const table = await campaignTable(engine, campaignStatsTab.longTitle, question, { kinds, q });
      const { start, end } = question.dateRange;
      return await sendTable(reply, table, `campaign-stats-${start}-${end}`, format);
    },
  );
}
