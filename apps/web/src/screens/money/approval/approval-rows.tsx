/** The documents, flat fees and changes of terms that wait for approval, as rows with their effect in base currency. */

import type { WaitingFee } from '@signpost/contract/calls/flat-fees.ts';
import type { WaitingChange } from '@signpost/contract/calls/money-changes.ts';
import { addDays, addMonths } from '@signpost/contract/dates/dates.ts';
import { baseCurrency } from '@signpost/contract/money/base-currency.ts';
import { KIND_LABELS } from '@signpost/contract/money/labels.ts';
import type { Waiting } from '@signpost/contract/money/views.ts';
import { timeColumn } from '../../../ui/data-table/time-column.tsx';
import type { DataColumn } from '../../../ui/data-table/types.ts';
import { EMPTY } from '../../../ui/values/format.ts';
import { numberOrNull } from '../../../ui/values/optional.ts';
import { Badge, Money } from '../../../ui/values/values.tsx';

interface Common {
  key: string;
  what: string;
  party: string;
  period: string;
  /** Null for changes of terms, which have no amount of their own. */
  amount: string | null;
  currency: string;
  effect: string | null;
  approvals: number;
  needed: number;
  needsAdmin: boolean;
  obstacle: string;
  proposedBy: string;
  proposedAt: string;
}

export type ApprovalRow = Common &
  (
    | { kind: 'document'; document: Waiting }
    | { kind: 'fee'; fee: WaitingFee }
    | { kind: 'change'; change: WaitingChange }
  );

export const documentRow = (document: Waiting): ApprovalRow => ({
  ...document,
  kind: 'document',
  document,
  key: `document ${document.id}`,
  what: KIND_LABELS[document.kind],
  period: document.month,
  amount: document.total,
  effect: document.baseTotal,
});

/** A whole month is written like the month of a document. */
function periodOf({ fromDay, toDay }: WaitingFee): string {
  const isMonth = fromDay.endsWith('-01') && toDay === addDays(addMonths(fromDay, 1), -1);
  if (isMonth) return fromDay.slice(0, 'YYYY-MM'.length);
  return `${fromDay} – ${toDay}`;
}

export const feeRow = (fee: WaitingFee): ApprovalRow => ({
  ...fee,
  kind: 'fee',
  fee,
  key: `fee ${fee.id}`,
  what: `Flat fee ${fee.name}`,
  period: periodOf(fee),
});

export const changeRow = (change: WaitingChange): ApprovalRow => ({
  ...change,
  kind: 'change',
  change,
  key: `change ${change.kind}-${change.id}`,
  what: change.title,
  period: change.validFrom === null ? 'At once' : `From ${change.validFrom}`,
  amount: null,
  currency: '',
});

/** Whether the viewer's approval alone is enough, so that it can be given together with others. */
export const isInBulk = ({ obstacle, needed }: ApprovalRow): boolean => obstacle === '' && needed === 1;

export const columnsIn = (timeZone: string): DataColumn<ApprovalRow>[] => [
  { id: 'party', header: 'Party', value: (row) => row.party, width: 146 },
  {
    id: 'effect',
    header: 'Effect',
    kind: 'number',
    value: (row) => numberOrNull(row.effect),
    render: (row) => {
      if (row.effect === null) return EMPTY;
      return <Money value={row.effect} currency={baseCurrency()} />;
    },
    width: 92,
  },
  { id: 'what', header: 'What', value: (row) => row.what, width: 215 },
  { id: 'period', header: 'Period', value: (row) => row.period, width: 150 },
  {
    id: 'amount',
    header: 'Amount',
    kind: 'number',
    value: (row) => numberOrNull(row.amount),
    render: (row) => {
      if (row.amount === null) return EMPTY;
      return <Money value={row.amount} currency={row.currency} />;
    },
    width: 88,
  },
  {
    id: 'approvals',
    header: 'Approvals',
    value: (row) => row.approvals,
    render: (row) => `${row.approvals} of ${row.needed}${row.needsAdmin ? ', with an Admin' : ''}`,
    width: 96,
  },
  {
    id: 'obstacle',
    header: 'You',
    value: (row) => row.obstacle,
    render: (row) => <Badge tone={row.obstacle === '' ? 'attention' : 'neutral'}>{row.obstacle || 'Decide'}</Badge>,
    width: 98,
  },
  { id: 'proposedBy', header: 'Proposed by', value: (row) => row.proposedBy, width: 148 },
  timeColumn({
    id: 'proposedAt',
    header: 'Proposed',
    value: (row) => row.proposedAt,
    width: 112,
    zone: timeZone,
    ago: true,
  }),
];
