import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { firstInput } from '../first-input.ts';
import { FIXED_DIALOG_MIN_WIDTH, FIXED_TEXT } from '../fixed.ts';
import { Form } from '../form.tsx';
import { useMobile } from '../use-mobile.ts';
import classes from './form-dialog.module.css';
import { FullScreenModal, type FullScreenModalProps } from './mobile-layout.tsx';
import { Modal } from './modal.tsx';

/** The width of a dialog with a table. */
const WIDE = 760;

/** Marks the field that has the cursor when the dialog opens: the first one, unless another is marked already. */
function markFirstInput(form: HTMLFormElement | null): void {
  if (form?.querySelector('[data-autofocus]') === null) firstInput(form)?.setAttribute('data-autofocus', 'true');
}

/** A short form with submit and cancel: a dialog on a desktop, full screen on a phone. */
export function FormDialog(props: FullScreenModalProps & { submitLabel: string; isWide?: boolean }): ReactNode {
  const isMobile = useMobile();
  const {
    opened,
    title,
    submitLabel,
    cancelLabel = FIXED_TEXT.cancel,
    canSubmit = true,
    submitting = false,
    children,
    isWide = false,
  } = props;
  if (isMobile) return <FullScreenModal {...props} />;
  return (
    <Modal
      opened={opened}
      onClose={props.onCancel}
      title={title}
      centered
      size={isWide ? WIDE : FIXED_DIALOG_MIN_WIDTH}
    >
      <Form
        ref={markFirstInput}
        className={classes.form}
        onSubmit={() => {
          if (canSubmit) props.onSubmit();
        }}
      >
        {children}
        <div className={classes.buttons}>
          <Button onClick={props.onCancel}>{cancelLabel}</Button>
          <Button kind="primary" type="submit" disabled={!canSubmit} loading={submitting}>
            {submitLabel}
          </Button>
        </div>
      </Form>
    </Modal>
  );
}
