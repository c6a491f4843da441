/** Facts that publishers and partners question, the open ones first. */
import { listDisputes } from '@signpost/contract/calls/documents.ts';
import type { Dispute } from '@signpost/contract/money/views.ts';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { CallError } from '../../../api/call-error.tsx';
import { useCall } from '../../../api/calls.ts';
import { useUser } from '../../../api/session.ts';
import { DisputeBadge, DisputeDialog } from '../../../features/money/documents/document-disputes.tsx';
import { DocumentDrawer } from '../../../features/money/documents/document-drawer.tsx';
import classes from '../../../features/money/documents/documents.module.css';
import { useDocumentFilters } from '../../../features/money/documents/use-document-list.ts';
import { ClientTable } from '../../../ui/data-table/client-table.tsx';
import { timeColumn } from '../../../ui/data-table/time-column.tsx';
import type { DataColumn } from '../../../ui/data-table/types.ts';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { Choice } from '../../../ui/fields/choice.tsx';
import { useDialog } from '../../../ui/layout/use-dialog.tsx';

const ORDER = { open: 0, accepted: 1, rejected: 2 } as const;

const STATES = [
  { value: 'open', label: 'Open' },
  { value: 'accepted', label: 'Accepted' },
  { value: 'rejected', label: 'Rejected' },
] as const;

const columnsIn = (timeZone: string): DataColumn<Dispute>[] => [
  { id: 'document', header: 'Document', value: ({ document }) => document, width: 180 },
  {
    id: 'state',
    header: 'State',
    value: ({ state }) => ORDER[state],
    render: ({ state }) => <DisputeBadge state={state} />,
    width: 110,
  },
  { id: 'party', header: 'Party', value: ({ party }) => party, width: 160 },
  { id: 'reason', header: 'Reason', value: ({ reason }) => reason, width: 270 },
  { id: 'answer', header: 'Answer', value: ({ answer }) => answer, width: 190 },
  { id: 'openedBy', header: 'Opened by', value: ({ openedBy }) => openedBy, width: 145 },
  timeColumn({
    id: 'openedAt',
    header: 'Opened',
    value: ({ openedAt }) => openedAt,
    width: 115,
    zone: timeZone,
    ago: true,
  }),
];

export function Disputes() {
  const { timeZone } = useUser();
  const { openId, open } = useDocumentFilters('allInvoices');
  const { open: decide, dialog } = useDialog((asked: { dispute: Dispute; verdict: 'accepted' | 'rejected' }, close) => (
    <DisputeDialog {...asked} onClose={close} />
  ));
  const [state, setState] = useState<Dispute['state'] | null>(null);
  const { data, error, isPending, refetch } = useCall(listDisputes, { query: state === null ? {} : { state } });
  const columns = useMemo(() => columnsIn(timeZone), [timeZone]);
  if (error !== null) return <CallError error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <div className={classes.fields}>
        <Choice
          label="State"
          value={state}
          placeholder="All disputes"
          onChange={(value) => setState(STATES.find((one) => one.value === value)?.value ?? null)}
          options={[...STATES]}
        />
      </div>
      <ClientTable
        noun="disputes"
        label="Disputes"
        columns={columns}
        rows={data ?? []}
        rowId={({ id }) => String(id)}
        loading={isPending}
        defaultSort={{ id: 'state', direction: 'asc' }}
        cardNumbers={['state', 'openedAt']}
        onOpen={({ documentId }) => open(documentId)}
        rowActions={(dispute) => {
          if (dispute.state !== 'open') return [];
          return [
            {
              id: 'accept',
              label: 'Accept',
              icon: <IconCheck size={16} aria-hidden />,
              onClick: () => decide({ dispute, verdict: 'accepted' }),
            },
            {
              id: 'reject',
              label: 'Reject',
              icon: <IconX size={16} aria-hidden />,
              onClick: () => decide({ dispute, verdict: 'rejected' }),
            },
          ];
        }}
        empty={
          <EmptyState title="Nothing to show">
            {state === null ? 'Nobody disputes a fact.' : 'No dispute is in this state.'} Publishers dispute single
            facts of their documents with a reason; you answer here.
          </EmptyState>
        }
      />
      {dialog}
      <DocumentDrawer id={openId} onClose={() => open(undefined)} onOpen={open} />
    </>
  );
}
