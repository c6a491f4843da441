import { listRetention, previewRetention, setRetention } from '@signpost/contract/calls/data-protection.ts';
import { RETENTION, type Retention, type RetentionKind } from '@signpost/contract/operations/retention.ts';
import { useState } from 'react';
import { send, useCall } from '../../../api/calls.ts';
import { ConfirmCallButton } from '../../../api/confirm-call.tsx';
import { Loaded } from '../../../api/loaded.tsx';
import { useUser } from '../../../api/session.ts';
import { NumberField } from '../../../fields/number-field.tsx';
import { TableSkeleton } from '../../../ui/feedback/states.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { useSettled } from '../../../ui/use-settled.ts';
import { Time } from '../../../ui/values/values.tsx';
import { OnePerson } from './one-person.tsx';
import classes from './protection.module.css';

const MOST_DAYS = 3_650;

const keptText = (days: number | null): string => {
  if (days === null) return 'for ever';
  return `${days} days`;
};
const dueText = (kind: RetentionKind, due: number): string =>
  `The next daily run would change ${due} ${RETENTION[kind].rows}.`;

/** How long each kind of personal data is kept, and what is stored about one person. */
export function Protection() {
  const answer = useCall(listRetention, {}, { staleTime: 0 });
  return (
    <Loaded of={answer} skeleton={<TableSkeleton />}>
      {(data) => (
        <>
          <Panel
            title="How long personal data is kept"
            description="A run every night acts on it and is listed under All jobs. The audit trail is always kept."
          >
            <ul className={classes.kinds} aria-label="How long personal data is kept">
              {data.map((one) => (
                <OneKind key={`${one.kind} ${one.days}`} retention={one} />
              ))}
            </ul>
          </Panel>
          <OnePerson />
        </>
      )}
    </Loaded>
  );
}

function OneKind({ retention }: { retention: Retention }) {
  const { kind, days: stored, due, changedAt, changedBy } = retention;
  const { label, holds, effect } = RETENTION[kind];
  const { timeZone } = useUser();
  const [days, setDays] = useState(stored);
  const settled = useSettled(days);
  const isChanged = days !== stored;
  const preview = useCall(
    previewRetention,
    { query: { kind, days: settled ?? MOST_DAYS } },
    { enabled: isChanged && settled !== null && settled === days, staleTime: 0 },
  );
  /** The number of entries beyond the chosen days; undefined until it is known. */
  const countDue = (): number | undefined => {
    if (!isChanged) return due;
    if (days === null) return 0;
    return preview.data?.due;
  };
  const wouldChange = countDue();
  return (
    <li className={classes.kind}>
      <div className={classes.words}>
        <strong>{label}</strong>
        <span>{holds}</span>
        <span className={classes.muted}>Afterwards: {effect}</span>
        {changedAt !== null && (
          <span className={classes.muted}>
            Set by {changedBy}, <Time value={changedAt} zone={timeZone} />
          </span>
        )}
      </div>
      <div className={classes.setting}>
        <NumberField
          label={`Days to keep: ${label}`}
          hideLabel
          value={days}
          onChange={setDays}
          min={1}
          max={MOST_DAYS}
          unit="days"
          placeholder="For ever"
        />
        <ConfirmCallButton
          label="Save"
          disabled={!isChanged || wouldChange === undefined}
          danger={(wouldChange ?? 0) > 0}
          run={() => send(setRetention, { body: { kind, days } })}
          refresh={[listRetention]}
          said={(saved) => `${label}: kept ${keptText(saved.days)}.`}
        >
          {label} are kept {keptText(days)}. {dueText(kind, wouldChange ?? 0)}{' '}
          {days !== null && `${effect} This cannot be undone.`}
        </ConfirmCallButton>
        <span className={classes.due} aria-live="polite">
          {wouldChange === undefined ? '' : dueText(kind, wouldChange)}
        </span>
      </div>
    </li>
  );
}
