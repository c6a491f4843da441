/** Asks for campaign stats, and for the preset that is open. */
import { parseQuery } from '@signpost/contract/api/brackets.ts';
import { readCampaignStats } from '@signpost/contract/calls/campaign-stats.ts';
import { getSavedView } from '@signpost/contract/calls/saved-views.ts';
import { useMemo } from 'react';
import { useCall, useCallWithMeta } from '../../api/calls.ts';
import type { Search } from '../../stats/question-parts.ts';

/** The screen as saved views know it. */
export const PRESETS = 'campaign-stats';

/** Rows stay on the screen until the next ones have come. */
export function useCampaignStats(question: Search) {
  return useCallWithMeta(readCampaignStats, { query: question }, { keepsPrevious: true });
}

/** A preset and the question it asks. */
export function usePreset(id: string | undefined) {
  const input = { params: { id: Number(id) }, query: { screen: PRESETS } };
  const { data: view, ...rest } = useCall(getSavedView, input, { enabled: id !== undefined, retry: false });
  const data = useMemo(() => view && { view, base: parseQuery(view.query) }, [view]);
  return { ...rest, data };
}
