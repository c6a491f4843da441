/** Sending a push: the three numbers, what became of its messages, and what can be done. */

import { readPushProgress, sendPush, stopPush, testPush } from '@signpost/contract/calls/push.ts';
import { pushNotification } from '@signpost/contract/entities/push-notification.ts';
import { PUSH_SEND_STATES, PUSH_SEND_WORDS, type PushProgress } from '@signpost/contract/traffic/push/audience.ts';
import { useState } from 'react';
import { recordsKey, send, useCall } from '../../../api/calls.ts';
import { ConfirmCallButton } from '../../../api/confirm-call.tsx';
import { Loaded } from '../../../api/loaded.tsx';
import { useUser } from '../../../api/session.ts';
import { useAction } from '../../../api/use-action.ts';
import type { RecordRow } from '../../../records/screen.ts';
import { useRefreshWhile } from '../../../records/use-refresh-while.ts';
import { Button } from '../../../ui/button.tsx';
import { showSnackbar } from '../../../ui/feedback/snackbar.tsx';
import { EMPTY, formatNumber, formatPercent } from '../../../ui/values/format.ts';
import { Badge, Time } from '../../../ui/values/values.tsx';
import classes from './push.module.css';

const STATES = pushNotification.fields.state.options;
const share = (part: number, whole: number): string => {
  if (whole === 0) return EMPTY;
  return formatPercent(part / whole, 1);
};

function Numbers({ progress }: { progress: PushProgress }) {
  const { accepted, shown, clicked } = progress;
  const rows = [
    { label: 'Accepted', value: accepted, note: 'by push services' },
    { label: 'Shown', value: shown, note: `${share(shown, accepted)} of accepted` },
    { label: 'Clicked', value: clicked, note: `${share(clicked, shown)} of shown` },
  ];
  return (
    <dl className={classes.numbers}>
      {rows.map(({ label, value, note }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <strong>{formatNumber(value)}</strong> <span className={classes.hint}>{note}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Outcomes({ progress }: { progress: PushProgress }) {
  const others = PUSH_SEND_STATES.filter((state) => state !== 'accepted' && (progress.counts[state] ?? 0) > 0);
  if (others.length === 0) return null;
  return (
    <ul className={classes.outcomes} aria-label="Other messages">
      {others.map((state) => (
        <li key={state}>
          {PUSH_SEND_WORDS[state]}: {formatNumber(progress.counts[state] ?? 0)}
        </li>
      ))}
    </ul>
  );
}

/** The words of the question before sending. */
function Question({ record }: { record: RecordRow }) {
  if (record.state === 'sent' || record.state === 'stopped')
    return <>Everybody in the audience who has not had this message gets it now.</>;
  if (record.timing === 'now')
    return (
      <>
        The message goes out now, outside the quiet hours of each visitor. What push services accept cannot be taken
        back.
      </>
    );
  return <>The message is scheduled for its time. Until then you can stop it.</>;
}

function startLabel({ timing }: RecordRow, isAgain: boolean): string {
  if (isAgain) return 'Send to the rest of the audience';
  return timing === 'now' ? 'Send push' : 'Schedule push';
}

function Actions({ record, progress }: { record: RecordRow; progress: PushProgress }) {
  const [openedAt] = useState(() => Date.now());
  const params = { id: record.id };
  const refresh = [readPushProgress, recordsKey(pushNotification)];
  const stop = useAction(() => send(stopPush, { params }), { refresh, said: () => 'The push was stopped.' });
  const test = useAction(() => send(testPush, { params }), {
    refresh: [],
    onDone: ({ sent, problem }) =>
      showSnackbar(
        sent > 0
          ? { type: 'success', message: `The test went to ${sent} of your browsers.` }
          : { type: 'error', message: problem ?? 'The test could not be sent.' },
      ),
  });
  const isOpen = progress.state === 'scheduled' || progress.state === 'sending';
  const hasEnded = typeof record.offerEndsAt === 'string' && Date.parse(record.offerEndsAt) <= openedAt;
  const isAgain = progress.state === 'sent' || progress.state === 'stopped' || progress.state === 'failed';
  const renderStartOrStop = () => {
    if (isOpen)
      return (
        <Button kind="danger" loading={stop.isPending} onClick={() => stop.mutate(undefined)}>
          Stop push
        </Button>
      );
    return (
      <ConfirmCallButton
        label={startLabel(record, isAgain)}
        kind={isAgain ? 'default' : 'primary'}
        disabled={hasEnded}
        run={() => send(sendPush, { params, body: { version: record.version } })}
        refresh={refresh}
        said={({ state }) => (state === 'scheduled' ? 'The push is scheduled.' : 'The push is being sent.')}
      >
        <Question record={record} />
      </ConfirmCallButton>
    );
  };
  return (
    <div className={classes.actions}>
      {renderStartOrStop()}
      <Button loading={test.isPending} onClick={() => test.mutate(undefined)}>
        Send test to me
      </Button>
      {hasEnded && !isOpen && (
        <p className={classes.hint}>The offer has ended, so nobody gets this message any more.</p>
      )}
    </div>
  );
}

export function PushProgressPanel({ record }: { record: RecordRow }) {
  const isOpen = record.state === 'scheduled' || record.state === 'sending';
  useRefreshWhile(pushNotification.name, isOpen);
  const progress = useCall(readPushProgress, { params: { id: record.id } });
  return (
    <Loaded of={progress} skeleton={<div className={classes.progress} aria-busy />}>
      {(data) => <Sending record={record} progress={data} />}
    </Loaded>
  );
}

function Sending({ record, progress }: { record: RecordRow; progress: PushProgress }) {
  const { timeZone } = useUser();
  const state = STATES.find(({ value }) => value === progress.state);
  return (
    <section className={classes.progress} aria-label="Sending">
      <div className={classes.head}>
        <Badge tone={state?.tone}>{state?.label ?? progress.state}</Badge>
        {progress.nextAt !== null && (
          <span className={classes.hint}>
            Next messages: <Time value={progress.nextAt} zone={timeZone} />
          </span>
        )}
        {record.archivedAt === null && <Actions record={record} progress={progress} />}
      </div>
      {progress.state !== 'draft' && <Numbers progress={progress} />}
      <Outcomes progress={progress} />
    </section>
  );
}
