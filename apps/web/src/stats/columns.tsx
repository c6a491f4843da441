/** The columns of the table: the items of the level, then one column per metric. */

import type { StatsData, StatsRow } from '@signpost/contract/insight/stats/answer.ts';
import { dimensionOf } from '@signpost/contract/insight/stats/dimensions.ts';
import { groupingOf } from '@signpost/contract/insight/stats/levels.ts';
import type { StatsQuestion } from '@signpost/contract/insight/stats/query.ts';
import type { DataColumn } from '../ui/data-table/types.ts';
import { listOf } from '../ui/values/list-of.ts';
import { factsHrefs } from './facts-href.ts';
import { metricColumns } from './metric-columns.tsx';

const NAME_WIDTH = 168;

/** The tags of partners, in the costs tab. */
const TAGS: DataColumn<StatsRow> = {
  id: 'tags',
  header: 'Tags',
  width: 160,
  sortable: false,
  value: (row) => row.tags?.join(', ') ?? null,
};

/** `opens`: whether the viewer can see the facts behind a number. */
export function statsColumns(
  question: StatsQuestion,
  data: StatsData | undefined,
  opens: boolean,
): DataColumn<StatsRow>[] {
  const { groupBy } = groupingOf(question.levels);
  const hrefOf = factsHrefs<StatsRow>(() => question);
  return listOf(
    {
      id: 'name',
      header: dimensionOf(groupBy).label,
      width: NAME_WIDTH,
      sortable: true,
      hideable: false,
      value: (row) => row.name,
    },
    data?.rows.some((row) => row.tags !== undefined) === true && TAGS,
    ...metricColumns(question, data?.rows ?? [], data?.totals, (row, id) => {
      if (opens && row.actions.openFacts) return hrefOf(row, id);
      return null;
    }),
  );
}
