/** Questions before a call is made. They close when the call has succeeded. */
import type { ComponentProps } from 'react';
import { defined } from '../ui/defined.ts';
import { ConfirmButton } from '../ui/feedback/confirm-button.tsx';
import { ConfirmDialog, type ConfirmDialogProps } from '../ui/feedback/confirm-dialog.tsx';
import type { ApiResult } from './client.ts';
import { type ActionOptions, useAction } from './use-action.ts';

interface Call<T> extends Pick<ActionOptions<() => void, T>, 'refresh'> {
  run: () => Promise<ApiResult<T, unknown>>;
  said?: (data: T) => string;
  /** Offers to take back what the call wrote into the audit trail. */
  undo?: 'change';
  onDone?: (data: T) => void;
}

/** The call of a question. Its argument closes the question. */
function useConfirmed<T>({ run, onDone, ...options }: Call<T>) {
  return useAction<() => void, T>(run, {
    ...options,
    onDone: (data, close) => {
      close();
      onDone?.(data);
    },
  });
}

type Asking<T, P> = Call<T> & Omit<P, keyof Call<T> | 'opened' | 'loading' | 'onConfirm' | 'onCancel'>;

/** A question that is there while it is open, for `useDialog`. */
export function ConfirmCall<T>(props: Asking<T, ConfirmDialogProps> & { onClose: () => void }) {
  const { run, refresh, said, undo, onDone, onClose, ...question } = props;
  const call = useConfirmed({ run, refresh, ...defined({ said, undo, onDone }) });
  return (
    <ConfirmDialog
      opened
      loading={call.isPending}
      onCancel={onClose}
      onConfirm={() => call.mutate(onClose)}
      {...question}
    />
  );
}

/** A button that asks before its call is made; the question stands between its tags. */
export function ConfirmCallButton<T>(props: Asking<T, ComponentProps<typeof ConfirmButton>>) {
  const { run, refresh, said, undo, onDone, ...button } = props;
  const call = useConfirmed({ run, refresh, ...defined({ said, undo, onDone }) });
  return <ConfirmButton loading={call.isPending} onConfirm={(close) => call.mutate(close)} {...button} />;
}
