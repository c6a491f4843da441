/** Why e-mails cannot be sent here, and what to do about it. */
import { armMailings, readMailingStatus } from '@signpost/contract/calls/mailings.ts';
import { publisherMail } from '@signpost/contract/entities/publisher-mail.ts';
import { mailIsOff } from '@signpost/contract/workplace/notifications/settings.ts';
import { recordsKey, send, useCall } from '../../../api/calls.ts';
import { ConfirmCallButton } from '../../../api/confirm-call.tsx';
import { useUser } from '../../../api/session.ts';
import { Time } from '../../../ui/values/values.tsx';
import classes from './email-publisher.module.css';

/** Whether this installation can send e-mails to publishers, and why not; undefined while that is loading. */
export const useMailingStatus = () => useCall(readMailingStatus, {}).data;

export function Notices() {
  const { grade, timeZone } = useUser();
  const status = useMailingStatus();
  if (status === undefined) return null;
  const { halt, isMailOn, hasPublicUrl, mayArm, serverProblem } = status;
  const renderDecision = () => {
    if (!mayArm) return <p>An Admin or a person of Management can allow it again.</p>;
    return (
      <ConfirmCallButton
        label="Allow sending again"
        run={() => send(armMailings, {})}
        refresh={[recordsKey(publisherMail), readMailingStatus]}
        said={() => 'E-mails can be sent again. Open sends are paused.'}
      >
        Every open send is paused. Resume only those of which you know that they were not sent after the backup, because
        their recipients would get them a second time.
      </ConfirmCallButton>
    );
  };
  return (
    <>
      {!isMailOn && (
        <p className={classes.notice} role="status">
          {mailIsOff(grade)}
          {grade === 'Admin' &&
            ' Set it to the address of a mail server, such as smtp://user:password@mail.example:587.'}{' '}
          Drafts can be written and previewed all the same.
        </p>
      )}
      {isMailOn && !hasPublicUrl && (
        <p className={classes.notice} role="status">
          PUBLIC_URL is not set, so links to unsubscribe would lead nowhere. Drafts can be written, but not sent.
        </p>
      )}
      {isMailOn && serverProblem !== null && (
        <p className={classes.notice} role="status">
          {serverProblem} Sending is tried again by itself.
        </p>
      )}
      {halt !== null && (
        <div className={classes.notice} role="status">
          <p>
            <b>Sending has stopped</b> since <Time value={halt.since} zone={timeZone} />. {halt.reason}
          </p>
          {renderDecision()}
        </div>
      )}
    </>
  );
}
