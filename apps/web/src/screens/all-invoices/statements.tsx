/** The statement of a partner or publisher: opening + documents − settlements = closing, per currency. */
import { readStatement } from '@signpost/contract/calls/payments.ts';
import { addMonths } from '@signpost/contract/dates/dates.ts';
import { SIDES, type Side } from '@signpost/contract/money/document.ts';
import type { Statement } from '@signpost/contract/money/views.ts';
import { toCsv } from '@signpost/contract/records/csv.ts';
import { useState } from 'react';
import { CallError } from '../../api/call-error.tsx';
import { useCall } from '../../api/calls.ts';
import { DocumentDrawer } from '../../features/documents/document-drawer.tsx';
import classes from '../../features/documents/documents.module.css';
import { useDocumentFilters } from '../../features/documents/use-document-list.ts';
import { KIND_LABELS, optionsOf, SIDE_LABELS } from '../../features/documents/words.ts';
import { DateField } from '../../fields/date-field.tsx';
import { useToday } from '../../fields/read.ts';
import { ReferenceInput } from '../../fields/reference-input.tsx';
import { Button } from '../../ui/button.tsx';
import { downloadBlob } from '../../ui/download.ts';
import { EmptyState, FormSkeleton } from '../../ui/feedback/states.tsx';
import { Choice } from '../../ui/fields/choice.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { Scroller } from '../../ui/scroller.tsx';
import { formatMoney } from '../../ui/values/format.ts';
import { Money } from '../../ui/values/values.tsx';

const MONTHS_BACK = -6;
const ENTRY_LABELS = { ...KIND_LABELS, payment: 'Payment', writeOff: 'Written off' } as const;

function save({ currency, opening, closing, entries }: Statement) {
  const lines = entries.map(({ day, kind, text, amount, balance }) => [day, ENTRY_LABELS[kind], text, amount, balance]);
  const rows = [
    ['Day', 'Entry', 'Text', `Amount ${currency}`, 'Balance'],
    ['', 'Opening', '', '', opening],
    ...lines,
    ['', 'Closing', '', '', closing],
  ];
  downloadBlob(`statement-${currency}.csv`, new Blob([`\uFEFF${toCsv(rows)}`], { type: 'text/csv;charset=utf-8' }));
}

function StatementPanel({ statement, onOpen }: { statement: Statement; onOpen: (id: number) => void }) {
  const { currency, opening, documents, settled, closing, entries } = statement;
  const words = (amount: string): string => formatMoney(amount, currency);
  return (
    <Panel
      title={`Statement in ${currency}`}
      description={`Opening ${words(opening)} + documents ${words(documents)} − settlements ${words(settled)} = closing ${words(closing)}`}
      actions={<Button onClick={() => save(statement)}>Save as CSV</Button>}
    >
      <Scroller className={classes.scroll} label={`Statement in ${currency}`}>
        <table className={classes.table} aria-label={`Statement in ${currency}`}>
          <thead>
            <tr>
              <th scope="col">Entry</th>
              <th scope="col">Day</th>
              <th scope="col">Amount</th>
              <th scope="col">Balance</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <td>Opening</td>
              <td />
              <td />
              <td>
                <Money value={opening} currency={currency} />
              </td>
            </tr>
            {entries.map(({ day, kind, documentId, text, amount, balance }) => (
              <tr key={`${day} ${kind} ${documentId} ${balance} ${amount}`}>
                <td>
                  {ENTRY_LABELS[kind]}{' '}
                  <button type="button" className={classes.link} onClick={() => onOpen(documentId)}>
                    {text}
                  </button>
                </td>
                <td>{day}</td>
                <td>
                  <Money value={amount} currency={currency} />
                </td>
                <td>
                  <Money value={balance} currency={currency} />
                </td>
              </tr>
            ))}
            <tr>
              <td>
                <strong>Closing</strong>
              </td>
              <td />
              <td />
              <td>
                <strong>
                  <Money value={closing} currency={currency} />
                </strong>
              </td>
            </tr>
          </tbody>
        </table>
      </Scroller>
    </Panel>
  );
}

export function Statements() {
  const today = useToday();
  const { filters, set, openId, open } = useDocumentFilters('allInvoices');
  const side: Side = filters.side ?? 'receivable';
  const partyId = side === 'receivable' ? filters.partner : filters.publisher;
  const [from, setFrom] = useState<string | null>(`${addMonths(today, MONTHS_BACK).slice(0, 'YYYY-MM'.length)}-01`);
  const [to, setTo] = useState<string | null>(today);
  const isAsked = partyId !== undefined && from !== null && to !== null;
  const { data, error, refetch } = useCall(
    readStatement,
    { params: { side, partyId: partyId ?? 0 }, query: { from: from ?? today, to: to ?? today } },
    { enabled: isAsked, staleTime: 0 },
  );
  return (
    <>
      <div className={classes.fields}>
        <Choice
          label="Side"
          options={optionsOf(SIDE_LABELS)}
          value={side}
          onChange={(value) => set({ side: SIDES.find((one) => one === value) })}
        />
        {side === 'receivable' ? (
          <ReferenceInput
            label="Partner"
            to="partner"
            value={partyId ?? null}
            onChange={(id) => set({ partner: id ?? undefined })}
          />
        ) : (
          <ReferenceInput
            label="Publisher"
            to="publisher"
            value={partyId ?? null}
            onChange={(id) => set({ publisher: id ?? undefined })}
          />
        )}
        <DateField label="From" value={from} onChange={setFrom} />
        <DateField label="To" value={to} onChange={setTo} />
      </div>
      {error !== null && <CallError error={error} onRetry={() => void refetch()} />}
      {!isAsked && (
        <EmptyState title="Choose a party">
          The statement shows what was open at the beginning, every document and settlement, and what is open at the
          end.
        </EmptyState>
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
