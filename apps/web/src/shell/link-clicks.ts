/**
 * Plain `#/path` anchors go through the router: the browser's own hash change would tell a blocker (unsaved changes)
 * only after the fact, and without the position in the history that is needed to go back. Clicks that open another tab
 * are left to the browser.
 */
export function followLinks(navigate: (href: string) => void): void {
  document.addEventListener('click', (event) => {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    const link = event.target instanceof Element ? event.target.closest('a[href^="#/"]') : null;
    if (link === null || link.getAttribute('target') === '_blank' || link.hasAttribute('download')) return;
    event.preventDefault();
    navigate(link.getAttribute('href')?.slice(1) ?? '/');
  });
}
