import { createContext, type ReactNode, use, useEffect } from 'react';
import { createPortal } from 'react-dom';

/** The slots of the header that a screen fills. */
export interface HeaderSlots {
  context: HTMLElement | null;
  action: HTMLElement | null;
  /** Shows a title until the returned function is called, or until a later one is shown. */
  showTitle: (title: string) => () => void;
}

/** Writes a title into the browser's tab. */
export function nameTab(title: string): void {
  document.title = `${title} · Signpost`;
}

/** Without a frame around it, such as before the sign-in, a screen only names the browser's tab. */
export const HeaderContext = createContext<HeaderSlots>({
  context: null,
  action: null,
  showTitle(title) {
    nameTab(title);
    return () => undefined;
  },
});

export interface PageHeaderProps {
  /** The title in the header and in the browser's tab while this is rendered; the route's title by default. */
  title?: string | undefined;
  /** Controls for the whole screen: date range, time zone. */
  context?: ReactNode;
  /** At most one primary action. */
  action?: ReactNode;
}

/** Fills the header from within a screen. */
export function PageHeader({ title, context, action }: PageHeaderProps) {
  const slots = use(HeaderContext);
  const { showTitle } = slots;
  useEffect(() => {
    if (title === undefined) return undefined;
    return showTitle(title);
  }, [title, showTitle]);
  return (
    <>
      {context !== undefined && slots.context !== null && createPortal(context, slots.context)}
      {action !== undefined && slots.action !== null && createPortal(action, slots.action)}
    </>
  );
}
