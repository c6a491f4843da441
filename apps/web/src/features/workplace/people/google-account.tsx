/** The Google account with which a person signs in. */
import { readGoogleAccount, unlinkGoogleAccount } from '@signpost/contract/calls/profile.ts';
import { TEXT } from '@signpost/contract/texts.ts';
import { send, useCall } from '../../../api/calls.ts';
import { ConfirmCallButton } from '../../../api/confirm-call.tsx';
import { Loaded } from '../../../api/loaded.tsx';
import { TableSkeleton } from '../../../ui/feedback/states.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { Time } from '../../../ui/values/values.tsx';
import classes from './google-account.module.css';
import list from './sessions.module.css';

interface Props {
  personId: number;
  email: string;
  zone: string;
}

/** Shows since when an account is linked. An Admin can remove the link, so that another account can sign in. */
export function GoogleAccountPanel({ personId, email, zone }: Props) {
  const account = useCall(readGoogleAccount, { params: { user: personId } });
  return (
    <Panel
      title="Google account"
      description="The first account that signs in with the person’s address is linked. Nobody else who gets this address later can sign in as this person."
    >
      <Loaded of={account} skeleton={<TableSkeleton rows={1} columns={2} />}>
        {({ linkedAt }) => (
          <div className={classes.account}>
            {linkedAt === null ? (
              <span className={list.muted}>No account is linked yet.</span>
            ) : (
              <>
                <span>
                  Linked since <Time value={linkedAt} zone={zone} />
                </span>
                <ConfirmCallButton
                  label="Let another account sign in"
                  danger
                  run={() => send(unlinkGoogleAccount, { params: { user: personId } })}
                  refresh={[readGoogleAccount]}
                  said={() => TEXT.success}
                >
                  The next Google account that signs in with {email} gets all access of this person. Devices that are
                  signed in stay signed in.
                </ConfirmCallButton>
              </>
            )}
          </div>
        )}
      </Loaded>
    </Panel>
  );
}
