import type { AnyCall, CallAnswer, CallMeta } from '@signpost/contract/calls/define-call.ts';
import type { ReactNode } from 'react';
import { TextInput } from '../ui/fields/text-input.tsx';
import { CallDialog } from './call-dialog.tsx';
import type { ApiResult } from './client.ts';
import type { OnceKey } from './once-key.ts';
import { type FormOptions, useFormOf } from './use-call-form.ts';

interface Props<C extends AnyCall> extends Pick<FormOptions<C, object>, 'refresh'> {
  call: C;
  /** The name of the reason in the call's body. */
  name: string;
  run: (reason: string, key: OnceKey) => Promise<ApiResult<CallAnswer<C>, CallMeta<C>>>;
  said: string;
  title: string;
  submitLabel?: string | undefined;
  label?: string;
  help?: string | undefined;
  lines?: number | undefined;
  onClose: () => void;
  onDone?: () => void;
  /** Stands above the field. */
  children?: ReactNode;
}

/** The dialog of a call that needs a reason and nothing else. */
export function ReasonDialog<C extends AnyCall>(props: Props<C>) {
  const {
    call,
    name,
    run,
    said,
    refresh,
    title,
    submitLabel,
    label = 'Reason',
    help,
    lines,
    onClose,
    children,
  } = props;
  const form = useFormOf(call, {
    initial: { [name]: '' },
    run: (values, key) => run(values[name] ?? '', key),
    refresh,
    said: () => said,
    onDone: () => {
      onClose();
      props.onDone?.();
    },
  });
  return (
    <CallDialog
      form={form}
      title={title}
      submitLabel={submitLabel}
      // Also where the call itself would do without a reason.
      canSubmit={(form.values[name] ?? '').trim() !== ''}
      onClose={onClose}
    >
      {children}
      <TextInput label={label} help={help} lines={lines} autoFocus {...form.field(name)} required />
    </CallDialog>
  );
}
