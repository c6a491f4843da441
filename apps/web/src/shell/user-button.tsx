import { lazy } from 'react';
import classes from './frame.module.css';
import type { UserMenuProps } from './user-menu.tsx';
import { WhenPressed } from './when-pressed.tsx';

const load = () => import('./user-menu.tsx');
const UserMenu = lazy(load);

function initials(name: string): string {
  return name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');
}

/** The person's initials in the upper right corner. The menu is loaded when it is first opened. */
export function UserButton({ session, ...open }: Omit<UserMenuProps, 'defaultOpened' | 'target'>) {
  const { name } = session.user;
  return (
    <WhenPressed
      button={(press) => (
        <button
          type="button"
          className={classes.avatar}
          aria-label={`${name}, account menu`}
          aria-haspopup="menu"
          onPointerEnter={() => void load()}
          onFocus={() => void load()}
          onClick={press}
        >
          {initials(name)}
        </button>
      )}
    >
      {(button) => <UserMenu session={session} {...open} defaultOpened target={button} />}
    </WhenPressed>
  );
}
