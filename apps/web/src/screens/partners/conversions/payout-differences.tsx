/** Deals whose partners report another payout than the fixed amount of the deal. Nothing is changed here. */
import { mayOpen } from '@signpost/contract/access/access.ts';
import { listPayoutDifferences } from '@signpost/contract/calls/payout-differences.ts';
import { dealTypeLabel } from '@signpost/contract/partners/conversions/deal-types.ts';
import { PAYOUT_DAYS, type PayoutDifference } from '@signpost/contract/partners/conversions/payout-differences.ts';
import { buildQuery } from '@signpost/contract/reading/brackets.ts';
import { ROUTES } from '@signpost/contract/routes/index.ts';
import { hashHref, path } from '@signpost/contract/routes/paths.ts';
import { TEXT } from '@signpost/contract/texts.ts';
import { CallError } from '../../../api/call-error.tsx';
import { useCall } from '../../../api/calls.ts';
import { useUser } from '../../../api/session.ts';
import classes from '../../../features/partners/conversions/conversions.module.css';
import { ClientTable } from '../../../ui/data-table/client-table.tsx';
import type { DataColumn } from '../../../ui/data-table/types.ts';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { formatMoney } from '../../../ui/values/format.ts';

function dealOf({ dealType, deal, isGlobal, dealId }: PayoutDifference): string {
  const kind = isGlobal ? 'global deal' : 'deal';
  const numbered = `${dealTypeLabel(dealType)} ${kind} #${dealId}`;
  if (deal === '') return numbered;
  return `${numbered}, ${deal}`;
}

/** The partner's conversions of the days on which its payouts differed. */
const conversionsHref = ({ partnerId, oldest, newest }: PayoutDifference): string =>
  `${hashHref(ROUTES.affiliateTransactions.path)}?${buildQuery({
    filters: { partnerId: [String(partnerId)], state: ['counted'], occurredAt: { from: oldest, to: newest } },
  })}`;

function Partner({ row: { partner, partnerId } }: { row: PayoutDifference }) {
  const isLinked = mayOpen(useUser(), ROUTES.partnersView);
  if (isLinked) return <a href={hashHref(path.partnersView({ id: partnerId }))}>{partner}</a>;
  return partner;
}

const columns: DataColumn<PayoutDifference>[] = [
  {
    id: 'partner',
    header: 'Partner',
    width: 200,
    value: ({ partner }) => partner,
    render: (row) => <Partner row={row} />,
  },
  { id: 'deal', header: 'Deal', width: 260, value: dealOf },
  {
    id: 'conversions',
    header: 'Conversions',
    kind: 'number',
    width: 120,
    value: ({ conversions }) => conversions,
    render: (row) => <a href={conversionsHref(row)}>{row.conversions}</a>,
  },
  {
    id: 'reported',
    header: 'Reported payout',
    kind: 'number',
    width: 150,
    value: ({ reported }) => Number(reported),
    render: ({ reported, currency }) => formatMoney(reported, currency),
  },
  {
    id: 'agreed',
    header: 'By the deal',
    kind: 'number',
    width: 150,
    value: ({ agreed }) => Number(agreed),
    render: ({ agreed, agreedCurrency }) => formatMoney(agreed, agreedCurrency),
  },
  { id: 'newest', header: 'Newest', width: 120, value: ({ newest }) => newest },
];

export function PayoutDifferences() {
  const { data, error, isPending, refetch } = useCall(listPayoutDifferences, {});
  if (error !== null && data === undefined) return <CallError error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <p className={classes.lead}>
        Partners reported these conversions of the last {PAYOUT_DAYS} days with another payout than their deal says.
        They count with the amount of the deal. Ask the partner, or change the deal; a deal “As reported” pays what the
        partner reports.
      </p>
      <ClientTable
        noun="deals"
        label="Payouts that differ from the deal"
        columns={columns}
        rows={data ?? []}
        rowId={({ partnerId, isGlobal, dealId, currency, agreedCurrency }) =>
          `${partnerId} ${isGlobal} ${dealId} ${currency} ${agreedCurrency}`
        }
        loading={isPending}
        cardNumbers={['reported', 'agreed']}
        empty={<EmptyState title={TEXT.nothingToShow}>No reported payout differs from its deal.</EmptyState>}
      />
    </>
  );
}
