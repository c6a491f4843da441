/** Refuses queries that their screen cannot show, so that nobody keeps a view or a tile that only shows an error. */

import { entityList } from '@signpost/contract/entities/index.ts';
import { AppError, invalid } from '@signpost/contract/errors.ts';
import {
  CAMPAIGN_STATS_BESIDE,
  campaignStatsFilter,
  campaignStatsTab,
} from '@signpost/contract/insight/stats/campaign-stats.ts';
import type { StatsTab } from '@signpost/contract/insight/stats/define-tab.ts';
import { readQuestion } from '@signpost/contract/insight/stats/query.ts';
import { tabOf } from '@signpost/contract/insight/stats/tabs/index.ts';
import { parseQuery } from '@signpost/contract/reading/brackets.ts';
import { listQuerySchema } from '@signpost/contract/records/list-query.ts';
import { isTabName } from '@signpost/contract/routes/tab-names.ts';
import type { z } from 'zod';
import type { SessionUser } from '../../../session-user.ts';

/** The start of the name of a tab's screen. */
const STATS = 'stats-';

/** The tab that a screen shows; null for all other screens. */
export function tabNameOf(screen: string): string | null {
  if (!screen.startsWith(STATS)) return null;
  return screen.slice(STATS.length);
}

function partsOf(query: string): Record<string, unknown> {
  try {
    return parseQuery(query);
  } catch (cause) {
    throw invalid('query', 'The query cannot be read.', cause);
  }
}

function refuseUnfit(schema: z.ZodType, parts: Record<string, unknown>): void {
  const parsed = schema.safeParse(parts);
  if (parsed.success) return;
  const errors = parsed.error.issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message }));
  throw new AppError('VALIDATION', { errors });
}

const refuseUnasked = (tab: StatsTab, parts: Record<string, unknown>, viewer: SessionUser, now: Date): void =>
  void readQuestion(tab, { timeZone: viewer.timeZone, dateRange: 'last30Days', ...parts }, now);

/** Refuses a question that its tab cannot answer. */
export function refuseUnreadable(tab: StatsTab, query: string, viewer: SessionUser, now: Date): void {
  refuseUnasked(tab, partsOf(query), viewer, now);
}

/** Refuses the query of a view that its screen cannot show. Some screens show any query. */
export function refuseUnshown(screen: string, query: string, viewer: SessionUser, now: Date): void {
  const parts = partsOf(query);
  const tab = tabNameOf(screen);
  if (isTabName(tab)) refuseUnasked(tabOf(tab), parts, viewer, now);
  else if (screen === 'campaign-stats') {
    refuseUnfit(campaignStatsFilter, parts);
    const question = Object.entries(parts).filter(([key]) => !CAMPAIGN_STATS_BESIDE.includes(key));
    refuseUnasked(campaignStatsTab, Object.fromEntries(question), viewer, now);
  } else if (entityList.some(({ path }) => path === screen)) refuseUnfit(listQuerySchema, parts);
}
