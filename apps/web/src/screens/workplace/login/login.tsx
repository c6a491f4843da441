import { useSetState } from '@mantine/hooks';
import { mayOpen, normalisePath, type Viewer } from '@signpost/contract/access/access.ts';
import { outcomeOf } from '@signpost/contract/errors.ts';
import { ALL_ROUTES } from '@signpost/contract/routes/index.ts';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useScreenSearch } from '../../../address/use-search.ts';
import { CallError } from '../../../api/call-error.tsx';
import { send, useCall } from '../../../api/calls.ts';
import type { ApiResult } from '../../../api/client.ts';
import { firstCalls } from '../../../api/first-screen.ts';
import { googleAnswer } from '../../../api/google.ts';
import { hasSessionEnded, keepSession, parseSession, viewerOf } from '../../../api/session.ts';
import { LoaderOverlay } from '../../../ui/feedback/loading.tsx';
import { FormSkeleton } from '../../../ui/feedback/states.tsx';
import { Logo } from '../../../ui/layout/logo.tsx';
import { DemoPeople } from './demo-people.tsx';
import { GoogleSignIn } from './google-sign-in.tsx';
import classes from './login.module.css';

/** Where to go after signing in; only a path of this app. */
export function returnPath(from: unknown): string {
  if (typeof from === 'string' && /^\/(?![/\\])/.test(from) && !from.startsWith('/login')) return from;
  return '/';
}

/** The path if its screen is open to this person, otherwise the start page, which is always open. */
export function openPath(to: string, viewer: Viewer): string {
  const pathname = normalisePath(to.split('?')[0] ?? '').split('/');
  const isLike = (pattern: string) => {
    const parts = normalisePath(pattern).split('/');
    return parts.length === pathname.length && parts.every((part, at) => part === '$' || part === pathname[at]);
  };
  const isClosed = ALL_ROUTES.some((route) => isLike(route.path) && !mayOpen(viewer, route));
  const isOpen = ALL_ROUTES.some((route) => isLike(route.path) && mayOpen(viewer, route));
  if (isClosed && !isOpen) return '/';
  return to;
}

/** The sign-in: a welcome banner, Google, and on a demo one person per grade. */
export default function Login() {
  const router = useRouter();
  const { from } = useScreenSearch('login');
  const config = useCall(firstCalls.readSignInConfig, {});
  /** The message while a sign-in is under way, and why the last one failed. */
  const [{ busy, error }, set] = useSetState<{ busy: string | null; error: Error | null }>({ busy: null, error: null });
  const enter = async (message: string, signIn: () => Promise<ApiResult<unknown, unknown>>, to = returnPath(from)) => {
    set({ busy: message, error: null });
    try {
      const { data } = await signIn();
      const session = parseSession(data);
      if (session === null) throw new Error('The sign-in answered without a session.');
      keepSession(session);
      // The requested screen may not be open to this person; then they start at an open one.
      router.history.replace(openPath(to, viewerOf(session)));
    } catch (reason) {
      console.error('Sign-in failed.', reason);
      set({ busy: null, error: reason instanceof Error ? reason : new Error(String(reason)) });
    }
  };
  useEffect(() => {
    document.title = 'Sign in · Signpost';
    const answer = googleAnswer();
    if (answer === null) return;
    const signIn = async () => send(firstCalls.signInWithGoogle, { body: { accessToken: await answer.token } });
    void enter('Signing in with Google', signIn, returnPath(answer.from));
  });
  return (
    <main className={classes.screen}>
      <div className={classes.card}>
        <div className={classes.banner}>
          <Logo size={44} />
          <div>
            <h1>Welcome to Signpost</h1>
            <p>Route every click. See what it earns.</p>
          </div>
          <span className={classes.art} aria-hidden>
            <Logo size={360} />
          </span>
        </div>
        <div className={classes.form}>
          <h2>Sign in</h2>
          {hasSessionEnded() && error === null && (
            <p className={classes.error} role="alert">
              {outcomeOf(401).message}
              <br />
              Your session has ended. Sign in again to continue where you were.
            </p>
          )}
          {config.isPending && <FormSkeleton fields={2} />}
          {config.error !== null && <CallError error={config.error} onRetry={() => void config.refetch()} />}
          {config.data?.googleClientId && (
            <GoogleSignIn
              clientId={config.data.googleClientId}
              authUrl={config.data.googleAuthUrl}
              from={returnPath(from)}
            />
          )}
          {config.data?.demo && (
            <DemoPeople
              people={config.data.demoPeople}
              onChoose={({ name, email }) =>
                void enter(`Signing in as ${name}`, () => send(firstCalls.signInToDemo, { body: { email } }))
              }
            />
          )}
          {config.data !== undefined && !config.data.googleClientId && !config.data.demo && (
            <p className={classes.hint}>
              No sign-in is configured. Set GOOGLE_CLIENT_ID on the server, or start it on loopback for the demo.
            </p>
          )}
          {error !== null && (
            <p className={classes.error} role="alert">
              {error.message}
            </p>
          )}
        </div>
      </div>
      <LoaderOverlay screen visible={busy !== null} message={busy ?? ''} />
    </main>
  );
}
