/** The statements of the viewer's own publisher, or of the publishers that they look after. */
import { useSetState } from '@mantine/hooks';
import { readMyStatements } from '@signpost/contract/calls/my-invoices.ts';
import { addMonths } from '@signpost/contract/dates/dates.ts';
import { CallError } from '../../../api/call-error.tsx';
import { useCall } from '../../../api/calls.ts';
import { DocumentDrawer } from '../../../features/money/documents/document-drawer.tsx';
import classes from '../../../features/money/documents/documents.module.css';
import { StatementPanel } from '../../../features/money/documents/statement-panel.tsx';
import { useDocumentFilters } from '../../../features/money/documents/use-document-list.ts';
import type { DayRange } from '../../../features/money/documents/words.ts';
import { DateField } from '../../../fields/date-field.tsx';
import { useToday } from '../../../fields/read.ts';
import { EmptyState, FormSkeleton } from '../../../ui/feedback/states.tsx';

const MONTHS_BACK = -6;

export function MyStatements() {
  const today = useToday();
  const { openId, open } = useDocumentFilters('myInvoices');
  const [{ from, to }, setDays] = useSetState<DayRange>({
    from: `${addMonths(today, MONTHS_BACK).slice(0, 'YYYY-MM'.length)}-01`,
    to: today,
  });
  const isAsked = from !== null && to !== null;
  const { data, error, refetch } = useCall(
    readMyStatements,
    { query: { from: from ?? today, to: to ?? today } },
    { enabled: isAsked, staleTime: 0 },
  );
  return (
    <>
      <div className={classes.fields}>
        <DateField label="From" value={from} onChange={(day) => setDays({ from: day })} />
        <DateField label="To" value={to} onChange={(day) => setDays({ to: day })} />
      </div>
      {error !== null && <CallError error={error} onRetry={() => void refetch()} />}
      {isAsked && error === null && data === undefined && <FormSkeleton fields={4} />}
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
