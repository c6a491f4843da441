/** `/marketplace`: available deals per geo and product, with the recent revenue of such traffic. */

import { mayOpen } from '@signpost/contract/access/access.ts';
import { listMarketplace } from '@signpost/contract/calls/deals.ts';
import { baseCurrency } from '@signpost/contract/money/base-currency.ts';
import { dealTypeLabel } from '@signpost/contract/partners/conversions/deal-types.ts';
import { buildQuery } from '@signpost/contract/reading/brackets.ts';
import { EPC_DAYS, EPC_LEAST_CLICKOUTS, type MarketRow } from '@signpost/contract/records/deals.ts';
import { ROUTES } from '@signpost/contract/routes/index.ts';
import { hashHref, path } from '@signpost/contract/routes/paths.ts';
import { IconMessagePlus } from '@tabler/icons-react';
import { useMemo } from 'react';
import { CallError } from '../../../api/call-error.tsx';
import { useCall } from '../../../api/calls.ts';
import { useUser } from '../../../api/session.ts';
import { dealText } from '../../../features/partners/deals/deal-text.ts';
import { ClientTable } from '../../../ui/data-table/client-table.tsx';
import type { DataColumn } from '../../../ui/data-table/types.ts';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { FilterBar } from '../../../ui/layout/filter-bar.tsx';
import { useMobile } from '../../../ui/use-mobile.ts';
import { finderOf } from '../../../ui/values/fold.ts';
import { formatNumber, symbolOf } from '../../../ui/values/format.ts';
import { numberOrNull } from '../../../ui/values/optional.ts';
import { TableTools, useTypedSearch } from '../../../views/table-tools.tsx';
import { useTableView } from '../../../views/table-view.ts';
import classes from './deals.module.css';

const askHref = ({ deal }: MarketRow) =>
  hashHref(
    `${path.dealApprovalForm()}?${buildQuery({
      open: 'new',
      preset: { partnerId: deal.partnerId, geoId: deal.geoId, integrationId: deal.integrationId },
    })}`,
  );

const askFor = (row: MarketRow) => ({
  id: 'ask',
  label: 'Request a deal',
  icon: <IconMessagePlus size={16} aria-hidden />,
  href: askHref(row),
});

const EPC_DIGITS = 4;

/** The EPC that a deal is ranked by; null if there were too few click-outs. */
const rankedEpc = ({ epc, isRanked }: MarketRow): number | null => {
  if (isRanked) return Number(epc);
  return null;
};

/** The columns; `asks` adds the link that requests a deal. */
function marketColumns(asks: boolean, isMobile: boolean): DataColumn<MarketRow>[] {
  return [
    { id: 'geo', header: 'Geo', value: (row) => row.deal.geo, width: 160 },
    // A card is named by its first two columns.
    ...(isMobile
      ? [
          {
            id: 'of',
            header: 'Deal of',
            value: (row: MarketRow) => [row.product, row.deal.partner].filter(Boolean).join(' · '),
          },
        ]
      : []),
    { id: 'product', header: 'Product', value: (row) => row.product || null, width: 150 },
    { id: 'partner', header: 'Partner', value: (row) => row.deal.partner, width: 200 },
    {
      id: 'integration',
      header: 'Integration',
      value: (row) => row.deal.integration,
      width: 180,
      hiddenByDefault: true,
    },
    { id: 'dealType', header: 'Deal type', value: (row) => dealTypeLabel(row.deal.dealType), width: 110 },
    {
      id: 'fixedAmount',
      header: 'Deal',
      kind: 'number',
      value: (row) => numberOrNull(row.deal.fixedAmount),
      render: (row) => dealText(row.deal),
      width: 160,
    },
    {
      id: 'epc',
      header: 'EPC',
      unit: symbolOf(baseCurrency()),
      kind: 'number',
      hint: `Revenue per click-out in the last ${EPC_DAYS} days. Deals with fewer than ${EPC_LEAST_CLICKOUTS} click-outs are not ranked by it.`,
      value: rankedEpc,
      render: (row) => {
        if (row.epc !== null && rankedEpc(row) === null)
          return (
            <span className={classes.muted} title={`Only ${row.clickouts} click-outs, which is too few to rank`}>
              {formatNumber(row.epc, EPC_DIGITS)}
            </span>
          );
        return formatNumber(row.epc, EPC_DIGITS);
      },
      width: 100,
    },
    { id: 'clickouts', header: 'Click-outs', kind: 'number', value: (row) => row.clickouts, width: 120 },
    ...(asks
      ? [
          {
            id: 'ask',
            header: 'Request',
            value: () => null,
            sortable: false,
            hideable: false,
            width: 140,
            render: (row: MarketRow) => <a href={askHref(row)}>Request a deal</a>,
          },
        ]
      : []),
  ];
}

export default function MarketplacePage() {
  const user = useUser();
  const [typed, setTyped] = useTypedSearch();
  const [view, setView] = useTableView('table-marketplace');
  const { data, error, isPending, refetch } = useCall(listMarketplace, {});
  const asks = mayOpen(user, ROUTES.dealApprovalForm);
  const isMobile = useMobile();
  const columns = useMemo(() => marketColumns(asks, isMobile), [asks, isMobile]);
  const rows = useMemo(() => {
    const isFound = finderOf(typed);
    return (data ?? []).filter(({ deal, product }) =>
      isFound([deal.geo, deal.partner, dealTypeLabel(deal.dealType), product].join(' ')),
    );
  }, [data, typed]);
  if (error !== null) return <CallError error={error} onRetry={() => void refetch()} />;
  return (
    <div className={classes.list}>
      <FilterBar
        chips={[]}
        onClear={() => setTyped('')}
        search={{ value: typed, placeholder: 'Search geo, product, partner', onChange: setTyped }}
        actions={
          <TableTools
            screen="marketplace"
            typed={typed}
            onTyped={setTyped}
            columns={columns.filter(({ id }) => id !== 'ask' && id !== 'of')}
            rows={rows}
          />
        }
      />
      <ClientTable
        noun="offers"
        label="Marketplace"
        columns={columns}
        rows={rows}
        rowId={(row) => `${row.deal.id} ${row.productId}`}
        loading={isPending}
        defaultSort={{ id: 'epc', direction: 'desc' }}
        cardNumbers={['epc', 'fixedAmount']}
        rowActions={asks && isMobile ? (row: MarketRow) => [askFor(row)] : undefined}
        view={view}
        onViewChange={setView}
        empty={
          <EmptyState title="Nothing to show">
            {typed === '' ? 'No deal is available today.' : 'No deal matches the search.'}
          </EmptyState>
        }
      />
    </div>
  );
}
