/** The columns: kind and name, then one column per metric. */
import { mayOpen, type Viewer } from '@signpost/contract/access/access.ts';
import {
  CAMPAIGN_ROWS,
  type CampaignStatsData,
  type CampaignStatsRow,
} from '@signpost/contract/insight/stats/campaign-stats.ts';
import type { StatsQuestion } from '@signpost/contract/insight/stats/query.ts';
import { ROUTES } from '@signpost/contract/routes/index.ts';
import { path } from '@signpost/contract/routes/paths.ts';
import { factsHrefs } from '../../../stats/facts-href.ts';
import { metricColumns } from '../../../stats/metric-columns.tsx';
import type { DataColumn } from '../../../ui/data-table/types.ts';

const NAME_WIDTH = 216;
const KIND_WIDTH = 112;

/** The link to a row's record; null if there is none for this person. `isSeo` identifies SEO boxes. */
export function recordPath(
  viewer: Viewer,
  { kind, id }: CampaignStatsRow,
  isSeo: (boxId: number) => boolean,
): string | null {
  if (id === 0) return null;
  if (kind === 'box') {
    const view = isSeo(id) ? 'seoCampaignBoxesView' : 'campaignBoxesView';
    if (mayOpen(viewer, ROUTES[view])) return path[view]({ id });
    return null;
  }
  if (mayOpen(viewer, ROUTES.campaignsEdit)) return path.campaignsEdit({ id });
  return null;
}

export function campaignColumns(
  question: StatsQuestion,
  data: CampaignStatsData | undefined,
  opensFacts: boolean,
): DataColumn<CampaignStatsRow>[] {
  const hrefOf = factsHrefs<CampaignStatsRow>((row) => ({
    ...question,
    levels: [{ type: CAMPAIGN_ROWS[row.kind].dimension }],
  }));
  return [
    { id: 'name', header: 'Name', width: NAME_WIDTH, sortable: true, hideable: false, value: (row) => row.name },
    { id: 'kind', header: 'Kind', width: KIND_WIDTH, value: (row) => CAMPAIGN_ROWS[row.kind].one },
    ...metricColumns(question, data?.rows ?? [], data?.totals, (row, id) => {
      if (opensFacts) return hrefOf(row, id);
      return null;
    }),
  ];
}
