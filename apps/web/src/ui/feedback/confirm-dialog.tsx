import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { FIXED_DIALOG_MIN_WIDTH, FIXED_TEXT } from '../fixed.ts';
import { Modal } from '../layout/modal.tsx';
import classes from './confirm-dialog.module.css';

/** The two specified pairs of button labels. */
const WORDS = {
  approve: [FIXED_TEXT.approve, FIXED_TEXT.cancel],
  yes: [FIXED_TEXT.yes, FIXED_TEXT.no],
} as const;

export interface ConfirmDialogProps {
  opened: boolean;
  title?: string | undefined;
  /** Approve/Cancel by default, Yes/No for warnings. */
  buttons?: keyof typeof WORDS | undefined;
  /** The label of the button that confirms, where the action cannot be undone and needs its own verb. */
  confirmLabel?: string | undefined;
  danger?: boolean | undefined;
  loading?: boolean | undefined;
  children?: ReactNode;
  /** Without it, the dialog only informs and offers no decision. */
  onConfirm?: (() => void) | undefined;
  onCancel: () => void;
}

/** 'Are you sure?': at least 500 px wide where the screen allows; focus starts on the safe answer. */
export function ConfirmDialog({
  opened,
  title = FIXED_TEXT.confirmTitle,
  buttons = 'approve',
  confirmLabel,
  danger = false,
  loading = false,
  children,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  const [usual, no] = WORDS[buttons];
  const yes = confirmLabel ?? usual;
  return (
    <Modal
      opened={opened}
      onClose={onCancel}
      title={title}
      centered
      size="auto"
      styles={{ content: { minWidth: `min(${FIXED_DIALOG_MIN_WIDTH}px, calc(100vw - 32px))` } }}
      classNames={{ content: classes.content ?? '', title: classes.title ?? '' }}
    >
      <div className={classes.text}>{children}</div>
      <div className={classes.buttons}>
        <Button onClick={onCancel} autoFocus>
          {onConfirm ? no : 'Close'}
        </Button>
        {onConfirm && (
          <Button kind={danger ? 'danger' : 'primary'} onClick={onConfirm} loading={loading}>
            {yes}
          </Button>
        )}
      </div>
    </Modal>
  );
}
