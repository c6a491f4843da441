import type { CallInput } from '@signpost/contract/calls/define-call.ts';
import type { addNotificationChannel } from '@signpost/contract/calls/notifications.ts';
import type { FieldError } from '@signpost/contract/envelope.ts';
import { newTargetSchema } from '@signpost/contract/workplace/notifications/targets.ts';
import { PLACE_LABELS } from '@signpost/contract/workplace/notifications/topics.ts';
import { useState } from 'react';
import { Choice } from '../../../ui/fields/choice.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { FormDialog } from '../../../ui/layout/form-dialog.tsx';

export type ChannelRequest = CallInput<typeof addNotificationChannel>['body'];

const KINDS = (['slack', 'telegram', 'webhook'] as const).map((value) => ({ value, label: PLACE_LABELS[value] }));
type Kind = (typeof KINDS)[number]['value'];

const HELP = {
  slack: 'The incoming webhook that Slack made for your channel: https://hooks.slack.com/…',
  telegram: 'The token that BotFather gave you for your bot.',
  webhook: 'Your own server. Requests are signed; the secret is shown once after adding.',
} as const satisfies Record<Kind, string>;

interface AddChannelProps {
  opened: boolean;
  submitting: boolean;
  /** What the server refused, at its fields. */
  refused: readonly FieldError[];
  onSubmit: (request: ChannelRequest) => void;
  onCancel: () => void;
}

/** The form of a new channel. */
export function AddChannel({ opened, submitting, refused, onSubmit, onCancel }: AddChannelProps) {
  const [kind, setKind] = useState<Kind>('slack');
  const [label, setLabel] = useState('');
  const [url, setUrl] = useState('');
  const [token, setToken] = useState('');
  const [chatId, setChatId] = useState('');
  const [isTouched, setTouched] = useState(false);
  const entered = kind === 'telegram' ? { kind, label, token, chatId } : { kind, label, url };
  const parsed = newTargetSchema.safeParse(entered);
  const errorsOf = (field: string): string[] => {
    if (isTouched && !parsed.success)
      return parsed.error.issues.filter(({ path }) => path[0] === field).map(({ message }) => message);
    return refused.filter(({ path }) => path === field).map(({ message }) => message);
  };
  const renderFields = () => {
    if (kind === 'telegram')
      return (
        <>
          <TextInput
            label="Bot token"
            help={HELP.telegram}
            type="password"
            value={token}
            onChange={setToken}
            errors={errorsOf('token')}
            required
          />
          <TextInput
            label="Chat"
            help="The number of the chat, or @ and the name of a public channel."
            value={chatId}
            onChange={setChatId}
            errors={errorsOf('chatId')}
            mono
            required
          />
        </>
      );
    return (
      <TextInput
        label="Address"
        help={HELP[kind]}
        value={url}
        onChange={setUrl}
        errors={errorsOf('url')}
        mono
        required
      />
    );
  };
  return (
    <FormDialog
      opened={opened}
      title="Add a channel"
      submitLabel="Add channel"
      submitting={submitting}
      onSubmit={() => {
        setTouched(true);
        if (parsed.success) onSubmit(parsed.data);
      }}
      onCancel={onCancel}
    >
      <Choice
        label="Kind"
        value={kind}
        options={KINDS}
        onChange={(next) => setKind(KINDS.find(({ value }) => value === next)?.value ?? kind)}
        required
      />
      <TextInput
        label="Name"
        help="What you recognise it by."
        value={label}
        onChange={setLabel}
        maxLength={60}
        errors={errorsOf('label')}
        autoFocus
        required
      />
      {renderFields()}
    </FormDialog>
  );
}
