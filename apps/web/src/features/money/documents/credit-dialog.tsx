/** Makes the draft of a credit note: the whole invoice, or amounts of single lines. */
import { listDisputedLines } from '@signpost/contract/calls/document-credit.ts';
import { creditDocument } from '@signpost/contract/calls/documents.ts';
import { SETTLEMENTS, type Settlement } from '@signpost/contract/money/document.ts';
import { compareMoney, sumMoney } from '@signpost/contract/money/money.ts';
import type { DocumentView } from '@signpost/contract/money/views.ts';
import { memberOf } from '@signpost/contract/objects.ts';
import { CallDialog } from '../../../api/call-dialog.tsx';
import { useCall } from '../../../api/calls.ts';
import { useCallForm } from '../../../api/use-call-form.ts';
import { DecimalField } from '../../../fields/decimal-field.tsx';
import { Button } from '../../../ui/button.tsx';
import { Choice } from '../../../ui/fields/choice.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { Toggle } from '../../../ui/fields/toggle.tsx';
import { Badge, Money } from '../../../ui/values/values.tsx';
import classes from './documents.module.css';
import { DOCUMENT_CALLS } from './refresh.ts';

const SETTLEMENT_LABELS: Readonly<Record<Settlement, string>> = {
  customerCredit: 'Keep it as credit',
  refund: 'Refund it',
  outside: 'It was settled outside',
};
const SETTLEMENT_OPTIONS = SETTLEMENTS.map((value) => ({ value, label: SETTLEMENT_LABELS[value] }));

type Amounts = Readonly<Record<number, string | null>>;

const amountsOf = (lines: readonly { position: number; amount: string }[]): Amounts =>
  Object.fromEntries(lines.map(({ position, amount }) => [position, amount]));

interface LinesProps {
  document: DocumentView;
  amounts: Amounts;
  onChange: (amounts: Amounts) => void;
  errorsAt: (position: number) => string[];
}

/** An amount for each line of which something is left. */
function CreditLines({ document, amounts, onChange, errorsAt }: LinesProps) {
  const { currency, payload, creditable } = document;
  const rows = creditable.filter(({ left }) => compareMoney(left, '0') !== 0);
  return (
    <ul className={`${classes.lines} ${classes.creditLines}`} aria-label="Lines to credit">
      {rows.map(({ position, left }) => {
        const text = payload.lines.find((line) => line.position === position)?.description ?? `Line ${position}`;
        return (
          <li key={position}>
            <span>{text}</span>
            <span className={classes.amount}>
              <Money value={left} currency={currency} /> <span className={classes.muted}>left</span>
            </span>
            <DecimalField
              label={`Credit of line ${position}`}
              hideLabel
              value={amounts[position] ?? null}
              onChange={(amount) => onChange({ ...amounts, [position]: amount })}
              currency={currency}
              // A line that takes an amount back is credited by a negative amount.
              placeholder={left}
              errors={errorsAt(position)}
            />
          </li>
        );
      })}
    </ul>
  );
}

interface Props {
  document: DocumentView;
  onClose: () => void;
  /** Opens the draft of the credit note. */
  onMade: (id: number) => void;
}

/** The lines that get a credit. */
const linesOf = (amounts: Amounts): { position: number; amount: string }[] =>
  Object.entries(amounts).flatMap(([position, amount]) => {
    if (amount == null || compareMoney(amount, '0') === 0) return [];
    return [{ position: Number(position), amount }];
  });

interface Values {
  reason: string;
  /** Null as long as nobody has entered amounts. */
  lines: Amounts | null;
  settlement: Settlement;
  releasesFacts: boolean;
}

const NOTHING_ENTERED: Values = { reason: '', lines: null, settlement: 'customerCredit', releasesFacts: false };

export function CreditDialog({ document, onClose, onMade }: Props) {
  const { id, number, creditable, currency } = document;
  const { data: disputed = [] } = useCall(listDisputedLines, { params: { id } });
  // The disputed amounts are the default until somebody enters others.
  const amountsIn = ({ lines }: Values): Amounts => lines ?? amountsOf(disputed);
  const form = useCallForm(creditDocument, {
    initial: NOTHING_ENTERED,
    input: (values) => ({ params: { id }, body: { ...values, lines: linesOf(amountsIn(values)) } }),
    refresh: DOCUMENT_CALLS,
    said: () => 'The credit note is a draft. Propose it for approval.',
    onDone: (made) => {
      onClose();
      onMade(made.id);
    },
  });
  const { values, set } = form;
  const amounts = amountsIn(values);
  const lines = linesOf(amounts);
  const isWhole = creditable.every(({ position, left }) => compareMoney(amounts[position] ?? '0', left) === 0);
  const reason = form.field('reason');
  return (
    <CallDialog
      isWide
      form={form}
      title={`Credit ${number}`}
      submitLabel="Make credit note"
      canSubmit={lines.length > 0}
      onClose={onClose}
    >
      <TextInput
        label="Reason"
        {...reason}
        help="It stands on the credit note."
        errors={[...reason.errors, ...form.errorsAt('lines')]}
      />
      {document.disputed !== '' && (
        <p role="status">
          <Badge tone="attention">Attention</Badge> {document.disputed}
        </p>
      )}
      <div className={classes.footer}>
        {disputed.length > 0 && (
          <Button onClick={() => set({ lines: amountsOf(disputed) })}>Credit what is disputed</Button>
        )}
        <Button
          onClick={() =>
            set({ lines: amountsOf(creditable.map(({ position, left }) => ({ position, amount: left }))) })
          }
        >
          Credit everything
        </Button>
        <span className={classes.muted}>
          Net <Money value={sumMoney(lines.map(({ amount }) => amount))} currency={currency} />
        </span>
      </div>
      <CreditLines
        document={document}
        amounts={amounts}
        onChange={(entered) => set({ lines: entered })}
        errorsAt={(position) => form.errorsAt(`lines.${lines.findIndex((line) => line.position === position)}.amount`)}
      />
      <Choice
        label="What exceeds the open amount"
        options={SETTLEMENT_OPTIONS}
        value={values.settlement}
        onChange={(value) => set({ settlement: memberOf(SETTLEMENTS, value) ?? 'customerCredit' })}
        required
      />
      {isWhole && (
        <Toggle
          label="Bill the facts again"
          {...form.field('releasesFacts')}
          help="They are due again after the credit note is issued."
        />
      )}
    </CallDialog>
  );
}
