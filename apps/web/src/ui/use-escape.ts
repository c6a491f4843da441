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
 * Escape closes one layer, the one on top. Mantine's own listeners are one for each dialog and drawer, and all hear the
 * same key, so the question a drawer asks before closing would be closed by the key that opened it.
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
