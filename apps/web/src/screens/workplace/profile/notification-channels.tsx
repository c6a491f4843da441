import {
  addNotificationChannel,
  readNotificationSettings,
  removeNotificationChannel,
  testNotificationChannel,
  testNotificationMail,
} from '@signpost/contract/calls/notifications.ts';
import type { FieldError } from '@signpost/contract/envelope.ts';
import type { NotificationChannel, NotificationSettings } from '@signpost/contract/workplace/notifications/settings.ts';
import { PLACE_LABELS } from '@signpost/contract/workplace/notifications/topics.ts';
import { useState } from 'react';
import { send } from '../../../api/calls.ts';
import { useUser } from '../../../api/session.ts';
import { useAction } from '../../../api/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx';
import { showSnackbar } from '../../../ui/feedback/snackbar.tsx';
import { CopyButton } from '../../../ui/values/copy-button.tsx';
import { Badge, Time } from '../../../ui/values/values.tsx';
import { AddChannel, type ChannelRequest } from './add-channel.tsx';
import classes from './notifications.module.css';
import { browserName, pushProblem, subscribe } from './push-subscription.ts';

/** Shows how a test message ended. */
function sayOutcome({ isDelivered, problem }: { isDelivered: boolean; problem: string | null }): void {
  if (isDelivered) showSnackbar({ type: 'success', message: 'The test message was accepted.' });
  else showSnackbar({ type: 'error', message: `The test message did not arrive: ${problem}` });
}

interface ChannelRowProps {
  channel: NotificationChannel;
  zone: string;
  onRemove: () => void;
}

function ChannelRow({ channel, zone, onRemove }: ChannelRowProps) {
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
      <Button kind="quiet" onClick={onRemove}>
        Remove
      </Button>
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
    <div className={classes.secret} role="status" aria-label="New secret">
      <p>
        <strong>Copy the secret of the webhook now.</strong> It is shown only once. Your server checks the signature of
        each request with it: the header <code>signpost-signature</code> is <code>sha256=</code> and the HMAC-SHA256 of
        the header <code>signpost-timestamp</code>, a full stop and the body, in hexadecimal digits.
      </p>
      <div className={classes.key}>
        <code>{secret}</code>
        <CopyButton value={secret} label="Copy secret" />
      </div>
      <div>
        <Button onClick={onDone}>I have copied it</Button>
      </div>
    </div>
  );
}

/** Where the person is reached outside the app. */
export function NotificationChannels({ settings, zone }: { settings: NotificationSettings; zone: string }) {
  const [isAdding, setAdding] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const [removing, setRemoving] = useState<NotificationChannel | null>(null);
  const [refused, setRefused] = useState<readonly FieldError[]>([]);
  const add = useAction((body: ChannelRequest) => send(addNotificationChannel, { body }), {
    refresh: [readNotificationSettings],
    onRefused: ({ errors }) => {
      setRefused(errors);
      return errors.length > 0 && errors.every(({ path }) => path === 'url');
    },
    said: (_, { label }) => `“${label}” added.`,
    onDone: (data) => {
      setSecret(data.secret);
      setAdding(false);
    },
  });
  const addBrowser = useAction(
    async () => {
      const target = await subscribe(settings.pushKey);
      return await send(addNotificationChannel, {
        body: { kind: 'push', label: browserName(navigator.userAgent), ...target },
      });
    },
    { refresh: [readNotificationSettings], said: () => 'This browser shows messages from now on.' },
  );
  const remove = useAction(({ id }: NotificationChannel) => send(removeNotificationChannel, { params: { id } }), {
    refresh: [readNotificationSettings],
    said: (_, { label }) => `“${label}” removed.`,
    onDone: () => setRemoving(null),
  });
  const noPush = pushProblem();
  return (
    <section className={classes.part} aria-labelledby="notification-channels">
      <h3 id="notification-channels">Channels</h3>
      {secret !== null && <Secret secret={secret} onDone={() => setSecret(null)} />}
      <ul className={classes.channels} aria-label="Channels">
        <MailRow isMailOn={settings.isMailOn} />
        {settings.channels.map((channel) => (
          <ChannelRow key={channel.id} channel={channel} zone={zone} onRemove={() => setRemoving(channel)} />
        ))}
      </ul>
      <div className={classes.buttons}>
        <Button
          onClick={() => {
            setRefused([]);
            setAdding(true);
          }}
        >
          Add a channel
        </Button>
        <Button onClick={() => addBrowser.mutate(undefined)} loading={addBrowser.isPending} disabled={noPush !== null}>
          Add this browser
        </Button>
      </div>
      {noPush !== null && <p>{noPush}</p>}
      <AddChannel
        key={String(isAdding)}
        opened={isAdding}
        submitting={add.isPending}
        refused={refused}
        onSubmit={(body) => {
          setRefused([]);
          add.mutate(body);
        }}
        onCancel={() => setAdding(false)}
      />
      <ConfirmDialog
        opened={removing !== null}
        danger
        loading={remove.isPending}
        onCancel={() => setRemoving(null)}
        onConfirm={() => removing !== null && remove.mutate(removing)}
      >
        {removing !== null && `Nothing is sent to “${removing.label}” any more. Its address and secrets are deleted.`}
      </ConfirmDialog>
    </section>
  );
}
