/** The deals of one partner: what each pays, how full it is today, and whether it takes clicks. */
import { listPartnerDeals } from '@signpost/contract/calls/deals.ts';
import type { PartnerDeal } from '@signpost/contract/clicks/waterfall.ts';
import { toggleLabel } from '@signpost/contract/records/labels.ts';
import { TEXT } from '@signpost/contract/texts.ts';
import { CallError } from '../../api/call-error.tsx';
import { useCall } from '../../api/calls.ts';
import { ClientTable } from '../../ui/data-table/client-table.tsx';
import type { DataColumn } from '../../ui/data-table/types.ts';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { DealFill, DealState, dealFillText, dealStateLabel } from './deal-fill.tsx';
import { dealText } from './deal-text.ts';

const REFRESH_MS = 60_000;

const columns: DataColumn<PartnerDeal>[] = [
  { id: 'geo', header: 'Geo', value: ({ geo }) => geo, width: 150 },
  { id: 'integration', header: 'Integration', value: ({ integration }) => integration, width: 170 },
  { id: 'dealType', header: 'Deal Type', value: ({ dealType }) => dealType, width: 100 },
  { id: 'pays', header: 'Deal', kind: 'number', value: dealText, render: dealText, width: 120 },
  {
    id: 'fill',
    header: 'Leads today',
    value: dealFillText,
    render: (deal) => <DealFill deal={deal} />,
    width: 130,
  },
  {
    id: 'state',
    header: 'State',
    value: ({ state }) => dealStateLabel(state),
    render: ({ state }) => <DealState state={state} />,
    width: 125,
  },
  { id: 'weight', header: 'Weight', kind: 'number', value: ({ weight }) => weight, width: 80 },
  {
    id: 'blocked',
    header: 'Block Waterfall',
    value: ({ waterfallBlocked }) => toggleLabel(waterfallBlocked),
    width: 125,
  },
  {
    id: 'valid',
    header: 'Valid',
    value: ({ validFrom, validTo }) =>
      validFrom === null && validTo === null ? 'Always' : `${validFrom ?? '…'} – ${validTo ?? '…'}`,
    width: 170,
  },
];

export function PartnerDeals({ partnerId }: { partnerId: number }) {
  const { data, error, isPending, refetch } = useCall(
    listPartnerDeals,
    { params: { id: partnerId } },
    { refetchInterval: REFRESH_MS },
  );
  if (error !== null && data === undefined) return <CallError error={error} onRetry={() => void refetch()} />;
  return (
    <ClientTable
      noun="deals"
      label="Deals of this partner"
      columns={columns}
      rows={data ?? []}
      rowId={({ dealId }) => String(dealId)}
      loading={isPending}
      cardNumbers={['pays', 'fill']}
      empty={
        <EmptyState title={TEXT.nothingToShow}>
          This partner has no deal. A deal says what the partner pays in a geo; add one in the form of the partner.
        </EmptyState>
      }
    />
  );
}
