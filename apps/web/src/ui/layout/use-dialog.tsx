import { type ReactNode, useCallback, useState } from 'react';
import { ReturnFocus } from '../return-focus.tsx';

interface Opened<T> {
  subject: T;
  /** The element that had the focus before. */
  from: Element | null;
}

/**
 * A dialog about one subject, such as a row: `open(row)` shows it, and the screen places `dialog`. The dialog is there
 * while it is open, so that it begins anew each time. `DialogButton` is simpler where one button opens it.
 */
export function useDialog<T>(render: (subject: T, close: () => void) => ReactNode) {
  const [opened, setOpened] = useState<Opened<T> | null>(null);
  const open = useCallback((subject: T) => setOpened({ subject, from: document.activeElement }), []);
  const close = useCallback(() => setOpened(null), []);
  const dialog = opened !== null && (
    <>
      <ReturnFocus to={opened.from} />
      {render(opened.subject, close)}
    </>
  );
  return { open, dialog };
}
