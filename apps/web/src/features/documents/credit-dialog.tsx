/** Makes the draft of a credit note: the whole invoice, or amounts of single lines. */
import { listDisputedLines } from '@signpost/contract/calls/document-credit.ts';
import { creditDocument } from '@signpost/contract/calls/documents.ts';
import { SETTLEMENTS, type Settlement } from '@signpost/contract/money/document.ts';
import { compareMoney, sumMoney } from '@signpost/contract/money/money.ts';
import type { DocumentView } from '@signpost/contract/money/views.ts';
import { useState } from 'react';
import { send, useCall } from '../../api/calls.ts';
import { useOnceKey } from '../../api/once-key.ts';
import { useAction } from '../../api/use-action.ts';
import { DecimalField } from '../../fields/decimal-field.tsx';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/fields/choice.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { Toggle } from '../../ui/fields/toggle.tsx';
import { FormDialog } from '../../ui/layout/form-dialog.tsx';
import { Badge, Money } from '../../ui/values/values.tsx';
import classes from './documents.module.css';
import { DOCUMENT_CALLS } from './refresh.ts';
import { useRefusals } from './use-refusals.ts';

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
              // What was taken back is credited by a negative amount.
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

export function CreditDialog({ document, onClose, onMade }: Props) {
  const { id, number, creditable, currency } = document;
  const { data: disputed = [] } = useCall(listDisputedLines, { params: { id } });
  const [entered, setAmounts] = useState<Amounts | null>(null);
  // The disputed amounts are the default until somebody enters others.
  const amounts = entered ?? amountsOf(disputed);
  const [reason, setReason] = useState('');
  const [settlement, setSettlement] = useState<Settlement>('customerCredit');
  const [releasesFacts, setReleases] = useState(false);
  const once = useOnceKey();
  const lines = Object.entries(amounts).flatMap(([position, amount]) => {
    if (amount == null || compareMoney(amount, '0') === 0) return [];
    return [{ position: Number(position), amount }];
  });
  const refusals = useRefusals((path) => /^(lines|reason|releasesFacts)/.test(path));
  const act = useAction(
    () =>
      send(
        creditDocument,
        { params: { id }, body: { lines, reason, settlement, releasesFacts } },
        { idempotencyKey: once.keyNow() },
      ),
    {
      refresh: DOCUMENT_CALLS,
      said: () => 'The credit note is a draft. Propose it for approval.',
      onDone: (made) => {
        onClose();
        onMade(made.id);
      },
      onRefused: (error) => {
        once.renewIfRefused(error);
        return refusals.onRefused(error);
      },
    },
  );
  const isWhole = creditable.every(({ position, left }) => compareMoney(amounts[position] ?? '0', left) === 0);
  return (
    <FormDialog
      opened
      isWide
      title={`Credit ${number}`}
      submitLabel="Make credit note"
      canSubmit={lines.length > 0 && reason.trim() !== ''}
      submitting={act.isPending}
      onSubmit={() => act.mutate(undefined)}
      onCancel={onClose}
    >
      <TextInput
        label="Reason"
        required
        value={reason}
        onChange={setReason}
        maxLength={500}
        help="It stands on the credit note."
        errors={[...refusals.at('reason'), ...refusals.at('lines')]}
      />
      {document.disputed !== '' && (
        <p role="status">
          <Badge tone="attention">Attention</Badge> {document.disputed}
        </p>
      )}
      <div className={classes.footer}>
        {disputed.length > 0 && (
          <Button onClick={() => setAmounts(amountsOf(disputed))}>Credit what is disputed</Button>
        )}
        <Button
          onClick={() => setAmounts(amountsOf(creditable.map(({ position, left }) => ({ position, amount: left }))))}
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
        onChange={setAmounts}
        errorsAt={(position) => refusals.at(`lines.${lines.findIndex((line) => line.position === position)}.amount`)}
      />
      <Choice
        label="What exceeds the open amount"
        options={SETTLEMENT_OPTIONS}
        value={settlement}
        onChange={(value) => setSettlement(SETTLEMENTS.find((one) => one === value) ?? 'customerCredit')}
        required
      />
      {isWhole && (
        <Toggle
          label="Bill the facts again"
          value={releasesFacts}
          onChange={setReleases}
          help="They are due again after the credit note is issued."
          errors={refusals.at('releasesFacts')}
        />
      )}
    </FormDialog>
  );
}
