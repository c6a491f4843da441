/** `/approval`: documents, flat fees and changes of terms that wait for approval, with their effect in money. */

import { listWaiting } from '@signpost/contract/calls/document-approvals.ts';
import { listWaitingFees } from '@signpost/contract/calls/flat-fees.ts';
import { listWaitingChanges } from '@signpost/contract/calls/money-changes.ts';
import { useMemo, useState } from 'react';
import { useGo } from '../../../address/use-go.ts';
import { useScreenSearch } from '../../../address/use-search.ts';
import { CallError } from '../../../api/call-error.tsx';
import { useCall } from '../../../api/calls.ts';
import { useUser } from '../../../api/session.ts';
import classes from '../../../features/money/documents/documents.module.css';
import { ClientTable } from '../../../ui/data-table/client-table.tsx';
import { ConfirmButton } from '../../../ui/feedback/confirm-button.tsx';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { Drawer } from '../../../ui/layout/drawer.tsx';
import { type ApprovalRow, changeRow, columnsIn, documentRow, feeRow, isInBulk } from './approval-rows.tsx';
import { ChangeVerdict } from './change-verdict.tsx';
import { DocumentVerdict } from './document-verdict.tsx';
import { FeeVerdict } from './fee-verdict.tsx';
import { useBulkApproval } from './use-bulk-approval.ts';

const WIDTH = 860;

/** Approves the selected rows for which the viewer's approval is enough. */
function BulkBar({ rows, onDone }: { rows: readonly ApprovalRow[]; onDone: () => void }) {
  const bulk = useBulkApproval(onDone);
  const ready = rows.filter(isInBulk);
  if (rows.length === 0) return null;
  return (
    <div className={classes.footer}>
      <ConfirmButton
        label={`Approve ${ready.length} selected`}
        kind="primary"
        disabled={ready.length === 0}
        title={`Approve ${ready.length}`}
        loading={bulk.isPending}
        onConfirm={(close) => bulk.mutate({ rows: ready, close })}
      >
        {ready.map(({ key, what, party }) => (
          <div key={key}>
            {what}, {party}
          </div>
        ))}
      </ConfirmButton>
      {ready.length < rows.length && (
        <p className={classes.muted}>
          {rows.length - ready.length} of the selected need more than your approval. Open them to decide.
        </p>
      )}
    </div>
  );
}

function Open({ row, onClose }: { row: ApprovalRow | undefined; onClose: () => void }) {
  return (
    <Drawer opened={row !== undefined} onClose={onClose} title={row?.what ?? 'Approval'} width={WIDTH}>
      {row?.kind === 'document' && <DocumentVerdict key={row.key} row={row.document} onDone={onClose} />}
      {row?.kind === 'fee' && <FeeVerdict key={row.key} fee={row.fee} onDone={onClose} />}
      {row?.kind === 'change' && <ChangeVerdict key={row.key} change={row.change} onDone={onClose} />}
    </Drawer>
  );
}

function searchOf(row: ApprovalRow): Record<string, string | number> {
  switch (row.kind) {
    case 'document':
      return { document: row.document.id };
    case 'fee':
      return { fee: row.fee.id };
    case 'change':
      return { change: `${row.change.kind}-${row.change.id}` };
  }
}

interface OpenIds {
  document?: number | undefined;
  fee?: number | undefined;
  change?: string | undefined;
}

/** The key of the row that the address opens. */
function keyIn({ document, fee, change }: OpenIds): string {
  if (change !== undefined) return `change ${change}`;
  if (fee === undefined) return `document ${document}`;
  return `fee ${fee}`;
}

export default function ApprovalPage() {
  const { timeZone } = useUser();
  const go = useGo();
  const { document, fee, change } = useScreenSearch('approval');
  const documents = useCall(listWaiting, {});
  const fees = useCall(listWaitingFees, {});
  const changes = useCall(listWaitingChanges, {});
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set());
  const columns = useMemo(() => columnsIn(timeZone), [timeZone]);
  const rows = useMemo(
    () => [
      ...(documents.data ?? []).map(documentRow),
      ...(fees.data ?? []).map(feeRow),
      ...(changes.data ?? []).map(changeRow),
    ],
    [documents.data, fees.data, changes.data],
  );
  const failed = [documents, fees, changes].find(({ error }) => error !== null);
  if (failed?.error) return <CallError error={failed.error} onRetry={() => void failed.refetch()} />;
  const openKey = keyIn({ document, fee, change });
  const open = (row: ApprovalRow) => void go({ search: searchOf(row) });
  return (
    <div className={classes.page}>
      <p className={classes.muted}>
        Documents, flat fees and changes of terms that wait. The effect of a change is what it would have moved in the
        last 30 days. You cannot decide about what you wrote or changed yourself.
      </p>
      <BulkBar rows={rows.filter(({ key }) => selection.has(key))} onDone={() => setSelection(new Set())} />
      <ClientTable
        noun="rows"
        label="Waits for approval"
        columns={columns}
        rows={rows}
        rowId={({ key }) => key}
        loading={documents.isPending || fees.isPending || changes.isPending}
        selection={selection}
        onSelectionChange={setSelection}
        defaultSort={{ id: 'effect', direction: 'desc' }}
        cardNumbers={['effect', 'obstacle']}
        onOpen={open}
        empty={
          <EmptyState title="Nothing to show">
            Nothing waits for approval. Documents, flat fees, deals and overrides appear here as soon as somebody
            proposes them.
          </EmptyState>
        }
      />
      <Open row={rows.find(({ key }) => key === openKey)} onClose={() => void go({ search: {} })} />
    </div>
  );
}
