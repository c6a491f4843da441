import { Component, type ErrorInfo, type ReactNode } from 'react';
import { ApiError } from '../api/error.ts';
import { Button } from '../ui/button.tsx';
import { newId } from '../ui/new-id.ts';
import { ErrorState } from '../ui/states.tsx';

const wrapped = new Map<unknown, Error>();

/** The thrown value as an error, always the same object, so that its id stays the same. */
function toError(reason: unknown): Error {
  if (reason instanceof Error) return reason;
  const error = wrapped.get(reason) ?? new Error(String(reason));
  wrapped.set(reason, error);
  return error;
}

const ids = new WeakMap<Error, string>();

/** The id of an error: the server's request id, else one of our own, which is written to the browser's log with the error. */
function idOf(error: Error): string {
  if (error instanceof ApiError && error.requestId !== null) return error.requestId;
  const known = ids.get(error) ?? newId();
  if (!ids.has(error)) console.error(`Error ${known}`, error);
  ids.set(error, known);
  return known;
}

const unfetched = new WeakSet<object>();

// A chunk of the app could not be loaded: the network failed, or a newer version has replaced it. The browser and React
// both remember the failure, so that only a reload helps.
window.addEventListener('vite:preloadError', ({ payload }) => unfetched.add(payload));

/** Shows a failed call in place of a screen's content, with a retry button. */
export function CallError({ error, onRetry }: { error: Error; onRetry?: (() => void) | undefined }) {
  return (
    <ErrorState title={error.message} id={idOf(error)} onRetry={onRetry}>
      Nothing was changed.
    </ErrorState>
  );
}

/** Shown instead of a screen that failed to render. */
export function ErrorScreen({ error: reason, reset }: { error: unknown; reset?: (() => void) | undefined }) {
  const error = toError(reason);
  if (unfetched.has(error))
    return (
      <ErrorState title="This screen could not be fetched" id={idOf(error)}>
        <p>The network failed, or a newer version was put in place meanwhile. What was typed is kept in this tab.</p>
        <Button kind="primary" onClick={() => window.location.reload()}>
          Load anew
        </Button>
      </ErrorState>
    );
  return (
    <ErrorState title="This screen stopped working" id={idOf(error)} onRetry={reset}>
      <p>{error.message}</p>
      <p>What was saved is kept. Try again, or go somewhere else; the id finds this error in the log.</p>
      <Button href="#/" kind="quiet">
        Home
      </Button>
    </ErrorState>
  );
}

/** Catches every error that nothing else has caught. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(reason: unknown) {
    return { error: toError(reason) };
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    console.error(error, info.componentStack);
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return <ErrorScreen error={error} reset={() => this.setState({ error: null })} />;
  }
}
