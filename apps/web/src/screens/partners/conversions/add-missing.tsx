/** Adds lines of a partner's list whose postbacks never arrived, after a preview, and takes them out again. */

import { useSetState } from '@mantine/hooks';
import { mayCall } from '@signpost/contract/access/access.ts';
import { addTransactions, listAdditions, previewAddition, undoAddition } from '@signpost/contract/calls/conversions.ts';
import { affiliateTransaction } from '@signpost/contract/entities/affiliate-transaction.ts';
import { baseCurrency } from '@signpost/contract/money/base-currency.ts';
import { keysOf } from '@signpost/contract/objects.ts';
import {
  ADDED_LINE_OUTCOMES,
  type AddedLine,
  type Addition,
  type AdditionBody,
  AMOUNTS_ARE,
} from '@signpost/contract/partners/conversions/additions.ts';
import { MEANING_LABELS } from '@signpost/contract/partners/conversions/postback.ts';
import { DAY_ORDERS, type DayOrder } from '@signpost/contract/reading/day.ts';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { dataOf, send, useCall } from '../../../api/calls.ts';
import { useUser } from '../../../api/session.ts';
import { useAction } from '../../../api/use-action.ts';
import classes from '../../../features/partners/conversions/conversions.module.css';
import { DateField } from '../../../fields/date-field.tsx';
import { Button } from '../../../ui/button.tsx';
import { defined } from '../../../ui/defined.ts';
import { ErrorState } from '../../../ui/feedback/states.tsx';
import { Choice } from '../../../ui/fields/choice.tsx';
import { FormDialog } from '../../../ui/layout/form-dialog.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { formatMoney, formatNumber } from '../../../ui/values/format.ts';
import { counted } from '../../../ui/values/plural.ts';
import { IdText, Time } from '../../../ui/values/values.tsx';

/** The list that was compared, with the lines that were chosen. */
export type MissingLines = Omit<AdditionBody, 'status' | 'day' | 'amountsAre' | 'dayOrder'>;

export const mayAdd = (user: Parameters<typeof mayCall>[0]): boolean =>
  mayCall(user, addTransactions.access.routes, addTransactions.access.action);

/** The words of the summary after each number of lines. */
const COUNTED_IN_WORDS = {
  counts: 'count',
  unmatched: 'without a click',
  unassigned: 'with a status that has no meaning yet',
  ignored: 'ignored',
  known: 'here already',
  refused: 'cannot be read',
} as const satisfies Record<AddedLine['outcome'], string>;

/** The dialog shows this many lines. All of them are added. */
const SHOWN = 100;

/** The result of one line in words. */
function resultOf({ outcome, reason, revenue, meaning, day }: AddedLine): string {
  if (outcome === 'counts' && meaning !== null)
    return `Counts as ${MEANING_LABELS[meaning].toLowerCase()} on ${day ?? ''}: ${formatMoney(revenue, baseCurrency())}`;
  if (reason === '') return ADDED_LINE_OUTCOMES[outcome];
  return `${ADDED_LINE_OUTCOMES[outcome]}: ${reason}`;
}

function Lines({ lines }: { lines: readonly AddedLine[] }) {
  return (
    <ol className={classes.story} aria-label="Lines to add">
      {lines.slice(0, SHOWN).map((line) => (
        <li key={line.line}>
          <span>
            Line {line.line} <IdText value={line.reference} /> {line.status}
          </span>
          <span>{line.outcome === 'counts' ? <b>{resultOf(line)}</b> : resultOf(line)}</span>
        </li>
      ))}
      {lines.length > SHOWN && <li>And {linesInWords(lines.length - SHOWN)} more</li>}
    </ol>
  );
}

const linesInWords = (count: number): string => counted(count, 'line');
const transactionsInWords = (count: number): string => counted(count, 'transaction');

interface DialogProps {
  missing: MissingLines;
  onClose: () => void;
  onAdded: () => void;
}

interface Choices {
  status: string | null;
  day: string | null;
  amountsAre: AdditionBody['amountsAre'];
  dayOrder: DayOrder | null;
}

/** The choices of the person for all lines, their preview, and the call that adds the lines. */
function useAddition({ missing, onAdded }: Pick<DialogProps, 'missing' | 'onAdded'>) {
  const [choices, choose] = useSetState<Choices>({ status: null, day: null, amountsAre: 'payout', dayOrder: null });
  const { status, day, amountsAre, dayOrder } = choices;
  // The list itself may have megabytes, so this id is part of the query's key instead.
  const list = useId();
  const body: AdditionBody = {
    ...missing,
    amountsAre,
    ...defined({ status: status ?? undefined, day: day ?? undefined, dayOrder: dayOrder ?? undefined }),
  };
  const preview = useQuery({
    queryKey: [previewAddition.name, list, status, day, amountsAre, dayOrder],
    queryFn: ({ signal }) => send(previewAddition, { body }, { signal }),
    select: dataOf,
    placeholderData: (previous) => previous,
  });
  const add = useAction(() => send(addTransactions, { body }), {
    refresh: [listAdditions, ['records', affiliateTransaction.name]],
    said: ({ transactions }) => `${transactionsInWords(transactions)} added. The worker counts them within seconds.`,
    onDone: onAdded,
  });
  return { ...choices, choose, preview, add };
}

