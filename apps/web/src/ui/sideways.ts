/** Marks a scrolled box whose content continues to the left or right, so that its edges can show it. */

/** Sets `data-more-left` and `data-more-right` for the styles of the cue. Returns a function that ends the watching. */
export function watchSideways(box: HTMLElement): () => void {
  // The attributes are written without rendering, because this runs for every scrolled frame.
  const look = (): void => {
    const hidden = box.scrollWidth - box.clientWidth;
    box.toggleAttribute('data-more-left', box.scrollLeft > 1);
    box.toggleAttribute('data-more-right', hidden - box.scrollLeft > 1);
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
