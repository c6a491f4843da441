import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import classes from './mobile-layout.module.css';
import { Modal } from './modal.tsx';

/** Action buttons at the thumb, on a phone only: stays at the foot of the screen, and keeps room so that it covers nothing. */
export function MobileActions({ children }: { children: ReactNode }) {
  return (
    <>
      <div className={classes.room} aria-hidden />
      <div className={classes.actions}>{children}</div>
    </>
  );
}

export interface FullScreenModalProps {
  opened: boolean;
  title: string;
  submitLabel?: string | undefined;
  cancelLabel?: string | undefined;
  canSubmit?: boolean | undefined;
  submitting?: boolean | undefined;
  onSubmit: () => void;
  onCancel: () => void;
  children: ReactNode;
}

/** The phone's form: the whole screen, with submit and cancel at the thumb. */
export function FullScreenModal({
  opened,
  title,
  submitLabel = 'Submit',
  cancelLabel = 'Cancel',
  canSubmit = true,
  submitting = false,
  onSubmit,
  onCancel,
  children,
}: FullScreenModalProps) {
  return (
    <Modal
      opened={opened}
      onClose={onCancel}
      title={title}
      fullScreen
      radius={0}
      classNames={{ content: classes.modal ?? '', body: classes.body ?? '', title: classes.modalTitle ?? '' }}
    >
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (canSubmit) onSubmit();
        }}
      >
        <div className={classes.content}>{children}</div>
        <div className={classes.bar}>
          <Button fullWidth onClick={onCancel}>
            {cancelLabel}
          </Button>
          <Button fullWidth kind="primary" type="submit" disabled={!canSubmit} loading={submitting}>
            {submitLabel}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
