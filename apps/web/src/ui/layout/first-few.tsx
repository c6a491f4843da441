import { type ReactNode, useState } from 'react';
import { Button } from '../button.tsx';

interface Props<T> {
  items: readonly T[];
  /** How many are shown at first. */
  first: number;
  /** The text of the button, with the number of those that are hidden. */
  more: (hidden: number) => string;
  className?: string | undefined;
  /** The items, as far as they are shown. */
  children: (shown: readonly T[]) => ReactNode;
}

/** The first items of a long list, and a button that shows all of them. */
export function FirstFew<T>({ items, first, more, className, children }: Props<T>) {
  const [showsAll, setShowsAll] = useState(false);
  const hidden = showsAll ? 0 : Math.max(0, items.length - first);
  return (
    <>
      {children(items.slice(0, items.length - hidden))}
      {hidden > 0 && (
        <div className={className}>
          <Button kind="quiet" onClick={() => setShowsAll(true)}>
            {more(hidden)}
          </Button>
        </div>
      )}
    </>
  );
}
