import { IconCopy, IconPencil } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { Button } from '../src/ui/button.tsx';
import { DataTable } from '../src/ui/data-table/data-table.tsx';
import type { DataColumn } from '../src/ui/data-table/types.ts';
import { FilterBar } from '../src/ui/layout/filter-bar.tsx';
import { Pager } from '../src/ui/layout/pager.tsx';
import { Panel } from '../src/ui/layout/panel.tsx';
import { formatChange, formatNumber, formatPercent } from '../src/ui/values/format.ts';
import { Bar, Sparkline } from '../src/ui/values/in-cell.tsx';
import { Badge, Change, IdText } from '../src/ui/values/values.tsx';

interface Box {
  id: string;
  name: string;
  site: string;
  active: boolean;
  visits: number;
  clicks: number;
  ftd: number;
  epc: number | null;
  profit: number;
  change: number;
  week: number[];
}

const make = (count: number): Box[] =>
  Array.from({ length: count }, (_, at) => {
    const visits = (at * 7919) % 48_211;
    return {
      id: `box_${at + 1}`,
      name: `${['Winter', 'Home page', 'Sidebar', 'Review table', 'Exit'][at % 5]} box ${at + 1}${at % 17 === 0 ? ' with a name that is much too long for its column' : ''}`,
      site: ['odds.example', 'coin.example', 'best.example'][at % 3] ?? '',
      active: at % 4 !== 0,
      visits,
      clicks: Math.round(visits * 0.31),
      ftd: at % 6 === 0 ? 0 : Math.round(visits * 0.004),
      epc: at % 6 === 0 ? null : ((at * 37) % 400) / 100,
      profit: ((at * 613) % 90_000) / 10 - 1800,
      change: (((at * 13) % 90) - 40) / 100,
      week: Array.from({ length: 14 }, (_, day) => ((at + 3) * (day + 5) * 31) % 97),
    };
  });

const columns: DataColumn<Box>[] = [
  { id: 'name', header: 'Box', value: (box) => box.name, width: 224 },
  { id: 'id', header: 'Link', value: (box) => box.id, render: (box) => <IdText value={box.id} />, width: 112 },
  { id: 'site', header: 'Site', value: (box) => box.site, width: 128 },
  {
    id: 'active',
    header: 'State',
    value: (box) => (box.active ? 'Active' : 'Paused'),
    render: (box) => <Badge tone={box.active ? 'good' : 'neutral'}>{box.active ? 'Active' : 'Paused'}</Badge>,
    width: 104,
  },
  { id: 'visits', header: 'Visits', kind: 'number', value: (box) => box.visits, total: '9,640,120', width: 104 },
  {
    id: 'clicks',
    header: 'Clicks',
    kind: 'number',
    value: (box) => box.clicks,
    render: (box) => <Bar share={box.clicks / 15_000}>{formatNumber(box.clicks)}</Bar>,
    total: '2,988,437',
    width: 112,
  },
  {
    id: 'ctr',
    header: 'CTR',
    unit: '%',
    kind: 'number',
    value: (box) => (box.visits === 0 ? null : box.clicks / box.visits),
    render: (box) => formatPercent(box.visits === 0 ? null : box.clicks / box.visits),
    total: '31.0 %',
    width: 88,
    hint: 'Clicks divided by visits',
  },
  { id: 'ftd', header: 'FTD', kind: 'number', value: (box) => box.ftd, total: '34,120', width: 88 },
  { id: 'epc', header: 'EPC', unit: '€', kind: 'number', digits: 2, value: (box) => box.epc, total: '1.98', width: 88 },
  {
    id: 'profit',
    header: 'Profit',
    unit: '€',
    kind: 'number',
    digits: 2,
    value: (box) => box.profit,
    total: '540,210.10',
    width: 120,
  },
  {
    id: 'change',
    header: 'Change',
    kind: 'number',
    value: (box) => box.change,
    render: (box) => <Change text={formatChange(box.change)} isGood={box.change > 0} />,
    width: 104,
  },
  {
    id: 'week',
    header: 'Last 14 days',
    kind: 'number',
    sortable: false,
    value: () => null,
    render: (box) => <Sparkline label={`Visits of ${box.name}`} points={box.week} />,
    width: 120,
  },
];

/** The table with everything on. */
export function Table({ rows: count }: { rows: number }) {
  const rows = useMemo(() => make(count), [count]);
  const [selection, setSelection] = useState<Set<string>>(new Set(['box_2', 'box_3']));
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const [opened, setOpened] = useState('');
  return (
    <Panel title="Table" description={opened === '' ? 'Nothing opened yet.' : `Opened ${opened}`} flush>
      <div style={{ padding: '0 12px 8px' }}>
        <FilterBar
          search={{ value: search, onChange: setSearch, placeholder: 'Search boxes' }}
          chips={[
            { id: 'state', label: 'State', value: 'is Active', onOpen: () => undefined, onRemove: () => undefined },
            { id: 'site', label: 'Site', value: 'is odds.example', onRemove: () => undefined },
          ]}
          onClear={() => undefined}
          actions={<Button>Download CSV</Button>}
        />
      </div>
      <DataTable
        label="Campaign boxes"
        columns={columns}
        rows={rows}
        rowId={(box) => box.id}
        selection={selection}
        onSelectionChange={setSelection}
        rowHref={(box) => `#/campaign-box/${box.id}`}
        onOpen={(box) => setOpened(box.id)}
        rowActions={(box) => [
          {
            id: 'edit',
            label: `Edit ${box.name}`,
            icon: <IconPencil size={16} aria-hidden />,
            href: `#/campaign-box/edit/${box.id}`,
          },
          {
            id: 'copy',
            label: `Copy ${box.name}`,
            icon: <IconCopy size={16} aria-hidden />,
            href: `#/campaign-box/copy/${box.id}`,
          },
        ]}
        expand={{ render: (box) => <div>Deals of {box.name}: No data.</div>, label: 'Deals' }}
        totalsLabel={`Total of ${formatNumber(rows.length)} boxes`}
        maxHeight="520px"
        cardNumbers={['visits', 'profit']}
      />
      <Pager page={page} pageSize={50} total={1204} onPage={setPage} onPageSize={() => undefined} noun="boxes" />
    </Panel>
  );
}
