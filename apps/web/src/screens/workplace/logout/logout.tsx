import { useEffect } from 'react';
import { send } from '../../../api/calls.ts';
import { firstCalls } from '../../../api/first-screen.ts';
import { queryClient } from '../../../api/queries.ts';
import { forgetSession } from '../../../api/session.ts';
import { LoaderOverlay } from '../../../ui/feedback/loading.tsx';

/**
 * Ends the session on the server and removes it here, even if the server cannot be reached.
 */
export default function Logout() {
  useEffect(() => {
    send(firstCalls.signOut, {})
      .catch((error: unknown) => console.error('The server could not be reached to sign out.', error))
      .finally(() => {
        queryClient.clear();
        forgetSession();
      });
  }, []);
  return <LoaderOverlay screen visible message="Signing out" />;
}
