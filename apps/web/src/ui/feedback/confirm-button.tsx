import type { ReactNode } from 'react';
import { DrawerButton, type OpenerProps } from '../layout/dialog-button.tsx';
import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog.tsx';

interface Props
  extends Omit<OpenerProps, 'children' | 'loading' | 'autoFocus'>,
    Omit<ConfirmDialogProps, 'opened' | 'onConfirm' | 'onCancel'> {
  /** The text of the button. */
  label: ReactNode;
  /** Has to close the dialog, at once or when its work has succeeded. */
  onConfirm: (close: () => void) => void;
}

/** A button that asks before it acts; the question stands between its tags. */
export function ConfirmButton({ label, kind, icon, disabled, className, fullWidth, onConfirm, ...question }: Props) {
  return (
    <DrawerButton
      kind={kind}
      icon={icon}
      disabled={disabled}
      className={className}
      fullWidth={fullWidth}
      drawer={({ opened, onClose }) => (
        <ConfirmDialog opened={opened} onCancel={onClose} onConfirm={() => onConfirm(onClose)} {...question} />
      )}
    >
      {label}
    </DrawerButton>
  );
}
