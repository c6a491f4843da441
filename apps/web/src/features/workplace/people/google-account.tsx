/** The Google account with which a person signs in. */
import { readGoogleAccount, unlinkGoogleAccount } from '@signpost/contract/calls/profile.ts';
import { TEXT } from '@signpost/contract/texts.ts';
import { useState } from 'react';
import { CallError } from '../../../api/call-error.tsx';
import { send, useCall } from '../../../api/calls.ts';
import { useAction } from '../../../api/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx';
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
  const [asking, setAsking] = useState(false);
  const unlink = useAction(() => send(unlinkGoogleAccount, { params: { user: personId } }), {
    refresh: [readGoogleAccount],
    said: () => TEXT.success,
    onDone: () => setAsking(false),
  });
  return (
    <Panel
      title="Google account"
      description="The first account that signs in with the person’s address is linked. Nobody else who gets this address later can sign in as this person."
    >
      {account.isPending && <TableSkeleton rows={1} columns={2} />}
      {account.error !== null && <CallError error={account.error} onRetry={() => void account.refetch()} />}
      {account.data !== undefined && (
        <div className={classes.account}>
          {account.data.linkedAt === null ? (
            <span className={list.muted}>No account is linked yet.</span>
          ) : (
            <>
              <span>
                Linked since <Time value={account.data.linkedAt} zone={zone} />
              </span>
              <Button onClick={() => setAsking(true)}>Let another account sign in</Button>
            </>
          )}
        </div>
      )}
      <ConfirmDialog
        opened={asking}
        danger
        loading={unlink.isPending}
        onCancel={() => setAsking(false)}
        onConfirm={() => unlink.mutate(undefined)}
      >
        The next Google account that signs in with {email} gets all access of this person. Devices that are signed in
        stay signed in.
      </ConfirmDialog>
    </Panel>
  );
}
