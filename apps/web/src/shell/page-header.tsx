import { createContext, type ReactNode, use, useEffect } from 'react';
import { createPortal } from 'react-dom';

/** The places of the header that a screen fills. */
export interface HeaderSlots {
  context: HTMLElement | null;
  action: HTMLElement | null;
  setTitle: (title: string) => void;
}

export const HeaderContext = createContext<HeaderSlots>({ context: null, action: null, setTitle: () => undefined });

export interface PageHeaderProps {
  /** In the header and in the browser's tab; the route's title unless given. */
  title?: string;
  /** What the whole screen is about: date range, time zone. */
  context?: ReactNode;
  /** At most one primary action. */
  action?: ReactNode;
}

/** What a screen puts into the header; used inside the screen, drawn in the header. */
export function PageHeader({ title, context, action }: PageHeaderProps) {
  const slots = use(HeaderContext);
  const { setTitle } = slots;
  useEffect(() => {
    if (title === undefined) return;
    setTitle(title);
    document.title = `${title} · Signpost`;
  }, [title, setTitle]);
  return (
    <>
      {context !== undefined && slots.context !== null && createPortal(context, slots.context)}
      {action !== undefined && slots.action !== null && createPortal(action, slots.action)}
    </>
  );
}
