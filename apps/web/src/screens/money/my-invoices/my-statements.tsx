/** The statements of the viewer's own publisher, or of the publishers that they look after. */
import { readMyStatements } from '@signpost/contract/calls/my-invoices.ts';
import { CallError } from '../../../api/call-error.tsx';
import { useCall } from '../../../api/calls.ts';
import { DocumentDrawer } from '../../../features/money/documents/document-drawer.tsx';
import classes from '../../../features/money/documents/documents.module.css';
import { StatementPanel } from '../../../features/money/documents/statement-panel.tsx';
import { useDocumentFilters } from '../../../features/money/documents/use-document-list.ts';
import { useStatementDays } from '../../../features/money/documents/use-statement-days.tsx';
import { EmptyState, FormSkeleton } from '../../../ui/feedback/states.tsx';

export function MyStatements() {
  const { openId, open } = useDocumentFilters('myInvoices');
  const days = useStatementDays();
  const { data, error, refetch } = useCall(
    readMyStatements,
    { query: days.query },
    { enabled: days.isComplete, staleTime: 0 },
  );
  return (
    <>
      <div className={classes.fields}>{days.fields}</div>
      {error !== null && <CallError error={error} onRetry={() => void refetch()} />}
      {days.isComplete && error === null && data === undefined && <FormSkeleton fields={4} />}
      {data?.length === 0 && (
        <EmptyState title="Nothing to show">
          None of your publishers has an issued document until the last day. Create an invoice from what is due.
        </EmptyState>
      )}
      {data?.flatMap(({ partyId, party, statements }) =>
        statements.map((statement) => (
          <StatementPanel key={`${partyId} ${statement.currency}`} party={party} statement={statement} onOpen={open} />
        )),
      )}
      <DocumentDrawer id={openId} onClose={() => open(undefined)} onOpen={open} />
    </>
  );
}
