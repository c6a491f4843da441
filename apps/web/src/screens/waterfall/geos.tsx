/** Where there are deals, and how they stand today: the way into each geo's waterfall. */
import type { WaterfallGeo } from '@signpost/contract/clicks/waterfall.ts';
import { hashHref, path } from '@signpost/contract/routes/paths.ts';
import { useQuery } from '@tanstack/react-query';
import { CallError } from '../../api/call-error.tsx';
import { fetchData } from '../../api/client.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import type { DataColumn } from '../../ui/data-table/types.ts';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { useTableView } from '../../views/table-view.ts';

const number = (id: Exclude<keyof WaterfallGeo, 'geo' | 'code'>, header: string, hint: string) =>
  ({ id, header, hint, kind: 'number', width: 120, value: (row) => row[id] }) satisfies DataColumn<WaterfallGeo>;

const columns: DataColumn<WaterfallGeo>[] = [
  { id: 'geo', header: 'Geo', value: (row) => `${row.geo} (${row.code})`, width: 240 },
  number('deals', 'Deals', 'All that are not archived'),
  number('open', 'Open', 'Take leads and clicks today'),
  number('full', 'Full', 'Accepted as many leads today as they take'),
  number('blocked', 'Blocked', 'Take no overflow of others'),
  number('accepted', 'Leads today', 'Accepted, each on its partner’s own day'),
];

export function Geos() {
  const [view, setView] = useTableView('table-waterfall-geos');
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['waterfall', 'geos'],
    queryFn: ({ signal }) => fetchData<WaterfallGeo[]>('waterfall/geos', signal),
  });
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
          Deals in the order in which they take leads and clicks. They are added on the partner.
        </EmptyState>
      }
    />
  );
}
