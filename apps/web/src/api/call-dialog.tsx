import type { ReactNode } from 'react';
import { FormDialog } from '../ui/layout/form-dialog.tsx';
import type { SendableForm } from './use-call-form.ts';

interface Props {
  form: SendableForm;
  title: string;
  /** The title, unless the button says something else. */
  submitLabel?: string | undefined;
  /** A condition beside the required fields. */
  canSubmit?: boolean;
  isWide?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** The dialog of a call's form. It is open as long as it is there. */
export function CallDialog({ form, title, submitLabel = title, canSubmit = true, onClose, children, ...rest }: Props) {
  return (
    <FormDialog
      opened
      title={title}
      submitLabel={submitLabel}
      canSubmit={canSubmit && form.isComplete}
      submitting={form.isPending}
      onSubmit={form.submit}
      onCancel={onClose}
      {...rest}
    >
      {children}
    </FormDialog>
  );
}
