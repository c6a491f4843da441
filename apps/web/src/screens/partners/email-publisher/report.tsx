/** The report of an e-mail: its progress, the actions that are still possible, and the delivery log. */
import { actOnMailing, listMailRecipients, readMailing } from '@signpost/contract/calls/mailings.ts';
import { publisherMail } from '@signpost/contract/entities/publisher-mail.ts';
import { RECIPIENT_STATE_LABELS } from '@signpost/contract/partners/mailings/labels.ts';
import {
  MAILING_STATE_LABELS,
  type Mailing,
  RECIPIENT_STATES,
  type RecipientState,
  topicLabel,
} from '@signpost/contract/partners/mailings/mailing.ts';
import { hashHref, path } from '@signpost/contract/routes/paths.ts';
import { useState } from 'react';
import { recordsKey, send } from '../../../api/calls.ts';
import { ConfirmCallButton } from '../../../api/confirm-call.tsx';
import { useUser } from '../../../api/session.ts';
import { useAction } from '../../../api/use-action.ts';
import { NotesDrawer } from '../../../records/notes-drawer.tsx';
import { Button } from '../../../ui/button.tsx';
import { DrawerButton } from '../../../ui/layout/dialog-button.tsx';
import { PageHeader } from '../../../ui/layout/page-header.tsx';
import { formatNumber } from '../../../ui/values/format.ts';
import { Badge, Time } from '../../../ui/values/values.tsx';
import { DeliveryLog } from './delivery-log.tsx';
import classes from './email-publisher.module.css';
import { Notices } from './notices.tsx';
import { peopleInWords, STATE_TONES } from './words.ts';

type Action = 'pause' | 'resume' | 'cancel';
const SAID = { pause: 'The send is paused.', resume: 'The send goes on.', cancel: 'The rest is not sent.' } as const;

const REFRESH = [recordsKey(publisherMail), readMailing, listMailRecipients];

function Actions({ mailing }: { mailing: Mailing }) {
  const { id, may, subject, counts } = mailing;
  const run = (action: Action) => send(actOnMailing, { params: { id }, body: { action } });
  const act = useAction(run, { refresh: REFRESH, said: (_, action) => SAID[action] });
  return (
    <div className={classes.buttons}>
      {may.pause && (
        <Button loading={act.isPending} onClick={() => act.mutate('pause')}>
          Pause
        </Button>
      )}
      {may.resume && (
        <Button kind="primary" loading={act.isPending} onClick={() => act.mutate('resume')}>
          Resume
        </Button>
      )}
      {may.cancel && (
        <ConfirmCallButton
          label="Cancel the rest"
          danger
          run={() => run('cancel')}
          refresh={REFRESH}
          said={() => SAID.cancel}
        >
          {peopleInWords(counts.planned)} have not got the e-mail yet and will not get it. This cannot be undone.
        </ConfirmCallButton>
      )}
      <Button href={`${hashHref(path.emailPublisher())}?view=new&from=${id}`}>Use as a draft</Button>
      <DrawerButton
        kind="quiet"
        drawer={(state) => <NotesDrawer entity={publisherMail} id={id} title={subject} {...state} />}
      >
        Notes
      </DrawerButton>
    </div>
  );
}

function Facts({ mailing }: { mailing: Mailing }) {
  const { timeZone } = useUser();
  const { state, topic, confirmedBy, sendAt, startedAt, finishedAt, counts, recipientCount, problem } = mailing;
  const done = recipientCount - counts.planned - counts.sending;
  const isOpen = state === 'sending' || state === 'paused';
  return (
    <>
      <div className={classes.facts}>
        <Badge tone={STATE_TONES[state]}>{MAILING_STATE_LABELS[state]}</Badge>
        <span>{topicLabel(topic)}</span>
        {confirmedBy !== null && <span>by {confirmedBy.name}</span>}
        {state === 'scheduled' && sendAt !== null && (
          <span>
            for <Time value={sendAt} zone={timeZone} />
          </span>
        )}
        {startedAt !== null && (
          <span>
            started <Time value={startedAt} zone={timeZone} />
          </span>
        )}
        {finishedAt !== null && (
          <span>
            finished <Time value={finishedAt} zone={timeZone} />
          </span>
        )}
      </div>
      {problem !== null && (
        <p className={classes.notice} role="status">
          {problem}
        </p>
      )}
      {isOpen && (
        <div className={classes.progress} role="status">
          <progress value={done} max={Math.max(1, recipientCount)} aria-label="Progress" />
          <span>
            {formatNumber(done)} of {formatNumber(recipientCount)}
          </span>
        </div>
      )}
    </>
  );
}

export function Report({ mailing }: { mailing: Mailing }) {
  const [state, setState] = useState<RecipientState | undefined>();
  const { counts, recipientCount } = mailing;
  const shown = RECIPIENT_STATES.filter((one) => counts[one] > 0);
  return (
    <div className={classes.page}>
      <PageHeader title={mailing.subject} />
      {mailing.finishedAt === null && <Notices />}
      <Facts mailing={mailing} />
      <Actions mailing={mailing} />
      <fieldset className={classes.tabs} aria-label="Recipients by state">
        <button
          type="button"
          className={classes.tab}
          aria-pressed={state === undefined}
          onClick={() => setState(undefined)}
        >
          All {formatNumber(recipientCount)}
        </button>
        {shown.map((one) => (
          <button
            key={one}
            type="button"
            className={classes.tab}
            aria-pressed={state === one}
            onClick={() => setState(one)}
          >
            {RECIPIENT_STATE_LABELS[one]} {formatNumber(counts[one])}
          </button>
        ))}
      </fieldset>
      <DeliveryLog key={state ?? 'all'} mailing={mailing} state={state} />
    </div>
  );
}
