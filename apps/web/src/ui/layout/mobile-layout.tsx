import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { FIXED_TEXT } from '../fixed.ts';
import { Form } from '../form.tsx';
import classes from './mobile-layout.module.css';
import { Modal } from './modal.tsx';

/** Action buttons at the bottom of the screen, for the mobile layout. Space is reserved so that they cover nothing. */
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

/** The form on a phone: full screen, with submit and cancel at the bottom. */
export function FullScreenModal({
  opened,
  title,
  submitLabel = 'Submit',
  cancelLabel = FIXED_TEXT.cancel,
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
      <Form
        className={classes.form}
        onSubmit={() => {
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
      </Form>
    </Modal>
  );
}
