import { useSyncExternalStore } from 'react';
import { isServerAway, onConnection, reconnect } from '../api/connection.ts';
import { BusyButton } from '../ui/busy-button.tsx';
import classes from './offline-banner.module.css';

/**
 * Stands above every screen while the server does not answer, and goes away by itself. Part of the first load, because
 * nothing more can be loaded then.
 */
export function OfflineBanner() {
  const isAway = useSyncExternalStore(onConnection, isServerAway);
  if (!isAway) return null;
  return (
    <div className={classes.banner} role="status">
      <p>
        <b>{navigator.onLine ? 'The server does not answer.' : 'You are offline.'}</b> What you typed is kept. This page
        reconnects by itself.
      </p>
      <BusyButton onPress={reconnect}>Reconnect</BusyButton>
    </div>
  );
}
