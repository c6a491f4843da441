import { useSetState } from '@mantine/hooks';
import { addNotificationChannel, readNotificationSettings } from '@signpost/contract/calls/notifications.ts';
import { type NewTarget, newTargetSchema } from '@signpost/contract/workplace/notifications/targets.ts';
import { PLACE_LABELS } from '@signpost/contract/workplace/notifications/topics.ts';
import { send } from '../../../api/calls.ts';
import { errorsAt } from '../../../api/errors-at.ts';
import { useAction } from '../../../api/use-action.ts';
import { Choice } from '../../../ui/fields/choice.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { FormDialog } from '../../../ui/layout/form-dialog.tsx';

const KINDS = (['slack', 'telegram', 'webhook'] as const).map((value) => ({ value, label: PLACE_LABELS[value] }));
type Kind = (typeof KINDS)[number]['value'];

const HELP = {
  slack: 'The incoming webhook that Slack made for your channel: https://hooks.slack.com/…',
  telegram: 'The token that BotFather gave you for your bot.',
  webhook: 'Your own server. Requests are signed; the secret is shown once after adding.',
} as const satisfies Record<Kind, string>;

interface AddChannelProps {
  onClose: () => void;
  /** Called with the secret of a webhook. */
  onAdded: (secret: string | null) => void;
}

interface Values {
  kind: Kind;
  label: string;
  url: string;
  token: string;
  chatId: string;
  /** Whether it was sent once, after which every field says what is wrong with it. */
  isTouched: boolean;
}

const NEW_CHANNEL: Values = { kind: 'slack', label: '', url: '', token: '', chatId: '', isTouched: false };

function read({ kind, label, url, token, chatId }: Values) {
  return newTargetSchema.safeParse(kind === 'telegram' ? { kind, label, token, chatId } : { kind, label, url });
}

/** The form of a new channel. */
export function AddChannel({ onClose, onAdded }: AddChannelProps) {
  const [values, set] = useSetState(NEW_CHANNEL);
  const { kind, label, url, token, chatId, isTouched } = values;
  const parsed = read(values);
  const add = useAction((body: NewTarget) => send(addNotificationChannel, { body }), {
    refresh: [readNotificationSettings],
    said: (_, added) => `“${added.label}” added.`,
    onDone: ({ secret }) => {
      onClose();
      onAdded(secret);
    },
    onRefused: ({ errors }) => errors.length > 0 && errors.every(({ path }) => path === 'url'),
  });
  const errorsOf = (field: string): string[] => {
    if (isTouched && !parsed.success)
      return parsed.error.issues.filter(({ path }) => path[0] === field).map(({ message }) => message);
    return errorsAt(add.error, field);
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
            onChange={(next) => set({ token: next })}
            errors={errorsOf('token')}
            required
          />
          <TextInput
            label="Chat"
            help="The number of the chat, or @ and the name of a public channel."
            value={chatId}
            onChange={(next) => set({ chatId: next })}
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
        onChange={(next) => set({ url: next })}
        errors={errorsOf('url')}
        mono
        required
      />
    );
  };
  return (
    <FormDialog
      opened
      title="Add a channel"
      submitLabel="Add channel"
      submitting={add.isPending}
      onSubmit={() => {
        set({ isTouched: true });
        if (parsed.success) add.mutate(parsed.data);
      }}
      onCancel={onClose}
    >
      <Choice
        label="Kind"
        value={kind}
        options={KINDS}
        onChange={(next) => set({ kind: KINDS.find(({ value }) => value === next)?.value ?? kind })}
        required
      />
      <TextInput
        label="Name"
        help="What you recognise it by."
        value={label}
        onChange={(next) => set({ label: next })}
        maxLength={60}
        errors={errorsOf('label')}
        autoFocus
        required
      />
      {renderFields()}
    </FormDialog>
  );
}
