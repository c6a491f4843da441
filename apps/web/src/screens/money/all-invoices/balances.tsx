/** The billed and open amounts of each party of a side. Opening a row leads to the statement of the party. */
import { listBalances } from '@signpost/contract/calls/payments.ts';
import type { Side } from '@signpost/contract/money/document.ts';
import type { Balance } from '@signpost/contract/money/payment-views.ts';
import { CallError } from '../../../api/call-error.tsx';
import { useCall } from '../../../api/calls.ts';
import { ClientTable } from '../../../ui/data-table/client-table.tsx';
import type { DataColumn } from '../../../ui/data-table/types.ts';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { Money } from '../../../ui/values/values.tsx';

const money = (id: 'documents' | 'settled' | 'open', header: string): DataColumn<Balance> => ({
  id,
  header,
  kind: 'number',
  value: (row) => Number(row[id]),
  render: (row) => <Money value={row[id]} currency={row.currency} />,
  width: 150,
});

const COLUMNS: DataColumn<Balance>[] = [
  { id: 'party', header: 'Party', value: ({ party }) => party, width: 260 },
  { id: 'currency', header: 'Currency', value: ({ currency }) => currency, width: 100 },
  money('documents', 'Documents'),
  money('settled', 'Settled'),
  money('open', 'Open'),
  { id: 'lastDay', header: 'Last entry', value: ({ lastDay }) => lastDay, width: 130 },
];

export function Balances({ side, onOpen }: { side: Side; onOpen: (partyId: number) => void }) {
  const { data, error, isPending, refetch } = useCall(listBalances, { params: { side } }, { staleTime: 0 });
  if (error !== null) return <CallError error={error} onRetry={() => void refetch()} />;
  return (
    <ClientTable
      noun="balances"
      label="Balances"
      columns={COLUMNS}
      rows={data ?? []}
      rowId={({ partyId, currency }) => `${partyId} ${currency}`}
      loading={isPending}
      defaultSort={{ id: 'open', direction: 'desc' }}
      cardNumbers={['open', 'settled']}
      onOpen={({ partyId }) => onOpen(partyId)}
      empty={
        <EmptyState title="Nothing to show">
          A party appears here with its first issued document. Its statement shows what was open at the beginning, every
          document and settlement, and what is open at the end.
        </EmptyState>
      }
    />
  );
}
