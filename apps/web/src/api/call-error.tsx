import { ErrorState } from '../ui/feedback/states.tsx';
import { ApiError } from './error.ts';
import { errorId } from './error-id.ts';

const NOT_FOUND = 404;

/** Shows a failed reading call in place of a screen's content, with a retry button where a second try can help. */
export function CallError({ error, onRetry }: { error: Error; onRetry?: (() => void) | undefined }) {
  if (error instanceof ApiError && error.httpStatus === NOT_FOUND)
    return (
      <ErrorState title={error.message} id={errorId(error)}>
        It may have been deleted, or the address is wrong.
      </ErrorState>
    );
  return <ErrorState title={error.message} id={errorId(error)} onRetry={onRetry} />;
}
