import { showSnackbar } from '../ui/feedback/snackbar.tsx';
import { ApiError } from './error.ts';

/** Shows why the server refused a call. Other errors are thrown again. */
export function sayRefusal(error: unknown): void {
  if (!(error instanceof ApiError)) throw error;
  showSnackbar({ type: 'error', message: error.reason, errorId: error.requestId ?? undefined });
}
