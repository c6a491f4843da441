/** The months: open ones are closed here, after which they take no more manual entries. */

import { closePeriod, exportJournals, listPeriods } from '@signpost/contract/calls/payments.ts';
import type { Period } from '@signpost/contract/money/views.ts';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { send, useCall } from '../../../api/calls.ts';
import { Loaded } from '../../../api/loaded.tsx';
import { saveFile } from '../../../api/save-file.ts';
import { useUser } from '../../../api/session.ts';
import { useAction } from '../../../api/use-action.ts';
import classes from '../../../features/money/documents/documents.module.css';
import { DOCUMENT_CALLS } from '../../../features/money/documents/refresh.ts';
import { monthLabel } from '../../../features/money/documents/words.ts';
import { DateField } from '../../../fields/date-field.tsx';
import { useToday } from '../../../fields/read.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx';
import { FormSkeleton } from '../../../ui/feedback/states.tsx';
import { Badge, Time } from '../../../ui/values/values.tsx';

const SHOWN = 12;

interface RowProps {
  label: string;
  period: Period;
  onClose: () => void;
}

function ClosingWords({ period: { state, closedBy, closedAt } }: Pick<RowProps, 'period'>) {
  const { timeZone } = useUser();
  if (state !== 'closed') return 'open';
  if (closedBy === null || closedAt === null) return 'closed with a later month';
  return (
    <>
      closed by {closedBy}, <Time value={closedAt} zone={timeZone} />
    </>
  );
}

function Month({ label, period, onClose }: RowProps) {
  return (
    <li>
      <span>
        <strong>{label}</strong>{' '}
        <span className={classes.muted}>
          <ClosingWords period={period} />
        </span>
      </span>
      {period.state === 'next' && <Button onClick={onClose}>{`Close ${label}`}</Button>}
      {period.state === 'closed' && <Badge>Closed</Badge>}
    </li>
  );
}

/** The journals of some days, for the accountant's program. */
function JournalFile({ today }: { today: string }) {
  const [from, setFrom] = useState<string | null>(`${today.slice(0, 'YYYY'.length)}-01-01`);
  const [to, setTo] = useState<string | null>(today);
  return (
    <div className={classes.fields}>
      <DateField label="Journals from" value={from} onChange={setFrom} />
      <DateField label="To" value={to} onChange={setTo} />
      <Button
        icon={<IconDownload size={16} aria-hidden />}
        disabled={from === null || to === null}
        onClick={() => {
          if (from !== null && to !== null)
            void saveFile(exportJournals, { query: { from, to } }, `journals-${from}-${to}.journal`);
        }}
      >
        Save journals (hledger)
      </Button>
    </div>
  );
}

export function Months() {
  const today = useToday();
  const answer = useCall(listPeriods, {});
  const [closing, setClosing] = useState<{ value: string; label: string } | null>(null);
  const close = useAction((month: string) => send(closePeriod, { body: { month } }), {
    refresh: DOCUMENT_CALLS,
    said: () => `${closing?.label ?? 'The month'} is closed.`,
    onDone: () => setClosing(null),
  });
  return (
    <Loaded of={answer} skeleton={<FormSkeleton fields={SHOWN} />}>
      {(data) => (
        <>
          <p className={classes.muted}>
            A closed month takes no more manual entries and payments. Facts of it that become known later count in the
            open month and are billed as earlier periods. What stood on no issued document at its end is accrued on its
            last day and reversed on the next. Months are closed one after the other; the first one closes all before
            it.
          </p>
          <JournalFile today={today} />
          <ul className={classes.lines} aria-label="Months">
            {data.map((period) => {
              const label = monthLabel(period.month);
              return (
                <Month
                  key={period.month}
                  label={label}
                  period={period}
                  onClose={() => setClosing({ value: period.month, label })}
                />
              );
            })}
          </ul>
          <ConfirmDialog
            opened={closing !== null}
            title={`Close ${closing?.label ?? ''}`}
            loading={close.isPending}
            onConfirm={() => closing && close.mutate(closing.value)}
            onCancel={() => setClosing(null)}
          >
            Manual transactions, costs, partner revenues and payments of this month can no longer be entered, nor of any
            month before it. A closed month is not opened again.
          </ConfirmDialog>
        </>
      )}
    </Loaded>
  );
}
