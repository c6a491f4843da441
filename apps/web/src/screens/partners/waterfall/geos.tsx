/** The geos with deals, today's state of these deals, and links to each waterfall. */

import { listWaterfallGeos } from '@signpost/contract/calls/deals.ts';
import { hashHref, path } from '@signpost/contract/routes/paths.ts';
import type { WaterfallGeo } from '@signpost/contract/traffic/clicks/waterfall.ts';
import { CallError } from '../../../api/call-error.tsx';
import { useCall } from '../../../api/calls.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import type { DataColumn } from '../../../ui/data-table/types.ts';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { useTableView } from '../../../views/table-view.ts';

const number = (id: Exclude<keyof WaterfallGeo, 'geo' | 'code'>, header: string, hint: string) =>
  ({ id, header, hint, kind: 'number', width: 120, value: (row) => row[id] }) satisfies DataColumn<WaterfallGeo>;

const columns: DataColumn<WaterfallGeo>[] = [
  { id: 'geo', header: 'Geo', value: (row) => `${row.geo} (${row.code})`, width: 240 },
  number('deals', 'Deals', 'Deals that are not archived'),
  number('open', 'Open', 'Deals that take leads and clicks today'),
  number('full', 'Full', 'Deals that have reached their lead cap today'),
  number('blocked', 'Blocked', 'Deals that take no overflow from other deals'),
  number('accepted', 'Leads today', 'Leads accepted today, in each partner’s time zone'),
];

export function Geos() {
  const [view, setView] = useTableView('table-waterfall-geos');
  const { data, error, isPending, refetch } = useCall(listWaterfallGeos, {});
  if (error !== null) return <CallError error={error} onRetry={() => void refetch()} />;
  return (
    <DataTable
      label="Geos with deals"
      columns={columns}
      rows={data ?? []}
      rowId={(row) => String(row.geoId)}
      rowHref={(row) => hashHref(`${path.partnersWaterfall()}?geo=${row.geoId}`)}
      loading={isPending}
      defaultSort={{ id: 'full', direction: 'desc' }}
      cardNumbers={['open', 'full']}
      view={view}
      onViewChange={setView}
      empty={
        <EmptyState title="Nothing to show">
          Deals are listed in the order in which they take leads and clicks. Add deals on the partner.
        </EmptyState>
      }
    />
  );
}
