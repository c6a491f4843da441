/** The figures of a box for the last 24 hours, by campaign. */

import { readBoxLastDay, readSeoBoxLastDay } from '@signpost/contract/calls/stats.ts';
import { seoCampaignBox } from '@signpost/contract/entities/seo-campaign-box.ts';
import { BOX_FIGURES, type BoxFigures } from '@signpost/contract/insight/stats/box-figures.ts';
import { metricOf } from '@signpost/contract/insight/stats/metrics.ts';
import { useCall } from '../../../api/calls.ts';
import { Loaded } from '../../../api/loaded.tsx';
import { useUser } from '../../../api/session.ts';
import { shown, unitOf } from '../../../fields/metric-values.ts';
import { EmptyState, TableSkeleton } from '../../../ui/feedback/states.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { Time } from '../../../ui/values/values.tsx';
import { type SmallColumn, SmallTable } from './small-table.tsx';

const METRICS = BOX_FIGURES.map(metricOf);

const COLUMNS: readonly SmallColumn[] = [
  { head: 'Campaign' },
  ...METRICS.map((metric) => ({ head: [metric.label, unitOf(metric)].filter(Boolean).join(' '), number: true })),
];

function Figures({ figures: { campaigns, totals } }: { figures: BoxFigures }) {
  if (campaigns.length === 0)
    return (
      <EmptyState title="Nothing to show">
        This box had no clicks in the last 24 hours. New clicks appear here within seconds.
      </EmptyState>
    );
  const cells = (name: string, stats: BoxFigures['totals']) => [
    name,
    ...BOX_FIGURES.map((metric) => shown(metric, stats[metric])),
  ];
  return (
    <SmallTable
      label="Last 24 hours by campaign"
      columns={COLUMNS}
      rows={campaigns.map(({ id, name, stats }) => ({ key: id, cells: cells(name, stats) }))}
      total={{ key: 'total', cells: cells('Total', totals) }}
    />
  );
}

/** The panel promises new clicks within seconds. */
const REFRESH_MS = 5_000;

function Completeness({ until }: { until: string | undefined }) {
  const { timeZone } = useUser();
  if (until === undefined) return 'Bots are left out.';
  return (
    <>
      Bots are left out. All clicks up to <Time value={until} zone={timeZone} detail="second" /> are counted.
    </>
  );
}

export function LastDay({ base, boxId }: { base: string; boxId: number }) {
  const figures = useCall(
    base === seoCampaignBox.path ? readSeoBoxLastDay : readBoxLastDay,
    { params: { id: boxId } },
    { refetchInterval: REFRESH_MS },
  );
  return (
    <Panel title="Last 24 hours" description={<Completeness until={figures.data?.completeUntil} />}>
      <Loaded of={figures} skeleton={<TableSkeleton rows={3} columns={5} />}>
        {(data) => <Figures figures={data} />}
      </Loaded>
    </Panel>
  );
}
