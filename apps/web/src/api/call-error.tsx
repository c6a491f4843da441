import { ErrorState } from '../ui/feedback/states.tsx';
import { errorId } from './error-id.ts';

/** Shows a failed call in place of a screen's content, with a retry button. */
export function CallError({ error, onRetry }: { error: Error; onRetry?: (() => void) | undefined }) {
  return (
    <ErrorState title={error.message} id={errorId(error)} onRetry={onRetry}>
      Nothing was changed.
    </ErrorState>
  );
}
