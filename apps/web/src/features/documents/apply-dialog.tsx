/** Settles another invoice of the same party with what is left of a credit note. */
import { listDocuments } from '@signpost/contract/calls/documents.ts';
import { applyCreditNote } from '@signpost/contract/calls/payments.ts';
import { compareMoney } from '@signpost/contract/money/money.ts';
import type { DocumentListRow, DocumentView } from '@signpost/contract/money/views.ts';
import { useState } from 'react';
import { send, useCall } from '../../api/calls.ts';
import { useOnceKey } from '../../api/once-key.ts';
import { useAction } from '../../api/use-action.ts';
import { DecimalField } from '../../fields/decimal-field.tsx';
import { Choice } from '../../ui/fields/choice.tsx';
import { FormDialog } from '../../ui/layout/form-dialog.tsx';
import { formatMoney } from '../../ui/values/format.ts';
import classes from './documents.module.css';
import { DOCUMENT_CALLS } from './refresh.ts';
import { useRefusals } from './use-refusals.ts';

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

export function ApplyDialog({ document, onClose }: { document: DocumentView; onClose: () => void }) {
  const { id, open, currency } = document;
  const invoices = useOpenInvoices(document);
  const once = useOnceKey();
  const [invoice, setInvoice] = useState<DocumentListRow | null>(null);
  const [amount, setAmount] = useState<string | null>(null);
  const refusals = useRefusals((path) => path === 'amount' || path === 'documentId');
  const apply = useAction(
    () =>
      send(
        applyCreditNote,
        { params: { id }, body: { documentId: invoice?.id ?? 0, amount: amount ?? '' } },
        { idempotencyKey: once.keyNow() },
      ),
    {
      refresh: DOCUMENT_CALLS,
      said: () => `${formatMoney(amount ?? '0', currency)} settle ${invoice?.number ?? 'the invoice'}.`,
      onDone: onClose,
      onRefused: (error) => {
        once.renewIfRefused(error);
        return refusals.onRefused(error);
      },
    },
  );
  const choose = (value: string | null) => {
    const chosen = invoices?.find((one) => String(one.id) === value) ?? null;
    setInvoice(chosen);
    if (chosen === null) setAmount(null);
    else setAmount(compareMoney(chosen.open, open) < 0 ? chosen.open : open);
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
          required
          value={invoice === null ? null : String(invoice.id)}
          onChange={choose}
          options={(invoices ?? []).map((one) => ({
            value: String(one.id),
            label: `${one.number ?? one.externalNumber ?? one.id}, ${formatMoney(one.open, currency)} open`,
          }))}
          errors={refusals.at('documentId')}
        />
        <DecimalField
          label={`Amount, ${currency}`}
          required
          value={amount}
          onChange={setAmount}
          currency={currency}
          help={`${formatMoney(open, currency)} of the credit note are left.`}
          errors={refusals.at('amount')}
        />
      </>
    );
  };
  return (
    <FormDialog
      opened
      title="Apply to an invoice"
      submitLabel="Apply credit"
      canSubmit={invoice !== null && amount !== null}
      submitting={apply.isPending}
      onSubmit={() => apply.mutate(undefined)}
      onCancel={onClose}
    >
      {renderFields()}
    </FormDialog>
  );
}
