import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent } from 'react';

/** The keyboard actions of a table; the table implements them. */
export interface TableKeys {
  move: (by: number) => void;
  jump: (to: 'first' | 'last') => void;
  open: () => void;
  edit: () => void;
  select: () => void;
  expand: (open: boolean) => void;
}

const PAGE = 20;

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))
  );
}

function actOf(key: string, keys: TableKeys): (() => void) | null {
  switch (key) {
    case 'j':
    case 'ArrowDown':
      return () => keys.move(1);
    case 'k':
    case 'ArrowUp':
      return () => keys.move(-1);
    case 'PageDown':
      return () => keys.move(PAGE);
    case 'PageUp':
      return () => keys.move(-PAGE);
    case 'Home':
      return () => keys.jump('first');
    case 'End':
      return () => keys.jump('last');
    case 'Enter':
      return keys.open;
    case 'e':
      return keys.edit;
    case 'x':
    case ' ':
      return keys.select;
    case 'ArrowRight':
      return () => keys.expand(true);
    case 'ArrowLeft':
      return () => keys.expand(false);
    default:
      return null;
  }
}

/**
 * The keys of the table: j and k move between rows, Enter opens, e edits, x selects, → and ← open and close nested
 * rows. If nothing has the focus, j and k enter the table at its first row.
 */
export function useTableKeys(table: RefObject<HTMLTableElement | null>, keys: TableKeys) {
  const enter = useEffectEvent((event: globalThis.KeyboardEvent) => {
    // Another table of the screen may have taken the focus for the same key.
    const isFree = event.target === document.body && document.activeElement === document.body;
    if (!isFree || (event.key !== 'j' && event.key !== 'k') || event.metaKey || event.ctrlKey) return;
    table.current?.focus({ preventScroll: true });
    keys.move(event.key === 'j' ? 1 : -1);
  });
  useEffect(() => {
    const listener = (event: globalThis.KeyboardEvent) => enter(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
  return (event: KeyboardEvent) => {
    if (
      event.target !== event.currentTarget ||
      isTyping(event.target) ||
      event.metaKey ||
      event.ctrlKey ||
      event.altKey
    )
      return;
    const act = actOf(event.key, keys);
    if (act === null) return;
    event.preventDefault();
    act();
  };
}
