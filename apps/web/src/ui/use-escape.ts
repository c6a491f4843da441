import { useEffect, useEffectEvent } from 'react';

/** The layers that Escape closes, topmost last. */
const layers: (() => void)[] = [];

/** As Mantine has it: what opened a list of its own inside a layer says on its element that Escape is for that list. */
const isTaken = (target: EventTarget | null) =>
  target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true';

function closeTop(event: KeyboardEvent): void {
  if (event.key === 'Escape' && !event.isComposing && !isTaken(event.target)) layers.at(-1)?.();
}

/**
 * Escape closes one layer, the one on top. Mantine's own listeners are one for each dialog and drawer, and all hear the
 * same key: a question that a drawer asks before it closes would be closed by the very key that raised it.
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
