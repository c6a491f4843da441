/** Configuration changes during the days of a question. */
import { listConfigurationChanges } from '@signpost/contract/calls/stats.ts';
import type { ConfigurationChange } from '@signpost/contract/insight/stats/changes.ts';
import type { StatsTab } from '@signpost/contract/insight/stats/define-tab.ts';
import type { StatsQuestion } from '@signpost/contract/insight/stats/query.ts';
import { useCall } from '../api/calls.ts';

const NONE: readonly ConfigurationChange[] = [];
const STALE_MS = 60_000;

export function useChanges(tab: StatsTab, { dateRange, timeZone }: StatsQuestion): readonly ConfigurationChange[] {
  const query = { tab: tab.name, dateRange, timeZone };
  const { data = NONE } = useCall(listConfigurationChanges, { query }, { staleTime: STALE_MS });
  return data;
}

/** Something that happened during the days of a chart. */
export interface ChartEvent {
  at: string;
  text: string;
}

const VERB = { create: 'added', update: 'changed', archive: 'archived', restore: 'restored' } as const;

/** In a line: Campaign box “Header” changed (Weights) by Ana. */
export function changeText({ kind, name, action, by, fields }: ConfigurationChange): string {
  const which = fields.length > 0 ? ` (${fields.join(', ')})` : '';
  return `${kind} “${name}” ${VERB[action]}${which}${by === null ? '' : ` by ${by}`}`;
}
