/** The months: open ones are closed here, after which they take no more manual entries. */

import { useSetState } from '@mantine/hooks';
import { closePeriod, exportJournals, listPeriods } from '@signpost/contract/calls/payments.ts';
import type { Period } from '@signpost/contract/money/views.ts';
import { IconDownload } from '@tabler/icons-react';
import { send, useCall } from '../../../api/calls.ts';
import { ConfirmCallButton } from '../../../api/confirm-call.tsx';
import { Loaded } from '../../../api/loaded.tsx';
import { saveFile } from '../../../api/save-file.ts';
import { useUser } from '../../../api/session.ts';
import classes from '../../../features/money/documents/documents.module.css';
import { DOCUMENT_CALLS } from '../../../features/money/documents/refresh.ts';
import { monthLabel } from '../../../features/money/documents/words.ts';
import { DateField } from '../../../fields/date-field.tsx';
import { useToday } from '../../../fields/read.ts';
import { Button } from '../../../ui/button.tsx';
import { FormSkeleton } from '../../../ui/feedback/states.tsx';
import { Badge, Time } from '../../../ui/values/values.tsx';

const SHOWN = 12;

interface RowProps {
  period: Period;
}

function ClosingWords({ period: { state, closedBy, closedAt } }: RowProps) {
  const { timeZone } = useUser();
  if (state !== 'closed') return 'open';
  if (closedBy === null || closedAt === null) return 'closed with a later month';
  return (
    <>
      closed by {closedBy}, <Time value={closedAt} zone={timeZone} />
    </>
  );
}

function Month({ period }: RowProps) {
  const label = monthLabel(period.month);
  return (
    <li>
      <span>
        <strong>{label}</strong>{' '}
        <span className={classes.muted}>
          <ClosingWords period={period} />
        </span>
      </span>
      {period.state === 'next' && (
        <ConfirmCallButton
          label={`Close ${label}`}
          title={`Close ${label}`}
          run={() => send(closePeriod, { body: { month: period.month } })}
          refresh={DOCUMENT_CALLS}
          said={() => `${label} is closed.`}
        >
          Manual transactions, costs, partner revenues and payments of this month can no longer be entered, nor of any
          month before it. A closed month is not opened again.
        </ConfirmCallButton>
      )}
      {period.state === 'closed' && <Badge>Closed</Badge>}
    </li>
  );
}

/** The journals of some days, for the accountant's program. */
function JournalFile({ today }: { today: string }) {
  const [{ from, to }, set] = useSetState<{ from: string | null; to: string | null }>({
    from: `${today.slice(0, 'YYYY'.length)}-01-01`,
    to: today,
  });
  return (
    <div className={classes.fields}>
      <DateField label="Journals from" value={from} onChange={(day) => set({ from: day })} />
      <DateField label="To" value={to} onChange={(day) => set({ to: day })} />
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
            {data.map((period) => (
              <Month key={period.month} period={period} />
            ))}
          </ul>
        </>
      )}
    </Loaded>
  );
}
