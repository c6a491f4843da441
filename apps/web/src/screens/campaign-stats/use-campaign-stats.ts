/** Asks for campaign stats, and for the preset that is open. */
import { buildQuery, parseQuery } from '@signpost/contract/brackets.ts';
import type { SavedView } from '@signpost/contract/records/saved-view.ts';
import type { StatsMeta } from '@signpost/contract/stats/answer.ts';
import type { CampaignStatsData } from '@signpost/contract/stats/campaign-stats.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { request } from '../../api/client.ts';
import type { Search } from '../../stats/question.ts';

/** The screen as saved views know it. */
export const PRESETS = 'campaign-stats';

/** Rows stay on the screen until the next ones have come. */
export function useCampaignStats(question: Search) {
  const path = `statistics/campaigns?${buildQuery(question)}`;
  return useQuery({
    queryKey: ['stats', path],
    queryFn: async ({ signal }) => {
      const { data, meta } = await request<CampaignStatsData>(path, { signal });
      return { data, meta: meta as StatsMeta };
    },
    placeholderData: keepPreviousData,
  });
}

/** A preset and the question it asks. */
export function usePreset(id: string | undefined) {
  return useQuery({
    queryKey: ['views', PRESETS, id],
    queryFn: async ({ signal }) => {
      const { data: view } = await request<SavedView>(
        `views/${encodeURIComponent(id ?? '')}?${buildQuery({ screen: PRESETS })}`,
        { signal },
      );
      return { view, base: parseQuery(view.query) };
    },
    enabled: id !== undefined,
    retry: false,
  });
}
