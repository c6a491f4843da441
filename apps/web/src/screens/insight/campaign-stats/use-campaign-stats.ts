/** Fetches campaign stats and the open preset. */

import { readCampaignStats } from '@signpost/contract/calls/campaign-stats.ts';
import { getSavedView } from '@signpost/contract/calls/saved-views.ts';
import { parseQuery } from '@signpost/contract/reading/brackets.ts';
import { useMemo } from 'react';
import { idOf } from '../../../address/use-params.ts';
import { useCall, useCallWithMeta } from '../../../api/calls.ts';
import type { Search } from '../../../stats/question-parts.ts';

/** The name of the screen in saved views. */
export const PRESETS = 'campaign-stats';

/** Rows stay on the screen until the next ones arrive. */
export function useCampaignStats(question: Search) {
  return useCallWithMeta(readCampaignStats, { query: question }, { keepsPrevious: true });
}

/** A preset and its question. */
export function usePreset(id: string | undefined) {
  const input = { params: { id: idOf(id) }, query: { screen: PRESETS } };
  const { data: view, ...rest } = useCall(getSavedView, input, {
    enabled: id !== undefined && /^\d+$/.test(id),
    retry: false,
  });
  const data = useMemo(() => view && { view, base: parseQuery(view.query) }, [view]);
  return { ...rest, data };
}
