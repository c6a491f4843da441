import { Component, type ErrorInfo, type ReactNode, useEffect } from 'react';
import { isServerAway, noteStatus, onConnection } from '../api/connection.ts';
import { errorId, toError } from '../api/error-id.ts';
import { Button } from '../ui/button.tsx';
import { ErrorState } from '../ui/feedback/states.tsx';

const unfetched = new WeakSet<object>();

// A chunk of the app could not be loaded: the network failed, or a newer version has replaced it. The browser and React
// both remember the failure, so that only a reload helps.
window.addEventListener('vite:preloadError', ({ payload }) => {
  unfetched.add(payload);
  noteStatus(0);
});

/** A screen whose code did not arrive. It loads again by itself when the server answers again. */
function Unfetched({ error }: { error: Error }) {
  useEffect(
    () =>
      onConnection(() => {
        if (!isServerAway()) window.location.reload();
      }),
    [],
  );
  return (
    <ErrorState title="This screen could not be loaded" id={errorId(error)}>
      <p>The network failed, or a newer version was installed. Your input is kept in this tab.</p>
      <Button kind="primary" onClick={() => window.location.reload()}>
        Reload
      </Button>
    </ErrorState>
  );
}

/** Shown instead of a screen that failed to render. */
export function ErrorScreen({ error: reason, reset }: { error: unknown; reset?: (() => void) | undefined }) {
  const error = toError(reason);
  if (unfetched.has(error)) return <Unfetched error={error} />;
  return (
    <ErrorState title="This screen stopped working" id={errorId(error)} onRetry={reset}>
      <p>{error.message}</p>
      <p>Saved data is safe. Try again or open another screen. The error id helps to find this error in the log.</p>
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
