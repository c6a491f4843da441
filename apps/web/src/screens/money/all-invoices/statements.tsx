/** The statement of a partner or publisher: opening + documents − settlements = closing, per currency. */

import { readStatement } from '@signpost/contract/calls/payments.ts';
import { SIDES, type Side } from '@signpost/contract/money/document.ts';
import { SIDE_LABELS } from '@signpost/contract/money/labels.ts';
import { CallError } from '../../../api/call-error.tsx';
import { useCall } from '../../../api/calls.ts';
import { DocumentDrawer } from '../../../features/money/documents/document-drawer.tsx';
import classes from '../../../features/money/documents/documents.module.css';
import { StatementPanel } from '../../../features/money/documents/statement-panel.tsx';
import { useDocumentFilters } from '../../../features/money/documents/use-document-list.ts';
import { useStatementDays } from '../../../features/money/documents/use-statement-days.tsx';
import { optionsOf } from '../../../features/money/documents/words.ts';
import { ReferenceInput } from '../../../fields/reference-input.tsx';
import { EmptyState, FormSkeleton } from '../../../ui/feedback/states.tsx';
import { Choice } from '../../../ui/fields/choice.tsx';
import { Balances } from './balances.tsx';

export function Statements() {
  const { filters, set, openId, open } = useDocumentFilters('allInvoices');
  const side: Side = filters.side ?? 'receivable';
  const partyId = side === 'receivable' ? filters.partner : filters.publisher;
  const days = useStatementDays();
  const isAsked = partyId !== undefined && days.isComplete;
  const { data, error, refetch } = useCall(
    readStatement,
    { params: { side, partyId: partyId ?? 0 }, query: days.query },
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
        {days.fields}
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
