/** `/show-offers`: the deals of all partners that are valid today, per geo and integration. */

import { mayOpen } from '@signpost/contract/access/access.ts';
import { listOpenDeals } from '@signpost/contract/calls/deals.ts';
import { DEAL_REVENUE_TYPES } from '@signpost/contract/entities/shared/fields.ts';
import type { OpenDeal } from '@signpost/contract/records/deals.ts';
import { toggleLabel } from '@signpost/contract/records/labels.ts';
import { ROUTES } from '@signpost/contract/routes/index.ts';
import { hashHref, path } from '@signpost/contract/routes/paths.ts';
import { useMemo } from 'react';
import { CallError } from '../../api/call-error.tsx';
import { useCall } from '../../api/calls.ts';
import { useUser } from '../../api/session.ts';
import { dealText, validText } from '../../features/deals/deal-text.ts';
import { ClientTable } from '../../ui/data-table/client-table.tsx';
import type { DataColumn } from '../../ui/data-table/types.ts';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { FilterBar } from '../../ui/layout/filter-bar.tsx';
import { Scroller } from '../../ui/scroller.tsx';
import { TableTools, useTypedSearch } from '../../views/table-tools.tsx';
import { useTableView } from '../../views/table-view.ts';
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

const revenueTypeLabel = (value: string): string =>
  DEAL_REVENUE_TYPES.find((type) => type.value === value)?.label ?? value;

/** The columns of the file, which has a row for each deal. */
const dealColumns: DataColumn<OpenDeal>[] = [
  { id: 'geo', header: 'Geo', value: ({ geo }) => geo },
  { id: 'integration', header: 'Integration', value: ({ integration }) => integration },
  { id: 'partner', header: 'Partner', value: ({ partner }) => partner },
  { id: 'dealType', header: 'Deal Type', value: ({ dealType }) => dealType },
  { id: 'revenueType', header: 'Deal Revenue Type', value: (deal) => revenueTypeLabel(deal.dealRevenueType) },
  { id: 'deal', header: 'Deal', value: (deal) => dealText(deal) },
  { id: 'leadCap', header: 'Lead Cap', value: ({ leadCap }) => leadCap },
  { id: 'blocked', header: 'Block Waterfall', value: (deal) => toggleLabel(deal.waterfallBlocked) },
  { id: 'weight', header: 'Weight', value: ({ weight }) => weight },
  { id: 'validFrom', header: 'Valid from', value: ({ validFrom }) => validFrom },
  { id: 'validTo', header: 'Valid to', value: ({ validTo }) => validTo },
];

/** The nested deal rows. */
export function DealRows({ deals }: { deals: readonly OpenDeal[] }) {
  const user = useUser();
  const linked = mayOpen(user, ROUTES.partnersView);
  return (
    <Scroller className={classes.scroll} label="Deals">
      <table className={classes.deals} aria-label="Deals">
        <thead>
          <tr>
            <th scope="col">Partner</th>
            <th scope="col">Geo</th>
            <th scope="col">Integration</th>
            <th scope="col">Deal Type</th>
            <th scope="col">Deal Revenue Type</th>
            <th scope="col" data-numeric>
              Deal
            </th>
            <th scope="col" data-numeric>
              Lead Cap
            </th>
            <th scope="col">Block Waterfall</th>
            <th scope="col" data-numeric>
              Weight
            </th>
            <th scope="col">Valid</th>
          </tr>
        </thead>
        <tbody>
          {deals.map((deal) => (
            <tr key={deal.id}>
              <td>
                {linked ? (
                  <a href={hashHref(path.partnersView({ id: deal.partnerId }))}>{deal.partner}</a>
                ) : (
                  deal.partner
                )}
              </td>
              <td>{deal.geo}</td>
              <td>{deal.integration}</td>
              <td>{deal.dealType}</td>
              <td>{revenueTypeLabel(deal.dealRevenueType)}</td>
              <td data-numeric>{dealText(deal)}</td>
              <td data-numeric>{deal.leadCap ?? '–'}</td>
              <td>{toggleLabel(deal.waterfallBlocked)}</td>
              <td data-numeric>{deal.weight}</td>
              <td>{validText(deal)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}

export default function ShowOffersPage() {
  const [typed, setTyped] = useTypedSearch();
  const [view, setView] = useTableView('table-show-offers');
  const { data, error, isPending, refetch } = useCall(listOpenDeals, {});
  const groups = useMemo(() => {
    const wanted = typed.trim().toLowerCase();
    const found = (data ?? []).filter(
      (deal) =>
        wanted === '' ||
        [deal.geo, deal.integration, deal.partner, deal.dealType].some((text) => text.toLowerCase().includes(wanted)),
    );
    return [...Map.groupBy(found, (deal) => `${deal.geoId} ${deal.integrationId}`)].map(
      ([key, deals]): Group => ({ key, geo: deals[0]?.geo ?? '', integration: deals[0]?.integration ?? '', deals }),
    );
  }, [data, typed]);
  if (error !== null) return <CallError error={error} onRetry={() => void refetch()} />;
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
        expand={{ label: 'Deals', render: (row) => <DealRows deals={row.deals} /> }}
        empty={
          <EmptyState title="Nothing to show">
            {typed === ''
              ? 'No partner has a deal that is valid today. Add deals to a partner.'
              : 'No deal matches the search.'}
          </EmptyState>
        }
      />
    </div>
  );
}
