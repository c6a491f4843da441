/** Settles another invoice of the same party with what is left of a credit note. */
import { listDocuments } from '@signpost/contract/calls/documents.ts';
import { applyCreditNote } from '@signpost/contract/calls/payments.ts';
import { compareMoney } from '@signpost/contract/money/money.ts';
import type { DocumentListRow, DocumentView } from '@signpost/contract/money/views.ts';
import { CallDialog } from '../../../api/call-dialog.tsx';
import { useCall } from '../../../api/calls.ts';
import { useCallForm } from '../../../api/use-call-form.ts';
import { DecimalField } from '../../../fields/decimal-field.tsx';
import { Choice } from '../../../ui/fields/choice.tsx';
import { formatMoney } from '../../../ui/values/format.ts';
import { stringOrNull } from '../../../ui/values/optional.ts';
import classes from './documents.module.css';
import { DOCUMENT_CALLS } from './refresh.ts';

const MOST = 500;

/** The invoices that a credit note can settle. */
function useOpenInvoices({ side, partyId, currency, legalEntity }: DocumentView): DocumentListRow[] | undefined {
  const party = side === 'receivable' ? { partnerId: partyId } : { publisherId: partyId };
  const { data } = useCall(listDocuments, { query: { side, ...party, limit: MOST } }, { staleTime: 0 });
  return data?.filter(
    (row) =>
      row.kind !== 'creditNote' &&
      row.issueDate !== null &&
      row.currency === currency &&
      row.legalEntity === legalEntity &&
      compareMoney(row.open, '0') > 0,
  );
}

/** The part of a credit note that an invoice can take. */
const usableOf = (open: string, invoice: DocumentListRow): string => {
  if (compareMoney(invoice.open, open) < 0) return invoice.open;
  return open;
};

interface Values {
  documentId: number | null;
  amount: string | null;
}

const NOTHING_CHOSEN: Values = { documentId: null, amount: null };

export function ApplyDialog({ document, onClose }: { document: DocumentView; onClose: () => void }) {
  const { id, open, currency } = document;
  const invoices = useOpenInvoices(document);
  const numberOf = (documentId: number | null): string =>
    invoices?.find((one) => one.id === documentId)?.number ?? 'the invoice';
  const form = useCallForm(applyCreditNote, {
    initial: NOTHING_CHOSEN,
    input: ({ documentId, amount }) => ({
      params: { id },
      body: { documentId: documentId ?? 0, amount: amount ?? '' },
    }),
    refresh: DOCUMENT_CALLS,
    said: (_, { documentId, amount }) => `${formatMoney(amount ?? '0', currency)} settle ${numberOf(documentId)}.`,
    onDone: onClose,
  });
  const choose = (value: string | null) => {
    const chosen = invoices?.find((one) => String(one.id) === value);
    if (chosen === undefined) form.set(NOTHING_CHOSEN);
    else form.set({ documentId: chosen.id, amount: usableOf(open, chosen) });
  };
  const renderFields = () => {
    if (invoices?.length === 0)
      return (
        <p className={classes.muted}>
          No invoice of this party is open in {currency}. The credit stays until there is one, or is refunded.
        </p>
      );
    return (
      <>
        <Choice
          label="Invoice"
          {...form.field('documentId')}
          value={stringOrNull(form.values.documentId)}
          onChange={choose}
          options={(invoices ?? []).map((one) => ({
            value: String(one.id),
            label: `${one.number ?? one.externalNumber ?? one.id}, ${formatMoney(one.open, currency)} open`,
          }))}
        />
        <DecimalField
          label={`Amount, ${currency}`}
          {...form.field('amount')}
          currency={currency}
          help={`${formatMoney(open, currency)} of the credit note are left.`}
        />
      </>
    );
  };
  return (
    <CallDialog form={form} title="Apply to an invoice" submitLabel="Apply credit" onClose={onClose}>
      {renderFields()}
    </CallDialog>
  );
}
