/** The link from a statistics screen to a new alert about its king stat. */

import { groupingOf } from '@signpost/contract/insight/stats/levels.ts';
import type { StatsQuestion } from '@signpost/contract/insight/stats/query.ts';
import { buildQuery } from '@signpost/contract/reading/brackets.ts';
import { hashHref, path } from '@signpost/contract/routes/paths.ts';

/** The items selected on the way down become filters; each item of the level below them is watched. */
export function alertHref({ tab, timeZone, kingstat, filters: given, excludes, levels }: StatsQuestion): string {
  const { selected, groupBy } = groupingOf(levels);
  const filters: Record<string, unknown> = { ...given };
  for (const { type, id } of selected) filters[type] = [id];
  const question = { tab, timeZone, kingstat, filters, excludes, watchEach: groupBy };
  return `${hashHref(path.alertsAdd())}?${buildQuery(question)}`;
}
