import { lazy, Suspense, useState } from 'react';
import classes from './frame.module.css';
import type { UserMenuProps } from './user-menu.tsx';

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
  const [wanted, setWanted] = useState(false);
  const { name } = session.user;
  const button = (
    <button
      type="button"
      className={classes.avatar}
      aria-label={`${name}, account menu`}
      aria-haspopup="menu"
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
      onClick={wanted ? undefined : () => setWanted(true)}
    >
      {initials(name)}
    </button>
  );
  if (!wanted) return button;
  return (
    <Suspense fallback={button}>
      <UserMenu session={session} {...open} defaultOpened target={button} />
    </Suspense>
  );
}
