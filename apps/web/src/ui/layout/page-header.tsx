import { createContext, type ReactNode, use, useEffect } from 'react';
import { createPortal } from 'react-dom';

/** The slots of the header that a screen fills. */
export interface HeaderSlots {
  context: HTMLElement | null;
  action: HTMLElement | null;
  setTitle: (title: string) => void;
}

export const HeaderContext = createContext<HeaderSlots>({ context: null, action: null, setTitle: () => undefined });

export interface PageHeaderProps {
  /** The title in the header and in the browser's tab; the route's title by default. */
  title?: string | undefined;
  /** Controls for the whole screen: date range, time zone. */
  context?: ReactNode;
  /** At most one primary action. */
  action?: ReactNode;
}

/** Fills the header from within a screen. */
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
