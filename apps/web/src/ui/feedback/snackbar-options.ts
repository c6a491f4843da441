import type { ReactNode } from 'react';

/** Snackbars close by themselves after this long. */
export const SNACKBAR_MS = 10_000;

export interface SnackbarOptions {
  type?: 'normal' | 'success' | 'error';
  message: ReactNode;
  /** Stays until closed by hand. */
  persistent?: boolean;
  /** Survives navigation; otherwise it closes with the screen it belongs to. */
  keepOnNavigation?: boolean;
  /** Finds the error in the log. */
  errorId?: string | undefined;
  /** One thing to do, as Undo. */
  action?: { label: string; onClick: () => void };
}
