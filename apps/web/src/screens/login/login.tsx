import type { SignInConfig } from '@signpost/contract/sign-in.ts';
import { useQuery } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { fetchData, request } from '../../api/client.ts';
import { keepSession, parseSession } from '../../api/session.ts';
import { CallError } from '../../shell/error-screen.tsx';
import { LoaderOverlay } from '../../ui/loading.tsx';
import { Logo } from '../../ui/logo.tsx';
import { FormSkeleton } from '../../ui/states.tsx';
import { DemoPeople } from './demo-people.tsx';
import classes from './login.module.css';

const GoogleSignIn = lazy(() => import('./google-sign-in.tsx'));

/** Where to go after signing in: only a path of our own. */
export function returnPath(from: unknown): string {
  return typeof from === 'string' && /^\/(?![/\\])/.test(from) && !from.startsWith('/login') ? from : '/';
}

/** The sign-in: a welcome banner, Google, and on a demo one person per grade. */
export default function Login() {
  const router = useRouter();
  const { from }: { from?: unknown } = useSearch({ strict: false });
  const config = useQuery({
    queryKey: ['auth-config'],
    queryFn: ({ signal }) => fetchData<SignInConfig>('auth/config', signal),
  });
  const [busy, setBusy] = useState<string | null>(null);
  const [error, setError] = useState<Error | null>(null);
  useEffect(() => {
    document.title = 'Sign in · Signpost';
  }, []);
  const enter = async (path: string, body: unknown, message: string) => {
    setBusy(message);
    setError(null);
    try {
      const { data } = await request<unknown>(path, { method: 'POST', body });
      const session = parseSession(data);
      if (session === null) throw new Error('The sign-in answered without a session.');
      keepSession(session);
      router.history.replace(returnPath(from));
    } catch (reason) {
      console.error('Sign-in failed.', reason);
      setError(reason instanceof Error ? reason : new Error(String(reason)));
      setBusy(null);
    }
  };
  return (
    <main className={classes.screen}>
      <div className={classes.card}>
        <div className={classes.banner}>
          <Logo size={44} />
          <div>
            <h1>Welcome to Signpost</h1>
            <p>It sends visitors the right way, and tells what came of it.</p>
          </div>
          <span className={classes.art} aria-hidden>
            <Logo size={360} />
          </span>
        </div>
        <div className={classes.form}>
          <h2>Sign in</h2>
          {config.isPending && <FormSkeleton fields={2} />}
          {config.error !== null && <CallError error={config.error} onRetry={() => void config.refetch()} />}
          {config.data?.googleClientId && (
            <Suspense fallback={null}>
              <GoogleSignIn
                clientId={config.data.googleClientId}
                onToken={(accessToken) => void enter('auth/google', { accessToken }, 'Signing in with Google')}
                onError={setError}
              />
            </Suspense>
          )}
          {config.data?.demo && (
            <DemoPeople
              people={config.data.demoPeople}
              onChoose={(person) => void enter('auth/demo', { email: person.email }, `Signing in as ${person.name}`)}
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
