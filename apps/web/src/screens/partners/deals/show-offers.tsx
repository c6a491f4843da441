/** `/show-offers`: the deals of all partners that are valid today, per geo and integration. */

import { mayOpen } from '@signpost/contract/access/access.ts';
import { listOpenDeals } from '@signpost/contract/calls/deals.ts';
import { dealTypeLabel } from '@signpost/contract/partners/conversions/deal-types.ts';
import type { OpenDeal } from '@signpost/contract/records/deals.ts';
import { ROUTES } from '@signpost/contract/routes/index.ts';
import { hashHref, path } from '@signpost/contract/routes/paths.ts';
import { useMemo } from 'react';
import { CallError } from '../../../api/call-error.tsx';
import { useCall } from '../../../api/calls.ts';
import { useUser } from '../../../api/session.ts';
import { DEAL_COLUMNS, DealTable } from '../../../features/partners/deals/deal-columns.tsx';
import { validText } from '../../../features/partners/deals/deal-text.ts';
import { ClientTable } from '../../../ui/data-table/client-table.tsx';
import type { DataColumn } from '../../../ui/data-table/types.ts';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { FilterBar } from '../../../ui/layout/filter-bar.tsx';
import { finderOf } from '../../../ui/values/fold.ts';
import { TableTools, useTypedSearch } from '../../../views/table-tools.tsx';
import { useTableView } from '../../../views/table-view.ts';
import classes from './deals.module.css';

interface Group {
  key: string;
  geo: string;
  integration: string;
  deals: OpenDeal[];
}

const columns: DataColumn<Group>[] = [
  { id: 'geo', header: 'Geo', value: (row) => row.geo, width: 200 },
  { id: 'integration', header: 'Integration', value: (row) => row.integration, width: 220 },
  { id: 'deals', header: 'Deals', kind: 'number', value: (row) => row.deals.length, width: 100 },
  {
    id: 'partners',
    header: 'Partners',
    value: (row) => [...new Set(row.deals.map(({ partner }) => partner))].join(', '),
    width: 360,
  },
  {
    id: 'blocked',
    header: 'Blocked',
    kind: 'number',
    value: (row) => row.deals.filter(({ waterfallBlocked }) => waterfallBlocked).length,
    width: 100,
  },
];

/** The columns of the file, which has a row for each deal. */
const dealColumns: DataColumn<OpenDeal>[] = [
  ...DEAL_COLUMNS,
  { id: 'partner', header: 'Partner', value: ({ partner }) => partner },
  { id: 'validFrom', header: 'Valid from', value: ({ validFrom }) => validFrom },
  { id: 'validTo', header: 'Valid to', value: ({ validTo }) => validTo },
];

function PartnerLink({ deal: { partner, partnerId } }: { deal: OpenDeal }) {
  const isLinked = mayOpen(useUser(), ROUTES.partnersView);
  if (isLinked) return <a href={hashHref(path.partnersView({ id: partnerId }))}>{partner}</a>;
  return partner;
}

/** The columns after those of every table of deals. */
const more: readonly DataColumn<OpenDeal>[] = [
  { id: 'partner', header: 'Partner', value: ({ partner }) => partner, render: (deal) => <PartnerLink deal={deal} /> },
  { id: 'valid', header: 'Valid', value: validText },
];

export default function ShowOffersPage() {
  const [typed, setTyped] = useTypedSearch();
  const [view, setView] = useTableView('table-show-offers');
  const { data, error, isPending, refetch } = useCall(listOpenDeals, {});
  const groups = useMemo(() => {
    const isFound = finderOf(typed);
    const found = (data ?? []).filter((deal) =>
      isFound([deal.geo, deal.integration, deal.partner, dealTypeLabel(deal.dealType)].join(' ')),
    );
    return [...Map.groupBy(found, (deal) => `${deal.geoId} ${deal.integrationId}`)].map(
      ([key, deals]): Group => ({ key, geo: deals[0]?.geo ?? '', integration: deals[0]?.integration ?? '', deals }),
    );
  }, [data, typed]);
  if (error !== null) return <CallError error={error} onRetry={() => void refetch()} />;
  const describeEmpty = () => {
    if (typed === '') return 'No partner has a deal that is valid today. Add deals to a partner.';
    return 'No deal matches the search.';
  };
  return (
    <div className={classes.list}>
      <FilterBar
        chips={[]}
        onClear={() => setTyped('')}
        search={{ value: typed, placeholder: 'Search geo, integration, partner', onChange: setTyped }}
        actions={
          <TableTools
            screen="show-offers"
            typed={typed}
            onTyped={setTyped}
            columns={dealColumns}
            rows={groups.flatMap(({ deals }) => deals)}
          />
        }
      />
      <ClientTable
        noun="offers"
        label="Offers by geo and integration"
        columns={columns}
        rows={groups}
        rowId={(row) => row.key}
        loading={isPending}
        cardNumbers={['deals', 'blocked']}
        view={view}
        onViewChange={setView}
        expand={{ label: 'Deals', render: (row) => <DealTable deals={row.deals} idOf={({ id }) => id} more={more} /> }}
        empty={<EmptyState title="Nothing to show">{describeEmpty()}</EmptyState>}
      />
    </div>
  );
}
