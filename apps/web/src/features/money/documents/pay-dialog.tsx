/** Records money that settles a document, or takes what is left of an earlier payment. Currencies may differ. */
import { allocatePayment, listPayments, recordPayment } from '@signpost/contract/calls/payments.ts';
import { compareMoney, multiplyMoney } from '@signpost/contract/money/money.ts';
import type { Payment } from '@signpost/contract/money/payment-views.ts';
import type { DocumentView } from '@signpost/contract/money/views.ts';
import { CallDialog } from '../../../api/call-dialog.tsx';
import { send, useCall } from '../../../api/calls.ts';
import { useFormOf } from '../../../api/use-call-form.ts';
import { DateField } from '../../../fields/date-field.tsx';
import { DecimalField } from '../../../fields/decimal-field.tsx';
import { useToday } from '../../../fields/read.ts';
import { Choice } from '../../../ui/fields/choice.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { formatMoney } from '../../../ui/values/format.ts';
import { DOCUMENT_CALLS } from './refresh.ts';

const NEW = 'new';

interface Values {
  /** An earlier payment, or null for new money. */
  earlier: Payment | null;
  day: string | null;
  currency: string;
  /** New money in its currency, or the part of an earlier payment that is taken. */
  amount: string | null;
  /** The amount that it settles, in the document's currency; only asked for where the currencies differ. */
  settles: string | null;
  reference: string;
}

const smaller = (one: string, other: string): string => {
  if (compareMoney(one, other) < 0) return one;
  return other;
};

/** Whether the money is in the document's currency, so that the settled amount follows from its own amount. */
const isSameCurrency = ({ currency }: DocumentView, values: Values): boolean => values.currency === currency;

/** The amount that the money settles, in the document's currency. */
const settledBy = (document: DocumentView, values: Values): string => {
  if (isSameCurrency(document, values)) return smaller(values.amount ?? '0', document.open);
  return values.settles ?? '0';
};

/** Amounts of refunds are entered positive and stored negative. */
const signedFor = ({ kind }: DocumentView, amount: string): string => {
  if (kind === 'creditNote') return multiplyMoney(amount, '-1');
  return amount;
};

/** The settlement that the filled form describes, as the calls take it. */
function allocationOf(document: DocumentView, values: Values) {
  const settled = settledBy(document, values);
  const taken = isSameCurrency(document, values) ? settled : (values.amount ?? '0');
  return { documentId: document.id, amount: settled, taken: signedFor(document, taken) };
}

/** Records new money, or settles the document with an earlier payment. */
function usePayForm(document: DocumentView, onClose: () => void) {
  const { open, currency, payingCurrency, legalEntityId, side, partyId } = document;
  const today = useToday();
  /** New money comes in the currency in which the party is paid; its amount is known only if that is the document's. */
  const newMoney = { earlier: null, currency: payingCurrency, amount: payingCurrency === currency ? open : null };
  const initial: Values = { ...newMoney, day: today, settles: open, reference: '' };
  const form = useFormOf(recordPayment, {
    initial,
    run: (values, key) => {
      const allocations = [allocationOf(document, values)];
      if (values.earlier !== null)
        return send(allocatePayment, { params: { id: values.earlier.id }, body: { allocations } }, key);
      const { day, currency: paid, amount, reference } = values;
      const money = { day: day ?? '', currency: paid, amount: signedFor(document, amount ?? '0'), reference };
      return send(recordPayment, { body: { legalEntityId, side, partyId, ...money, allocations } }, key);
    },
    fieldAt: (path, values) => {
      if (!path.startsWith('allocations.0.')) return path;
      if (path === 'allocations.0.amount' && !isSameCurrency(document, values)) return 'settles';
      return 'amount';
    },
    refresh: DOCUMENT_CALLS,
    said: (_, values) => `${formatMoney(settledBy(document, values), currency)} are settled.`,
    onDone: onClose,
  });
  return { form, newMoney };
}

/** The earlier payments of the same party that have something left for the document. */
function useUsablePayments({ side, partyId, kind, legalEntity }: DocumentView): Payment[] {
  const { data: payments = [] } = useCall(listPayments, { query: { side, partyId, isOpen: 'true' } });
  const isRefund = kind === 'creditNote';
  return payments.filter((one) => one.legalEntity === legalEntity && compareMoney(one.left, '0') < 0 === isRefund);
}

export function PayDialog({ document, onClose }: { document: DocumentView; onClose: () => void }) {
  const { open, currency, kind } = document;
  const usable = useUsablePayments(document);
  const { form, newMoney } = usePayForm(document, onClose);
  const { values, set } = form;
  const isSame = isSameCurrency(document, values);
  const isRefund = kind === 'creditNote';
  const word = isRefund ? 'refund' : 'payment';
  const choose = (value: string | null) => {
    const earlier = usable.find(({ id }) => String(id) === value) ?? null;
    if (earlier === null) {
      set({ ...newMoney, settles: open });
      return;
    }
    const left = earlier.left.replace('-', '');
    const amount = earlier.currency === currency ? smaller(left, open) : left;
    set({ earlier, currency: earlier.currency, amount, settles: open });
  };
  const currencyField = form.field('currency');
  return (
    <CallDialog
      form={form}
      title={`Record a ${word}`}
      submitLabel={`Record ${word}`}
      canSubmit={isSame || values.settles !== null}
      onClose={onClose}
    >
      {usable.length > 0 && (
        <Choice
          label="Money"
          value={values.earlier === null ? NEW : String(values.earlier.id)}
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
        label={`Amount, ${values.currency}`}
        {...form.field('amount')}
        currency={values.currency}
        help={isSame ? `${formatMoney(open, currency)} are open. What exceeds it is left on the payment.` : undefined}
      />
      {values.earlier === null && (
        <>
          <DateField label="Day" {...form.field('day')} />
          <TextInput
            label="Currency"
            {...currencyField}
            onChange={(text) => currencyField.onChange(text.toUpperCase())}
            mono
          />
        </>
      )}
      {!isSame && (
        <DecimalField
          label={`Settles, ${currency}`}
          {...form.field('settles')}
          required
          currency={currency}
          help={`${formatMoney(open, currency)} are open. The exchange difference is booked.`}
        />
      )}
      {values.earlier === null && (
        <TextInput label="Reference" {...form.field('reference')} help="The text of the bank statement." />
      )}
    </CallDialog>
  );
}
