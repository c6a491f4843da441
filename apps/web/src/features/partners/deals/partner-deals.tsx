/**
 * The deals of one partner: what each pays, how full it is today, and whether it takes clicks. Caps and weights are
 * changed in place.
 */
import { listPartnerDeals } from '@signpost/contract/calls/deals.ts';
import { WEIGHT_TOTAL } from '@signpost/contract/limits.ts';
import { TEXT } from '@signpost/contract/texts.ts';
import type { PartnerDeal } from '@signpost/contract/traffic/clicks/waterfall.ts';
import type { ReactNode } from 'react';
import { CallError } from '../../../api/call-error.tsx';
import { useCall } from '../../../api/calls.ts';
import { sayRefusal } from '../../../api/say-refusal.ts';
import { InlineNumber } from '../../../fields/inline-number.tsx';
import { ClientTable } from '../../../ui/data-table/client-table.tsx';
import type { DataColumn } from '../../../ui/data-table/types.ts';
import { showSnackbar } from '../../../ui/feedback/snackbar.tsx';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { Toggle } from '../../../ui/fields/toggle.tsx';
import { DEAL_COLUMNS } from './deal-columns.tsx';
import { DEAL_TODAY_COLUMNS } from './deal-fill.tsx';
import { useDealChange } from './use-deal-change.ts';

const REFRESH_MS = 60_000;
const MOST_LEADS = 1_000_000;

/** The partner whose deals can be changed in the list, and the function that changes them. */
interface Editing {
  partner: string;
  change: ReturnType<typeof useDealChange>;
}

const refused = (reason: string | null) => reason !== null && showSnackbar({ type: 'error', message: reason });

/** Names a deal for people who do not see its row. */
const dealName = ({ geo, integration }: PartnerDeal) => `${geo}, ${integration}`;

/** The cells in which lead cap, weight and blocking are changed where they stand. */
function editorsOf({ partner, change }: Editing): Record<string, (deal: PartnerDeal) => ReactNode> {
  const about = ({ dealId }: PartnerDeal) => ({ dealId, partner });
  return {
    leadCap: (deal) => (
      <InlineNumber
        label={`Lead cap: ${dealName(deal)}`}
        placeholder="No cap"
        max={MOST_LEADS}
        isOptional
        value={deal.leadCap}
        onSave={(leadCap) => change(about(deal), { leadCap }, { leadCap: deal.leadCap })}
      />
    ),
    weight: (deal) => (
      <InlineNumber
        label={`Weight: ${dealName(deal)}`}
        max={WEIGHT_TOTAL}
        value={deal.weight}
        onSave={async (weight) => {
          if (weight === null) return null;
          return await change(about(deal), { weight }, { weight: deal.weight });
        }}
      />
    ),
    waterfallBlocked: (deal) => (
      <Toggle
        label={`Block waterfall: ${dealName(deal)}`}
        hideLabel
        value={deal.waterfallBlocked}
        onChange={(waterfallBlocked) =>
          void change(about(deal), { waterfallBlocked }, { waterfallBlocked: deal.waterfallBlocked }).then(
            refused,
            sayRefusal,
          )
        }
      />
    ),
  };
}

function columnsOf(editing: Editing | null): DataColumn<PartnerDeal>[] {
  const columns: DataColumn<PartnerDeal>[] = [...DEAL_COLUMNS, ...DEAL_TODAY_COLUMNS];
  if (editing === null) return columns;
  const editors = editorsOf(editing);
  return columns.map((column) => {
    const render = editors[column.id];
    if (render === undefined) return column;
    return { ...column, render };
  });
}

interface Props {
  partnerId: number;
  name: string;
  /** Whether the viewer may change the deals. */
  mayEdit: boolean;
}

export function PartnerDeals({ partnerId, name, mayEdit }: Props) {
  const change = useDealChange();
  const columns = columnsOf(mayEdit ? { partner: name, change } : null);
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
      cardNumbers={['deal', 'fill']}
      empty={
        <EmptyState title={TEXT.nothingToShow}>
          This partner has no deal. A deal says what the partner pays in a geo; add one in the form of the partner.
        </EmptyState>
      }
    />
  );
}
