/** Asks before input that is not saved is lost by leaving the screen. */
import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, useRef } from 'react';
import { ConfirmDialog } from '../ui/feedback/confirm-dialog.tsx';

export interface LeaveQuestion {
  /** The dialog, to be rendered anywhere on the screen. */
  dialog: ReactNode;
  /** Lets the screen be left without a question from now on, because its input was saved. */
  allow: () => void;
}

/** The question of a screen whose input is not a record's form; those keep drafts (records/use-record-save.ts). */
export function useLeaveQuestion(isUnsaved: boolean): LeaveQuestion {
  // After a save the screen is left on purpose, even though React has not rendered yet that nothing is unsaved.
  const isAllowed = useRef(false);
  const blocker = useBlocker({
    shouldBlockFn: () => isUnsaved && !isAllowed.current,
    enableBeforeUnload: () => isUnsaved,
    withResolver: true,
  });
  return {
    dialog: (
      <ConfirmDialog
        opened={blocker.status === 'blocked'}
        buttons="yes"
        onCancel={() => blocker.reset?.()}
        onConfirm={() => blocker.proceed?.()}
      >
        Your changes are not saved. Leave this page and discard them?
      </ConfirmDialog>
    ),
    allow() {
      isAllowed.current = true;
    },
  };
}
