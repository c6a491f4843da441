/** Records money that settles a document, or takes what is left of an earlier payment. Currencies may differ. */
import { allocatePayment, listPayments, recordPayment } from '@signpost/contract/calls/payments.ts';
import { compareMoney, multiplyMoney } from '@signpost/contract/money/money.ts';
import type { Payment } from '@signpost/contract/money/payment-views.ts';
import type { DocumentView } from '@signpost/contract/money/views.ts';
import { useState } from 'react';
import { send, useCall } from '../../api/calls.ts';
import { useOnceKey } from '../../api/once-key.ts';
import { useAction } from '../../api/use-action.ts';
import { DateField } from '../../fields/date-field.tsx';
import { DecimalField } from '../../fields/decimal-field.tsx';
import { useToday } from '../../fields/read.ts';
import { Choice } from '../../ui/fields/choice.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { FormDialog } from '../../ui/layout/form-dialog.tsx';
import { formatMoney } from '../../ui/values/format.ts';
import { DOCUMENT_CALLS } from './refresh.ts';
import { useRefusals } from './use-refusals.ts';

const NEW = 'new';

interface Form {
  /** An earlier payment, or null for new money. */
  earlier: Payment | null;
  day: string | null;
  currency: string;
  /** New money in its currency, or the part of an earlier payment that is taken. */
  amount: string | null;
  /** What it settles, in the document's currency; only asked for where the currencies differ. */
  settles: string | null;
  reference: string;
}

const smaller = (one: string, other: string): string => {
  if (compareMoney(one, other) < 0) return one;
  return other;
};

/** The call that a filled form makes. Amounts of refunds are entered positive and stored negative. */
function useRecord(document: DocumentView, form: Form, onClose: () => void) {
  const once = useOnceKey();
  const { id, open, currency, kind, legalEntityId, side, partyId } = document;
  const isRefund = kind === 'creditNote';
  const signed = (amount: string): string => {
    if (isRefund) return multiplyMoney(amount, '-1');
    return amount;
  };
  const amount = form.amount ?? '0';
  const isSame = form.currency === currency;
  const settles = isSame ? smaller(amount, open) : (form.settles ?? '0');
  const allocations = [{ documentId: id, amount: settles, taken: signed(isSame ? settles : amount) }];
  const refusals = useRefusals((path) => path !== '' && path !== 'legalEntityId');
  const act = useAction(
    () => {
      if (form.earlier === null)
        return send(
          recordPayment,
          {
            body: {
              legalEntityId,
              side,
              partyId,
              day: form.day ?? '',
              currency: form.currency,
              amount: signed(amount),
              reference: form.reference,
              allocations,
            },
          },
          { idempotencyKey: once.keyNow() },
        );
      return send(
        allocatePayment,
        { params: { id: form.earlier.id }, body: { allocations } },
        { idempotencyKey: once.keyNow() },
      );
    },
    {
      refresh: DOCUMENT_CALLS,
      said: () => `${formatMoney(settles, currency)} are settled.`,
      onDone: onClose,
      onRefused: (error) => {
        once.renewIfRefused(error);
        return refusals.onRefused(error);
      },
    },
  );
  return { act, refusals, isSame };
}

/** The form, and the earlier payments of the same party that have something left for the document. */
function usePayForm({ open, currency, payingCurrency, side, partyId, kind, legalEntity }: DocumentView) {
  const today = useToday();
  /** New money comes in the currency in which the party is paid; its amount is known only if that is the document's. */
  const newMoney = { earlier: null, currency: payingCurrency, amount: payingCurrency === currency ? open : null };
  const [form, setForm] = useState<Form>({ ...newMoney, day: today, settles: open, reference: '' });
  const set = (part: Partial<Form>) => setForm((before) => ({ ...before, ...part }));
  const { data: payments = [] } = useCall(listPayments, { query: { side, partyId, isOpen: 'true' } });
  const isRefund = kind === 'creditNote';
  const usable = payments.filter(
    (one) => one.legalEntity === legalEntity && compareMoney(one.left, '0') < 0 === isRefund,
  );
  const choose = (value: string | null) => {
    const earlier = usable.find(({ id }) => String(id) === value) ?? null;
    if (earlier === null) {
      set({ ...newMoney, settles: open });
      return;
    }
    const left = earlier.left.replace('-', '');
    const isOther = earlier.currency !== currency;
    set({ earlier, currency: earlier.currency, amount: isOther ? left : smaller(left, open), settles: open });
  };
  return { form, set, usable, choose, isRefund };
}

type Refusals = ReturnType<typeof useRefusals>;
interface NewMoneyProps {
  form: Form;
  set: (part: Partial<Form>) => void;
  refusals: Refusals;
}

function NewMoney({ form, set, refusals }: NewMoneyProps) {
  return (
    <>
      <DateField label="Day" required value={form.day} onChange={(day) => set({ day })} errors={refusals.at('day')} />
      <TextInput
        label="Currency"
        required
        value={form.currency}
        onChange={(text) => set({ currency: text.toUpperCase() })}
        maxLength={3}
        mono
        errors={refusals.at('currency')}
      />
    </>
  );
}

export function PayDialog({ document, onClose }: { document: DocumentView; onClose: () => void }) {
  const { open, currency } = document;
  const { form, set, usable, choose, isRefund } = usePayForm(document);
  const { act, refusals, isSame } = useRecord(document, form, onClose);
  const word = isRefund ? 'refund' : 'payment';
  return (
    <FormDialog
      opened
      title={isRefund ? 'Record a refund' : 'Record a payment'}
      submitLabel={`Record ${word}`}
      canSubmit={form.amount !== null && form.day !== null && (isSame || form.settles !== null)}
      submitting={act.isPending}
      onSubmit={() => act.mutate(undefined)}
      onCancel={onClose}
    >
      {usable.length > 0 && (
        <Choice
          label="Money"
          value={form.earlier === null ? NEW : String(form.earlier.id)}
          onChange={choose}
          options={[
            { value: NEW, label: `A new ${word}` },
            ...usable.map(({ id, day, reference, left, currency: own }) => ({
              value: String(id),
              label: `${day} ${reference}, ${formatMoney(left, own)} left`,
            })),
          ]}
        />
      )}
      <DecimalField
        label={`Amount, ${form.currency}`}
        required
        value={form.amount}
        onChange={(amount) => set({ amount })}
        currency={form.currency}
        help={isSame ? `${formatMoney(open, currency)} are open. What exceeds it is left on the payment.` : undefined}
        errors={[
          ...refusals.at('amount'),
          ...refusals.at('allocations.0.taken'),
          ...(isSame ? refusals.at('allocations.0.amount') : []),
        ]}
      />
      {form.earlier === null && <NewMoney form={form} set={set} refusals={refusals} />}
      {!isSame && (
        <DecimalField
          label={`Settles, ${currency}`}
          required
          value={form.settles}
          onChange={(settles) => set({ settles })}
          currency={currency}
          help={`${formatMoney(open, currency)} are open. The exchange difference is booked.`}
          errors={refusals.at('allocations.0.amount')}
        />
      )}
      {form.earlier === null && (
        <TextInput
          label="Reference"
          value={form.reference}
          onChange={(reference) => set({ reference })}
          maxLength={200}
          help="The text of the bank statement."
          errors={refusals.at('reference')}
        />
      )}
    </FormDialog>
  );
}
