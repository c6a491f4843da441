import { useEffect } from 'react';

/** Gives the focus back when it is gone, so that the next key is typed where the person was. */
export function ReturnFocus({ to }: { to: Element | null }) {
  useEffect(
    () => () => {
      if (to instanceof HTMLElement && to.isConnected) to.focus();
    },
    [to],
  );
  return null;
}
