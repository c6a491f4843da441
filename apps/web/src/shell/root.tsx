import { Outlet } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useSession } from '../api/session.ts';
import { useCurrentRoute } from './current-route.ts';
import { Frame } from './frame.tsx';
import { NavigationProgress, Progress } from './progress.tsx';
import classes from './root.module.css';

/** Signed in: the frame. Otherwise the bare screen (the sign-in). */
export function Root() {
  const session = useSession();
  const route = useCurrentRoute();
  const outlet = (
    <Suspense fallback={<Progress />}>
      <Outlet />
    </Suspense>
  );
  if (session === null || route?.name === 'login') return outlet;
  return (
    <Frame session={session}>
      <NavigationProgress />
      <div className={classes.page}>{outlet}</div>
    </Frame>
  );
}
