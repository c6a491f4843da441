import { allowOutgoing, readOutgoingStop } from '@signpost/contract/calls/arming.ts';
import type { CallAnswer } from '@signpost/contract/calls/define-call.ts';
import { send } from '../api/calls.ts';
import { ConfirmCallButton } from '../api/confirm-call.tsx';
import { useUser } from '../api/session.ts';
import { Time } from '../ui/values/values.tsx';
import classes from './outgoing-notice.module.css';

type Stop = NonNullable<CallAnswer<typeof readOutgoingStop>>;

/** Stands above every screen of a restored copy until an Admin lets mails, postbacks and the like leave it. */
export default function OutgoingNotice({ stop }: { stop: Stop }) {
  const { grade, timeZone } = useUser();
  return (
    <div className={classes.notice} role="status">
      <p>
        <b>Nothing is sent from here</b> since <Time value={stop.since} zone={timeZone} />. {stop.reason}
        {grade !== 'Admin' && ' An Admin can allow it again.'}
      </p>
      {grade === 'Admin' && (
        <ConfirmCallButton
          label="Allow sending"
          run={() => send(allowOutgoing, {})}
          refresh={[readOutgoingStop]}
          said={() => 'Mails, postbacks and the like leave this copy again.'}
        >
          Postbacks, leads for buyers, notifications and pushes that wait are sent at once, also those that the original
          sent after the backup. Make sure that the original no longer runs. Open e-mails to publishers stay paused
          until each is resumed.
        </ConfirmCallButton>
      )}
    </div>
  );
}