type AdditionState = ReturnType<typeof useAddition>;

function ChoiceFields({ of }: { of: AdditionState }) {
  const { preview, dayOrder, choose } = of;
  return (
    <div className={classes.form}>
      <Choice
        label="Status"
        value={of.status}
        onChange={(status) => choose({ status })}
        options={(preview.data?.statuses ?? []).map((one) => ({
          value: one.status,
          label: `${one.status} (${MEANING_LABELS[one.meaning].toLowerCase()})`,
        }))}
        placeholder="As it stands in the list"
        clearable
      />
      <DateField label="Day of lines without one" value={of.day} onChange={(day) => choose({ day })} />
      <Choice
        label="The amounts are"
        required
        value={of.amountsAre}
        onChange={(value) => choose({ amountsAre: value === 'amount' ? 'amount' : 'payout' })}
        options={keysOf(AMOUNTS_ARE).map((value) => ({ value, label: AMOUNTS_ARE[value] }))}
      />
      {(preview.data?.asksDayOrder === true || dayOrder !== null) && (
        <Choice
          label="05/06 in this list is"
          value={dayOrder}
          onChange={(value) => choose({ dayOrder: DAY_ORDERS.find((order) => order === value) ?? null })}
          options={[
            { value: 'dayFirst', label: '5 June' },
            { value: 'monthFirst', label: '6 May' },
          ]}
          clearable
        />
      )}
    </div>
  );
}

function Sums({ lines, revenue }: { lines: readonly AddedLine[]; revenue: string }) {
  return (
    <p className={classes.sums} role="status" aria-label="What would be added">
      <span>
        {linesInWords(lines.length)} add <b>{formatMoney(revenue, baseCurrency())}</b>
      </span>
      {keysOf(COUNTED_IN_WORDS).map((outcome) => {
        const count = lines.filter((line) => line.outcome === outcome).length;
        return (
          count > 0 && (
            <span key={outcome}>
              <b>{formatNumber(count)}</b> {COUNTED_IN_WORDS[outcome]}
            </span>
          )
        );
      })}
      <span>Publishers’ postbacks are sent as if the reports had come.</span>
    </p>
  );
}

/** The dialog that shows what each line would count and adds them all. */
export function AddMissing({ missing, onClose, onAdded }: DialogProps) {
  const addition = useAddition({ missing, onAdded });
  const { preview, add } = addition;
  const lines = preview.data?.lines ?? [];
  const added = lines.filter(({ outcome }) => outcome !== 'refused' && outcome !== 'known').length;
  return (
    <FormDialog
      opened
      isWide
      title="Add transactions that never arrived"
      submitLabel={`Add ${transactionsInWords(added)}`}
      canSubmit={added > 0 && !preview.isFetching}
      submitting={add.isPending}
      onSubmit={() => add.mutate(undefined)}
      onCancel={onClose}
    >
      <div className={classes.stack}>
        <ChoiceFields of={addition} />
        {preview.error !== null && (
          <ErrorState title="There is no preview" onRetry={() => void preview.refetch()}>
            {preview.error.message}
          </ErrorState>
        )}
        {preview.data !== undefined && (
          <>
            <Sums lines={lines} revenue={preview.data.revenue} />
            <Lines lines={lines} />
          </>
        )}
      </div>
    </FormDialog>
  );
}

function additionText({ transactions, fileName, by, undoneAt, undoneBy }: Addition): string {
  const added = `${transactionsInWords(transactions)} of ${fileName === '' ? 'a pasted list' : fileName}, added by ${by}`;
  if (undoneAt === null) return added;
  return `${added}, taken out by ${undoneBy ?? ''}`;
}

/** The additions from lists of a partner. Each can be taken out again. */
export function Additions({ partnerId, onTakenOut }: { partnerId: number; onTakenOut: () => void }) {
  const user = useUser();
  const { data } = useCall(listAdditions, { query: { partnerId } });
  const undo = useAction((id: number) => send(undoAddition, { params: { id } }), {
    refresh: [listAdditions, ['records', affiliateTransaction.name]],
    said: ({ transactions }) => `${transactionsInWords(transactions)} taken out.`,
    onDone: onTakenOut,
  });
  const [newest] = data ?? [];
  if (!data || newest === undefined) return null;
  return (
    <Section title="Added from lists" summary={additionText(newest)} defaultOpen={false}>
      <p className={classes.lead}>Transactions that were taken out stay listed and count nothing.</p>
      <ol className={classes.story} aria-label="Added from lists">
        {data.map((addition) => (
          <li key={addition.id}>
            <Time value={addition.at} zone={user.timeZone} />
            <span className={classes.head}>
              {additionText(addition)}
              {addition.undoneAt === null && mayAdd(user) && (
                <Button kind="quiet" loading={undo.isPending} onClick={() => undo.mutate(addition.id)}>
                  Take them out
                </Button>
              )}
            </span>
          </li>
        ))}
      </ol>
    </Section>
  );
}
