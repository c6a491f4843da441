import { IconBell } from '@tabler/icons-react';
import { lazy } from 'react';
import type { Session } from '../api/session.ts';
import classes from './bell.module.css';
import { useUnread } from './bell-store.ts';
import { WhenPressed } from './when-pressed.tsx';

const load = () => import('./bell-panel.tsx');
const BellPanel = lazy(load);

const MOST_SHOWN = 99;

/** The bell in the header with the number of unread notifications. Its list is loaded when it is first opened. */
export function Bell({ session }: { session: Session }) {
  const unread = useUnread(session.user.id);
  return (
    <WhenPressed
      button={(press) => (
        <button
          type="button"
          className={classes.bell}
          aria-label={unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`}
          aria-haspopup="dialog"
          onPointerEnter={() => void load()}
          onFocus={() => void load()}
          onClick={press}
        >
          <IconBell size={18} stroke={1.5} aria-hidden />
          {unread > 0 && (
            <span className={classes.count} aria-hidden>
              {unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}
            </span>
          )}
        </button>
      )}
    >
      {(button) => <BellPanel zone={session.user.timeZone} target={button} />}
    </WhenPressed>
  );
}
