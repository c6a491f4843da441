import { useEffect, useEffectEvent } from 'react';

/** The layers that Escape closes, topmost last. */
const layers: (() => void)[] = [];

/** As in Mantine: an element with an open list inside a layer marks that Escape is meant for the list. */
const isTaken = (target: EventTarget | null) =>
  target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true';

function closeTop(event: KeyboardEvent): void {
  if (event.key === 'Escape' && !event.isComposing && !isTaken(event.target)) layers.at(-1)?.();
}

/**
 * Escape closes only the topmost layer. Mantine has one listener for each dialog and drawer, and all of them receive
 * the same key press, so the key that makes a drawer ask before closing would also close that question.
 */
export function useEscape(opened: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!opened) return;
    const layer = () => close();
    if (layers.length === 0) window.addEventListener('keydown', closeTop, { capture: true });
    layers.push(layer);
    return () => {
      layers.splice(layers.indexOf(layer), 1);
      if (layers.length === 0) window.removeEventListener('keydown', closeTop, { capture: true });
    };
  }, [opened]);
}
