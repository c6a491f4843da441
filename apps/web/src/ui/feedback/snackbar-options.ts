import type { ReactNode } from 'react';

/** Snackbars close by themselves after this time. */
export const SNACKBAR_MS = 10_000;

export interface SnackbarOptions {
  type?: 'normal' | 'success' | 'error';
  message: ReactNode;
  /** Stays until closed by hand. */
  persistent?: boolean;
  /** Survives navigation; otherwise it closes with the screen it belongs to. */
  keepOnNavigation?: boolean;
  /** The id that finds the error in the log. */
  errorId?: string | undefined;
  /** One action, such as Undo. */
  action?: { label: string; onClick: () => void };
}
