/** Marks a scrolled box whose content continues to the left or right, so that its edges can show it. */

/** Less than this, in pixels, hides nothing that somebody would look for. */
const LEAST = 24;

/** Sets `data-more-left` and `data-more-right` for the styles of the cue. Returns a function that ends the watching. */
export function watchSideways(box: HTMLElement): () => void {
  // The attributes are written without rendering, because this runs for every scrolled frame.
  const look = (): void => {
    const hidden = box.scrollWidth - box.clientWidth;
    box.toggleAttribute('data-more-left', box.scrollLeft > LEAST);
    box.toggleAttribute('data-more-right', hidden - box.scrollLeft > LEAST);
  };
  const observer = new ResizeObserver(look);
  observer.observe(box);
  for (const content of box.children) observer.observe(content);
  box.addEventListener('scroll', look, { passive: true });
  look();
  return () => {
    observer.disconnect();
    box.removeEventListener('scroll', look);
  };
}

/** Watches a box as its `ref`. */
export const sidewaysRef = (box: HTMLElement | null) => {
  if (box === null) return undefined;
  return watchSideways(box);
};

/** Used as the `ref` of the chosen item of a strip: scrolls the strip so that this item is in its middle. */
export const inSightRef = (item: HTMLElement | null): void => {
  const strip = item?.parentElement;
  if (item === null || strip === null || strip === undefined) return;
  const middleOf = (box: HTMLElement): number => {
    const { left, width } = box.getBoundingClientRect();
    return left + width / 2;
  };
  strip.scrollLeft += middleOf(item) - middleOf(strip);
};
