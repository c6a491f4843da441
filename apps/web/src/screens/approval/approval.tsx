/** `/approval`: documents that wait for approval, with their effect in money. */

import { decideDocument, listWaiting } from '@signpost/contract/calls/document-approvals.ts';
import { downloadDocument } from '@signpost/contract/calls/document-files.ts';
import { showDocument } from '@signpost/contract/calls/documents.ts';
import type { Waiting } from '@signpost/contract/money/views.ts';
import { hashHref, path } from '@signpost/contract/routes/paths.ts';
import { BASE_CURRENCY } from '@signpost/contract/stats/fact.ts';
import { useMemo, useState } from 'react';
import { CallError } from '../../api/call-error.tsx';
import { send, useCall } from '../../api/calls.ts';
import { saveFile } from '../../api/save-file.ts';
import { useUser } from '../../api/session.ts';
import { useAction } from '../../api/use-action.ts';
import { DocumentContent } from '../../features/documents/document-content.tsx';
import classes from '../../features/documents/documents.module.css';
import { Button } from '../../ui/button.tsx';
import { ClientTable } from '../../ui/data-table/client-table.tsx';
import type { DataColumn } from '../../ui/data-table/types.ts';
import { EmptyState, FormSkeleton } from '../../ui/feedback/states.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { Drawer } from '../../ui/layout/drawer.tsx';
import { Badge, Money, Time } from '../../ui/values/values.tsx';

const KINDS = {
  invoice: 'Invoice',
  selfBilled: 'Self-billed invoice',
  received: 'Received invoice',
  creditNote: 'Credit note',
} as const;
const MAX_REASON = 500;

const columnsIn = (timeZone: string): DataColumn<Waiting>[] => [
  {
    id: 'baseTotal',
    header: 'Effect',
    kind: 'number',
    value: (row) => Number(row.baseTotal),
    render: (row) => <Money value={row.baseTotal} currency={BASE_CURRENCY} />,
    width: 112,
  },
  { id: 'party', header: 'Party', value: (row) => row.party, width: 170 },
  { id: 'kind', header: 'Document', value: (row) => KINDS[row.kind], width: 150 },
  { id: 'month', header: 'Month', value: (row) => row.month, width: 90 },
  {
    id: 'total',
    header: 'Total',
    kind: 'number',
    value: (row) => Number(row.total),
    render: (row) => <Money value={row.total} currency={row.currency} />,
    width: 112,
  },
  {
    id: 'approvals',
    header: 'Approvals',
    value: (row) => row.approvals,
    render: (row) => `${row.approvals} of ${row.needed}${row.needsAdmin ? ', with an Admin' : ''}`,
    width: 112,
  },
  {
    id: 'obstacle',
    header: 'You',
    value: (row) => row.obstacle,
    render: (row) => <Badge tone={row.obstacle === '' ? 'attention' : 'neutral'}>{row.obstacle || 'Decide'}</Badge>,
    width: 150,
  },
  { id: 'proposedBy', header: 'Proposed by', value: (row) => row.proposedBy, width: 145 },
  {
    id: 'proposedAt',
    header: 'Proposed',
    value: (row) => row.proposedAt,
    render: (row) => <Time value={row.proposedAt} zone={timeZone} ago />,
    width: 100,
  },
];

/** The document and the verdict. What is typed stays until it is sent. */
function Verdict({ row, onDone }: { row: Waiting; onDone: () => void }) {
  const { data, error, refetch } = useCall(showDocument, { params: { id: row.id } });
  const [reason, setReason] = useState('');
  const [errors, setErrors] = useState<string[]>([]);
  const decide = useAction(
    (verdict: 'approved' | 'rejected') =>
      send(decideDocument, {
        params: { id: row.id },
        // The hash of what is on the screen: a change in the meantime is refused.
        body: { payloadHash: data?.payloadHash ?? row.payloadHash, verdict, reason },
      }),
    {
      refresh: [listWaiting, showDocument],
      said: (_data, verdict) => `The document of ${row.party} is ${verdict}.`,
      onDone,
      onRefused: ({ errors: refused }) => {
        const own = refused.filter(({ path }) => path === 'reason').map(({ message }) => message);
        setErrors(own);
        return own.length > 0;
      },
    },
  );
  if (error !== null) return <CallError error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <FormSkeleton />;
  return (
    <div className={classes.stack}>
      <div className={classes.head}>
        <strong>
          <Money value={data.total} currency={data.currency} />
        </strong>
        <span>{KINDS[data.kind]}</span>
      </div>
      <DocumentFiles id={row.id} name={data.number ?? `draft-${row.id}`} />
      {data.may.decide && row.obstacle === '' ? (
        <>
          <TextInput
            label="Reason"
            help="Needed when you reject."
            value={reason}
            onChange={setReason}
            maxLength={MAX_REASON}
            lines={2}
            errors={errors}
          />
          <div className={classes.footer}>
            <Button kind="primary" loading={decide.isPending} onClick={() => decide.mutate('approved')}>
              Approve
            </Button>
            <Button kind="danger" loading={decide.isPending} onClick={() => decide.mutate('rejected')}>
              Reject
            </Button>
          </div>
        </>
      ) : (
        <p className={classes.muted}>{row.obstacle}. Somebody else has to decide.</p>
      )}
      <DocumentContent document={data} />
    </div>
  );
}

/** Downloads the document as it will be sent. */
function DocumentFiles({ id, name }: { id: number; name: string }) {
  const save = (form: 'pdf' | 'csv') => void saveFile(downloadDocument, { params: { id, form } }, `${name}.${form}`);
  return (
    <div className={classes.footer}>
      <Button onClick={() => save('pdf')}>PDF</Button>
      <Button onClick={() => save('csv')}>Lines as CSV</Button>
    </div>
  );
}

export default function ApprovalPage() {
  const { timeZone } = useUser();
  const { data, error, isPending, refetch } = useCall(listWaiting, {});
  const [openId, setOpenId] = useState<number | null>(null);
  const columns = useMemo(() => columnsIn(timeZone), [timeZone]);
  if (error !== null) return <CallError error={error} onRetry={() => void refetch()} />;
  const row = data?.find(({ id }) => id === openId);
  return (
    <>
      <p className={classes.muted}>
        Documents that wait. Nobody decides about a document of which they wrote a part. Flat fees are decided in{' '}
        <a href={hashHref(path.flatFees())}>their list</a>.
      </p>
      <ClientTable
        noun="documents"
        label="Documents that wait for approval"
        columns={columns}
        rows={data ?? []}
        rowId={({ id }) => String(id)}
        loading={isPending}
        defaultSort={{ id: 'baseTotal', direction: 'desc' }}
        cardNumbers={['total', 'obstacle']}
        onOpen={({ id }) => setOpenId(id)}
        empty={
          <EmptyState title="Nothing to show">
            No document waits for approval. Drafts appear here as soon as somebody proposes them.
          </EmptyState>
        }
      />
      <Drawer opened={row !== undefined} onClose={() => setOpenId(null)} title={row?.party ?? 'Document'} width={680}>
        {row !== undefined && <Verdict key={row.id} row={row} onDone={() => setOpenId(null)} />}
      </Drawer>
    </>
  );
}
