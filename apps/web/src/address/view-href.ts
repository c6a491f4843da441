/** The address of one view of a screen; the first view has none of its own. */
export function viewHref(screen: string, view: string | undefined): string {
  if (view === undefined) return screen;
  return `${screen}?view=${view}`;
}
