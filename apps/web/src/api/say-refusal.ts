import { showSnackbar } from '../ui/feedback/snackbar.tsx';
import { ApiError } from './error.ts';

/** Tells the person why the server refused; whatever else was thrown goes on. */
export function sayRefusal(error: unknown): void {
  if (!(error instanceof ApiError)) throw error;
  showSnackbar({ type: 'error', message: error.reason, errorId: error.requestId ?? undefined });
}
