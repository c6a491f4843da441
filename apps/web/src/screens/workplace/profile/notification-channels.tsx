import {
  addNotificationChannel,
  readNotificationSettings,
  removeNotificationChannel,
  testNotificationChannel,
  testNotificationMail,
} from '@signpost/contract/calls/notifications.ts';
import type { NotificationChannel, NotificationSettings } from '@signpost/contract/workplace/notifications/settings.ts';
import { PLACE_LABELS } from '@signpost/contract/workplace/notifications/topics.ts';
import { useState } from 'react';
import { send } from '../../../api/calls.ts';
import { ConfirmCallButton } from '../../../api/confirm-call.tsx';
import { useUser } from '../../../api/session.ts';
import { useAction } from '../../../api/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { showSnackbar } from '../../../ui/feedback/snackbar.tsx';
import { DialogButton } from '../../../ui/layout/dialog-button.tsx';
import { ShownOnce } from '../../../ui/values/shown-once.tsx';
import { Badge, Time } from '../../../ui/values/values.tsx';
import { AddChannel } from './add-channel.tsx';
import classes from './notifications.module.css';
import { browserName, pushProblem, subscribe } from './push-subscription.ts';

/** Shows how a test message ended. */
function sayOutcome({ isDelivered, problem }: { isDelivered: boolean; problem: string | null }): void {
  if (isDelivered) showSnackbar({ type: 'success', message: 'The test message was accepted.' });
  else showSnackbar({ type: 'error', message: `The test message did not arrive: ${problem}` });
}

function ChannelRow({ channel, zone }: { channel: NotificationChannel; zone: string }) {
  const { id, kind, label, testedAt, endedAt, problem } = channel;
  const test = useAction(() => send(testNotificationChannel, { params: { id } }), {
    refresh: [readNotificationSettings],
    onDone: sayOutcome,
  });
  const renderTest = () => {
    if (testedAt === null) return 'Not tested yet';
    return (
      <>
        Tested <Time value={testedAt} zone={zone} ago />
      </>
    );
  };
  return (
    <li aria-label={label}>
      <div className={classes.channel}>
        <span>
          {label} <Badge>{PLACE_LABELS[kind]}</Badge> {endedAt !== null && <Badge tone="bad">Ended</Badge>}
        </span>
        {problem !== null && <span className={classes.problem}>{problem}</span>}
        <small>{renderTest()}</small>
      </div>
      {endedAt === null && (
        <Button onClick={() => test.mutate(undefined)} loading={test.isPending}>
          Send test
        </Button>
      )}
      <ConfirmCallButton
        label="Remove"
        kind="quiet"
        danger
        run={() => send(removeNotificationChannel, { params: { id } })}
        refresh={[readNotificationSettings]}
        said={() => `“${label}” removed.`}
      >
        Nothing is sent to “{label}” any more. Its address and secrets are deleted.
      </ConfirmCallButton>
    </li>
  );
}

/** The person's own e-mail address, which needs no adding. */
function MailRow({ isMailOn }: { isMailOn: boolean }) {
  const { email } = useUser();
  const test = useAction(() => send(testNotificationMail, {}), { refresh: [], onDone: sayOutcome });
  return (
    <li aria-label={email}>
      <div className={classes.channel}>
        <span>
          {email} <Badge>{PLACE_LABELS.email}</Badge> {!isMailOn && <Badge tone="attention">Off</Badge>}
        </span>
      </div>
      <Button onClick={() => test.mutate(undefined)} loading={test.isPending}>
        Send test
      </Button>
    </li>
  );
}

/** The secret of a new webhook, shown only once. */
function Secret({ secret, onDone }: { secret: string; onDone: () => void }) {
  return (
    <ShownOnce label="New secret" value={secret} copyLabel="Copy secret" onDone={onDone}>
      <strong>Copy the secret of the webhook now.</strong> It is shown only once. Your server checks the signature of
      each request with it: the header <code>signpost-signature</code> is <code>sha256=</code> and the HMAC-SHA256 of
      the header <code>signpost-timestamp</code>, a full stop and the body, in hexadecimal digits.
    </ShownOnce>
  );
}

/** Where the person is reached outside the app. */
export function NotificationChannels({ settings, zone }: { settings: NotificationSettings; zone: string }) {
  const [secret, setSecret] = useState<string | null>(null);
  const addBrowser = useAction(
    async () => {
      const target = await subscribe(settings.pushKey);
      return await send(addNotificationChannel, {
        body: { kind: 'push', label: browserName(navigator.userAgent), ...target },
      });
    },
    { refresh: [readNotificationSettings], said: () => 'This browser shows messages from now on.' },
  );
  const noPush = pushProblem();
  return (
    <section className={classes.part} aria-labelledby="notification-channels">
      <h3 id="notification-channels">Channels</h3>
      {secret !== null && <Secret secret={secret} onDone={() => setSecret(null)} />}
      <ul className={classes.channels} aria-label="Channels">
        <MailRow isMailOn={settings.isMailOn} />
        {settings.channels.map((channel) => (
          <ChannelRow key={channel.id} channel={channel} zone={zone} />
        ))}
      </ul>
      <div className={classes.buttons}>
        <DialogButton dialog={(close) => <AddChannel onClose={close} onAdded={setSecret} />}>
          Add a channel
        </DialogButton>
        <Button onClick={() => addBrowser.mutate(undefined)} loading={addBrowser.isPending} disabled={noPush !== null}>
          Add this browser
        </Button>
      </div>
      {noPush !== null && <p>{noPush}</p>}
    </section>
  );
}
