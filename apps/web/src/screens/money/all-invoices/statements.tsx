/** The statement of a partner or publisher: opening + documents − settlements = closing, per currency. */

import { useSetState } from '@mantine/hooks';
import { readStatement } from '@signpost/contract/calls/payments.ts';
import { addMonths } from '@signpost/contract/dates/dates.ts';
import { SIDES, type Side } from '@signpost/contract/money/document.ts';
import { SIDE_LABELS } from '@signpost/contract/money/labels.ts';
import { CallError } from '../../../api/call-error.tsx';
import { useCall } from '../../../api/calls.ts';
import { DocumentDrawer } from '../../../features/money/documents/document-drawer.tsx';
import classes from '../../../features/money/documents/documents.module.css';
import { StatementPanel } from '../../../features/money/documents/statement-panel.tsx';
import { useDocumentFilters } from '../../../features/money/documents/use-document-list.ts';
import type { DayRange } from '../../../features/money/documents/words.ts';
import { optionsOf } from '../../../features/money/documents/words.ts';
import { DateField } from '../../../fields/date-field.tsx';
import { useToday } from '../../../fields/read.ts';
import { ReferenceInput } from '../../../fields/reference-input.tsx';
import { EmptyState, FormSkeleton } from '../../../ui/feedback/states.tsx';
import { Choice } from '../../../ui/fields/choice.tsx';
import { Balances } from './balances.tsx';

const MONTHS_BACK = -6;
export function Statements() {
  const today = useToday();
  const { filters, set, openId, open } = useDocumentFilters('allInvoices');
  const side: Side = filters.side ?? 'receivable';
  const partyId = side === 'receivable' ? filters.partner : filters.publisher;
  const [{ from, to }, setDays] = useSetState<DayRange>({
    from: `${addMonths(today, MONTHS_BACK).slice(0, 'YYYY-MM'.length)}-01`,
    to: today,
  });
  const isAsked = partyId !== undefined && from !== null && to !== null;
  const { data, error, refetch } = useCall(
    readStatement,
    { params: { side, partyId: partyId ?? 0 }, query: { from: from ?? today, to: to ?? today } },
    { enabled: isAsked, staleTime: 0 },
  );
  const renderParty = () => {
    if (side === 'receivable')
      return (
        <ReferenceInput
          label="Partner"
          to="partner"
          value={partyId ?? null}
          onChange={(id) => set({ partner: id ?? undefined })}
        />
      );
    return (
      <ReferenceInput
        label="Publisher"
        to="publisher"
        value={partyId ?? null}
        onChange={(id) => set({ publisher: id ?? undefined })}
      />
    );
  };
  return (
    <>
      <div className={classes.fields}>
        <Choice
          label="Side"
          options={optionsOf(SIDE_LABELS)}
          value={side}
          onChange={(value) => set({ side: SIDES.find((one) => one === value) })}
        />
        {renderParty()}
        <DateField label="From" value={from} onChange={(day) => setDays({ from: day })} />
        <DateField label="To" value={to} onChange={(day) => setDays({ to: day })} />
      </div>
      {error !== null && <CallError error={error} onRetry={() => void refetch()} />}
      {partyId === undefined && (
        <Balances side={side} onOpen={(id) => set(side === 'receivable' ? { partner: id } : { publisher: id })} />
      )}
      {isAsked && error === null && data === undefined && <FormSkeleton fields={4} />}
      {isAsked && data?.length === 0 && (
        <EmptyState title="Nothing to show">This party has no issued document until the last day.</EmptyState>
      )}
      {data?.map((statement) => (
        <StatementPanel key={statement.currency} statement={statement} onOpen={open} />
      ))}
      <DocumentDrawer id={openId} onClose={() => open(undefined)} onOpen={open} />
    </>
  );
}
