/** Money that was received or paid, and what is left of it. */

import { listPayments } from '@signpost/contract/calls/payments.ts';
import { SIDE_LABELS } from '@signpost/contract/money/labels.ts';
import { compareMoney } from '@signpost/contract/money/money.ts';
import type { Payment } from '@signpost/contract/money/payment-views.ts';
import { useMemo } from 'react';
import { CallError } from '../../../api/call-error.tsx';
import { useCall } from '../../../api/calls.ts';
import classes from '../../../features/money/documents/documents.module.css';
import { ReverseDialog } from '../../../features/money/documents/reverse-dialog.tsx';
import { ClientTable } from '../../../ui/data-table/client-table.tsx';
import type { DataColumn } from '../../../ui/data-table/types.ts';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { useDialog } from '../../../ui/layout/use-dialog.tsx';
import { EMPTY } from '../../../ui/values/format.ts';
import { Badge, Money } from '../../../ui/values/values.tsx';

const columnsWith = (onReverse: (id: number) => void): readonly DataColumn<Payment>[] => [
  { id: 'day', header: 'Day', value: ({ day }) => day, width: 105 },
  { id: 'party', header: 'Party', value: ({ party }) => party, width: 150 },
  { id: 'side', header: 'Side', value: ({ side }) => SIDE_LABELS[side], width: 100 },
  {
    id: 'amount',
    header: 'Amount',
    kind: 'number',
    value: ({ amount }) => Number(amount),
    render: ({ amount, currency }) => <Money value={amount} currency={currency} />,
    width: 105,
  },
  {
    id: 'left',
    header: 'Left',
    hint: 'What no document has taken yet. Open a document of the party to take it.',
    kind: 'number',
    value: ({ left }) => {
      if (compareMoney(left, '0') === 0) return null;
      return Number(left);
    },
    isOptional: true,
    render: ({ left, currency }) => {
      if (compareMoney(left, '0') === 0) return EMPTY;
      return <Money value={left} currency={currency} />;
    },
    width: 105,
  },
  { id: 'settles', header: 'Settles', value: ({ settles }) => settles.join(', '), width: 185 },
  { id: 'reference', header: 'Reference', value: ({ reference }) => reference, width: 145 },
  { id: 'legalEntity', header: 'Legal entity', value: ({ legalEntity }) => legalEntity, width: 125 },
  {
    id: 'reverse',
    header: 'Entered wrongly',
    value: ({ isVoid }) => (isVoid ? 'Reversed' : ''),
    render: ({ id, party, amount, isVoid }) => {
      if (isVoid) return <Badge>Reversed</Badge>;
      return (
        <button
          type="button"
          className={classes.link}
          aria-label={`Reverse ${amount} of ${party}`}
          onClick={() => onReverse(id)}
        >
          Reverse
        </button>
      );
    },
    width: 148,
  },
];

export function Payments() {
  const { data, error, isPending, refetch } = useCall(listPayments, { query: {} });
  const { open, dialog } = useDialog((id: number, close) => <ReverseDialog what="payment" id={id} onClose={close} />);
  const columns = useMemo(() => columnsWith(open), [open]);
  if (error !== null) return <CallError error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <p className={classes.muted}>
        Payments are recorded on the document that they settle. What is left of one settles other documents of its
        party.
      </p>
      {dialog}
      <ClientTable
        noun="payments"
        label="Payments"
        columns={columns}
        rows={data ?? []}
        rowId={({ id }) => String(id)}
        loading={isPending}
        defaultSort={{ id: 'day', direction: 'desc' }}
        cardTitle="party"
        cardNumbers={['amount', 'left']}
        empty={
          <EmptyState title="Nothing to show">
            No payment is recorded yet. Open an issued document and choose Record payment.
          </EmptyState>
        }
      />
    </>
  );
}
