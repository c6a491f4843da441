import { Outlet } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useSession } from '../api/session.ts';
import { LoadingBar } from '../ui/feedback/loading.tsx';
import { Delayed } from '../ui/feedback/states.tsx';
import { useCurrentRoute } from './current-route.ts';
import { Frame } from './frame.tsx';
import classes from './root.module.css';

/** Signed in: the frame. Otherwise the bare screen (the sign-in). */
export function Root() {
  const session = useSession();
  const route = useCurrentRoute();
  const outlet = (
    <Suspense
      fallback={
        <div className={classes.waiting}>
          <Delayed>
            <LoadingBar visible />
          </Delayed>
        </div>
      }
    >
      <Outlet />
    </Suspense>
  );
  if (session === null || route?.name === 'login') return outlet;
  return (
    <Frame session={session}>
      <div className={classes.page}>{outlet}</div>
    </Frame>
  );
}
