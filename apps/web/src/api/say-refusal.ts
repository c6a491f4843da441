import { showSnackbar } from '../ui/feedback/snackbar.tsx';
import { ApiError } from './error.ts';

const SERVER_ERROR = 500;

/**
 * Shows why the server refused a call. Other errors are thrown again. A failure of the server itself stays until it is
 * closed by hand, because its id has to be copied for whoever looks into it.
 */
export function sayRefusal(error: unknown): void {
  if (!(error instanceof ApiError)) throw error;
  showSnackbar({
    type: 'error',
    message: error.reason,
    persistent: error.httpStatus >= SERVER_ERROR,
    errorId: error.requestId ?? undefined,
  });
}
